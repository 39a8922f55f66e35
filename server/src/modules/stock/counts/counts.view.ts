import { type Count, countLineList, countList } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { likePattern, listSql, oneOf } from '../../../platform/lists/list-sql.ts';
import { reckonedLines, walkOrder } from './variances.ts';

/** What cannot be an id finds nothing. */
const idIn = (column: RawBuilder<unknown>) => (values: readonly string[]) => {
  const ids = values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${ids}::int[])`;
};

export const countListSql = listSql<typeof countList>({
  spec: countList,
  select: sql`k.id, k.client_id, c.company, k.name, k.state, k.created_at, k.user_name as user,
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
  coalesce(b.location, '') as location, coalesce(o.lot_number, '') as lot_number, o.expire_date, l.quarantine::int as quarantine,
  l.expected, l.counted, l.counted_at, l.uploaded_at, r.balance, v.variance, n.on_hand, w.status, q.problem`;

export const countLineListSql = listSql<typeof countLineList>({
  spec: countLineList,
  select: lineColumns,
  from: reckonedLines,
  id: sql`l.id`,
  visible: () => sql`true`,
  sort: { walk: walkOrder, sku: [sql`lower(i.sku)`], variance: [sql`coalesce(v.variance, 0)`] },
  filter: { count_id: idIn(sql`l.count_id`), status: oneOf(sql`w.status`) },
  search: (term) => {
    const pattern = `%${likePattern(term)}%`;
    return sql`(lower(i.sku) like ${pattern} or lower(i.name) like ${pattern} or lower(p.license) like ${pattern}
      or lower(b.location) like ${pattern} or lower(o.lot_number) like ${pattern})`;
  },
  conditions: {},
});

const differs = sql`w.status in ('over', 'short', 'posted')`;

export async function readCount(tx: Tx, id: number): Promise<Count> {
  const { rows } = await sql<Count>`
    select k.id, k.client_id, json_build_object('id', c.id, 'company', c.company) as client, k.name, k.state, k.sheet_at, k.created_at,
      k.user_name as user, k.posted_at, k.posted_by, k.recount_of,
      (select r.id from counts r where r.recount_of = k.id and r.state <> 'cancelled' order by r.id limit 1) as recounted_by,
      (select json_build_object('lines', count(*), 'counted', count(l.counted), 'same', count(*) filter (where w.status = 'same'),
         'differing', count(*) filter (where ${differs}), 'recount', count(*) filter (where w.status = 'recount'),
         'refused', count(*) filter (where w.status = 'refused'),
         'units_over', coalesce(sum(v.variance) filter (where ${differs} and v.variance > 0), 0),
         'units_short', coalesce(-sum(v.variance) filter (where ${differs} and v.variance < 0), 0), 'done', count(l.outcome))
       from ${reckonedLines} where l.count_id = ${id}) as figures
    from counts k join clients c on c.id = k.client_id where k.id = ${id}`.execute(tx);
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
  /** In the company's zone, as people write it. */
  counted_at: string | null;
}

/** The lines of the sheet as one walks; those that are left, or all with what was found so far. */
export async function readSheetLines(tx: Tx, id: number, leftOnly: boolean): Promise<SheetLine[]> {
  const { rows: found } = await sql`select from counts where id = ${id}`.execute(tx);
  if (!found.length) throw notFound();
  const { rows } = await sql<SheetLine>`
    select l.inventory_id, i.sku, i.name, coalesce(b.location, '') as location, coalesce(p.license, '') as license,
      coalesce(o.lot_number, '') as lot_number, o.expire_date, l.quarantine, l.expected, l.counted,
      to_char(l.counted_at at time zone c.timezone, 'YYYY-MM-DD HH24:MI:SS') as counted_at
    from count_lines l join inventories i on i.id = l.inventory_id cross join company c
    left join licenses p on p.id = l.license_id left join locations b on b.id = p.location_id left join lots o on o.id = l.lot_id
    where l.count_id = ${id} and (not ${leftOnly}::boolean or l.counted is null)
    order by ${sql.join(walkOrder)}, l.id`.execute(tx);
  return rows;
}
