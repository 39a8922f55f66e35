import {
  type AddressCopy,
  type CarrierInput,
  type Direction,
  type IncotermInput,
  LOCK_MINUTES,
  type OrderType,
  type ShipmentStatus,
  type TrackingStatus,
  type UpdateField,
} from '@longshore/contract';
import { scopedClient } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ItemToShip } from './shipping/ship-rules.ts';

const itemsOfOrder = `select inventory_id from order_lines where order_id = $1 and ($2::int is null or client_id = $2)`;
const lockItems = `
  select from item_totals where inventory_id in (${itemsOfOrder}) and ($2::int is null or client_id = $2)
  order by inventory_id for no key update`;
const readItems = `
  select t.inventory_id as id, t.client_id, i.sku, i.is_active, t.available
  from item_totals t join inventories i on i.client_id = t.client_id and i.id = t.inventory_id
  where t.inventory_id in (${itemsOfOrder}) and ($2::int is null or t.client_id = $2) order by t.inventory_id`;

const holdItems = `${readItems} for share of i`;

/**
 * Locks the items of a locked order, as every stock command does, and reads them. They are found by the order, so that
 * they are locked in the same batch as the order itself. Who disables an item does not see an order of this very
 * transaction: `isNew` makes them wait.
 */
export async function lockItemsOfOrder(tx: Tx, orderId: number, isNew: boolean): Promise<ItemToShip[]> {
  const values = [orderId, scopedClient(tx)];
  const read = tx.run(lockItems, values);
  const [, items] = await Promise.all([read, tx.run<ItemToShip>(isNew ? holdItems : readItems, values)]);
  return items;
}

/** What a new shipment needs to know. */
export interface ShipmentFacts {
  /** Its id, taken before the insert, so that its lines and their reservations are written in the same batch. */
  id: number;
  /** In the company's time zone. */
  today: string;
  tomorrow: string;
  /** The client's prefix of picking numbers. */
  prefix: string;
  /** The client of the courier (null: shared by all), or undefined when there is no such active courier. */
  courier: { id: number; client_id: number | null } | undefined;
}

const factsOf = `
  select nextval('shipments_id_seq')::int as id, (now() at time zone c.timezone)::date as today,
    (now() at time zone c.timezone)::date + 1 as tomorrow, o.prefix, k.id as courier_id, k.client_id
  from company c
  left join (
    select o.courier_id, n.packing_slip_prefix as prefix from orders o join clients n on n.id = o.client_id
    where o.id = $1 and ($2::int is null or o.client_id = $2)) o on true
  left join couriers k on k.is_active and k.id = coalesce($3::int, o.courier_id)`;

export async function readShipmentFacts(
  tx: Tx,
  orderId: number,
  courierId: number | undefined,
): Promise<ShipmentFacts> {
  const [row] = await tx.run<{
    id: number;
    today: string;
    tomorrow: string;
    prefix: string | null;
    courier_id: number | null;
    client_id: number | null;
  }>(factsOf, [orderId, scopedClient(tx), courierId ?? null]);
  if (!row) throw new Error('The company has no row.');
  const { courier_id, client_id, prefix, ...facts } = row;
  return { ...facts, prefix: prefix ?? '', courier: courier_id === null ? undefined : { id: courier_id, client_id } };
}

const lineIds = `
  select l.id as order_line_id, nextval('shipment_lines_id_seq')::int as id
  from (select id from order_lines where order_id = $1 and ($2::int is null or client_id = $2) and leftover > 0 order by id) l`;

/** Ids for the lines of a new shipment, by order line: the reservations name them before they are inserted. */
export async function takeLineIds(tx: Tx, orderId: number): Promise<Map<number, number>> {
  const rows = await tx.run<{ order_line_id: number; id: number }>(lineIds, [orderId, scopedClient(tx)]);
  return new Map(rows.map(({ order_line_id, id }) => [order_line_id, id]));
}

export interface NewShipment {
  id: number;
  client_id: number;
  order_id: number;
  direction: Direction;
  order_type: OrderType;
  reference: string;
  po: string;
  ship_date: string;
  cancel_date: string;
  today: string;
  prefix: string;
  shipping_api: string;
  courier_id: number;
  payment_method: string;
  courier_account: string;
  billing_zip: string;
  billing_country_code: string;
  shipping_addr: AddressCopy;
  billing_addr: AddressCopy;
  lines: readonly { id: number; orderLineId: number; inventoryId: number; quantity: number }[];
}

