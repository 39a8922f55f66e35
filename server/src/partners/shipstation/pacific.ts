/** ShipStation writes and reads times of the clocks in Los Angeles, without an offset. */
const FORMAT = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const HOUR_MS = 3_600_000;

/** `2026-11-18T09:00:00` */
export function pacificText(moment: Date): string {
  const parts = Object.fromEntries(FORMAT.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
}

const offsetAt = (time: number): number =>
  Date.parse(`${pacificText(new Date(time))}Z`) - Math.floor(time / 1000) * 1000;

/** Whether the clocks are put back within an hour before or after: then a time does not say which moment it is. */
const isNearRepeatedHour = (time: number): boolean => offsetAt(time - HOUR_MS) > offsetAt(time + HOUR_MS);

/**
 * The times between which everything of a window is. In the night when an hour occurs twice, the texts of both ends may be
 * read as either hour, and that of the end may be before that of the start: the window is wider then.
 */
export function pacificWindow(since: Date, until: Date): { start: string; end: string } {
  const widened = (at: Date, by: number) => (isNearRepeatedHour(at.getTime()) ? new Date(at.getTime() + by) : at);
  return { start: pacificText(widened(since, -2 * HOUR_MS)), end: pacificText(widened(until, 2 * HOUR_MS)) };
}

/** A time as ShipStation writes it, moved by seconds on the same clock. */
export const shiftedText = (text: string, seconds: number): string =>
  new Date(Date.parse(`${text.slice(0, 19)}Z`) + seconds * 1000).toISOString().slice(0, 19);

/**
 * The moment of a time. One that occurs twice is the later of the two that have been: an order that changes in the second
 * hour must not look older than in the first. One that is left out in spring is that of the clock before it was moved.
 * Undefined when it is no time: no date is also written as one of the year 1.
 */
export function fromPacific(text: string, now: Date): Date | undefined {
  const [isTime, day = '', time = '00:00:00', fraction = ''] =
    /^([12]\d{3}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(\.\d+)?)?$/.exec(text) ?? [];
  const wall = Date.parse(`${day}T${time}Z`);
  if (!isTime || Number.isNaN(wall)) return undefined;
  const milliseconds = Number(fraction.slice(1, 4).padEnd(3, '0'));
  const offsets = [offsetAt(wall - 24 * HOUR_MS), offsetAt(wall + 24 * HOUR_MS)];
  const moments = offsets.map((offset) => wall - offset).sort((a, b) => b - a);
  const shown = moments.filter((moment) => moment + offsetAt(moment) === wall);
  const [latest = wall - Math.min(...offsets)] = shown;
  const chosen = shown.find((moment) => moment <= now.getTime()) ?? shown.at(-1) ?? latest;
  return new Date(chosen + milliseconds);
}
