/** Set by `npm test -- --all`: every value for every field of every endpoint, which takes minutes. */
const isWhole = process.env.TEST_ALL === '1';
let turn = 0;

/** Tests of the checks themselves have few endpoints, and need every value. */
export const thinning = { isOff: isWhole, restore: () => void (thinning.isOff = isWhole) };

/**
 * Some of the values, other ones at every call: over all endpoints and fields each value is tried many times, though
 * not everywhere.
 */
export function thinned<Value>(values: readonly Value[], count: number): readonly Value[] {
  if (thinning.isOff || values.length <= count) return values;
  const first = turn % values.length;
  turn += count;
  return [...values.slice(first), ...values.slice(0, first)].slice(0, count);
}