/** Takes the picking number: the client's counter stays locked until the commit, so this is the last write. */
const insert = `
  with number as materialized (
    select guarded.take_picking_number($2::int) as sequence
  ), shipment as (
    insert into shipments (id, client_id, order_id, direction, ship_date, cancel_date, pt_sequence, pt_number, shipping_api, courier_id,
      payment_method, courier_account, billing_zip, billing_country_code, shipping_addr, billing_addr, order_type, reference, po)
    overriding system value
    select $1::int, $2::int, $3, $4, $5::date, $6::date, n.sequence, $20::text || n.sequence, $7, $8, $9, $10, $11, $12,
      $13::jsonb, $14::jsonb, $21, $22, $23
    from number n
  ), tracked as (
    insert into tracking_entries (client_id, shipment_id, status, day) values ($2::int, $1::int, 'created', $15::date)
  )
  insert into shipment_lines (id, client_id, shipment_id, order_line_id, inventory_id, quantity) overriding system value
  select l.id, $2::int, $1::int, l.order_line_id, l.inventory_id, l.quantity
  from unnest($16::int[], $17::int[], $18::int[], $19::int[]) l (id, order_line_id, inventory_id, quantity)`;

export function insertShipment(tx: Tx, shipment: NewShipment): void {
  const { lines } = shipment;
  tx.queue(insert, [
    shipment.id,
    shipment.client_id,
    shipment.order_id,
    shipment.direction,
    shipment.ship_date,
    shipment.cancel_date,
    shipment.shipping_api,
    shipment.courier_id,
    shipment.payment_method,
    shipment.courier_account,
    shipment.billing_zip,
    shipment.billing_country_code,
    JSON.stringify(shipment.shipping_addr),
    JSON.stringify(shipment.billing_addr),
    shipment.today,
    lines.map(({ id }) => id),
    lines.map(({ orderLineId }) => orderLineId),
    lines.map(({ inventoryId }) => inventoryId),
    lines.map(({ quantity }) => quantity),
    shipment.prefix,
    shipment.order_type,
    shipment.reference,
    shipment.po,
  ]);
}

/** A line of a shipment with its item, read under the shipment's lock. */
export interface LockedShipmentLine {
  id: number;
  order_line_id: number;
  quantity: number;
  fulfilled: number;
  quarantined: number;
  item: { id: number; client_id: number; sku: string; lot: boolean; serial: boolean };
}

export interface LockedShipment {
  id: number;
  client_id: number;
  order_id: number;
  order_type: OrderType;
  reference: string;
  direction: Direction;
  status: ShipmentStatus;
  ship_date: string;
  packed: boolean;
  billed: boolean;
  courier_id: number;
  /** Who holds it; null when nobody does, or did nothing for too long. */
  holder: { id: number; name: string } | null;
  lines: LockedShipmentLine[];
}

/** Who holds a shipment; null when nobody does, or did nothing for too long. */
export const holderColumn = `case when locked_by is not null and lock_used_at > now() - make_interval(mins => ${LOCK_MINUTES})
  then json_build_object('id', locked_by, 'name', locked_by_name) end`;

const lockRow = `
  select id, client_id, order_id, order_type, reference, direction, status, ship_date, packed, billed, courier_id,
    ${holderColumn} as holder
  from shipments where id = $1 and ($2::int is null or client_id = $2) and voided_at is null for no key update`;
const linesOf = `
  select l.id, l.order_line_id, l.quantity, l.fulfilled, l.quarantined,
    json_build_object('id', i.id, 'client_id', i.client_id, 'sku', i.sku, 'lot', i.lot, 'serial', i.serial) as item
  from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
  where l.shipment_id = $1 and ($2::int is null or l.client_id = $2) order by l.id`;

/** Locks a shipment that is not voided and reads it with its lines, in one batch. */
export async function lockShipment(tx: Tx, id: number): Promise<LockedShipment | undefined> {
  const values = [id, scopedClient(tx)];
  const [[shipment], lines] = await Promise.all([
    tx.run<Omit<LockedShipment, 'lines'>>(lockRow, values),
    tx.run<LockedShipmentLine>(linesOf, values),
  ]);
  return shipment && { ...shipment, lines };
}

type OfShipment = Pick<LockedShipment, 'id' | 'client_id'>;

/** The holder did something: the lock lasts from now on. */
export function queueLockUsed(tx: Tx, { id, client_id }: OfShipment): void {
  tx.queue(`update shipments set lock_used_at = now() where id = $1 and client_id = $2`, [id, client_id]);
}

/** Somebody holds it from now on, or nobody. */
export function queueHolder(tx: Tx, { id, client_id }: OfShipment, holder: { id: number; name: string } | null): void {
  tx.queue(
    `update shipments set locked_by = $3::int, locked_by_name = $4, lock_used_at = case when $3::int is not null then now() end
     where id = $1 and client_id = $2`,
    [id, client_id, holder?.id ?? null, holder?.name ?? ''],
  );
}

/** Columns that are changed one at a time; the type is how SQL takes their text. */
const PROPERTIES = { waybill: 'text', cost: 'numeric', carton_count: 'int', attr_1: 'text' } as const;

