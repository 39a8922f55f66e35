import type {
  AddressCopy,
  CarrierInput,
  Direction,
  IncotermInput,
  OrderType,
  ShipmentStatus,
  TrackingStatus,
  UpdateField,
} from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { holderColumn, isHeld } from './lock-columns.ts';
import type { LockedShipment, LockedShipmentLine } from './locked-shipment.ts';
import type { ItemToShip } from './shipping/ship-rules.ts';

/**
 * Locks the items of a locked order, as every stock command does, and reads them. They are found by the order, so that
 * they are locked in the same batch as the order itself. Who disables an item does not see an order of this very
 * transaction: `isNew` makes them wait.
 */
export async function lockItemsOfOrder(tx: Tx, orderId: number, isNew: boolean): Promise<ItemToShip[]> {
  const itemsOfOrder = sql`select inventory_id from order_lines where order_id = ${orderId} and ${inScope(tx)}`;
  const hold = isNew ? sql`for share of i` : sql``;
  const [, items] = await Promise.all([
    sql`
      select from item_totals where inventory_id in (${itemsOfOrder}) and ${inScope(tx)}
      order by inventory_id for no key update`.execute(tx),
    sql<ItemToShip>`
      select t.inventory_id as id, t.client_id, i.sku, i.is_active, t.available
      from item_totals t join inventories i on i.client_id = t.client_id and i.id = t.inventory_id
      where t.inventory_id in (${itemsOfOrder}) and ${inScope(tx, 't.client_id')}
      order by t.inventory_id ${hold}`.execute(tx),
  ]);
  return items.rows;
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

interface FactsRow {
  id: number;
  today: string;
  tomorrow: string;
  prefix: string | null;
  courier_id: number | null;
  client_id: number | null;
}

export async function readShipmentFacts(
  tx: Tx,
  orderId: number,
  courierId: number | undefined,
): Promise<ShipmentFacts> {
  const { rows } = await sql<FactsRow>`
    select nextval('shipments_id_seq')::int as id, (now() at time zone c.timezone)::date as today,
      (now() at time zone c.timezone)::date + 1 as tomorrow, o.prefix, k.id as courier_id, k.client_id
    from company c
    left join (
      select o.courier_id, n.packing_slip_prefix as prefix from orders o join clients n on n.id = o.client_id
      where o.id = ${orderId} and ${inScope(tx, 'o.client_id')}) o on true
    left join couriers k on k.is_active and k.id = coalesce(${courierId ?? null}::int, o.courier_id)`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The company has no row.');
  const { courier_id, client_id, prefix, ...facts } = row;
  return { ...facts, prefix: prefix ?? '', courier: courier_id === null ? undefined : { id: courier_id, client_id } };
}

/** Ids for the lines of a new shipment, by order line: the reservations name them before they are inserted. */
export async function takeLineIds(tx: Tx, orderId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ order_line_id: number; id: number }>`
    select l.id as order_line_id, nextval('shipment_lines_id_seq')::int as id
    from (select id from order_lines
          where order_id = ${orderId} and ${inScope(tx)} and leftover > 0 order by id) l`.execute(tx);
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
  /** Of a marketplace that planned it; empty otherwise. */
  fba_shipment_id: string;
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
export function insertShipment(tx: Tx, shipment: NewShipment): void {
  const { id, client_id: clientId, lines } = shipment;
  sql`
    with number as materialized (
      select guarded.take_picking_number(${clientId}::int) as sequence
    ), shipment as (
      insert into shipments (id, client_id, order_id, direction, ship_date, cancel_date, pt_sequence, pt_number,
        shipping_api, courier_id, payment_method, courier_account, billing_zip, billing_country_code,
        shipping_addr, billing_addr, order_type, reference, po, fba_shipment_id)
      overriding system value
      select ${id}::int, ${clientId}::int, ${shipment.order_id}, ${shipment.direction}, ${shipment.ship_date}::date,
        ${shipment.cancel_date}::date, n.sequence, ${shipment.prefix}::text || n.sequence,
        ${shipment.shipping_api}, ${shipment.courier_id}, ${shipment.payment_method}, ${shipment.courier_account},
        ${shipment.billing_zip}, ${shipment.billing_country_code},
        ${JSON.stringify(shipment.shipping_addr)}::jsonb, ${JSON.stringify(shipment.billing_addr)}::jsonb,
        ${shipment.order_type}, ${shipment.reference}, ${shipment.po}, ${shipment.fba_shipment_id}
      from number n
    ), tracked as (
      insert into tracking_entries (client_id, shipment_id, status, day)
      values (${clientId}::int, ${id}::int, 'created', ${shipment.today}::date)
    )
    insert into shipment_lines (id, client_id, shipment_id, order_line_id, inventory_id, quantity) overriding system value
    select l.id, ${clientId}::int, ${id}::int, l.order_line_id, l.inventory_id, l.quantity
    from unnest(
      ${lines.map((line) => line.id)}::int[],
      ${lines.map(({ orderLineId }) => orderLineId)}::int[],
      ${lines.map(({ inventoryId }) => inventoryId)}::int[],
      ${lines.map(({ quantity }) => quantity)}::int[]) l (id, order_line_id, inventory_id, quantity)`.queue(tx);
}

/** Locks a shipment that is not voided and reads it with its lines, in one batch. */
export async function lockShipment(tx: Tx, id: number): Promise<LockedShipment | undefined> {
  const [shipment, lines] = await Promise.all([
    sql<Omit<LockedShipment, 'lines'>>`
      select id, client_id, order_id, order_type, reference, direction, status, ship_date, packed, billed, courier_id,
        ${holderColumn} as holder
      from shipments where id = ${id} and ${inScope(tx)} and voided_at is null for no key update`.execute(tx),
    sql<LockedShipmentLine>`
      select l.id, l.order_line_id, l.quantity, l.fulfilled, l.quarantined,
        json_build_object('id', i.id, 'client_id', i.client_id, 'sku', i.sku, 'lot', i.lot, 'serial', i.serial) as item
      from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
      where l.shipment_id = ${id} and ${inScope(tx, 'l.client_id')} order by l.id`.execute(tx),
  ]);
  const [locked] = shipment.rows;
  return locked && { ...locked, lines: lines.rows };
}

type OfShipment = Pick<LockedShipment, 'id' | 'client_id'>;

/** The holder did something: the lock lasts from now on. */
export function queueLockUsed(tx: Tx, { id, client_id }: OfShipment): void {
  sql`update shipments set lock_used_at = now() where id = ${id} and client_id = ${client_id}`.queue(tx);
}

/** Somebody holds it from now on, or nobody. */
export function queueHolder(tx: Tx, { id, client_id }: OfShipment, holder: { id: number; name: string } | null): void {
  sql`
    update shipments set locked_by = ${holder?.id ?? null}::int, locked_by_name = ${holder?.name ?? ''},
      lock_used_at = ${holder ? sql`now()` : null}, locked_since = ${
        holder ? sql`case when locked_by = ${holder.id} and ${isHeld} then locked_since else now() end` : null
      }
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}

/** Columns that are changed one at a time; the type is how SQL takes their text. */
const PROPERTIES = { waybill: 'text', cost: 'numeric', carton_count: 'int', attr_1: 'text' } as const;

export async function readProperty(tx: Tx, { id, client_id }: OfShipment, column: UpdateField): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)}::text as value from shipments where id = ${id} and client_id = ${client_id}`.execute(tx);
  return rows[0]?.value ?? '';
}

export function queueProperty(tx: Tx, { id, client_id }: OfShipment, column: UpdateField, value: string): void {
  sql`
    update shipments set ${sql.ref(column)} = ${value}::${sql.raw(PROPERTIES[column])}, updated_at = now()
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}

/** A courier that a person chose is used by hand, not by a partner's interface. */
export function queueCarrier(tx: Tx, { id, client_id }: OfShipment, to: CarrierInput): void {
  const { courier_id, payment_method, account, billing_zip, billing_country_code } = to;
  sql`
    update shipments set courier_id = ${courier_id}, payment_method = ${payment_method}, courier_account = ${account},
      billing_zip = ${billing_zip}, billing_country_code = ${billing_country_code}, shipping_api = 'Manual',
      updated_at = now()
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}

export function queueIncoterm(
  tx: Tx,
  { id, client_id }: OfShipment,
  { incoterm, incoterm_place }: IncotermInput,
): void {
  sql`
    update shipments set incoterm = ${incoterm}, incoterm_place = ${incoterm_place}, updated_at = now()
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}

/** Units that are no longer to be picked need no place; the rest is chosen anew. */
export function queueLineQuantities(
  tx: Tx,
  { id, client_id }: OfShipment,
  changes: readonly { line: { id: number }; quantity: number }[],
): void {
  const ids = changes.map(({ line }) => line.id);
  const quantities = changes.map(({ quantity }) => quantity);
  sql`
    with unallocated as (
      delete from allocations where shipment_line_id = any(${ids}::int[]) and client_id = ${client_id}
    )
    update shipment_lines l set quantity = c.quantity
    from unnest(${ids}::int[], ${quantities}::int[]) c (id, quantity)
    where l.id = c.id and l.shipment_id = ${id} and l.client_id = ${client_id}`.queue(tx);
}

export function queueTracking(tx: Tx, { id, client_id }: OfShipment, status: TrackingStatus, comments = ''): void {
  sql`
    insert into tracking_entries (client_id, shipment_id, status, day, comments)
    select ${client_id}, ${id}, ${status}, (now() at time zone timezone)::date, ${comments} from company`.queue(tx);
}

/** The tracking entry that says that a shipment has reached a status. */
const REACHED: Partial<Record<ShipmentStatus, TrackingStatus>> = { Ready: 'ready', Finished: 'finished' };

/** Writes the status, with the tracking entry of it if it has one. */
export function queueStatus(tx: Tx, { id, client_id }: OfShipment, status: ShipmentStatus): void {
  const reached = REACHED[status] ?? null;
  const isFinished = status === 'Finished';
  sql`
    with tracked as (
      insert into tracking_entries (client_id, shipment_id, status, day)
      select ${client_id}, ${id}, ${reached}::text, (now() at time zone timezone)::date from company
      where ${reached}::text is not null
    )
    update shipments set status = ${status}, finished_date = case when ${isFinished} then now() end, updated_at = now(),
      locked_by = case when not ${isFinished} then locked_by end,
      lock_used_at = case when not ${isFinished} then lock_used_at end
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}

export function queueBilled(tx: Tx, { id, client_id }: OfShipment): void {
  sql`update shipments set billed = true, updated_at = now() where id = ${id} and client_id = ${client_id}`.queue(tx);
}

/** Its fulfilments must be reversed in the ledger; their rows are removed, as those of a removed fulfilment are. */
export function queueVoided(tx: Tx, { id, client_id }: OfShipment): void {
  const ofShipment = sql`shipment_id = ${id} and client_id = ${client_id}`;
  sql`
    with emptied as (update shipment_lines set fulfilled = 0, quarantined = 0 where ${ofShipment}),
    removed as (delete from fulfillments where ${ofShipment}),
    unpacked as (delete from containers where ${ofShipment}),
    unallocated as (delete from allocations where ${ofShipment})
    update shipments set voided_at = now(), updated_at = now(), status = 'In Warehouse', finished_date = null,
      packed = false, locked_by = null, lock_used_at = null
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}
