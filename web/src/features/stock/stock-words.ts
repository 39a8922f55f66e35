import { api, type Movement, NO_LICENSE, NO_LOT, type StockRow } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import type { Place } from '../../lib/format.ts';
import { localeOf, useText } from '../../lib/text/text.ts';

/** A plate's number for a field; empty for "no plate". */
export const plateNumber = (license: string) => (license === NO_LICENSE ? '' : license);
export const lotNumber = (lot: string) => (lot === NO_LOT ? '' : lot);

/** Describes a stock row in one line: plate, bin, lot. */
export function useRowText() {
  const t = useText();
  return ({ license, lot_number: lot, locations: [bin] }: StockRow) =>
    [plateNumber(license) || t('inventory.noPlate'), bin?.location, lotNumber(lot)].filter(Boolean).join(' · ');
}

export type Verb =
  | 'received'
  | 'shipped'
  | 'adjusted'
  | 'disposed'
  | 'moved'
  | 'quarantined'
  | 'converted'
  | 'broken'
  | 'counted'
  | 'reversed';

/** An entry of an item's movement history: one movement, or both movements of a move. */
export interface HistoryEntry {
  id: number;
  at: string;
  verb: Verb;
  units: number;
  /** Change of the pristine stock; of the quarantined stock when only that changed. */
  change: number;
  balance: number;
  from: Movement | undefined;
  to: Movement;
}

const VERBS = {
  receive: 'received',
  ship: 'shipped',
  adjust: 'adjusted',
  dispose: 'disposed',
  move: 'moved',
  convert: 'converted',
  break: 'broken',
  count: 'counted',
  reverse: 'reversed',
} as const satisfies Record<Movement['kind'], Verb>;

const PAIRED_KINDS = new Set<Movement['kind']>(['move', 'convert', 'break']);

export function verbOf({ kind, quarantine, quantity }: Movement): Verb {
  return kind === 'convert' && quarantine === quantity > 0 ? 'quarantined' : VERBS[kind];
}

const isOtherHalf = (newer: Movement, older: Movement | undefined): older is Movement =>
  older !== undefined &&
  PAIRED_KINDS.has(newer.kind) &&
  older.kind === newer.kind &&
  older.quantity === -newer.quantity &&
  older.reference === newer.reference &&
  older.lead === newer.lead &&
  older.user === newer.user;

/**
 * Groups movements, newest first, into entries: the two movements of a move become one. When older ones are not loaded
 * yet, a last unpaired movement is left out until its other half is loaded.
 */
export function groupMovements(movements: readonly Movement[], more: boolean): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (let at = 0; at < movements.length; at += 1) {
    const newer = movements[at];
    const older = movements[at + 1];
    if (!newer || (!older && more && PAIRED_KINDS.has(newer.kind))) break;
    const both = isOtherHalf(newer, older);
    const [from, to] = both && newer.quantity < 0 ? [newer, older] : [both ? older : undefined, newer];
    if (both) at += 1;
    const pristine = [from, to].reduce((sum, half) => sum + (half && !half.quarantine ? half.quantity : 0), 0);
    entries.push({
      id: newer.id,
      at: newer.at,
      verb: verbOf(to),
      units: Math.abs(to.quantity),
      change: both ? pristine : to.quantity,
      balance: newer.item_balance,
      from,
      to,
    });
  }
  return entries;
}

const HOUR = 3_600_000;

/** The end of a business date in a time zone. Clocks change at night, so the offset is looked up at that time. */
export function endOfDay(day: string, timezone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) + 24 * HOUR;
  const offsetAt = (moment: number) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(new Date(moment));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((found) => found.type === type)?.value);
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - moment;
  };
  const guess = midnight - offsetAt(midnight);
  return new Date(midnight - offsetAt(guess));
}

/** `Nov 13` or `11月13日`, without the year. */
export function shortDay(day: string, { language }: Place): string {
  const month = language === 'en' ? 'short' : 'long';
  return new Intl.DateTimeFormat(localeOf(language), { month, day: '2-digit', timeZone: 'UTC' }).format(new Date(day));
}

/** `09:42`, in the warehouse's time zone. */
export function clockOf(moment: string, { timezone }: Place): string {
  const options: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone }).format(new Date(moment));
}

export const useMovements = (id: number) => useRead(api.stock.movements, { params: { id }, query: {} });
