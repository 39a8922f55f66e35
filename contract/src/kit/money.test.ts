import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldMessages } from './messages.ts';
import { Money, type MoneyFault } from './money.ts';
import { MoneyIn } from './scalars.ts';

const LARGEST = '99999999999.9999';

describe('an amount of money', () => {
  test.each<[string, string]>([
    ['0', '0'],
    ['12', '12'],
    ['12.00', '12'],
    ['012.50', '12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    [' 7 ', '7'],
    ['+3', '3'],
    ['-0.0001', '-0.0001'],
    ['-0', '0'],
    ['1.00000000', '1'],
    [LARGEST, LARGEST],
    [`-${LARGEST}`, `-${LARGEST}`],
  ])('%j is read as %s', (text, expected) => {
    expect(String(Money.of(text))).toBe(expected);
  });

  test.each<[string, MoneyFault]>([
    ['', 'not-a-number'],
    ['.', 'not-a-number'],
    ['-', 'not-a-number'],
    ['cheap', 'not-a-number'],
    ['1,5', 'not-a-number'],
    ['1 000', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['1.2.3', 'not-a-number'],
    ['١٢', 'not-a-number'],
    ['100000000000', 'too-many-digits'],
    ['0.00001', 'too-many-digits'],
  ])('%j is none: %s', (text, fault) => {
    expect(Money.parse(text)).toBe(fault);
    expect(() => Money.of(text)).toThrow(TypeError);
  });

  test('is computed without a float', () => {
    expect(String(Money.of('0.1').plus(Money.of('0.2')))).toBe('0.3');
    expect(String(Money.of('1').minus(Money.of('0.9')))).toBe('0.1');
    expect(String(Money.of('1.1').times(3))).toBe('3.3');
    expect(String(Money.sum(Array.from({ length: 10 }, () => Money.of('0.1'))))).toBe('1');
    expect(String(Money.of('99999999999.9998').plus(Money.of('0.0001')))).toBe(LARGEST);
    expect(() => Money.of('1').times(1.5)).toThrow(RangeError);
  });

  test.each<[string, string, string]>([
    ['100', '0.13', '13'],
    ['0.0001', '0.5', '0.0001'],
    ['0.0001', '0.49999', '0'],
    ['-0.0001', '0.5', '-0.0001'],
    ['19.99', '1.08875', '21.7641'],
    ['10', '-1', '-10'],
    ['10', '0', '0'],
  ])('%s × %s = %s', (amount, rate, expected) => {
    expect(String(Money.of(amount).timesRate(rate))).toBe(expected);
  });

  test.each<[string, string, string]>([
    ['1.005', '1', '1.005'],
    ['0.335', '3', '1.005'],
    ['0.0333', '0.15', '0.005'],
    ['0.0001', '0.4999', '0'],
    ['-1.005', '1', '-1.005'],
    ['10', '-5', '-50'],
  ])('%s × %s is %s', (price, quantity, charge) => {
    expect(String(Money.of(price).timesQuantity(Money.of(quantity)))).toBe(charge);
  });

  test.each<[string, string]>([
    ['1.005', '1.01'],
    ['1.0049', '1'],
    ['2.675', '2.68'],
    ['-1.005', '-1.01'],
    ['-1.0049', '-1'],
    ['0.005', '0.01'],
  ])('%s is %s in cents', (amount, cents) => {
    expect(String(Money.of(amount).rounded(2))).toBe(cents);
  });

  test('is compared by what it is worth', () => {
    expect(Money.of('5.10').compare(Money.of('05.1'))).toBe(0);
    expect(Money.of('9').compare(Money.of('10'))).toBe(-1);
    expect(Money.of('-1').compare(Money.zero)).toBe(-1);
    expect(Money.of('0.0001').compare(Money.zero)).toBe(1);
  });

  test('that outgrows its digits is refused instead of rounded', () => {
    const sum = Money.of(LARGEST).plus(Money.of('0.0001'));
    expect(() => sum.toString()).toThrow(RangeError);
    expect(() => sum.toNumber()).toThrow(RangeError);
    expect(String(sum.minus(Money.of('0.0001')))).toBe(LARGEST);
    // A sum of amounts is no amount: it is shown whatever its size.
    expect(sum.toDecimal()).toBe('100000000000');
    expect(Money.ofSum('2000000000000000.0001').toDecimal()).toBe('2000000000000000.0001');
  });

  test('survives a JSON number with every digit', () => {
    for (const text of [LARGEST, '12345678901.2345', '0.0001', '90071992547.4099', '33333333333.3333']) {
      const [kept] = JSON.parse(JSON.stringify([Money.of(text).toNumber()])) as number[];
      expect(String(kept)).toBe(text);
    }
  });
});

describe('an amount on the wire', () => {
  const Body = z.object({ cost: MoneyIn });
  const keysOf = (cost: unknown) => {
    const parsed = Body.safeParse({ cost });
    return parsed.success ? parsed.data.cost : fieldMessages(parsed.error).cost;
  };

  test.each<[unknown, string]>([
    [5.1, '5.1'],
    ['5.10', '5.1'],
    [0, '0'],
    ['0', '0'],
    [12345678901.2345, '12345678901.2345'],
    ['99999999999.9999', LARGEST],
    [0.0001, '0.0001'],
  ])('%j is %s', (cost, expected) => {
    expect(keysOf(cost)).toBe(expected);
  });

  test.each<[unknown, string]>([
    ['cheap', 'MoneyIsNotANumber'],
    ['', 'MoneyIsNotANumber'],
    ['1,234', 'MoneyIsNotANumber'],
    [true, 'MoneyIsNotANumber'],
    [null, 'MoneyIsNotANumber'],
    [{}, 'MoneyIsNotANumber'],
    [-1, 'MoneyIsNegative'],
    ['-0.01', 'MoneyIsNegative'],
    [0.1 + 0.2, 'MoneyHasTooManyDigits'],
    ['1.00001', 'MoneyHasTooManyDigits'],
    [1e-7, 'MoneyHasTooManyDigits'],
    [1e11, 'MoneyHasTooManyDigits'],
    [1e300, 'MoneyHasTooManyDigits'],
    ['1234567890123', 'MoneyHasTooManyDigits'],
  ])('%j is refused: %s', (cost, key) => {
    expect(keysOf(cost)).toEqual([key]);
  });
});
