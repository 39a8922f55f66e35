import type { OrderState, OrderType } from '@longshore/contract';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type ChangedColumns, changedColumns } from '../../platform/database/written-columns.ts';
import type { LockedLine, LockedOrder, ProcessedChange } from './lock-order.ts';
import { type OrderFields, orderColumns } from './order-columns.ts';

/** A line to write. `id` is the line that it replaces, if any. */
export interface LineFields extends Omit<LockedLine, 'id' | 'processed_qty' | 'cancelled_qty' | 'leftover'> {
  id: number | null;
}

/** Lines that are ordered and in shipments by so many units more, or less: what is left of them stays. */
export function queueOrdered(tx: Tx, { id, client_id }: LockedOrder, changes: readonly ProcessedChange[]): void {
  const ids = changes.map(({ orderLineId }) => orderLineId);
  const quantities = changes.map(({ quantity }) => quantity);
  sql`
    update order_lines l set quantity = l.quantity + c.quantity, processed_qty = l.processed_qty + c.quantity
    from unnest(${ids}::int[], ${quantities}::int[]) c (id, quantity)
    where l.id = c.id and l.order_id = ${id} and l.client_id = ${client_id}`.queue(tx);
}

export function queueState(tx: Tx, { id, client_id }: LockedOrder, { status, hasBackOrder }: OrderState): void {
  sql`
    update orders set status = ${status}, has_bo = ${hasBackOrder}, updated_at = now()
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}

export function queueProcessed(tx: Tx, { id, client_id }: LockedOrder, changes: readonly ProcessedChange[]): void {
  if (!changes.length) return;
  const ids = changes.map(({ orderLineId }) => orderLineId);
  const quantities = changes.map(({ quantity }) => quantity);
  sql`
    update order_lines l set processed_qty = l.processed_qty + c.quantity
    from unnest(${ids}::int[], ${quantities}::int[]) c (id, quantity)
    where l.id = c.id and l.order_id = ${id} and l.client_id = ${client_id}`.queue(tx);
}

/** The id of a new order: taken before it is written, so that its lines, history and event are sent in the same batch. */
export async function takeId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('orders_id_seq')::int as id`.execute(tx);
  if (!rows[0]) throw new Error('The sequence answers one row.');
  return rows[0].id;
}

