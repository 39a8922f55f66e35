import { dayInZone, reportDays, type ScheduleFrequency } from '@longshore/contract';
import { ZoneClock } from '../../../platform/lists/export-cells.ts';

/** When something is mailed, in the local time of the company's time zone. */
export interface MailSchedule {
  frequency: ScheduleFrequency;
  /** Of a weekly one: 1 is Monday. */
  weekday: number;
  /** Of a monthly one: at most 28, which every month has. */
  monthDay: number;
  hour: number;
}

/** Calendar days that a report is about, both included, and when it is mailed. */
export interface DuePeriod {
  from: string;
  to: string;
  /** The day on which it is due. */
  on: string;
  at: Date;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The moment of a period is at most this many days after its first day: a month and 28 days. */
const PERIOD_AND_WAIT_DAYS = 60;

// Days are computed in UTC, where each has 24 hours.
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * An hour of a day in a zone. On the day on which the clocks go forward an hour may not exist: then it is the same time
 * before the change, which the clock shows as an hour later. On the day on which they go back an hour may come twice: then
 * it is the first.
 */
function momentOf(day: string, hour: number, clock: ZoneClock): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
  const shownAt = (moment: number) => clock.dateAt(new Date(moment).toISOString()).getTime();
  const offsetAt = (moment: number) => shownAt(moment) - moment;
  const candidates = [shown - DAY_MS, shown + DAY_MS].map((near) => shown - offsetAt(near));
  const exact = candidates.filter((moment) => shownAt(moment) === shown);
  return new Date(exact.length ? Math.min(...exact) : Math.max(...candidates));
}

/** The calendar period that a day is in. */
function periodOf(frequency: ScheduleFrequency, day: string): { from: string; to: string } {
  if (frequency === 'Day') return { from: day, to: day };
  return reportDays(frequency === 'Week' ? 'week' : 'month', day);
}

function dueOf(schedule: MailSchedule, { from, to }: { from: string; to: string }, clock: ZoneClock): DuePeriod {
  const { frequency, weekday, monthDay, hour } = schedule;
  const on = dayAfter(to, frequency === 'Week' ? weekday : frequency === 'Month' ? monthDay : 1);
  return { from, to, on, at: momentOf(on, hour, clock) };
}

/** The periods from the one that a day is in, without an end. */
function* periodsFrom(schedule: MailSchedule, day: string, clock: ZoneClock): Generator<DuePeriod> {
  let period = periodOf(schedule.frequency, day);
  for (;;) {
    yield dueOf(schedule, period, clock);
    period = periodOf(schedule.frequency, dayAfter(period.to, 1));
  }
}

interface Since {
  /** Only moments after this one: since then the schedule holds. */
  after: Date;
  /** The last day of the last period that was made; null before the first. */
  madeThrough: string | null;
}

const laterDay = (one: string, other: string | null) => (other !== null && other > one ? other : one);

/** The periods whose moment has come, those missed while no server ran included. */
export function duePeriods(
  schedule: MailSchedule,
  zone: string,
  { after, madeThrough }: Since,
  now: Date,
): DuePeriod[] {
  const clock = new ZoneClock(zone);
  const first = dayAfter(dayInZone(zone, after), -PERIOD_AND_WAIT_DAYS);
  const due: DuePeriod[] = [];
  for (const period of periodsFrom(schedule, laterDay(first, madeThrough), clock)) {
    if (period.at > now) return due;
    if (period.at > after && (madeThrough === null || period.to > madeThrough)) due.push(period);
  }
  return due;
}

/** When it is mailed next. */
export function nextMoment(schedule: MailSchedule, zone: string, now: Date): Date {
  const start = dayAfter(dayInZone(zone, now), -PERIOD_AND_WAIT_DAYS);
  for (const { at } of periodsFrom(schedule, start, new ZoneClock(zone))) if (at > now) return at;
  return now;
}

/** The last whole period before today, for what somebody sends by hand. */
export function lastPeriod({ frequency }: Pick<MailSchedule, 'frequency'>, zone: string, now: Date) {
  const on = dayInZone(zone, now);
  const before = periodOf(frequency, dayAfter(periodOf(frequency, on).from, -1));
  return { ...before, on };
}
