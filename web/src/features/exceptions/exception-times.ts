const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** From here on the age is set apart. */
const OLD_MS = 3 * DAY_MS;

export interface Age {
  unit: 'minutes' | 'hours' | 'days';
  count: number;
  isOld: boolean;
}

/** How long something is so, in the largest unit that fits. */
export function ageOf(since: string, now: Date): Age {
  const passed = Math.max(0, now.getTime() - Date.parse(since));
  const isOld = passed >= OLD_MS;
  if (passed < HOUR_MS) return { unit: 'minutes', count: Math.floor(passed / MINUTE_MS), isOld };
  if (passed < DAY_MS) return { unit: 'hours', count: Math.floor(passed / HOUR_MS), isOld };
  return { unit: 'days', count: Math.floor(passed / DAY_MS), isOld };
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** Work begins. */
const MORNING = 8;

/** What the clock on the wall of a zone shows, as if it were UTC. */
function wallTime(moment: Date, timezone: string): number {
  const two = '2-digit';
  const parts = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
    timeZone: timezone,
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The moment at which work begins on a day in a zone, also where the clock was changed in the night. */
export function morningOf(day: string, timezone: string): string {
  const wanted = Date.parse(`${day}T00:00:00Z`) + MORNING * HOUR_MS;
  const guess = wanted - (wallTime(new Date(wanted), timezone) - wanted);
  // The offset at the guess may be another one than that of the first try.
  return new Date(guess - (wallTime(new Date(guess), timezone) - wanted)).toISOString();
}

const dayIn = (moment: Date, timezone: string) => new Date(wallTime(moment, timezone)).toISOString().slice(0, 10);
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export type SnoozeChoice = 'hour' | 'tomorrow' | 'monday';
export const SNOOZE_CHOICES: readonly SnoozeChoice[] = ['hour', 'tomorrow', 'monday'];

/** Until when a choice puts something off: an hour, tomorrow morning, or the morning of the next Monday. */
export function snoozeUntil(choice: SnoozeChoice, now: Date, timezone: string): string {
  if (choice === 'hour') return new Date(now.getTime() + HOUR_MS).toISOString();
  const today = dayIn(now, timezone);
  if (choice === 'tomorrow') return morningOf(plusDays(today, 1), timezone);
  const weekday = WEEKDAYS.indexOf(
    new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${today}T00:00:00Z`)),
  );
  return morningOf(plusDays(today, (8 - weekday) % 7 || 7), timezone);
}
