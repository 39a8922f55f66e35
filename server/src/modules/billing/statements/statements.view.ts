import {
  currencyDecimals,
  type Message,
  Money,
  messageWith,
  type Statement,
  type StatementLine,
  type Statements,
  sentence,
  totalsWithTax,
} from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { activitiesOn, today } from '../links.store.ts';
import { entryAmount, isInternal, isTaxed, periodOfEntry, taxRate } from './internal.ts';
import { withRoundedLines } from './rounded-lines.ts';
import { readDocuments, readIssued, type StatementContent } from './statement-documents.view.ts';

export const firstDay = (month: string): Sql => sql`${`${month}-01`}::date`;
const dayAfter = (month: string): Sql => sql`(${firstDay(month)} + interval '1 month')::date`;
/** When a day begins for the company. */
const startOf = (day: Sql): Sql => sql`(${day}::timestamp at time zone (select timezone from company))`;

interface MonthState {
  month: string;
  is_over: boolean;
  last_day: string;
  through: string | null;
}

/** The state of a month that is the same for all clients; the last month when none is given. */
async function readMonth(tx: Tx, month: string | undefined): Promise<MonthState> {
  const first = month ? firstDay(month) : sql`(date_trunc('month', ${today}::timestamp) - interval '1 month')::date`;
  const { rows } = await sql<MonthState>`
    select to_char(m.first, 'YYYY-MM') as month, m.next <= ${today} as is_over, m.next - 1 as last_day, a.through
    from (select f.first, (f.first + interval '1 month')::date as next from (select ${first} as first) f) m cross join billing_accrual a`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('billing_accrual has one row.');
  return rows[0];
}

/** Why a month cannot be closed for anybody yet. */
function hindrance({ month, is_over, last_day, through }: MonthState): Message | undefined {
  if (!is_over) return `PeriodIsNotOver:${month}`;
  if (through === null || through < last_day) return messageWith('PeriodIsNotAccrued', through ?? '–', last_day);
  return undefined;
}

function cannotClose(state: MonthState): Statement['cannot_close'] {
  const key = hindrance(state);
  return key ? { reason: sentence(key), reason_key: key } : null;
}

/** The entries of a month by client, activity and item, as the item was called and counted when they were made. */
export const sumsOf = (month: string, ofClient: Sql): Sql => sql`
  select e.client_id, e.activity_id, e.item_id, e.meta_name, e.meta_uom, count(*) as entries, sum(e.quantity) as quantity, sum(${entryAmount}) as amount,
    count(*) filter (where e.how ->> 'minimum' is not null) as minimums
  from billing_entries e ${periodOfEntry}
  where ${ofClient} and e.deleted_at is null and e.bill_date >= ${firstDay(month)} and e.bill_date < ${dayAfter(month)}
  group by e.client_id, e.activity_id, e.item_id, e.meta_name, e.meta_uom`;

/** What happened in a month and could not be charged, counted as the unbilled list has it, and finished shipments that nobody billed. */
const unbilledOf = (month: string, clientId: Sql): Sql => sql`(
  (select count(distinct (g.reason, g.billable_type, g.activity_id, g.item_id)) from billing_gaps g
   where g.client_id = ${clientId} and g.waived_at is null and g.reason <> 'not_billed'
     and g.day >= ${firstDay(month)} and g.day < ${dayAfter(month)})
  + (select count(*) from shipments s
     where s.client_id = ${clientId} and s.status = 'Finished' and not s.billed and s.voided_at is null
       and s.finished_date >= ${startOf(firstDay(month))} and s.finished_date < ${startOf(dayAfter(month))}
       and not exists (
         select from billing_gaps g
         where g.billable_type = 'shipment' and g.billable_id = s.id and g.reason = 'not_billed' and g.waived_at is not null)))`;

/** An activity as it was called when the month was closed. */
const ofActivity = (field: 'name' | 'charge'): Sql =>
  sql`coalesce(case when p.is_closed then p.activities -> a.id::text ->> ${sql.lit(field)} end, a.${sql.ref(field)})`;

/** The sums by activity and item, as the statement shows them. */
const lines = (month: string): Sql => sql`coalesce((
  select json_agg(json_build_object('activity_id', s.activity_id, 'activity', ${ofActivity('name')}, 'charge', ${ofActivity('charge')}, 'item_id', s.item_id, 'item', s.meta_name,
    'uom', s.meta_uom, 'internal', ${isInternal}, 'entries', s.entries, 'quantity', s.quantity::float8,
    'average_price', round(s.amount / nullif(s.quantity, 0), 4)::float8, 'amount', s.amount::float8,
    'taxed', ${isTaxed}, 'minimums', s.minimums)
    order by lower(${ofActivity('name')}), a.id, lower(s.meta_name), s.meta_name, i.id, s.meta_uom)
  from sums s join ${activitiesOn(sql`${dayAfter(month)} - 1`)} a on a.client_id = s.client_id and a.id = s.activity_id join billing_items i on i.id = s.item_id
  left join billing_periods p on p.client_id = s.client_id and p.month = ${firstDay(month)}), '[]')`;

