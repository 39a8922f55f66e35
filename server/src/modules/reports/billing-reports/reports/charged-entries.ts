import type { Money } from '@longshore/contract';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { entryAmount, isInternal, isTaxed, periodOfEntry, taxRate } from '../../../billing/index.ts';
import { amount, code, day, price, quantity, text } from '../../engine/columns.ts';
import { clientPlace, ofClient, onDays, type RowParams } from '../../engine/report-params.ts';

export type ChargedEntry = {
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
};

export const entryColumns = {
  activity: text(),
  item: text(),
  uom: text(),
  date: day(),
  reference: code(),
  quantity: quantity(),
  price: price(),
  amount: amount(),
  note: text(),
};

/**
 * The entries of the days that the client is charged, by activity and item, as they were called when they were made.
 * Internal items are left out, as in the statement: a closed month keeps which ones were internal.
 */
export const chargedEntries = (params: RowParams): Sql => sql`
  select e.client_id, e.activity_id, a.name as activity, e.item_id, e.meta_name as item, e.meta_uom as uom, e.bill_date as date,
    e.reference, e.note, e.quantity, e.price, ${entryAmount} as amount, ${isTaxed} as is_taxed, ${taxRate}::text as tax_rate
  from billing_entries e join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id
  join billing_items i on i.id = e.item_id join clients c on c.id = e.client_id
  ${periodOfEntry}
  where not ${isInternal} and ${ofClient(params, 'e.client_id')} and e.deleted_at is null and ${onDays(params, 'e.bill_date')}
  order by ${clientPlace(params, 'e.client_id')}, lower(a.name), e.activity_id, lower(e.meta_name), e.meta_name, e.item_id, e.bill_date, e.id`;
