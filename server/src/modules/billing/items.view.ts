import { type BillingItem, billingItemList } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { FRAGMENT_MIN, flagOf, likePattern, listSql } from '../../platform/lists/list-sql.ts';

const OPTIONS_MAX = 10;

const select = sql`i.id, i.name, i.description, i.uom, i.rate::float8 as rate, i.is_active::int as is_active, i.tax_code,
  i.internal::int as internal, i.accounting_class, i.report_breakdown::int as report_breakdown, i.created_at, i.updated_at`;

const named = (term: string) =>
  sql`lower(i.name) like ${`${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`}`;

export const itemListSql = listSql<typeof billingItemList>({
  spec: billingItemList,
  select,
  from: sql`billing_items i`,
  id: sql`i.id`,
  visible: () => sql`true`,
  sort: { name: [sql`lower(i.name)`] },
  filter: { is_active: flagOf(sql`i.is_active`) },
  search: named,
  conditions: {},
});

export async function readItem(tx: Tx, id: number): Promise<BillingItem> {
  const { rows } = await sql<BillingItem>`select ${select} from billing_items i where i.id = ${id}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function selectItems(tx: Tx, search: string, excepts: readonly number[]): Promise<BillingItem[]> {
  const { rows } = await sql<BillingItem>`
    select ${select} from billing_items i
    where i.is_active and ${named(search)} and i.id <> all(${excepts as number[]}::int[])
    order by lower(i.name), i.id limit ${sql.lit(OPTIONS_MAX)}`.execute(tx);
  return rows;
}
