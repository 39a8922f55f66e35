import type { Dashboard } from '@longshore/contract';
import type { Place } from '../../../lib/format.ts';
import { localeOf } from '../../../lib/text/text.ts';

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
  const own = listed.length > COLOURS ? listed.slice(0, COLOURS - 1) : listed;
  const rest = listed.slice(own.length);
  const sum = (key: 'this_month' | 'last_month') => rest.reduce((total, client) => total + client[key], 0);
  const summed = rest.length
    ? [...own, { company: others, this_month: sum('this_month'), last_month: sum('last_month') }]
    : own;
  return summed.map(({ company, this_month, last_month }, index) => ({
    ...{ company, this_month, last_month },
    color: `var(--ls-chart-${index + 1})`,
  }));
}

/** The name of the month `offset` months from the day that it is in the company's zone. */
export function monthName(now: Date, offset: number, { language, timezone }: Place): string {
  const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', timeZone: timezone });
  const part = (type: string) => Number(parts.formatToParts(now).find((found) => found.type === type)?.value);
  const first = new Date(Date.UTC(part('year'), part('month') - 1 + offset, 1));
  return new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(first);
}
