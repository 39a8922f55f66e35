import {
  type AddressCopy,
  isAllowed,
  nextState,
  type OrderAfter,
  type OrderEvent,
  type OrderMeta,
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

/** A line to write. `id` is the line that it replaces, or the id that was taken for it, if any. */
export interface LineFields extends Omit<LockedLine, 'id' | 'processed_qty' | 'cancelled_qty' | 'leftover'> {
  id: number | null;
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
  meta: OrderMeta;
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

const byId = '$1';
/** Its order never changes, so that the two are locked in one batch. */
const byShipment = `(select order_id from shipments where id = $1 and ($2::int is null or client_id = $2))`;

const lockRow = (order: string) => `
  select id, client_id, type, status, has_bo, reference, po, relation_id, shipping_address_id, shipping_address, billing_address_id,
    billing_address, tax_rate::float8 as tax_rate, payment_term, courier_id, shipping_payment, collect_account,
    collect_country_code, collect_zip_code, note, print_note, meta, shipping_api, api_credential_id, updated_at
  from orders where id = ${order} and ($2::int is null or client_id = $2) for no key update`;

const linesOf = (order: string) => `
  select id, inventory_id, sku, name, upc, uom, price::text as price, remainder::text as remainder, quantity, processed_qty,
    cancelled_qty, leftover, comment, source_id, kit_id, kit_sku, kit_name, kit_quantity, kit_price::text as kit_price
  from order_lines where order_id = ${order} and ($2::int is null or client_id = $2) order by id`;

const locking = (order: string) => {
  const [row, ofRow] = [lockRow(order), linesOf(order)];
  return async (tx: Tx, id: number): Promise<LockedOrder | undefined> => {
    const values = [id, scopedClient(tx)];
    const [[locked], lines] = await Promise.all([
      tx.run<Omit<LockedOrder, 'lines'>>(row, values),
      tx.run<LockedLine>(ofRow, values),
    ]);
    return locked && { ...locked, lines };
  };
};

/** Locks an order against other writers and reads it with its lines, in one batch. */
export const lockOrder = locking(byId);

/** The same by the id of one of its shipments, which is locked after it. */
export const lockOrderOfShipment = locking(byShipment);

/** Shipments of an order that are not voided, and those of them that are not finished. */
export interface ShipmentCounts {
  shipments: number;
  unfinished: number;
}

const counted = (order: string) => `
  select count(*)::int as shipments, (count(*) filter (where status <> 'Finished'))::int as unfinished
  from shipments where order_id = ${order} and ($2::int is null or client_id = $2) and voided_at is null`;

const counting = (order: string) => {
  const text = counted(order);
  return async (tx: Tx, id: number): Promise<ShipmentCounts> => {
    const [counts] = await tx.run<ShipmentCounts>(text, [id, scopedClient(tx)]);
    return counts ?? { shipments: 0, unfinished: 0 };
  };
};

/** The order must be locked: its shipments are created, finished and voided under its lock. */
export const countShipments = counting(byId);

/** The shipments of the order that a shipment belongs to, itself included. */
export const countShipmentsBeside = counting(byShipment);

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

const changeOrdered = `
  update order_lines l set quantity = l.quantity + c.quantity, processed_qty = l.processed_qty + c.quantity
  from unnest($3::int[], $4::int[]) c (id, quantity) where l.id = c.id and l.order_id = $1 and l.client_id = $2`;

/** Lines that are ordered and in shipments by so many units more, or less: what is left of them stays. */
export function queueOrdered(tx: Tx, { id, client_id }: LockedOrder, changes: readonly ProcessedChange[]): void {
  const ids = changes.map(({ orderLineId }) => orderLineId);
  tx.queue(changeOrdered, [id, client_id, ids, changes.map(({ quantity }) => quantity)]);
}

const writeState = `
  update orders set status = $3, has_bo = $4, updated_at = now() where id = $1 and client_id = $2`;

export function queueState(tx: Tx, { id, client_id }: LockedOrder, { status, hasBackOrder }: OrderState): void {
  tx.queue(writeState, [id, client_id, status, hasBackOrder]);
}

export function queueProcessed(tx: Tx, { id, client_id }: LockedOrder, changes: readonly ProcessedChange[]): void {
  const ids = changes.map(({ orderLineId }) => orderLineId);
  if (ids.length) tx.queue(changeProcessed, [id, client_id, ids, changes.map(({ quantity }) => quantity)]);
}

/** What an order is known by before it is written: `createdAt` is the time of this transaction. */
export interface NewId {
  id: number;
  createdAt: string;
}

const newIds = `
  select nextval('orders_id_seq')::int as id, now()::timestamptz(3) as "createdAt", array(
    select nextval('order_lines_id_seq')::int
    from inventories i left join kit_components k on k.client_id = i.client_id and k.kit_id = i.id
    where i.client_id = $1 and i.id = any($2::int[])) as "lineIds"`;

/**
 * Taken before the order is written, so that its lines, history and event are sent in the same batch: its id, and ids
 * for the lines of these items, one for each item and for each component of a kit, ascending.
 */
export async function takeIds(
  tx: Tx,
  clientId: number | null,
  itemIds: readonly number[],
): Promise<NewId & { lineIds: number[] }> {
  const [row] = await tx.run<NewId & { lineIds: number[] }>(newIds, [clientId, itemIds]);
  if (!row) throw new Error('The sequence answers one row.');
  return { ...row, lineIds: row.lineIds.sort((one, other) => one - other) };
}

const FIELD_COLUMNS = [
  ...(['reference', 'po', 'relation_id', 'shipping_address_id', 'shipping_address', 'billing_address_id'] as const),
  ...(['billing_address', 'tax_rate', 'payment_term', 'courier_id', 'shipping_payment', 'collect_account'] as const),
  ...(['collect_country_code', 'collect_zip_code', 'note', 'print_note', 'meta'] as const),
] as const satisfies (keyof OrderFields)[];

const isJson = (column: string) => ['shipping_address', 'billing_address', 'meta'].includes(column);
const placeOf = (column: string, at: number) => `$${at}${isJson(column) ? '::jsonb' : ''}`;
const columnValue = (fields: OrderFields, column: (typeof FIELD_COLUMNS)[number]) =>
  isJson(column) ? JSON.stringify(fields[column]) : fields[column];

/** What an order has besides the fields of its form. */
export interface NewOrder extends NewId {
  clientId: number;
  type: OrderType;
  fields: OrderFields;
  source: string;
  /** As the program knows it that sent the order. */
  sourceId?: string;
  sourceKey?: string;
  isFromWeb: boolean;
  /** The file that it was imported from. */
  importDigest: Buffer | null;
  /** How its shipments are sent, when it is a copy of another order. */
  shippingApi?: string;
}

const LINE_COLUMNS = `inventory_id, sku, name, upc, uom, price, remainder, quantity, comment, source_id, kit_id, kit_sku, kit_name,
  kit_quantity, kit_price`;
/** The lines as JSON, in their order. */
const lineRecords = (
  json: string,
) => `rows from (json_to_recordset(${json}::json) as (id int, inventory_id int, sku text, name text,
  upc text, uom text, price numeric, remainder numeric, quantity int, comment text, source_id text, kit_id int, kit_sku text,
  kit_name text, kit_quantity int, kit_price numeric)) with ordinality w (id, ${LINE_COLUMNS}, n)`;

/** Of order $1 of client $2, with source $4. The lines get ids in their order, which is the order in which they are shown. */
const insertLines = (json: string) => `
  insert into order_lines (id, order_id, client_id, source, ${LINE_COLUMNS}) overriding system value
  select coalesce(w.id, nextval('order_lines_id_seq')), $1, $2, $4, ${LINE_COLUMNS} from ${lineRecords(json)} order by n`;

const FIELDS_PLACE = 10;
const LINES_PLACE = FIELDS_PLACE + FIELD_COLUMNS.length;
const insertWhole = `
  with made as (
    insert into orders (id, client_id, type, source, web_origin, import_digest, shipping_api, source_id, source_key, ${FIELD_COLUMNS.join(', ')})
    overriding system value
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${FIELD_COLUMNS.map((column, at) => placeOf(column, at + FIELDS_PLACE)).join(', ')})
  )
  ${insertLines(`$${LINES_PLACE}`)}`;

/** An order with its lines. */
export function queueOrder(tx: Tx, order: NewOrder, lines: readonly LineFields[]): void {
  const { id, clientId, type, fields, source, sourceId = '', sourceKey = '' } = order;
  const { isFromWeb, importDigest, shippingApi = 'Manual' } = order;
  const values = FIELD_COLUMNS.map((column) => columnValue(fields, column));
  tx.queue(insertWhole, [
    id,
    clientId,
    type,
    source,
    isFromWeb,
    importDigest,
    shippingApi,
    sourceId,
    sourceKey,
    ...values,
    JSON.stringify(lines),
  ]);
}

const copyCategories = `
  insert into categorized (client_id, category_id, resource_id)
  select d.client_id, d.category_id, $3 from categorized d
  join categories c on c.client_id = d.client_id and c.id = d.category_id and c.resource = 'Order'
  where d.client_id = $1 and d.resource_id = $2`;

/** A copy of an order has the categories of the first. */
export function queueCategoriesCopied(tx: Tx, { id, client_id }: LockedOrder, copyId: number): void {
  tx.queue(copyCategories, [client_id, id, copyId]);
}

const updateRow = `
  update orders set ${FIELD_COLUMNS.map((column, at) => `${column} = ${placeOf(column, at + 3)}`).join(', ')}, updated_at = now()
  where id = $1 and client_id = $2`;

export function queueFields(tx: Tx, { id, client_id }: LockedOrder, fields: OrderFields): void {
  tx.queue(updateRow, [id, client_id, ...FIELD_COLUMNS.map((column) => columnValue(fields, column))]);
}

const addLines = insertLines('$3');

/** Only open orders are edited: of a quantity that is entered anew nothing is cancelled, as nothing of it is in a shipment. */
const updateLines = `
  update order_lines l set sku = w.sku, name = w.name, upc = w.upc, uom = w.uom, price = w.price, remainder = w.remainder,
    quantity = w.quantity, cancelled_qty = case when w.quantity = l.quantity then l.cancelled_qty else 0 end, comment = w.comment, source_id = w.source_id, kit_sku = w.kit_sku, kit_name = w.kit_name,
    kit_quantity = w.kit_quantity, kit_price = w.kit_price
  from ${lineRecords('$3')} where l.id = w.id and l.order_id = $1 and l.client_id = $2`;

/** A line that a voided shipment refers to keeps its row, without units. */
const deleteLines = `
  delete from order_lines l where l.order_id = $1 and l.client_id = $2 and l.id = any($3::int[])
    and not exists (select from shipment_lines s where s.client_id = l.client_id and s.order_line_id = l.id)`;
const emptyLines = `
  update order_lines set quantity = 0, cancelled_qty = 0 where order_id = $1 and client_id = $2 and id = any($3::int[])`;

/** Writes the lines that changed: replaces those with an id, adds the others, removes what is no longer in the order. */
export function queueLines(
  tx: Tx,
  order: LockedOrder,
  written: readonly LineFields[],
  removed: readonly number[],
): void {
  const { id, client_id: clientId } = order;
  if (removed.length) {
    tx.queue(deleteLines, [id, clientId, removed]);
    tx.queue(emptyLines, [id, clientId, removed]);
  }
  const replaced = written.filter((line) => line.id !== null);
  if (replaced.length) tx.queue(updateLines, [id, clientId, JSON.stringify(replaced)]);
  const added = written.filter((line) => line.id === null);
  if (added.length) tx.queue(addLines, [id, clientId, JSON.stringify(added), 'Web']);
}

const cancelLeftover = `
  update order_lines set cancelled_qty = quantity - processed_qty where order_id = $1 and client_id = $2 and leftover > 0`;

/** What is left of every line is given up. */
export function queueLeftoverCancelled(tx: Tx, { id, client_id }: LockedOrder): void {
  tx.queue(cancelLeftover, [id, client_id]);
}
