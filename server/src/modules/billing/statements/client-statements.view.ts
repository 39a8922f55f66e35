import {
  CLOSED_STATEMENTS_MAX,
  type ClosedStatement,
  currencyDecimals,
  Money,
  type Statement,
  type StatementDocument,
  type StatementLine,
  totalsWithTax,
} from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { entryAmount } from './internal.ts';
import { withRoundedLines } from './rounded-lines.ts';
import { firstDay, sumsOf } from './statements.view.ts';

/**
 * Closed statements as the users of their client read them. They read the entries and the closed months only, because
 * that is what the policies of a client user show: names of activities, what is internal and what is taxed were stored
 * when the month was closed.
 */
const isCharged = sql`s.item_id <> all (p.internal_items)`;
const isTaxed = sql`s.item_id <> all (p.untaxed_items)`;

/** Sums as SQL has them, before they are rounded. */
interface Exact {
  exact: string;
  taxed: string;
  tax_rate: string;
  currency: string;
}

function totalsOf({ exact, taxed, tax_rate, currency }: Exact) {
  const decimals = currencyDecimals(currency);
  const { subtotal, tax, total } = totalsWithTax(Money.ofSum(exact), tax_rate, decimals, Money.ofSum(taxed));
  const numberOf = (amount: Money) => Number(amount.toDecimal());
  return { subtotal: numberOf(subtotal), tax: numberOf(tax), total: numberOf(total) };
}

/** The closed months of a client with their amounts, newest first. */
export async function listClosedStatements(tx: Tx, clientId: number): Promise<ClosedStatement[]> {
  const { rows } = await sql<Exact & Pick<ClosedStatement, 'month' | 'closed_at'>>`
    with months as (
      select client_id, month, is_closed, is_exact, tax_rate, internal_items, untaxed_items, changed_at from billing_periods
      where client_id = ${clientId} and is_closed and ${inScope(tx)}
      order by month desc limit ${sql.lit(CLOSED_STATEMENTS_MAX)}),
    entries as (
      select p.month, e.item_id, ${entryAmount} as amount
      from months p join billing_entries e on e.client_id = p.client_id and e.deleted_at is null and e.bill_date >= p.month
        and e.bill_date < (p.month + interval '1 month')::date)
    select to_char(p.month, 'YYYY-MM') as month, p.tax_rate::text, p.changed_at as closed_at, (select currency from company) as currency,
      coalesce(sum(s.amount), 0)::text as exact, coalesce(sum(s.amount) filter (where ${isTaxed}), 0)::text as taxed
    from months p left join entries s on s.month = p.month and ${isCharged}
    group by p.month, p.tax_rate, p.changed_at order by p.month desc`.execute(tx);
  return rows.map((row) => ({ month: row.month, ...totalsOf(row), closed_at: row.closed_at }));
}

interface Closed extends Exact {
  company: string;
  changed_at: string;
  entries: number;
  lines: StatementLine[];
}

/** The documents of a closed month, without who made them: clients do not see the names of the warehouse's staff. */
async function readClosedDocuments(tx: Tx, clientId: number, month: string): Promise<StatementDocument[]> {
  const { rows } = await sql<StatementDocument>`
    select d.id, d.version, d.number, coalesce(r.number, '') as replaces, d.issued_on, d.due_on, d.term, d.tax_code, d.tax_id,
      d.payment_text, d.total::float8 as total, '' as "user"
    from billing_statements d left join billing_statements r on r.client_id = d.client_id and r.id = d.replaces
    where d.client_id = ${clientId} and d.month = ${firstDay(month)} and ${inScope(tx, 'd.client_id')}
    order by d.version desc`.execute(tx);
  return rows;
}

/** Throws 404 for a month that is not closed. */
export async function readClosedStatement(tx: Tx, clientId: number, month: string): Promise<Statement> {
  const activity = (field: 'name' | 'charge') =>
    sql`coalesce(p.activities -> s.activity_id::text ->> ${sql.lit(field)}, '')`;
  const [{ rows }, documents] = await Promise.all([
    sql<Closed>`
    with p as (
      select client_id, tax_rate, internal_items, untaxed_items, activities, changed_at from billing_periods
      where client_id = ${clientId} and month = ${firstDay(month)} and is_closed and ${inScope(tx)}),
    s as (
      select s.*, ${isTaxed} as is_taxed from (${sumsOf(month, sql`e.client_id = ${clientId}`)}) s cross join p where ${isCharged}),
    totals as (
      select coalesce(sum(amount), 0)::text as exact, coalesce(sum(amount) filter (where is_taxed), 0)::text as taxed,
        coalesce(sum(entries), 0)::int as entries
      from s)
    select c.company, p.tax_rate::text, p.changed_at, t.exact, t.taxed, t.entries, (select currency from company) as currency,
      coalesce((
        select json_agg(json_build_object('activity_id', s.activity_id, 'activity', ${activity('name')}, 'charge', ${activity('charge')},
          'item_id', s.item_id, 'item', s.meta_name, 'uom', s.meta_uom, 'internal', false, 'entries', s.entries,
          'quantity', s.quantity::float8, 'average_price', round(s.amount / nullif(s.quantity, 0), 4)::float8, 'amount', s.amount::float8,
          'taxed', s.is_taxed, 'minimums', s.minimums)
          order by lower(${activity('name')}), s.activity_id, lower(s.meta_name), s.meta_name, s.item_id, s.meta_uom) from s), '[]') as lines
    from p join clients c on c.id = p.client_id cross join totals t`.execute(tx),
    readClosedDocuments(tx, clientId, month),
  ]);
  const [closed] = rows;
  if (!closed) throw notFound();
  const statement = {
    client: { id: clientId, company: closed.company },
    month,
    entries: closed.entries,
    ...totalsOf(closed),
    tax_rate: Number(closed.tax_rate),
    internal: 0,
    lines: closed.lines,
    period: { is_closed: true, user: '', changed_at: closed.changed_at },
    document: documents[0] ?? null,
    documents,
    cannot_close: null,
    unbilled: 0,
  };
  return withRoundedLines(statement, closed.currency);
}
