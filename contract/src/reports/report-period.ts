import type { ReportPeriod } from './billing-reports.ts';

/** First and last day, both included. */
export interface ReportDays {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** The day in this time zone: `2026-11-16`. */
export function dayInZone(timeZone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

// Days are computed in UTC, where each has 24 hours.
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const textOf = (date: Date) => date.toISOString().slice(0, 10);

function monthsFrom(today: Date, first: number, count: number): ReportDays {
  const year = today.getUTCFullYear();
  return { from: textOf(new Date(Date.UTC(year, first, 1))), to: textOf(new Date(Date.UTC(year, first + count, 0))) };
}

/** The week of this many weeks ago; it begins on Monday. */
function week(today: Date, ago: number): ReportDays {
  const monday = today.getTime() - (((today.getUTCDay() + 6) % 7) + 7 * ago) * DAY_MS;
  return { from: textOf(new Date(monday)), to: textOf(new Date(monday + 6 * DAY_MS)) };
}

/** The calendar period that today is in, or the one before it. */
export function reportDays(period: ReportPeriod, today: string): ReportDays {
  const date = dateOf(today);
  const month = date.getUTCMonth();
  switch (period) {
    case 'year':
      return monthsFrom(date, 0, 12);
    case 'quarter':
      return monthsFrom(date, month - (month % 3), 3);
    case 'month':
      return monthsFrom(date, month, 1);
    case 'last-month':
      return monthsFrom(date, month - 1, 1);
    case 'week':
      return week(date, 0);
    case 'last-week':
      return week(date, 1);
  }
}
