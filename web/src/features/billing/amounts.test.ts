import { expect, test } from 'vitest';
import { chargeOf, shownAmount } from './amounts.ts';

test.each([
  ['1.005', '1', 1.005],
  ['0.0125', '3', 0.0375],
  ['', '3', 0],
  ['2.4', '1.', 2.4],
  ['abc', '1', 0],
  ['99999999999', '1000', 99_999_999_999_000],
])('%s × %s is shown as %s', (price, quantity, amount) => {
  expect(shownAmount(chargeOf({ price, quantity }))).toBe(amount);
});
