import {
  type FieldMessages,
  ID_MAX,
  type ListQuery,
  type ListSpec,
  type Page,
  PER_PAGE_MAX,
  ROW_MAX,
  TOTAL_MAX,
  withDefaults,
} from '@longshore/contract';
import type { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import { readByCursor } from '../database/cursor.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';
import { invalid, invalidFields } from '../http/problem.ts';
import { conditionMessages, conditionsSql, needsTimezone } from './conditions.ts';
import type { ListSql } from './list-sql.ts';
import { countNow, countUpTo, findBySearch } from './search.ts';

export const EXPORT_MAX = 20_000;
/** Rows that are read at once, for paper. */
const PRINT_MAX = 1_000;
const SEARCH_MAX = 200;

type Query = ReturnType<typeof withDefaults>;
type Row<Spec extends ListSpec> = z.output<Spec['row']>;

const isId = (value: string) => /^\d{1,10}$/.test(value) && Number(value) <= ID_MAX;

/** The first value that a filter does not take: of a filter by id, what cannot be one. */
function unknownValue(field: string, known: readonly string[], values: readonly string[]): string | undefined {
  if (known.length) return values.find((value) => !known.includes(value));
  return field.endsWith('_id') ? values.find((value) => !isId(value)) : undefined;
}

function pageMessages({ on_page: page, per_page: size }: Query): FieldMessages {
  const messages: FieldMessages = {};
  if (!Number.isInteger(size) || size < 1 || size > PER_PAGE_MAX) messages.per_page = ['PerPageIsInvalid'];
  if (!Number.isInteger(page) || page < 1) messages.on_page = ['PageIsInvalid'];
  else if ((page - 1) * size >= ROW_MAX) messages.on_page = ['PageIsTooFar'];
  return messages;
}

function filterMessages(spec: ListSpec, query: Query): FieldMessages {
  const messages: FieldMessages = {};
  for (const [field, values] of Object.entries(query.filter_by)) {
    const known = Object.hasOwn(spec.filters, field) ? spec.filters[field] : undefined;
    const unknown = known && unknownValue(field, known, values);
    if (!known) messages[`filter_by.${field}`] = [`UnknownFilter:${field}`];
    else if (unknown !== undefined) messages[`filter_by.${field}`] = [`UnknownFilterValue:${unknown}`];
  }
  const { filter } = spec.within ?? {};
  if (filter && query.filter_by[filter]?.length !== 1) messages[`filter_by.${filter}`] = [`FilterNamesOne:${filter}`];
  return messages;
}

/** All errors in a query at once, by field. */
function queryMessages(spec: ListSpec, query: Query): FieldMessages {
  const messages = { ...conditionMessages(spec, query.query), ...pageMessages(query) };
  for (const field of Object.keys(query.order_by))
    if (!spec.sort.includes(field)) messages[`order_by.${field}`] = [`UnknownSort:${field}`];
  Object.assign(messages, filterMessages(spec, query));
  if (query.search.length > SEARCH_MAX) messages.search = [`TooLong:${SEARCH_MAX}`];
  return messages;
}

/** The conditions of a query, for the rows of a page and for counting them. */
async function whereSql(tx: Tx, list: ListSql, actor: Actor, query: Query, timezone: string) {
  const found = query.search ? await findBySearch(tx, list, actor, query.search) : undefined;
  const parts: Sql[] = [list.visible(actor)];
  for (const [field, values] of Object.entries(query.filter_by)) {
    const filter = list.filter[field];
    if (filter && values.length) parts.push(filter(values));
  }
  const conditions = conditionsSql(list, query.query, timezone);
  if (conditions) parts.push(conditions);
  const withSearch = (search: Sql | undefined) => sql.join(search ? [...parts, search] : parts, ' and ');
  return { where: withSearch(found?.where), counted: withSearch(found?.counted) };
}

function orderSql(list: ListSql, query: Query): Sql {
  const parts: Sql[] = [];
  let last = sql`asc`;
  for (const [field, direction] of Object.entries(query.order_by)) {
    last = direction === 'desc' ? sql`desc` : sql`asc`;
    for (const expression of list.sort[field] ?? []) parts.push(sql`${expression} ${last}`);
  }
  return sql.join([...parts, sql`${list.id} ${last}`], ', ');
}

function checked(list: ListSql, given: ListQuery): Query {
  const query = withDefaults(list.spec, given);
  const messages = queryMessages(list.spec, query);
  if (Object.keys(messages).length) throw invalidFields(messages);
  return query;
}

/** The sources of the rows, in the order in which they are shown. */
const sourcesOf = (list: ListSql, query: Query) =>
  list.orderedSources?.(Object.keys(query.order_by)[0] ?? '') ?? [list.from];

interface Part {
  skip: number;
  take: number;
}

/**
 * Reads the rows of one source, in order. The number is a parameter, so that every page size is the same prepared
 * statement; the literal limit inside lets a generic plan know that there are few.
 */
async function readRows<Row>(tx: Tx, list: ListSql, query: Query, from: Sql, where: Sql, part: Part): Promise<Row[]> {
  const offset = part.skip ? sql`offset ${part.skip}` : sql``;
  const ceiling = part.take <= PER_PAGE_MAX ? PER_PAGE_MAX : PRINT_MAX;
  const { rows } = await sql`select * from (
    select ${list.select} from ${from} where ${where} order by ${orderSql(list, query)}
    limit ${sql.lit(ceiling)} ${offset}) page limit ${part.take}`.execute(tx);
  const { complete } = list;
  // What the rows are is said by the list.
  return (complete ? rows.map((row) => complete(row as Record<string, unknown>)) : rows) as Row[];
}

/** Continues with the next source only when one is exhausted; most pages are filled by the first. */
async function readPage<Row>(tx: Tx, list: ListSql, query: Query, where: Sql, part: Part): Promise<Row[]> {
  const found: Row[] = [];
  let { skip } = part;
  const sources = sourcesOf(list, query);
  for (const [index, from] of sources.entries()) {
    const rows = await readRows<Row>(tx, list, query, from, where, { skip, take: part.take - found.length });
    found.push(...rows);
    if (found.length >= part.take || index === sources.length - 1) break;
    if (rows.length) skip = 0;
    else if (skip) {
      const { rows: passed } = await sql<{ n: number }>`
        select count(*) as n from (select from ${from} where ${where} limit ${skip}) counted`.execute(tx);
      skip -= passed[0]?.n ?? 0;
    }
  }
  return found;
}

interface ResolvedQuery {
  plain: ListSql;
  query: Query;
  where: Sql;
  /** The same rows, for counting them. */
  counted: Sql;
}

/** Validates the query and translates it to SQL. */
async function resolveQuery(
  tx: Tx,
  list: unknown,
  actor: Actor,
  given: ListQuery,
  readTimezone: () => Promise<string>,
): Promise<ResolvedQuery> {
  const plain = list as ListSql;
  const query = checked(plain, given);
  const timezone = needsTimezone(plain.spec, query.query) ? await readTimezone() : 'UTC';
  return { plain, query, ...(await whereSql(tx, plain, actor, query, timezone)) };
}

/** For callers that want the rows from the first on. */
const withoutPages = (given: ListQuery): ListQuery => ({ ...given, on_page: 1, per_page: 1 });

const totalFields = (total: number) => ({
  total: Math.min(total, TOTAL_MAX),
  ...(total > TOTAL_MAX ? { total_is_minimum: true } : {}),
});

/** One page and its total, in one round trip. */
export async function runList<Spec extends ListSpec>(
  tx: Tx,
  list: ListSql<Spec>,
  actor: Actor,
  given: ListQuery,
  readTimezone: () => Promise<string>,
): Promise<Page<Row<Spec>>> {
  const { plain, query, where, counted } = await resolveQuery(tx, list, actor, given, readTimezone);
  const part = { skip: (query.on_page - 1) * query.per_page, take: query.per_page };
  const [records, total] = await Promise.all([
    readPage<Row<Spec>>(tx, plain, query, where, part),
    countUpTo(tx, TOTAL_MAX, plain.from, counted),
  ]);
  return { records, on_page: query.on_page, per_page: query.per_page, ...totalFields(total) };
}

/** The first rows, as many as wanted, and the total: for printing. */
export async function runFirstRows<Spec extends ListSpec>(
  tx: Tx,
  list: ListSql<Spec>,
  actor: Actor,
  given: ListQuery,
  readTimezone: () => Promise<string>,
  wanted: number,
): Promise<Pick<Page<Row<Spec>>, 'records' | 'total' | 'total_is_minimum'>> {
  const { plain, query, where, counted } = await resolveQuery(tx, list, actor, withoutPages(given), readTimezone);
  const [records, total] = await Promise.all([
    readPage<Row<Spec>>(tx, plain, query, where, { skip: 0, take: wanted }),
    countUpTo(tx, TOTAL_MAX, plain.from, counted),
  ]);
  return { records, ...totalFields(total) };
}

/** All rows of a query in order, read a few at a time. */
export interface AllRows<Row> {
  total: number;
  batches: AsyncGenerator<Row[]>;
}

async function* readAll<Row extends object>(tx: Tx, { plain, query, where }: ResolvedQuery): AsyncGenerator<Row[]> {
  const { complete } = plain;
  for (const from of sourcesOf(plain, query)) {
    const rows = sql`select ${plain.select} from ${from} where ${where} order by ${orderSql(plain, query)}`;
    for await (const batch of readByCursor<Row>(tx, rows))
      yield complete ? batch.map((row) => complete(row as Record<string, unknown>) as Row) : batch;
  }
}

/** All rows of a query without a limit, for reports, which have limits of their own. */
export async function readListRows<Spec extends ListSpec>(
  tx: Tx,
  list: ListSql<Spec>,
  actor: Actor,
  given: ListQuery,
  readTimezone: () => Promise<string>,
): Promise<AsyncGenerator<Row<Spec>[]>> {
  return readAll<Row<Spec> & object>(tx, await resolveQuery(tx, list, actor, withoutPages(given), readTimezone));
}

/** All rows of a query, for a spreadsheet; refused before they are read when there are more than EXPORT_MAX. */
export async function runUnpagedList<Spec extends ListSpec>(
  tx: Tx,
  list: ListSql<Spec>,
  actor: Actor,
  given: ListQuery,
  readTimezone: () => Promise<string>,
): Promise<AllRows<Row<Spec>>> {
  const resolved = await resolveQuery(tx, list, actor, withoutPages(given), readTimezone);
  const total = await countNow(tx, EXPORT_MAX, resolved.plain.from, resolved.counted);
  if (total > EXPORT_MAX) throw invalid('per_page', `TooManyToExport:${EXPORT_MAX}`);
  return { total, batches: readAll<Row<Spec> & object>(tx, resolved) };
}
