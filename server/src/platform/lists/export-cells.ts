import type { z } from 'zod';
import type { RowColumnKind } from '../../documents/row-file.ts';
import { ZoneClock } from '../../documents/zone-clock.ts';

const KINDS: Record<string, RowColumnKind> = { date: 'day', datetime: 'moment' };

interface Definition {
  format?: string;
  innerType?: z.ZodType;
}

/** Whether a field is a day or a moment; undefined for everything else. */
export function dateKindOf(schema: unknown): RowColumnKind | undefined {
  const { format, innerType } = (schema as z.ZodType)._zod.def as Definition;
  return (format && KINDS[format]) || (innerType && dateKindOf(innerType));
}

/** A moment in local time, as text. */
export const wallClockText = (moment: string, clock: ZoneClock): string =>
  clock.dateAt(moment).toISOString().slice(0, 16).replace('T', ' ');

export { ZoneClock };
