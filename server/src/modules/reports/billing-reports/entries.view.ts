import type { Money } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { entryAmount, isInternal, isTaxed, periodOfEntry, taxRate } from '../../billing/index.ts';
import { idsOf, moneyOf, type ReportRequest, tenThousandths } from './report-request.ts';

export interface ReportEntry {
  client_id: number;
  activity_id: number;
  activity: string;
  item_id: number;
  item: string;
  uom: string;
  date: string;
  reference: string;
  note: string;
  quantity: Money;
  price: Money;
  amount: Money;
  /** Of the client; of a closed month as it was when it was closed. */
  tax_rate: string;
  /** Whether its item is taxed. */
  is_taxed: boolean;
}

type Exact<Row, Fields extends keyof Row> = { [Key in keyof Row]: Key extends Fields ? string : Row[Key] };

/**
 * The entries of the days that the client is charged, by activity and item, as they were called when they were made.
 * Internal items are left out, as in the statement: a closed month keeps which ones were internal.
 */
export async function readReportEntries(tx: Tx, request: ReportRequest): Promise<ReportEntry[]> {
  const { rows } = await sql<Exact<ReportEntry, 'quantity' | 'price' | 'amount'>>`
    select e.client_id, e.activity_id, a.name as activity, e.item_id, e.meta_name as item, e.meta_uom as uom, e.bill_date as date,
      e.reference, e.note, ${tenThousandths(sql`e.quantity`)} as quantity, ${tenThousandths(sql`e.price`)} as price, ${tenThousandths(entryAmount)} as amount, ${isTaxed} as is_taxed,
      ${taxRate}::text as tax_rate
    from billing_entries e join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id
    join billing_items i on i.id = e.item_id join clients c on c.id = e.client_id
    ${periodOfEntry}
    where not ${isInternal} and e.client_id = any(${idsOf(request)}::int[]) and ${inScope(tx, 'e.client_id')} and e.deleted_at is null
      and e.bill_date between ${request.from}::date and ${request.to}::date
    order by e.client_id, lower(a.name), e.activity_id, lower(e.meta_name), e.meta_name, e.item_id, e.bill_date, e.id
    limit ${request.rowsMax + 1}`.execute(tx);
  return rows.map((row) => ({
    ...row,
    quantity: moneyOf(row.quantity),
    price: moneyOf(row.price),
    amount: moneyOf(row.amount),
  }));
}

export interface ItemTotal {
  client_id: number;
  item_id: number;
  item: string;
  internal: boolean;
  uom: string;
  /** Of a single entry, when the item is reported entry by entry. */
  date: string | null;
  reference: string;
  quantity: Money;
  /** The average of a sum: amount ÷ quantity, rounded to four decimals; null when the quantities cancel each other. */
  price: Money | null;
  amount: Money;
}

type ReadTotal = Omit<Exact<ItemTotal, 'quantity' | 'amount'>, 'price'> & { price: string | null };

/** What was charged by item; internal items last. */
export async function readItemTotals(tx: Tx, request: ReportRequest): Promise<ItemTotal[]> {
  const charged = sql`billing_entries e join billing_items i on i.id = e.item_id ${periodOfEntry}
    where e.client_id = any(${idsOf(request)}::int[]) and ${inScope(tx, 'e.client_id')} and e.deleted_at is null
      and e.bill_date between ${request.from}::date and ${request.to}::date`;
  const { rows } = await sql<ReadTotal>`
    select client_id, item_id, item, internal, uom, date, reference, ${tenThousandths(sql`quantity`)} as quantity,
      ${tenThousandths(sql`price`)} as price, ${tenThousandths(sql`amount`)} as amount
    from (
      select e.client_id, i.id as item_id, i.name as item, ${isInternal} as internal, e.meta_uom as uom, null::date as date, '' as reference, null::int as entry_id,
        sum(e.quantity) as quantity, round(sum(${entryAmount}) / nullif(sum(e.quantity), 0), 4) as price, sum(${entryAmount}) as amount
      from ${charged} and not i.report_breakdown group by e.client_id, i.id, e.meta_uom, 4
      union all
      select e.client_id, i.id, i.name, ${isInternal}, e.meta_uom, e.bill_date, e.reference, e.id, e.quantity, e.price, ${entryAmount}
      from ${charged} and i.report_breakdown
    ) t
    order by client_id, internal, lower(item), item_id, uom, date, entry_id limit ${request.rowsMax + 1}`.execute(tx);
  return rows.map((row) => ({
    ...row,
    quantity: moneyOf(row.quantity),
    amount: moneyOf(row.amount),
    price: row.price === null ? null : moneyOf(row.price),
  }));
}
