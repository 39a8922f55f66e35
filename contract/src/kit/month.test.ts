import { expect, test } from 'vitest';
import { isMonth } from './month.ts';

test.each([
  ['2026-09', true],
  ['2026-13', false],
  ['0000-01', false],
  ['12', false],
  [undefined, false],
])('%s is a month: %s', (text, expected) => expect(isMonth(text)).toBe(expected));
