import type { OrderStatus, OrderType } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type OrderFields, orderColumns } from './order-columns.ts';

/** A line as the order's lock reads it. Money is decimal text. */
export interface LockedLine {
  id: number;
  inventory_id: number;
  sku: string;
  name: string;
  upc: string;
  uom: string;
  price: string;
  remainder: string;
  quantity: number;
  processed_qty: number;
  cancelled_qty: number;
  leftover: number;
  comment: string;
  source_id: string;
  kit_id: number | null;
  kit_sku: string;
  kit_name: string;
  kit_quantity: number;
  kit_price: string;
}

export interface LockedOrder extends OrderFields {
  id: number;
  client_id: number;
  type: OrderType;
  status: OrderStatus;
  has_bo: boolean;
  shipping_api: string;
  api_credential_id: number | null;
  has_source_address: boolean;
  updated_at: string;
  lines: LockedLine[];
}

/** A change of a line's quantities in shipments; negative when a shipment is voided. */
export interface ProcessedChange {
  orderLineId: number;
  quantity: number;
}

/**
 * Locks an order against other writers and reads it with its lines, in one batch. Its id may be an expression, for a
 * caller that would need a round trip to find it.
 */
export async function lockOrder(tx: Tx, id: number | Sql): Promise<LockedOrder | undefined> {
  const [order, lines] = await Promise.all([
    sql<Omit<LockedOrder, 'lines'>>`
      select o.id, o.client_id, o.type, o.status, o.has_bo, ${orderColumns.saved}, o.relation_id, o.shipping_address_id,
        o.shipping_address, o.billing_address_id, o.billing_address, o.tax_rate::float8 as tax_rate, o.payment_term,
        o.courier_id, o.shipping_payment, o.collect_account, o.collect_country_code, o.collect_zip_code, o.meta,
        o.shipping_api, o.api_credential_id, o.has_source_address, o.updated_at
      from orders o where o.id = ${id} and ${inScope(tx, 'o.client_id')} for no key update`.execute(tx),
    sql<LockedLine>`
      select id, inventory_id, sku, name, upc, uom, price::text as price, remainder::text as remainder, quantity,
        processed_qty, cancelled_qty, leftover, comment, source_id, kit_id, kit_sku, kit_name, kit_quantity,
        kit_price::text as kit_price
      from order_lines where order_id = ${id} and ${inScope(tx)} order by id`.execute(tx),
  ]);
  const [locked] = order.rows;
  return locked && { ...locked, lines: lines.rows };
}
