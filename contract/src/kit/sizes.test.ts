import { expect, test } from 'vitest';
import { hasSides, isMeasured, type Sizes } from './sizes.ts';

const box = (length: number, width: number, height: number, weight: number): Sizes => ({
  length,
  width,
  height,
  weight,
});

test.each([
  ['nothing was entered', box(1, 1, 1, 1), false, false],
  ['only the weight was entered', box(1, 1, 1, 2.5), false, true],
  ['a cube that weighs 1', box(10, 10, 10, 1), true, true],
  ['one side was entered', box(1, 1, 30, 1), true, true],
])('sizes of which %s', (_name, sizes, sides, measured) => {
  expect([hasSides(sizes), isMeasured(sizes)]).toEqual([sides, measured]);
});
