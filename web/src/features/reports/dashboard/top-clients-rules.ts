import type { Dashboard } from '@longshore/contract';
import type { Place } from '../../../lib/format.ts';
import { localeOf } from '../../../lib/text/text.ts';
import { chartColourOf } from '../../../ui/monogram.tsx';

type TopClient = NonNullable<Dashboard['top_clients']>[number];

export interface Share {
  company: string;
  this_month: number;
  last_month: number;
  color: string;
}

/** Charts have six colours; what comes after the fifth client is summed up in the sixth. */
const COLOURS = 6;

/** The clients with orders in either month, each with its colour; the smallest ones together. */
export function sharesOf(clients: readonly TopClient[], others: string): Share[] {
  const listed = clients.filter(({ this_month, last_month }) => this_month + last_month > 0);
  // The last row may be of all clients that are not listed.
  const hasUnlisted = listed.some(({ client_id }) => client_id === null);
  const own = listed.length > COLOURS || hasUnlisted ? listed.slice(0, COLOURS - 1) : listed;
  const rest = listed.slice(own.length);
  const sum = (key: 'this_month' | 'last_month') => rest.reduce((total, client) => total + client[key], 0);
  const summed = rest.length
    ? [...own, { client_id: null, company: others, this_month: sum('this_month'), last_month: sum('last_month') }]
    : own;
  const free = new Set(Array.from({ length: COLOURS }, (_, at) => chartColourOf(at + 1)));
  return summed.map(({ client_id, company, this_month, last_month }) => {
    const color = freeColour(client_id ?? COLOURS, free);
    free.delete(color);
    return { company, this_month, last_month, color };
  });
}

/** The colour that a client has everywhere, or the next one when a client before it has the same. */
function freeColour(id: number, free: ReadonlySet<string>): string {
  const colours = Array.from({ length: COLOURS }, (_, step) => chartColourOf(id + step));
  return colours.find((colour) => free.has(colour)) ?? chartColourOf(id);
}

/** The name of the month `offset` months from the day that it is in the company's zone. */
export function monthName(now: Date, offset: number, { language, timezone }: Place): string {
  const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', timeZone: timezone });
  const part = (type: string) => Number(parts.formatToParts(now).find((found) => found.type === type)?.value);
  const first = new Date(Date.UTC(part('year'), part('month') - 1 + offset, 1));
  return new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(first);
}
