import { expect, test } from 'vitest';
import { isCheckDigitValid, ssccOf } from './gs1.ts';
import { GS1_PREFIX, makeSscc, printedSscc, ssccCapacity } from './sscc.ts';

test.each([
  // The example of the General Specifications, whose serial reference is given as a number here.
  ['0614141', 1_234_567_890, '106141412345678908'],
  ['9521234', 0, '095212340000000006'],
  ['9521234', 1, '095212340000000013'],
  ['9521', 0, '095210000000000001'],
  ['952123456789', 99_999, '995212345678999990'],
])('%s, number %d', (prefix, number, sscc) => {
  expect(makeSscc(prefix, number)).toBe(sscc);
  expect(isCheckDigitValid(sscc)).toBe(true);
  expect(ssccOf(printedSscc(sscc))).toBe(sscc);
});

test('a shorter prefix has more numbers', () => {
  expect([ssccCapacity('9521'), ssccCapacity('952123456789')]).toEqual([10_000_000_000_000, 100_000]);
});

test.each([
  ['', true],
  ['9521', true],
  ['952123456789', true],
  ['952', false],
  ['9521234567890', false],
  ['952-1234', false],
])('%j is a prefix: %s', (prefix, isOne) => expect(GS1_PREFIX.test(prefix)).toBe(isOne));
