import type { z } from 'zod';
import { type Cell, DAY_FORMAT, dayCell } from '../../documents/spreadsheet.ts';

const FORMATS = { date: DAY_FORMAT, datetime: 'yyyy-mm-dd hh:mm:ss' } as const;
type DateKind = keyof typeof FORMATS;

interface Definition {
  format?: string;
  innerType?: z.ZodType;
}

/** Whether a field is a day or a moment; undefined for everything else. */
function dateKindOf(schema: unknown): DateKind | undefined {
  const { format, innerType } = (schema as z.ZodType)._zod.def as Definition;
  if (format === 'date' || format === 'datetime') return format;
  return innerType && dateKindOf(innerType);
}

export function dateFormatOf(schema: unknown): { format: string } | undefined {
  const kind = dateKindOf(schema);
  return kind && { format: FORMATS[kind] };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const two = '2-digit';
  const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const;
  const clock = new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone });
  clocks.set(timeZone, clock);
  return clock;
}

/** A moment by the clock on the wall: a spreadsheet knows no time zones and shows what it is given. */
function wallClock(moment: string, timeZone: string): Date {
  const parts = clockIn(timeZone).formatToParts(new Date(moment));
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')));
}

/** The same as text, for files without cells of their own kind. */
export const wallClockText = (moment: string, timeZone: string): string =>
  wallClock(moment, timeZone).toISOString().slice(0, 16).replace('T', ' ');

/** A value of a list as the cell of its export: days and moments are dates, in the company's time zone. */
export function exportCell(schema: unknown, value: Cell, timeZone: string): Cell {
  const kind = dateKindOf(schema);
  if (!kind || typeof value !== 'string' || value === '') return value;
  return kind === 'date' ? dayCell(value) : wallClock(value, timeZone);
}
