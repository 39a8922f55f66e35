/** Set by `npm test -- --all`: every value for every field of every endpoint, which takes minutes. */
const isWhole = process.env.TEST_ALL === '1';
let turn = 0;

let isOff = isWhole;

/** Tests of the checks themselves have few endpoints, and need every value. */
export function stopThinning(): void {
  isOff = true;
}

export function restoreThinning(): void {
  isOff = isWhole;
}

/** Whether what another test covers is left out. */
export const isThinned = (): boolean => !isOff;

/**
 * Some of the values, other ones at every call: over all endpoints and fields each value is tried many times, though
 * not everywhere.
 */
export function thinned<Value>(values: readonly Value[], count: number): readonly Value[] {
  if (isOff || values.length <= count) return values;
  const first = turn % values.length;
  turn += count;
  return [...values.slice(first), ...values.slice(0, first)].slice(0, count);
}

/** Whether a check of an endpoint is left out: of four endpoints one has it. */
export function isSkipped(): boolean {
  if (isOff) return false;
  turn += 1;
  return turn % 4 !== 0;
}
