import { expect, test } from 'vitest';
import { numbersFrom, partNumbers } from './plate-numbers.ts';

test.each<[string, number, string[]]>([
  ['LP-0009', 3, ['LP-0009', 'LP-0010', 'LP-0011']],
  ['7', 3, ['7', '8', '9']],
  ['9', 2, ['9', '10']],
  ['099', 2, ['099', '100']],
  ['A99', 2, ['A99', 'A100']],
  ['LP-12-B', 3, ['LP-12-B', 'LP-12-B1', 'LP-12-B2']],
  ['PALLET', 1, ['PALLET']],
  ['00900719925474099199', 2, ['00900719925474099199', '00900719925474099200']],
])('from %s, %i plates', (start, count, expected) => {
  expect(numbersFrom(start, count)).toEqual(expected);
});

test.each<[string, string[], number, string[]]>([
  ['LP-7', [], 2, ['LP-7-1', 'LP-7-2']],
  ['LP-7', ['LP-7-1', 'LP-7-2'], 2, ['LP-7-3', 'LP-7-4']],
  ['LP-7', ['lp-7-10', 'LP-7-9'], 1, ['LP-7-11']],
  ['LP-7', ['LP-7-X', 'LP-7-2-5', 'LP-7-'], 1, ['LP-7-1']],
  ['LP-7', ['LP-7-99999999999'], 1, ['LP-7-1']],
])('parts of %s beside %j', (license, taken, count, expected) => {
  expect(partNumbers(license, taken, count)).toEqual(expected);
});
