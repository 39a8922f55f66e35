import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Randomness is passed as an argument, like time. */
export interface Ids {
  uuid(): string;
  /** An unguessable secret, safe in a URL. */
  token(): string;
}

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  token: () => randomBytes(32).toString('base64url'),
};

export const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest();
