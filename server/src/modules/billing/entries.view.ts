import { type Entry, entryList, Month } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { FRAGMENT_MIN, likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';
import { entryAmount, periodOfEntry } from './statements/internal.ts';

/** Whether the month of entry `e` is closed. */
export const isClosed = sql`exists (
  select from billing_periods p where p.client_id = e.client_id and p.is_closed and p.month = date_trunc('month', e.bill_date::timestamp)::date)`;

/** Whether another entry takes entry `e` back or replaces it. */
export const isCorrected = sql`exists (
  select from billing_entries k where k.client_id = e.client_id and k.corrects = e.id and k.deleted_at is null)`;

const select = sql`e.id, e.bill_date, e.client_id, c.company as client, e.reference, e.activity_id as billing_activity_id,
  a.name as activity, e.item_id as billing_item_id, json_build_object('id', i.id, 'name', i.name) as item, e.meta_name, e.meta_uom,
  ${isClosed}::int as is_closed, e.corrects, coalesce((
    select json_agg(k.id order by k.id) from billing_entries k where k.corrects = e.id and k.deleted_at is null), '[]') as corrected_by,
  e.price::float8 as price, e.quantity::float8 as quantity, ${entryAmount}::float8 as total, e.note, e.billable_id, e.billable_type,
  e.created_by, e.created_at, e.updated_at`;

/** Each entry has one of each; as left joins they are left out where only rows are counted. */
const from = sql`billing_entries e left join clients c on c.id = e.client_id
  left join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id left join billing_items i on i.id = e.item_id ${periodOfEntry}`;

const inMonth = (month: string) =>
  Month.safeParse(month).success
    ? sql`e.bill_date >= ${`${month}-01`}::date and e.bill_date < ${`${month}-01`}::date + interval '1 month'`
    : sql`false`;

export const entryListSql = listSql<typeof entryList>({
  spec: entryList,
  select,
  from,
  id: sql`e.id`,
  visible: () => sql`e.deleted_at is null`,
  sort: { bill_date: [sql`e.bill_date`] },
  filter: {
    client_id: oneOf(sql`e.client_id`),
    month: (months) => sql`(${sql.join(months.map(inMonth), ' or ')})`,
    activity_id: oneOf(sql`e.activity_id`),
    item_id: oneOf(sql`e.item_id`),
  },
  // By the client's company, of which there are few: the entries are then read by client and day.
  search: (term) => {
    const pattern = `${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`;
    return sql`e.client_id = any(array(select id from clients where lower(company) like ${pattern}))`;
  },
  conditions: {
    '': {
      fields: {
        bill_date: sql`e.bill_date`,
        reference: sql`e.reference`,
        meta_name: sql`e.meta_name`,
        price: sql`e.price`,
        quantity: sql`e.quantity`,
        note: sql`e.note`,
      },
    },
    activity: { fields: { name: sql`a.name`, charge: sql`a.charge` } },
  },
});

export async function readEntries(tx: Tx, ids: readonly number[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${select} from ${from} where e.id = any(${ids as number[]}::int[]) and e.deleted_at is null and ${inScope(tx, 'e.client_id')}
    order by e.id`.execute(tx);
  return rows;
}

export async function readEntry(tx: Tx, id: number): Promise<Entry> {
  const [entry] = await readEntries(tx, [id]);
  if (!entry) throw notFound();
  return entry;
}

/** For the client's page. */
export async function countEntries(tx: Tx, clientId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from billing_entries where client_id = ${clientId} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}
