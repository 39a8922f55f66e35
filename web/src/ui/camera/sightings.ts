import type { SeenCode } from './seen-code.ts';

/** What is remembered of the pictures before. */
export interface Sightings {
  /** The codes that were taken, and when each was last in the picture, in milliseconds. */
  taken: ReadonlyMap<string, number>;
  /** The code in the middle of the picture before. */
  last: string;
}

export const NOTHING_SEEN: Sightings = { taken: new Map(), last: '' };

/** A code that was out of sight for this long is scanned again. A shaking hand loses it for some pictures. */
export const AWAY_MS = 2_000;

/** The code nearest to a point. */
function nearest(codes: readonly SeenCode[], { x, y }: { x: number; y: number }): SeenCode | undefined {
  const distance = (code: SeenCode) => Math.hypot(code.x - x, code.y - y);
  return [...codes].sort((a, b) => distance(a) - distance(b))[0];
}

/**
 * What one more picture says: the code nearest to its middle is taken, unless it was taken before and has been in sight
 * since. A code without a check digit is taken when two pictures in a row show it.
 */
export function seePicture(
  before: Sightings,
  codes: readonly SeenCode[],
  middle: { x: number; y: number },
  at: number,
): { code: string | undefined; after: Sightings } {
  const inSight = new Set(codes.map(({ text }) => text));
  const taken = new Map<string, number>();
  for (const [text, seenAt] of before.taken) {
    // However slowly pictures come, one in which it still is does not say that it was away.
    if (inSight.has(text)) taken.set(text, at);
    else if (at - seenAt < AWAY_MS) taken.set(text, seenAt);
  }
  const found = nearest(codes, middle);
  const isNew = found !== undefined && !taken.has(found.text) && (found.isSure || found.text === before.last);
  if (isNew) taken.set(found.text, at);
  return { code: isNew ? found.text : undefined, after: { taken, last: found?.text ?? '' } };
}
