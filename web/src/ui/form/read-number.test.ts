import { describe, expect, test } from 'vitest';
import { padDecimals, readAmount, readNumber } from './read-number.ts';

describe('a number that was typed or pasted', () => {
  test.each<[string, number]>([
    ['12', 12],
    ['12.00', 12],
    ['12.', 12],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['0012', 12],
    ['1,200', 1200],
    ['1,234,567', 1234567],
    ['1,200.00', 1200],
    [' 7 ', 7],
    ['\t7\n', 7],
    ['-12', -12],
    ['−12', -12],
    ['+12', 12],
    ['-0', 0],
    ['１２', 12],
    ['１，２００', 1200],
    ['', 0],
    ['  ', 0],
  ])('%j is %d', (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  test.each([
    '12,00',
    '1,5',
    '1,20',
    '12,0000',
    ',200',
    '1 2',
    '1 200',
    '1.2.3',
    '12 pcs',
    '$12',
    '12-',
    '--1',
    '-',
    '.',
    ',',
    '1e3',
    '0x10',
    'twelve',
    'NaN',
    'Infinity',
    '1/2',
  ])('%j is none', (text) => {
    expect(readNumber(text)).toBeNaN();
  });
});

describe('an amount that was typed or pasted', () => {
  test.each<[string, string]>([
    ['12.50', '12.50'],
    ['1,234.50', '1234.50'],
    ['99999999999.9999', '99999999999.9999'],
    ['12345678901234567890.12345', '12345678901234567890.12345'],
    ['.5', '0.5'],
    ['', '0'],
    [' 7 ', '7'],
    ['−3', '-3'],
    ['cheap', 'cheap'],
    ['1,5', '1,5'],
    ['$12', '$12'],
  ])('%j is sent as %j', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });

  test.each<[string, string]>([
    ['5', '5.00'],
    ['5.1', '5.10'],
    ['5.1234', '5.1234'],
    ['0', '0.00'],
    ['-3', '-3.00'],
    ['cheap', 'cheap'],
    ['', ''],
  ])('%j is shown as %j', (amount, text) => {
    expect(padDecimals(amount, 2)).toBe(text);
  });

  test('has the decimals of its currency', () => {
    expect([padDecimals('500', 0), padDecimals('500.25', 0), padDecimals('1.5', 3)]).toEqual([
      '500',
      '500.25',
      '1.500',
    ]);
  });
});
