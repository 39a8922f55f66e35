import type { Answer, Call } from '../kit/partner.ts';
import { json } from '../kit/partner.ts';
import { fromWallTime } from '../kit/zone.ts';
import { invalidParameter } from './errors.ts';
import type { WooStore } from './store.ts';

const PER_PAGE_MAX = 100;
const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}(:\d{2})?)?$/;

export const STATUSES = [
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
] as const;

/** A whole number among the query parameters. */
export function integerOf(
  call: Call,
  name: string,
  fallback: number,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  const value = call.query.get(name);
  if (value === null) return fallback;
  if (!/^-?\d+$/.test(value)) throw invalidParameter(name, `${name} is not of type integer.`);
  const number = Number(value);
  if (number < min || number > max)
    throw invalidParameter(name, `${name} must be between ${min} (inclusive) and ${max} (inclusive)`);
  return number;
}

export function choiceOf(call: Call, name: string, fallback: string, choices: readonly string[]): string {
  const value = call.query.get(name) ?? fallback;
  if (!choices.includes(value)) throw invalidParameter(name, `${name} is not one of ${choices.join(', ')}.`);
  return value;
}

/** A list is written with commas, or as `name[]=a&name[]=b`, or `name[0]=a`. */
export function listOfParameter(call: Call, name: string): string[] {
  const indexed = [...call.query]
    .filter(([key]) => new RegExp(`^${name}\\[\\d*\\]$`).test(key))
    .map(([, value]) => value);
  return [...call.query.getAll(name).flatMap((value) => value.split(',')), ...indexed]
    .map((value) => value.trim())
    .filter(Boolean);
}

/** A moment without an offset is shop time, or UTC with `dates_are_gmt`. */
export function momentOf(store: WooStore, call: Call, name: string): Date | undefined {
  const value = call.query.get(name);
  if (value === null) return undefined;
  if (!MOMENT.test(value)) throw invalidParameter(name, 'Invalid date.');
  const text = value.replace(/[t ]/, 'T').replace(/\.\d+/, '');
  if (/(Z|[+-]\d{2}(:\d{2})?)$/.test(text.slice(19))) return new Date(text);
  const isUtc = ['true', '1'].includes(call.query.get('dates_are_gmt') ?? '');
  return isUtc ? new Date(`${text}Z`) : fromWallTime(text, store.zone);
}

/** One page, with the headers that tell how many there are. */
export function pageAnswer<T>(call: Call, rows: T[], present: (row: T) => unknown): Answer {
  const perPage = integerOf(call, 'per_page', 10, 1, PER_PAGE_MAX);
  const page = integerOf(call, 'page', 1, 1);
  const offset = call.query.has('offset') ? integerOf(call, 'offset', 0, 0) : (page - 1) * perPage;
  const pages = Math.ceil(rows.length / perPage);
  const headers = {
    'X-WP-Total': String(rows.length),
    'X-WP-TotalPages': String(pages),
    ...linkHeader(call, page, pages),
  };
  return json(200, rows.slice(offset, offset + perPage).map(present), headers);
}

function linkHeader(call: Call, page: number, pages: number): Record<string, string> {
  const to = (number: number, rel: string) => {
    const url = new URL(call.target, call.origin);
    url.searchParams.set('page', String(number));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [];
  if (page > 1) links.push(to(Math.min(page - 1, Math.max(pages, 1)), 'prev'));
  if (page < pages) links.push(to(page + 1, 'next'));
  return links.length > 0 ? { Link: links.join(', ') } : {};
}
