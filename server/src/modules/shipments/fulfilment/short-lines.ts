import { RESERVING_SHIPMENTS_MAX, type Reservation, type ReservingShipment } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { type LockedOrder, lockOrder, type ShipmentCounts } from '../../orders/index.ts';
import { type LockedReservations, type ReservationOwner, releaseLocked } from '../../stock/index.ts';
import { type LineChange, writeLineChanges } from '../change-lines.ts';
import { isHeld } from '../lock-columns.ts';
import { assertNotLocked, type ShipmentOfOrder } from '../lock-shipment.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { lockShipment } from '../shipments.store.ts';
import { countShipments } from '../shipments-of-orders.view.ts';

/** Shipments that hold units of an item, the newest first. */
export async function readReservingShipments(tx: Tx, inventoryId: number, limit: number): Promise<ReservingShipment[]> {
  const { rows } = await sql<ReservingShipment>`
    select s.id as shipment_id, s.pt_number, s.order_id, s.reference, sum(r.quantity)::int as units, s.ship_date,
      case when ${isHeld} then s.locked_by_name else '' end as locked_by
    from reservations r
    join shipment_lines l on l.client_id = r.client_id and l.id = r.holder_id
    join shipments s on s.client_id = l.client_id and s.id = l.shipment_id
    where r.inventory_id = ${inventoryId} and r.holder_kind = 'shipment_line' and ${inScope(tx, 'r.client_id')}
    group by s.id order by s.created_at desc, s.id desc limit ${limit}`.execute(tx);
  return rows;
}

async function readShipmentsOf(tx: Tx, lineIds: readonly number[]) {
  const { rows } = await sql<{ line_id: number; shipment: NonNullable<Reservation['shipment']> }>`
    select l.id as line_id, json_build_object('id', s.id, 'order_id', s.order_id, 'reference', s.reference) as shipment
    from shipment_lines l join shipments s on s.client_id = l.client_id and s.id = l.shipment_id
    where l.id = any(${lineIds as number[]}::int[]) and ${inScope(tx, 'l.client_id')}`.execute(tx);
  return new Map(rows.map(({ line_id, shipment }) => [line_id, shipment]));
}

/** The newest that together hold this many units. */
function enough(reserving: readonly ReservingShipment[], units: number): ReservingShipment[] {
  let left = units;
  return reserving.filter((each) => {
    if (left <= 0) return false;
    left -= each.units;
    return true;
  });
}

const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

interface LockedHolder extends ShipmentOfOrder {
  shipment: LockedShipment;
}

/** Locks the orders, then the shipments, each in order of id. Shipments that were voided meanwhile are left out. */
async function lockAll(tx: Tx, reserving: readonly ReservingShipment[]): Promise<LockedHolder[]> {
  const orders = new Map<number, { order: LockedOrder; counts: ShipmentCounts }>();
  for (const id of ascending(reserving.map(({ order_id }) => order_id))) {
    const [order, counts] = await Promise.all([lockOrder(tx, id), countShipments(tx, id)]);
    if (order) orders.set(id, { order, counts });
  }
  const shipments = new Map<number, LockedShipment>();
  for (const id of ascending(reserving.map(({ shipment_id }) => shipment_id))) {
    const shipment = await lockShipment(tx, id);
    if (shipment) shipments.set(id, shipment);
  }
  return reserving.flatMap(({ shipment_id, order_id }) => {
    const [shipment, of] = [shipments.get(shipment_id), orders.get(order_id)];
    return shipment && of ? [{ shipment, ...of }] : [];
  });
}

/** What a shipment gives up of an item: unfulfilled units of its lines, the last line first. */
function shortened({ lines }: LockedShipment, inventoryId: number, units: number): LineChange[] {
  let left = units;
  return [...lines].reverse().flatMap((line) => {
    const given = line.item.id === inventoryId ? Math.min(left, line.quantity - line.fulfilled) : 0;
    left -= given;
    return given > 0 ? [{ line, quantity: line.quantity - given }] : [];
  });
}

const unitsGiven = (changes: readonly LineChange[]) =>
  changes.reduce((sum, { line, quantity }) => sum + line.quantity - quantity, 0);

/** What they give up is left to ship of their orders again; a shipment that is left without units is voided. */
async function giveUpUnits(tx: Tx, actor: Actor, locked: readonly LockedHolder[], inventoryId: number, units: number) {
  let left = units;
  for (const each of locked) {
    const changes = shortened(each.shipment, inventoryId, left);
    if (!changes[0]) continue;
    await releaseLocked(
      tx,
      changes[0].line.item,
      changes.map(({ line, quantity }) => ({
        holder: { kind: 'shipment_line' as const, id: line.id },
        quantity: line.quantity - quantity,
      })),
    );
    await writeLineChanges(tx, actor, each, changes, { subject: 'Lines shortened' });
    left -= unitsGiven(changes);
    if (left === 0) break;
  }
  return units - left;
}

/** Units of a locked shipment's line that are not there: their reservation is released. The caller has locked the item. */
export async function shortenLine(
  tx: Tx,
  actor: Actor,
  locked: ShipmentOfOrder,
  line: LockedShipment['lines'][number],
  units: number,
): Promise<void> {
  await releaseLocked(tx, line.item, [{ holder: { kind: 'shipment_line', id: line.id }, quantity: units }]);
  await writeLineChanges(tx, actor, locked, [{ line, quantity: line.quantity - units }], {
    subject: 'Lines shortened',
  });
}

/** *Short these lines*: the goods of a reservation are gone, so lines of the shipments that hold it are lowered. */
export const shipmentReservations: ReservationOwner = {
  list: (tx, inventoryId) => readReservingShipments(tx, inventoryId, RESERVING_SHIPMENTS_MAX),
  shipmentsOf: readShipmentsOf,
  async lock(tx, actor, inventoryId, units): Promise<LockedReservations> {
    // Each holds at least one unit, so that no more than this many are needed.
    const locked = await lockAll(tx, enough(await readReservingShipments(tx, inventoryId, units), units));
    for (const { shipment } of locked) assertNotLocked(shipment, actor);
    return { releaseUnits: (missing) => giveUpUnits(tx, actor, locked, inventoryId, missing) };
  },
};
