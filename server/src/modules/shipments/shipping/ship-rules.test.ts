import { expect, test } from 'vitest';
import { Problem } from '../../../platform/http/problem.ts';
import { datesOf } from './ship-rules.ts';

const days = { today: '2026-12-30', tomorrow: '2026-12-31' };

test.each([
  [undefined, '2026-12-30', '2026-12-31'],
  [{}, '2026-12-30', '2026-12-31'],
  [{ ship_date: '2026-12-31' }, '2026-12-31', '2027-01-01'],
  [{ ship_date: '2026-12-01' }, '2026-12-01', '2026-12-31'],
  [{ cancel_date: '2027-02-01' }, '2026-12-30', '2027-02-01'],
  [{ ship_date: '2026-12-01', cancel_date: '2026-12-01' }, '2026-12-01', '2026-12-01'],
])('%o ships on %s and is cancelled on %s', (part, ship_date, cancel_date) => {
  expect(datesOf(part, days)).toEqual({ ship_date, cancel_date });
});

test.each([
  { cancel_date: '2026-12-29' },
  { ship_date: '2026-12-30', cancel_date: '2026-12-29' },
  // There is no day after it.
  { ship_date: '9999-12-31' },
])('%o is refused', (part) => {
  expect(() => datesOf(part, days)).toThrow(Problem);
});
