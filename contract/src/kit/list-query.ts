import type { FieldMessages } from './messages.ts';

/**
 * The list query codec: the same text is used in the query string of a list call and, percent-encoded into one
 * segment, in the address of the screen that shows it. One codec makes it and reads it.
 */
export const OPERATORS = ['=', '>', '<', '>=', '<=', 'contain'] as const;
export type Operator = (typeof OPERATORS)[number];
export const PER_PAGE_CHOICES = [15, 30, 50, 75, 100] as const;
export const PER_PAGE_MAX = 100;
/** Pages stop at this row: an offset beyond it takes long, and nobody pages that far. */
export const ROW_MAX = 100_000;
export const CONDITIONS_MAX = 20;
/** Conditions that look for a text anywhere in a field; no index answers them. */
export const CONTAIN_MAX = 5;
/** Totals are exact up to here. */
export const TOTAL_MAX = 10_000;

export interface Condition {
  relation: string;
  field: string;
  operator: string;
  value: string;
  /** Ties this condition to the one before it. */
  join: 'AND' | 'OR';
}

export interface ListQuery {
  on_page?: number | undefined;
  per_page?: number | undefined;
  search?: string | undefined;
  order_by?: Record<string, 'asc' | 'desc'> | undefined;
  filter_by?: Record<string, string[]> | undefined;
  query?: Condition[] | undefined;
  advanced?: boolean | undefined;
}

const keyPattern = /^(\w+)(?:\[([\w-]+)\])?(?:\[(\w+)\])?$/;
const indexPattern = /^\d{1,9}$/;

export interface ReadListQuery {
  query: ListQuery;
  /** What could not be read, by field; the query is without it. */
  problems: FieldMessages;
}

type Parts = Partial<Condition>[];

function readConditionPart({ problems }: ReadListQuery, conditions: Parts, index: string, part: string, value: string) {
  if (!indexPattern.test(index) || Number(index) >= CONDITIONS_MAX) {
    problems[`query.${index}`] = [`ConditionIndexIsInvalid:${CONDITIONS_MAX - 1}`];
    return;
  }
  const condition = conditions[Number(index)] ?? {};
  conditions[Number(index)] = condition;
  if (part === 'join') condition.join = value.toUpperCase() === 'OR' ? 'OR' : 'AND';
  else if (part === 'relation' || part === 'field' || part === 'operator' || part === 'value') condition[part] = value;
}

function readSort({ query, problems }: ReadListQuery, field: string, value: string): void {
  const direction = value.toLowerCase();
  if (direction === 'asc' || direction === 'desc') query.order_by = { ...query.order_by, [field]: direction };
  else problems[`order_by.${field}`] = [`UnknownSortDirection:${value}`];
}

/** Reads one parameter; one that is no part of a list's query is ignored. */
function readParameter(read: ReadListQuery, conditions: Parts, name: string, value: string): void {
  const { query } = read;
  const [, key, sub, part] = keyPattern.exec(name) ?? [];
  switch (key) {
    case 'on_page':
    case 'per_page':
      query[key] = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      break;
    case 'search':
      query.search = value;
      break;
    case 'advanced':
      query.advanced = value === 'yes';
      break;
    case 'order_by':
      if (sub) readSort(read, sub, value);
      break;
    case 'filter_by':
      if (sub) query.filter_by = { ...query.filter_by, [sub]: value === '' ? [] : value.split(',') };
      break;
    case 'query':
      if (sub && part) readConditionPart(read, conditions, sub, part, value);
      break;
  }
}

/** Reads what is there; what is missing stays missing and takes the list's default later. */
export function readListQuery(queryText: string): ReadListQuery {
  const read: ReadListQuery = { query: {}, problems: {} };
  const conditions: Parts = [];
  for (const [name, value] of new URLSearchParams(queryText)) readParameter(read, conditions, name, value);
  const whole = conditions.filter(Boolean).map((condition) => ({
    relation: '',
    field: '',
    operator: '=',
    value: '',
    join: 'AND' as const,
    ...condition,
  }));
  if (whole.length) read.query.query = whole;
  return read;
}

/** The same without what could not be read, for addresses that a person may have typed. */
export const parseListQuery = (queryText: string): ListQuery => readListQuery(queryText).query;

/** Brackets and commas stay readable: addresses are read by people too. */
const encode = (value: string) =>
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%2C', ',')
    .replaceAll('%3D', '=')
    .replaceAll('%20', '+');

export function formatListQuery(query: ListQuery): string {
  const parts: string[] = [];
  const add = (key: string, value: string | number) => parts.push(`${key}=${encode(String(value))}`);
  if (query.on_page !== undefined) add('on_page', query.on_page);
  if (query.per_page !== undefined) add('per_page', query.per_page);
  if (query.search) add('search', query.search);
  for (const [field, direction] of Object.entries(query.order_by ?? {})) add(`order_by[${field}]`, direction);
  for (const [field, values] of Object.entries(query.filter_by ?? {})) add(`filter_by[${field}]`, values.join(','));
  for (const [index, condition] of (query.query ?? []).entries())
    for (const part of ['relation', 'field', 'operator', 'value', 'join'] as const)
      add(`query[${index}][${part}]`, condition[part]);
  if (query.advanced) add('advanced', 'yes');
  return parts.join('&');
}
