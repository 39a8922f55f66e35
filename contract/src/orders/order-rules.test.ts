import { describe, expect, test } from 'vitest';
import { Money } from '../kit/money.ts';
import { amountOf, leftoverOf, type PricedLine, spreadKitPrice, totalsOf } from './order-rules.ts';

test.each([
  [{ quantity: 10, processed_qty: 0, cancelled_qty: 0 }, 10],
  [{ quantity: 10, processed_qty: 4, cancelled_qty: 0 }, 6],
  [{ quantity: 10, processed_qty: 4, cancelled_qty: 6 }, 0],
])('%o leaves %i', (line, left) => {
  expect(leftoverOf(line)).toBe(left);
});

describe('totals', () => {
  const line = (price: string, quantity: number, remainder?: string): PricedLine => ({
    price,
    quantity,
    ...(remainder === undefined ? {} : { remainder }),
  });
  test.each<[string, PricedLine[], string, [number, string, string, string]]>([
    ['no lines', [], '0.13', [0, '0', '0', '0']],
    ['one line without tax', [line('12.5', 4)], '0', [4, '50', '0', '50']],
    ['tax on the sum, not line by line', [line('0.03', 1), line('0.03', 1)], '0.1', [2, '0.06', '0.01', '0.07']],
    ['rounded half up to cents', [line('0.005', 1)], '0', [1, '0.01', '0', '0.01']],
    ['four decimals are exact before that', [line('0.0049', 100)], '0.1035', [100, '0.49', '0.05', '0.54']],
    ['tax is rounded once, from the exact product', [line('1.07', 1)], '0.08875', [1, '1.07', '0.09', '1.16']],
    ['the remainder of a kit counts', [line('3.3333', 3, '0.0001')], '0', [3, '10', '0', '10']],
    [
      'large amounts stay exact',
      [line('9999.9999', 1_000_000)],
      '0.5',
      [1_000_000, '9999999900', '4999999950', '14999999850'],
    ],
  ])('%s', (_name, lines, rate, [units, ...amounts]) => {
    const totals = totalsOf(lines, rate, 'USD');
    expect(totals.units).toBe(units);
    expect([totals.subtotal, totals.tax, totals.total].map((amount) => Money.of(amount).toString())).toEqual(
      amounts.map((amount) => Money.of(amount).toString()),
    );
  });
});

test('a total with more digits than an amount may have throws, so that a save must refuse it before', () => {
  expect(() => totalsOf([{ price: '99999999999.9999', quantity: 2 }], '0', 'USD')).toThrow(RangeError);
});

describe("a kit's price", () => {
  type Parts = [quantity: number, selling: string][];
  test.each<[string, string, number, Parts, [price: string, quantity: number, remainder: string][]]>([
    [
      'is spread by the selling prices',
      '30',
      2,
      [
        [1, '10'],
        [2, '10'],
      ],
      [
        ['10', 2, '0'],
        ['10', 4, '0'],
      ],
    ],
    [
      'is spread equally when no component has a price',
      '10',
      1,
      [
        [1, '0'],
        [1, '0'],
      ],
      [
        ['5', 1, '0'],
        ['5', 1, '0'],
      ],
    ],
    [
      'leaves the remainder of the division to the last line',
      '10',
      1,
      [
        [1, '1'],
        [1, '1'],
        [1, '1'],
      ],
      [
        ['3.3333', 1, '0'],
        ['3.3333', 1, '0'],
        ['3.3334', 1, '0'],
      ],
    ],
    ['that no price per unit can express is a remainder', '10', 1, [[3, '4']], [['3.3333', 3, '0.0001']]],
    [
      'gives nothing to a component without a price',
      '9.99',
      3,
      [
        [1, '0'],
        [1, '5'],
      ],
      [
        ['0', 3, '0'],
        ['9.99', 3, '0'],
      ],
    ],
    ['of 0 is 0 on every line', '0', 5, [[2, '3']], [['0', 10, '0']]],
  ])('%s', (_name, price, kits, parts, expected) => {
    const lines = spreadKitPrice(
      price,
      kits,
      parts.map(([quantity, selling]) => ({ quantity, selling })),
    );
    expect(lines).toEqual(
      expected.map(([each, quantity, remainder]) => ({
        price: Money.of(each).toString(),
        quantity,
        remainder: Money.of(remainder).toString(),
      })),
    );
  });

  test('is the sum of the lines, whatever it is spread over', () => {
    const prices = ['0.0001', '1', '9.99', '100.01', '33333333.3333'];
    for (const price of prices)
      for (const kits of [1, 3, 7, 1000])
        for (const parts of [
          [{ quantity: 3, selling: '0.01' }],
          [
            { quantity: 7, selling: '1.37' },
            { quantity: 1, selling: '0' },
            { quantity: 13, selling: '99.9999' },
          ],
        ]) {
          const sum = Money.sum(spreadKitPrice(price, kits, parts).map(amountOf));
          expect(sum.toString()).toBe(Money.of(price).times(kits).toString());
        }
  });
});
