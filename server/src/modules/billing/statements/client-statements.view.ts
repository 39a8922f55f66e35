import { CLOSED_STATEMENTS_MAX, type ClosedStatement, type Statement, type StatementLine } from '@longshore/contract';
import { sql } from 'kysely';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { firstDay, sumsOf, taxOn } from './statements.view.ts';

/**
 * Closed statements as the users of their client read them. They read the entries and the closed months only, because
 * that is what the policies of a client user show: names of activities and what is internal were stored when the month was closed.
 */
const isCharged = sql`s.item_id <> all (p.internal_items)`;

/** The closed months of a client with their amounts, newest first. */
export async function listClosedStatements(tx: Tx, clientId: number): Promise<ClosedStatement[]> {
  const { rows } = await sql<ClosedStatement>`
    with months as (
      select p.* from (select client_id, month, is_closed, tax_rate, internal_items, changed_at from billing_periods) p
      where p.client_id = ${clientId} and p.is_closed and ${inScope(tx, 'p.client_id')}
      order by p.month desc limit ${sql.lit(CLOSED_STATEMENTS_MAX)}),
    summed as (
      select p.month, p.tax_rate, p.changed_at, coalesce(sum(s.amount), 0) as subtotal
      from months p left join billing_entries s on s.client_id = p.client_id and s.deleted_at is null and s.bill_date >= p.month
        and s.bill_date < (p.month + interval '1 month')::date and ${isCharged}
      group by p.month, p.tax_rate, p.changed_at)
    select to_char(month, 'YYYY-MM') as month, subtotal::float8, ${taxOn(sql`subtotal`, sql`tax_rate`)}::float8 as tax,
      (subtotal + ${taxOn(sql`subtotal`, sql`tax_rate`)})::float8 as total, changed_at as closed_at
    from summed order by month desc`.execute(tx);
  return rows;
}

interface Closed {
  company: string;
  tax_rate: number;
  changed_at: string;
  subtotal: number;
  tax: number;
  total: number;
  entries: number;
  lines: StatementLine[];
}

/** Throws 404 for a month that is not closed. */
export async function readClosedStatement(tx: Tx, clientId: number, month: string): Promise<Statement> {
  const activity = (field: 'name' | 'charge') =>
    sql`coalesce(p.activities -> s.activity_id::text ->> ${sql.lit(field)}, '')`;
  const { rows } = await sql<Closed>`
    with p as (
      select client_id, tax_rate, internal_items, activities, changed_at from billing_periods
      where client_id = ${clientId} and month = ${firstDay(month)} and is_closed and ${inScope(tx)}),
    s as (select s.* from (${sumsOf(month, sql`e.client_id = ${clientId}`)}) s cross join p where ${isCharged}),
    totals as (select coalesce(sum(amount), 0) as subtotal, coalesce(sum(entries), 0)::int as entries from s)
    select c.company, p.tax_rate::float8, p.changed_at, t.subtotal::float8, t.entries,
      ${taxOn(sql`t.subtotal`, sql`p.tax_rate`)}::float8 as tax, (t.subtotal + ${taxOn(sql`t.subtotal`, sql`p.tax_rate`)})::float8 as total,
      coalesce((
        select json_agg(json_build_object('activity_id', s.activity_id, 'activity', ${activity('name')}, 'charge', ${activity('charge')},
          'item_id', s.item_id, 'item', s.meta_name, 'uom', s.meta_uom, 'internal', false, 'entries', s.entries,
          'quantity', s.quantity::float8, 'average_price', round(s.amount / nullif(s.quantity, 0), 4)::float8, 'amount', s.amount::float8)
          order by lower(${activity('name')}), s.activity_id, lower(s.meta_name), s.meta_name, s.item_id, s.meta_uom) from s), '[]') as lines
    from p join clients c on c.id = p.client_id cross join totals t`.execute(tx);
  const [closed] = rows;
  if (!closed) throw notFound();
  const { company, changed_at, ...amounts } = closed;
  return {
    client: { id: clientId, company },
    month,
    ...amounts,
    internal: 0,
    // Who closed it is a name of the warehouse's staff.
    period: { is_closed: true, user: '', changed_at },
    cannot_close: null,
    unbilled: 0,
  };
}
