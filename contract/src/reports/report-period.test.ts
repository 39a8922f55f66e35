import { describe, expect, test } from 'vitest';
import { dayInZone, reportDays } from './report-period.ts';

describe('calendar periods', () => {
  test.each([
    ['month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['month', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['quarter', '2026-11-16', '2026-10-01', '2026-12-31'],
    ['quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['year', '2026-11-16', '2026-01-01', '2026-12-31'],
    // A Monday, a Sunday, and a week over the turn of the year.
    ['week', '2026-11-16', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['last-week', '2027-01-01', '2026-12-21', '2026-12-27'],
  ] as const)('%s on %s', (period, today, from, to) => {
    expect(reportDays(period, today)).toEqual({ from, to });
  });

  test.each([
    ['Pacific/Kiritimati', '2026-11-17'],
    ['Pacific/Pago_Pago', '2026-11-15'],
    ['UTC', '2026-11-16'],
  ])('today in %s is %s', (zone, day) => {
    expect(dayInZone(zone, new Date('2026-11-16T10:30:00Z'))).toBe(day);
  });
});
