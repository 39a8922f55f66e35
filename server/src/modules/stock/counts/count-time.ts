/**
 * A time of counting as a user wrote it: with a time zone, a local date and time of the warehouse, or a time on the
 * day of the upload.
 */
export type CountedTime = { kind: 'moment' | 'local' | 'time'; text: string };

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)? ?(Z|[+-]\d{2}:?\d{2})$/i;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2})(:\d{2})?$/;
const TIME = /^(\d{1,2}:\d{2})(:\d{2})?$/;

/** February has no thirtieth: JavaScript's calendar would make it March. */
const isDay = (day: string) => {
  const moment = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day);
};

/** Normalises `9:30` and `:05` to a time from 00:00:00 to 23:59:59; undefined when it is none. */
function clockOf(hours = '', seconds = ':00'): string | undefined {
  const clock = `${hours.padStart(5, '0')}${seconds}`;
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/.test(clock) ? clock : undefined;
}

/** Undefined when the format is unknown. */
export function readCountedTime(text: string): CountedTime | undefined {
  const [, day = '', hours, seconds, zone] = MOMENT.exec(text) ?? LOCAL.exec(text) ?? [];
  if (day) {
    const clock = clockOf(hours, seconds);
    if (!clock || !isDay(day)) return undefined;
    return zone
      ? { kind: 'moment', text: `${day}T${clock}${zone.toUpperCase()}` }
      : { kind: 'local', text: `${day} ${clock}` };
  }
  const [, hour, second] = TIME.exec(text) ?? [];
  const clock = hour ? clockOf(hour, second) : undefined;
  return clock ? { kind: 'time', text: clock } : undefined;
}
