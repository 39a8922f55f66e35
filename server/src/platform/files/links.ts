import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, later, minutes } from '../clock.ts';

export const LINK_TTL_MS = minutes(5);

/**
 * The content of a link. All of it is signed, so that a link needs no look-up and cannot be changed to another file.
 */
export interface Linked {
  path: string;
  name: string;
  media: string;
}

export interface DownloadLinks {
  /** A URL on this server that works for a few minutes, for anyone who has it. */
  make(file: Linked): string;
  /** Undefined when the token is forged, damaged or expired. */
  read(token: string): Linked | undefined;
}

export const LINKS_AT = '/files';

export function downloadLinks(key: Buffer, clock: Clock): DownloadLinks {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    make({ path, name, media }) {
      const until = later(clock.now(), LINK_TTL_MS).getTime();
      const text = Buffer.from(JSON.stringify([path, name, media, until])).toString('base64url');
      return `${LINKS_AT}/${text}.${sign(text).toString('base64url')}/${encodeURIComponent(name)}`;
    },
    read(token) {
      const [text = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = sign(text);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const [path, name, media, until] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
        string,
        string,
        string,
        number,
      ];
      return until >= clock.now().getTime() ? { path, name, media } : undefined;
    },
  };
}