export async function readProperty(tx: Tx, { id, client_id }: OfShipment, column: UpdateField): Promise<string> {
  const [row] = await tx.run<{ value: string }>(
    `select ${column}::text as value from shipments where id = $1 and client_id = $2`,
    [id, client_id],
  );
  return row?.value ?? '';
}

export function queueProperty(tx: Tx, { id, client_id }: OfShipment, column: UpdateField, value: string): void {
  tx.queue(
    `update shipments set ${column} = $3::${PROPERTIES[column]}, updated_at = now() where id = $1 and client_id = $2`,
    [id, client_id, value],
  );
}

const writeCarrier = `
  update shipments set courier_id = $3, payment_method = $4, courier_account = $5, billing_zip = $6, billing_country_code = $7,
    shipping_api = 'Manual', updated_at = now()
  where id = $1 and client_id = $2`;

/** A courier that a person chose is used by hand, not by a partner's interface. */
export function queueCarrier(tx: Tx, { id, client_id }: OfShipment, to: CarrierInput): void {
  const { courier_id, payment_method, account, billing_zip, billing_country_code } = to;
  tx.queue(writeCarrier, [id, client_id, courier_id, payment_method, account, billing_zip, billing_country_code]);
}

export function queueIncoterm(
  tx: Tx,
  { id, client_id }: OfShipment,
  { incoterm, incoterm_place }: IncotermInput,
): void {
  tx.queue(
    `update shipments set incoterm = $3, incoterm_place = $4, updated_at = now() where id = $1 and client_id = $2`,
    [id, client_id, incoterm, incoterm_place],
  );
}

/** Units that are no longer to be picked need no place; the rest is chosen anew. */
const writeQuantities = `
  with unallocated as (delete from allocations where shipment_line_id = any($3::int[]) and client_id = $2)
  update shipment_lines l set quantity = c.quantity from unnest($3::int[], $4::int[]) c (id, quantity)
  where l.id = c.id and l.shipment_id = $1 and l.client_id = $2`;

export function queueLineQuantities(
  tx: Tx,
  { id, client_id }: OfShipment,
  changes: readonly { line: { id: number }; quantity: number }[],
): void {
  const ids = changes.map(({ line }) => line.id);
  tx.queue(writeQuantities, [id, client_id, ids, changes.map(({ quantity }) => quantity)]);
}

const insertTracking = `
  insert into tracking_entries (client_id, shipment_id, status, day, comments)
  select $2, $1, $3, (now() at time zone timezone)::date, $4 from company`;

export function queueTracking(tx: Tx, { id, client_id }: OfShipment, status: TrackingStatus, comments = ''): void {
  tx.queue(insertTracking, [id, client_id, status, comments]);
}

const writeStatus = `
  with tracked as (
    insert into tracking_entries (client_id, shipment_id, status, day)
    select $2, $1, $4::text, (now() at time zone timezone)::date from company where $4::text is not null
  )
  update shipments set status = $3, finished_date = case when $3 = 'Finished' then now() end, updated_at = now(),
    locked_by = case when $3 <> 'Finished' then locked_by end, lock_used_at = case when $3 <> 'Finished' then lock_used_at end
  where id = $1 and client_id = $2`;

/** The tracking entry that says that a shipment has reached a status. */
const REACHED: Partial<Record<ShipmentStatus, TrackingStatus>> = { Ready: 'ready', Finished: 'finished' };

/** Writes the status, with the tracking entry of it if it has one. */
export function queueStatus(tx: Tx, { id, client_id }: OfShipment, status: ShipmentStatus): void {
  tx.queue(writeStatus, [id, client_id, status, REACHED[status] ?? null]);
}

const writeBilled = `update shipments set billed = true, updated_at = now() where id = $1 and client_id = $2`;

export function queueBilled(tx: Tx, { id, client_id }: OfShipment): void {
  tx.queue(writeBilled, [id, client_id]);
}

const writeVoided = `
  with emptied as (update shipment_lines set fulfilled = 0, quarantined = 0 where shipment_id = $1 and client_id = $2),
  removed as (delete from fulfillments where shipment_id = $1 and client_id = $2),
  unpacked as (delete from containers where shipment_id = $1 and client_id = $2),
  unallocated as (delete from allocations where shipment_id = $1 and client_id = $2)
  update shipments set voided_at = now(), updated_at = now(), status = 'In Warehouse', finished_date = null, packed = false,
    locked_by = null, lock_used_at = null
  where id = $1 and client_id = $2`;

/** Its fulfilments must be reversed in the ledger; their rows are removed, as those of a removed fulfilment are. */
export function queueVoided(tx: Tx, { id, client_id }: OfShipment): void {
  tx.queue(writeVoided, [id, client_id]);
}