const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`;

const writtenColumns = (fields: OrderFields) =>
  ({
    ...orderColumns.values(fields),
    relation_id: fields.relation_id,
    shipping_address_id: fields.shipping_address_id,
    shipping_address: json(fields.shipping_address),
    billing_address_id: fields.billing_address_id,
    billing_address: json(fields.billing_address),
    tax_rate: fields.tax_rate,
    payment_term: fields.payment_term,
    courier_id: fields.courier_id,
    shipping_payment: fields.shipping_payment,
    collect_account: fields.collect_account,
    collect_country_code: fields.collect_country_code,
    collect_zip_code: fields.collect_zip_code,
    meta: json(fields.meta),
  }) satisfies ChangedColumns<'orders'>;

/** What an order has besides the fields of its form. */
export interface NewOrder {
  id: number;
  clientId: number;
  type: OrderType;
  fields: OrderFields;
  source: string;
  /** As the program knows it that sent the order. */
  sourceId?: string;
  sourceKey?: string;
  /** The connection to a shop that it came through, whose addresses it has. */
  credentialId?: number;
  isFromWeb: boolean;
  /** The file that it was imported from. */
  importDigest: Buffer | null;
  /** How its shipments are sent, when it is a copy of another order. */
  shippingApi?: string;
}

const LINE_COLUMNS = sql`inventory_id, sku, name, upc, uom, price, remainder, quantity, comment, source_id, kit_id, kit_sku,
  kit_name, kit_quantity, kit_price`;
/** The lines as JSON, in their order. */
const lineRecords = (
  lines: readonly LineFields[],
) => sql`rows from (json_to_recordset(${JSON.stringify(lines)}::json) as (id int,
  inventory_id int, sku text, name text, upc text, uom text, price numeric, remainder numeric, quantity int, comment text,
  source_id text, kit_id int, kit_sku text, kit_name text, kit_quantity int, kit_price numeric))
  with ordinality w (id, ${LINE_COLUMNS}, n)`;

/** The lines get ids in their order, which is the order in which they are shown. */
const insertLines = (of: { id: number; clientId: number; source: string }, lines: readonly LineFields[]) => sql`
  insert into order_lines (id, order_id, client_id, source, ${LINE_COLUMNS}) overriding system value
  select nextval('order_lines_id_seq'), ${of.id}, ${of.clientId}, ${of.source}, ${LINE_COLUMNS}
  from ${lineRecords(lines)} order by n`;

/** An order with its lines. */
export function queueOrder(tx: Tx, order: NewOrder, lines: readonly LineFields[]): void {
  const { id, clientId, type, fields, source, sourceId = '', sourceKey = '' } = order;
  const { credentialId = null, isFromWeb, importDigest, shippingApi = 'Manual' } = order;
  const columns = Object.entries(writtenColumns(fields));
  sql`
    with made as (
      insert into orders (id, client_id, type, source, web_origin, import_digest, shipping_api, source_id, source_key,
        api_credential_id, has_source_address,
        ${sql.join(columns.map(([name]) => sql.ref(name)))})
      overriding system value
      values (${id}, ${clientId}, ${type}, ${source}, ${isFromWeb}, ${importDigest}, ${shippingApi}, ${sourceId}, ${sourceKey},
        ${credentialId}, ${credentialId !== null},
        ${sql.join(columns.map(([, value]) => value))})
    )
    ${insertLines({ id, clientId, source }, lines)}`.queue(tx);
}

/** A copy of an order has the categories of the first. */
export function queueCategoriesCopied(tx: Tx, { id, client_id }: LockedOrder, copyId: number): void {
  sql`
    insert into categorized (client_id, category_id, resource_id)
    select d.client_id, d.category_id, ${copyId} from categorized d
    join categories c on c.client_id = d.client_id and c.id = d.category_id and c.resource = 'Order'
    where d.client_id = ${client_id} and d.resource_id = ${id}`.queue(tx);
}

export function queueFields(tx: Tx, { id, client_id }: LockedOrder, fields: OrderFields): void {
  sql`
    update orders set ${changedColumns('orders', writtenColumns(fields))}, updated_at = now()
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}

/**
 * Writes the lines that changed: replaces those with an id, adds the others, removes what is no longer in the order. A
 * line that a voided shipment refers to (`isInShipment`, of the line `l`) keeps its row, without units.
 */
export function queueLines(
  tx: Tx,
  order: LockedOrder,
  written: readonly LineFields[],
  removed: readonly number[],
  isInShipment: Sql,
): void {
  const { id, client_id: clientId } = order;
  if (removed.length) {
    sql`
      delete from order_lines l where l.order_id = ${id} and l.client_id = ${clientId} and l.id = any(${removed}::int[])
        and not ${isInShipment}`.queue(tx);
    sql`
      update order_lines set quantity = 0, cancelled_qty = 0
      where order_id = ${id} and client_id = ${clientId} and id = any(${removed}::int[])`.queue(tx);
  }
  const replaced = written.filter((line) => line.id !== null);
  // Only open orders are edited: of a quantity that is entered anew nothing is cancelled, as nothing of it is in a shipment.
  if (replaced.length)
    sql`
      update order_lines l set sku = w.sku, name = w.name, upc = w.upc, uom = w.uom, price = w.price,
        remainder = w.remainder, quantity = w.quantity,
        cancelled_qty = case when w.quantity = l.quantity then l.cancelled_qty else 0 end, comment = w.comment,
        source_id = w.source_id, kit_sku = w.kit_sku, kit_name = w.kit_name, kit_quantity = w.kit_quantity,
        kit_price = w.kit_price
      from ${lineRecords(replaced)} where l.id = w.id and l.order_id = ${id} and l.client_id = ${clientId}`.queue(tx);
  const added = written.filter((line) => line.id === null);
  if (added.length) insertLines({ id, clientId, source: 'Web' }, added).queue(tx);
}

/** What is left of every line is given up. */
export function queueLeftoverCancelled(tx: Tx, { id, client_id }: LockedOrder): void {
  sql`
    update order_lines set cancelled_qty = quantity - processed_qty
    where order_id = ${id} and client_id = ${client_id} and leftover > 0`.queue(tx);
}
