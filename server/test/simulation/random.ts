/** A seeded random generator (mulberry32). */
export interface Random {
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (values) => values[below(values.length)] as (typeof values)[number] };
}

/** Each value as often as its weight says, for `pick`. */
export const weighted = <Value>(weights: readonly (readonly [Value, number])[]): readonly Value[] =>
  weights.flatMap(([value, weight]) => Array<Value>(weight).fill(value));
