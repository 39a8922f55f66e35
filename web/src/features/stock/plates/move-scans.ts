import type { SearchHit } from '@longshore/contract';
import { sameCode } from './put-away-scans.ts';

/** What a scan means while plates are moved: by what it names, not by its position. */
export type MoveReading =
  | { kind: 'hold'; license: string; isSkipped: boolean }
  | { kind: 'move'; license: string; location: string }
  | { kind: 'refused'; expected: 'plate' | 'location' };

/**
 * The meaning of a code, with the plate that is held. Without a connection nobody can tell what a code names: then its
 * position decides (plate, bin, plate …), and the server refuses a wrong one later.
 */
export function readMove(code: string, held: string, hits: readonly SearchHit[] | undefined): MoveReading {
  const isHeld = held !== '' && sameCode(held, code);
  if (!hits) return held && !isHeld ? { kind: 'move', license: held, location: code } : hold(code, held);
  const plate = hits.find(({ kind }) => kind === 'license');
  const bin = hits.find(({ kind }) => kind === 'location');
  if (held && bin && !isHeld) return { kind: 'move', license: held, location: bin.title };
  if (plate) return hold(plate.title, held);
  return { kind: 'refused', expected: held ? 'location' : 'plate' };
}

const hold = (license: string, held: string): MoveReading => ({
  kind: 'hold',
  license,
  isSkipped: held !== '' && !sameCode(held, license),
});
