import type { Dashboard } from '@longshore/contract';
import type { Place } from '../../../lib/format.ts';
import { localeOf } from '../../../lib/text/text.ts';
import type { Slice } from '../../../ui/charts/chart-rules.ts';
import { chartColourOf } from '../../../ui/monogram.tsx';

type TopClient = NonNullable<Dashboard['top_clients']>[number];

export type Month = 'this_month' | 'last_month';

export interface Share {
  company: string;
  this_month: number;
  last_month: number;
  color: string;
}

export interface TopShares {
  /** The clients that a donut names, and all others together, with their orders of both months. */
  rows: Share[];
  donuts: Record<Month, Slice[]>;
  totals: Record<Month, number>;
}

/** Charts have six colours; what comes after the fifth client is summed up in the sixth. */
const COLOURS = 6;
const MONTHS = ['this_month', 'last_month'] as const satisfies Month[];

const sumOf = (clients: readonly TopClient[], month: Month) => clients.reduce((sum, client) => sum + client[month], 0);

/** The clients with the most orders of a month, all of them when there are colours for all. */
function namedIn(clients: readonly TopClient[], month: Month): TopClient[] {
  const ordered = clients.filter((client) => client[month] > 0);
  // The last row may be of all clients that are not listed.
  const own = ordered.filter(({ client_id }) => client_id !== null).toSorted((one, two) => two[month] - one[month]);
  return ordered.length > COLOURS || own.length < ordered.length ? own.slice(0, COLOURS - 1) : own;
}

/**
 * A colour for each client, and under null for all others: the client's own, or the next one that is free. Two clients
 * have the same one only when no donut shows both. Those in both donuts choose first.
 */
function coloursOf(named: Record<Month, TopClient[]>, others: readonly Month[]): Map<number | null, string> {
  const monthsOf = (client: TopClient) => MONTHS.filter((month) => named[month].includes(client));
  const clients = [...new Set(MONTHS.flatMap((month) => named[month]))];
  const colours = new Map<number | null, string>();
  const taken: Record<Month, Set<string>> = { this_month: new Set(), last_month: new Set() };
  const take = (id: number | null, months: readonly Month[]) => {
    const first = id ?? COLOURS;
    const wanted = Array.from({ length: COLOURS }, (_, step) => chartColourOf(first + step));
    const color = wanted.find((each) => months.every((month) => !taken[month].has(each))) ?? chartColourOf(first);
    for (const month of months) taken[month].add(color);
    colours.set(id, color);
  };
  const isInBoth = (client: TopClient) => monthsOf(client).length === MONTHS.length;
  for (const client of clients.filter(isInBoth)) take(client.client_id, MONTHS);
  if (others.length) take(null, others);
  for (const client of clients.filter((each) => !isInBoth(each))) take(client.client_id, monthsOf(client));
  return colours;
}

/** Each month with its own largest clients; the others of the month together. */
export function sharesOf(clients: readonly TopClient[], othersName: string): TopShares {
  const named = { this_month: namedIn(clients, 'this_month'), last_month: namedIn(clients, 'last_month') };
  const restOf = (month: Month) => sumOf(clients, month) - sumOf(named[month], month);
  const colours = coloursOf(
    named,
    MONTHS.filter((month) => restOf(month) > 0),
  );
  const colourOf = ({ client_id }: { client_id: number | null }) => colours.get(client_id) ?? '';
  const others = { client_id: null, company: othersName };
  const slicesOf = (month: Month) => {
    const own = named[month].map((client) => ({ ...client, value: client[month] }));
    const all = restOf(month) > 0 ? [...own, { ...others, value: restOf(month) }] : own;
    return all.map((each) => ({ label: each.company, value: each.value, color: colourOf(each) }));
  };
  const isNamed = (client: TopClient) => MONTHS.some((month) => named[month].includes(client));
  const left = clients.filter((client) => !isNamed(client));
  const rest = { ...others, this_month: sumOf(left, 'this_month'), last_month: sumOf(left, 'last_month') };
  const rows = [...clients.filter(isNamed), ...(rest.this_month + rest.last_month > 0 ? [rest] : [])];
  return {
    rows: rows.map(({ client_id, ...row }) => ({ ...row, color: colourOf({ client_id }) })),
    donuts: { this_month: slicesOf('this_month'), last_month: slicesOf('last_month') },
    totals: { this_month: sumOf(clients, 'this_month'), last_month: sumOf(clients, 'last_month') },
  };
}

/** The name of the month `offset` months from the day that it is in the company's zone. */
export function monthName(now: Date, offset: number, { language, timezone }: Place): string {
  const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', timeZone: timezone });
  const part = (type: string) => Number(parts.formatToParts(now).find((found) => found.type === type)?.value);
  const first = new Date(Date.UTC(part('year'), part('month') - 1 + offset, 1));
  return new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(first);
}
