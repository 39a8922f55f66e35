import {
  type AddressCopy,
  isAllowed,
  nextState,
  type OrderAfter,
  type OrderEvent,
  type OrderState,
  type OrderStatus,
  type OrderType,
} from '@longshore/contract';
import { scopedClient } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';

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

/** What a save of an order writes, by column. */
export interface OrderFields {
  reference: string;
  po: string;
  relation_id: number;
  shipping_address_id: number | null;
  shipping_address: AddressCopy;
  billing_address_id: number | null;
  billing_address: AddressCopy;
  tax_rate: number;
  payment_term: string;
  courier_id: number;
  shipping_payment: 'prepaid' | 'collect' | 'third';
  collect_account: string;
  collect_country_code: string;
  collect_zip_code: string;
  note: string;
  print_note: string;
}

export interface LockedOrder extends OrderFields {
  id: number;
  client_id: number;
  type: OrderType;
  status: OrderStatus;
  has_bo: boolean;
  shipping_api: string;
  api_credential_id: number | null;
  updated_at: string;
  lines: LockedLine[];
}

const lockRow = `
  select id, client_id, type, status, has_bo, reference, po, relation_id, shipping_address_id, shipping_address, billing_address_id,
    billing_address, tax_rate::float8 as tax_rate, payment_term, courier_id, shipping_payment, collect_account,
    collect_country_code, collect_zip_code, note, print_note, shipping_api, api_credential_id, updated_at
  from orders where id = $1 and ($2::int is null or client_id = $2) for no key update`;

const linesOf = `
  select id, inventory_id, sku, name, upc, uom, price::text as price, remainder::text as remainder, quantity, processed_qty,
    cancelled_qty, leftover, comment, source_id, kit_id, kit_sku, kit_name, kit_quantity, kit_price::text as kit_price
  from order_lines where order_id = $1 and ($2::int is null or client_id = $2) order by id`;

/** Locks an order against other writers and reads it with its lines, in one batch. */
export async function lockOrder(tx: Tx, id: number): Promise<LockedOrder | undefined> {
  const values = [id, scopedClient(tx)];
  const [[order], lines] = await Promise.all([
    tx.run<Omit<LockedOrder, 'lines'>>(lockRow, values),
    tx.run<LockedLine>(linesOf, values),
  ]);
  return order && { ...order, lines };
}

export const stateOf = ({ status, has_bo }: Pick<LockedOrder, 'status' | 'has_bo'>): OrderState => ({
  status,
  hasBackOrder: has_bo,
});

/** Throws 30007, with the order's state, when the event is not allowed in it. */
export function assertAllowed(order: Pick<LockedOrder, 'status' | 'has_bo'>, event: OrderEvent): void {
  if (!isAllowed(stateOf(order), event)) throw refused(30007, `OrderIsInState:${order.status}`);
}

/** The state after an event; throws 30007 when the event is not allowed. */
export function stateAfter(order: LockedOrder, event: OrderEvent, after: OrderAfter): OrderState {
  const next = nextState(stateOf(order), event, after);
  if (!next) throw refused(30007, `OrderIsInState:${order.status}`);
  return next;
}

/** A change of a line's quantities in shipments; negative when a shipment is voided. */
export interface ProcessedChange {
  orderLineId: number;
  quantity: number;
}

const changeProcessed = `
  update order_lines l set processed_qty = l.processed_qty + c.quantity
  from unnest($3::int[], $4::int[]) c (id, quantity) where l.id = c.id and l.order_id = $1 and l.client_id = $2`;

const writeState = `
  update orders set status = $3, has_bo = $4, updated_at = now() where id = $1 and client_id = $2`;

export function queueState(tx: Tx, { id, client_id }: LockedOrder, { status, hasBackOrder }: OrderState): void {
  tx.queue(writeState, [id, client_id, status, hasBackOrder]);
}

export function queueProcessed(tx: Tx, { id, client_id }: LockedOrder, changes: readonly ProcessedChange[]): void {
  const ids = changes.map(({ orderLineId }) => orderLineId);
  if (ids.length) tx.queue(changeProcessed, [id, client_id, ids, changes.map(({ quantity }) => quantity)]);
}
