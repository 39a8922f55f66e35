import { describe, expect, test } from 'vitest';
import { currencyDecimals } from '../company/currencies.ts';
import { Money } from './money.ts';
import { percentText, taxOn, totalsWithTax } from './tax.ts';

describe('tax', () => {
  test.each<[amount: string, rate: string, currency: string, tax: string]>([
    ['1.07', '0.08875', 'USD', '0.09'],
    ['0.4', '0.1', 'USD', '0.04'],
    ['0.0004', '0.5', 'USD', '0'],
    ['-1.07', '0.08875', 'USD', '-0.09'],
    ['1005', '0.1', 'JPY', '101'],
    ['1004', '0.1', 'JPY', '100'],
    ['1.005', '0.1', 'KWD', '0.101'],
  ])('on %s at %s in %s is %s', (amount, rate, currency, tax) => {
    expect(String(taxOn(Money.of(amount), rate, currencyDecimals(currency)))).toBe(tax);
  });

  test('is charged on the taxed part only, and the total is what is shown above it', () => {
    const { subtotal, tax, total } = totalsWithTax(Money.of('10.006'), '0.1', 2, Money.of('4'));
    expect([subtotal, tax, total].map(String)).toEqual(['10.01', '0.4', '10.41']);
  });
});

test.each([
  ['0.08875', '8.875'],
  ['0.07250', '7.25'],
  ['0.13', '13'],
  ['0.1', '10'],
  ['1', '100'],
  ['0', '0'],
  ['0.00001', '0.001'],
])('the rate %s is printed as %s %%', (rate, percent) => {
  expect(percentText(rate)).toBe(percent);
});