type Amounts = Pick<
  Statement,
  'entries' | 'subtotal' | 'rounding' | 'tax_rate' | 'tax' | 'total' | 'internal' | 'period' | 'unbilled'
>;
type ClientAmounts = Amounts & { client_id: number; company: string; lines: StatementLine[] };

/** Exact sums as SQL has them, before they are rounded. */
interface ExactAmounts
  extends Omit<ClientAmounts, 'subtotal' | 'rounding' | 'tax_rate' | 'tax' | 'total' | 'internal'> {
  exact: string;
  taxed: string;
  internal: string;
  tax_rate: string;
  currency: string;
}

/** Rounded once, by the rule of every document; a number of more than 15 digits is shown as near as a number can be. */
function roundedAmounts({ exact, taxed, internal, tax_rate, currency, ...rest }: ExactAmounts): ClientAmounts {
  const decimals = currencyDecimals(currency);
  const { subtotal, tax, total } = totalsWithTax(Money.ofSum(exact), tax_rate, decimals, Money.ofSum(taxed));
  const numberOf = (amount: Money) => Number(amount.toDecimal());
  const amounts = {
    ...rest,
    subtotal: numberOf(subtotal),
    tax_rate: Number(tax_rate),
    tax: numberOf(tax),
    total: numberOf(total),
    internal: numberOf(Money.ofSum(internal).rounded(decimals)),
  };
  return withRoundedLines(amounts, currency);
}

/** The amounts of all clients that have something to do with the month, or of a single one with its lines. */
async function readAmounts(tx: Tx, month: string, clientId: number | undefined): Promise<ClientAmounts[]> {
  const one = clientId !== undefined;
  const ofClient = (column: string) => (one ? sql`${sql.ref(column)} = ${clientId}` : sql`true`);
  const { rows } = await sql<ExactAmounts>`
    with sums as materialized (${sumsOf(month, ofClient('e.client_id'))}),
    amounts as (
      select s.client_id, sum(s.entries) as entries, coalesce(sum(s.amount) filter (where not ${isInternal}), 0) as subtotal,
        coalesce(sum(s.amount) filter (where ${isInternal}), 0) as internal,
        coalesce(sum(s.amount) filter (where not ${isInternal} and ${isTaxed}), 0) as taxed
      from sums s join billing_items i on i.id = s.item_id
      left join billing_periods p on p.client_id = s.client_id and p.month = ${firstDay(month)}
      group by s.client_id),
    statements as (
      select c.id as client_id, c.company, coalesce(a.entries, 0)::int as entries, coalesce(a.subtotal, 0) as exact,
        coalesce(a.taxed, 0) as taxed, coalesce(a.internal, 0) as internal, ${taxRate} as tax_rate,
        json_build_object('is_closed', coalesce(p.is_closed, false), 'user', coalesce(p.user_name, ''), 'changed_at',
          to_char(p.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as period,
        ${unbilledOf(month, sql`c.id`)}::int as unbilled,
        a.client_id is not null or p.client_id is not null or (c.is_active and exists (
          select from ${activitiesOn(sql`${dayAfter(month)} - 1`)} k where k.client_id = c.id and k.is_active)) as is_charged
      from clients c left join amounts a on a.client_id = c.id
      left join billing_periods p on p.client_id = c.id and p.month = ${firstDay(month)}
      where ${ofClient('c.id')} and ${inScope(tx, 'c.id')})
    select client_id, company, entries, exact::text, taxed::text, internal::text, tax_rate::text, (select currency from company) as currency,
      period, unbilled, ${one ? lines(month) : sql`'[]'::json`} as lines
    from statements where ${one} or is_charged or unbilled > 0
    order by lower(company), client_id`.execute(tx);
  return rows.map(roundedAmounts);
}

/** Every client that has something to do with a month; the last month when none is given. */
export async function listStatements(tx: Tx, month: string | undefined): Promise<Statements> {
  const state = await readMonth(tx, month);
  const clients = await readAmounts(tx, state.month, undefined);
  return {
    month: state.month,
    cannot_close: cannotClose(state),
    clients: clients.map(({ lines: _, rounding: __, ...row }) => row),
  };
}

/** What a month comes to now. Throws 404 for an unknown client. */
export async function readContent(tx: Tx, clientId: number, month: string): Promise<StatementContent> {
  const [state, [amounts]] = await Promise.all([readMonth(tx, month), readAmounts(tx, month, clientId)]);
  if (!amounts) throw notFound();
  const { client_id: id, company, ...rest } = amounts;
  return { client: { id, company }, month, cannot_close: cannotClose(state), ...rest };
}

/**
 * The statement of a month with its documents; another version than the newest as it was sent. Throws 404 for an unknown
 * client or version.
 */
export async function readStatement(tx: Tx, clientId: number, month: string, version?: number): Promise<Statement> {
  const [content, documents] = await Promise.all([
    readContent(tx, clientId, month),
    readDocuments(tx, { clientId, month }),
  ]);
  if (version === undefined)
    return { ...content, document: (content.period.is_closed && documents[0]) || null, documents };
  const document = documents.find((each) => each.version === version);
  const issued = document && (await readIssued(tx, document.id));
  if (!issued) throw notFound();
  return { ...issued, document, documents };
}
