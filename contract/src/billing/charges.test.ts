import { expect, it } from 'vitest';
import { billing as chinese } from '../text/ch/billing.ts';
import { billing as english } from '../text/en/billing.ts';
import { UNTAXED_CODES } from './charges.ts';

it.each([
  ['English', english],
  ['Chinese', chinese],
])('the hint of the tax code in %s names each code that is not taxed', (_, texts) => {
  const named = texts.items.taxCodeHint.match(/[A-Z]{3,}/g);
  expect(named?.map((code) => code.toLowerCase())).toEqual([...UNTAXED_CODES]);
});
