import {
  type Count,
  type CountLine,
  countLineList,
  countList,
  keyOfReason,
  type ListQuery,
  type Page,
  reasonSentence,
  withoutPadding,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { likePattern, listSql, oneOf } from '../../../platform/lists/list-sql.ts';
import { serveList } from '../../../platform/lists/serve-list.ts';
import { hidesQuantities, linesFor } from './blind-counts.ts';
import { lineNames, walkOrder } from './variances.ts';

/** A text that is not an id finds nothing. */
const idIn = (column: Sql) => (values: readonly string[]) => {
  const ids = values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${ids}::int[])`;
};

export const countListSql = listSql<typeof countList>({
  spec: countList,
  select: sql`k.id, k.client_id, c.company, k.name, k.state, k.blind::int as blind, k.created_at, k.user_name as user,
    (select count(*) from count_lines l where l.count_id = k.id) as lines,
    (select count(l.counted) from count_lines l where l.count_id = k.id) as counted`,
  from: sql`counts k join clients c on c.id = k.client_id`,
  id: sql`k.id`,
  visible: () => sql`true`,
  sort: { id: [sql`k.id`], created_at: [sql`k.created_at`] },
  filter: { client_id: idIn(sql`k.client_id`), state: oneOf(sql`k.state`) },
  search: (term) => sql`(lower(k.name) like ${`%${likePattern(term)}%`} or k.id::text = ${term.replace(/^#/, '')})`,
  conditions: {},
});

const lineColumns = sql`l.id, l.count_id, l.client_id, l.inventory_id, i.sku, i.name, l.license_id, coalesce(p.license, '') as license,
  p.location_id, coalesce(b.location, '') as location, l.lot_id, coalesce(o.lot_number, '') as lot_number, o.expire_date,
  l.quarantine::int as quarantine, l.is_listed, l.expected, l.counted, l.counted_at, l.counted_by, l.uploaded_at, l.balance, l.variance, l.on_hand, l.status, l.problem`;

/** Lines hold the reason as it is stored. */
const withSentence = <Line extends { problem: string }>(line: Line) => ({
  ...line,
  problem: reasonSentence(line.problem),
  problem_key: keyOfReason(line.problem),
});

const linesOf = (select: Sql, from: Sql) =>
  listSql<typeof countLineList>({
    spec: countLineList,
    select,
    from: sql`${from} ${lineNames}`,
    id: sql`l.id`,
    visible: () => sql`true`,
    sort: { walk: walkOrder, sku: [sql`lower(i.sku)`], variance: [sql`coalesce(l.variance, 0)`] },
    filter: { count_id: idIn(sql`l.count_id`), status: oneOf(sql`l.status`) },
    search: (term) => {
      const pattern = `%${likePattern(withoutPadding(term))}%`;
      return sql`(i.search_text like ${pattern} or lower(p.license) like ${pattern}
        or lower(b.location) like ${pattern} or lower(o.lot_number) like ${pattern})`;
    },
    conditions: {},
  });

const linesWithVariancesList = (actor: Actor) => ({
  ...linesOf(lineColumns, linesFor(actor)),
  complete: withSentence<CountLine>,
});
const plainList = linesOf(sql`l.id, l.count_id, l.inventory_id`, sql`count_lines l`);
export type PlainLine = Pick<CountLine, 'id' | 'count_id' | 'inventory_id'>;

/** Lines with their variances as the user may see them, in the given order. */
export async function addVariances(tx: Tx, actor: Actor, lines: readonly PlainLine[]): Promise<CountLine[]> {
  const every = (field: keyof PlainLine) => [...new Set(lines.map((line) => line[field]))];
  const { rows } = await sql<Omit<CountLine, 'problem_key'>>`
    select ${lineColumns} from ${linesFor(actor)} ${lineNames} where l.count_id = any(${every('count_id')}::int[])
      and l.inventory_id = any(${every('inventory_id')}::int[]) and l.id = any(${every('id')}::int[]) and ${inScope(tx, 'l.client_id')}`.execute(
    tx,
  );
  const byId = new Map(rows.map((row) => [row.id, withSentence(row)]));
  return lines.flatMap(({ id }) => byId.get(id) ?? []);
}

const selectsByVariance = ({ filter_by, order_by }: ListQuery) =>
  Boolean(filter_by?.status?.length) || order_by?.variance !== undefined;

/**
 * A count may have thousands of lines: variances are computed only for those of the page, unless a variance selects
 * the rows.
 */
export async function serveCountLines(tx: Tx, call: Parameters<typeof serveList>[2]) {
  if (call.wantsSheet || selectsByVariance(call.query)) return serveList(tx, linesWithVariancesList(call.actor), call);
  const page = (await serveList(tx, plainList, call)) as Page<CountLine>;
  return { ...page, records: await addVariances(tx, call.actor, page.records) };
}

/** A line as it is after a quantity was recorded. */
export async function readCountLine(tx: Tx, actor: Actor, line: PlainLine): Promise<CountLine> {
  const [read] = await addVariances(tx, actor, [line]);
  if (!read) throw notFound();
  return read;
}

const differs = sql`l.status in ('over', 'short', 'posted')`;

export async function readCount(tx: Tx, actor: Actor, id: number): Promise<Count> {
  const { rows } = await sql<Count>`
    select k.id, k.client_id, json_build_object('id', c.id, 'company', c.company) as client, k.name, k.state, k.blind::int as blind,
      not ${hidesQuantities(actor)} as may_review, k.sheet_at, k.created_at,
      k.user_name as user, k.posted_at, k.posted_by, k.recount_of,
      (select r.id from counts r where r.recount_of = k.id and r.state <> 'cancelled' order by r.id limit 1) as recounted_by,
      (select json_build_object('lines', count(*), 'counted', count(l.counted), 'same', count(*) filter (where l.status = 'same'),
         'differing', count(*) filter (where ${differs}), 'recount', count(*) filter (where l.status = 'recount'),
         'refused', count(*) filter (where l.status = 'refused'),
         'units_over', coalesce(sum(l.variance) filter (where ${differs} and l.variance > 0), 0),
         'units_short', coalesce(-sum(l.variance) filter (where ${differs} and l.variance < 0), 0), 'done', count(l.outcome))
       from ${linesFor(actor)} where l.count_id = ${id} and ${inScope(tx, 'l.client_id')}) as figures
    from counts k join clients c on c.id = k.client_id where k.id = ${id} and ${inScope(tx, 'k.client_id')}`.execute(
    tx,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

export interface SheetLine {
  inventory_id: number;
  sku: string;
  name: string;
  location: string;
  license: string;
  lot_number: string;
  expire_date: string | null;
  quarantine: boolean;
  expected: number | null;
  counted: number | null;
  /** In the company's time zone, as people write it. */
  counted_at: string | null;
}

/** The lines of the sheet in walking order; only the open ones, or all with the quantities counted so far. */
export async function readSheetLines(tx: Tx, actor: Actor, id: number, leftOnly: boolean): Promise<SheetLine[]> {
  const { rows: found } = await sql`select from counts where id = ${id} and ${inScope(tx)}`.execute(tx);
  if (!found.length) throw notFound();
  const { rows } = await sql<SheetLine>`
    select l.inventory_id, i.sku, i.name, coalesce(b.location, '') as location, coalesce(p.license, '') as license,
      coalesce(o.lot_number, '') as lot_number, o.expire_date, l.quarantine,
      case when not ${hidesQuantities(actor)} then l.expected end as expected, l.counted,
      to_char(l.counted_at at time zone c.timezone, 'YYYY-MM-DD HH24:MI:SS') as counted_at
    from count_lines l join counts k on k.id = l.count_id cross join company c ${lineNames}
    where l.count_id = ${id} and ${inScope(tx, 'l.client_id')} and (not ${leftOnly}::boolean or l.counted is null)
    order by ${sql.join(walkOrder)}, l.id`.execute(tx);
  return rows;
}
