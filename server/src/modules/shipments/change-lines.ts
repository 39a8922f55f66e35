import { nextShipmentState, type ShipmentStatus } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent, recordEvent } from '../../platform/events/events.ts';
import { changeOrderedUnits, recordShipmentEvent } from '../orders/index.ts';
import { queueTrace } from '../records/index.ts';
import type { ShipmentOfOrder } from './lock-shipment.ts';
import type { LockedShipmentLine } from './locked-shipment.ts';
import { queueUnpacked } from './packing/pack-shipment.ts';
import { queueLineQuantities, queueStatus, queueTracking, queueVoided } from './shipments.store.ts';
import { leftoverOfOrder } from './shipping/ship-rules.ts';

/** A line with its new quantity. */
export interface LineChange {
  line: LockedShipmentLine;
  quantity: number;
}

interface LineChangeOptions {
  subject: 'Quantity changed' | 'Lines shortened';
  /** The order's lines change by as much, so that what is left to ship stays. */
  withOrderLines?: boolean;
}

const unitsAfter = (lines: readonly LockedShipmentLine[], changes: readonly LineChange[]) =>
  lines.reduce((sum, line) => sum + (changes.find((each) => each.line.id === line.id)?.quantity ?? line.quantity), 0);

/** The order in memory as the statements leave it: more than one shipment of it may change in a transaction. */
function applyToOrder({ order, counts }: ShipmentOfOrder, changes: readonly LineChange[], isVoided: boolean): void {
  for (const { line, quantity } of changes) {
    const ordered = order.lines.find(({ id }) => id === line.order_line_id);
    if (!ordered) throw new Error(`Order ${order.id} has no line ${line.order_line_id}.`);
    ordered.processed_qty += quantity - line.quantity;
    ordered.leftover -= quantity - line.quantity;
  }
  if (!isVoided) return;
  counts.shipments--;
  counts.unfinished--;
}

/**
 * Writes new quantities of a locked shipment's lines, with the shipment's and the order's state after it. Reservations
 * are the caller's. Cartons hold other quantities then, so that it is no longer packed. A shipment without units is
 * voided, which only shortening may leave.
 */
export async function writeLineChanges(
  tx: Tx,
  actor: Actor,
  locked: ShipmentOfOrder,
  changes: readonly LineChange[],
  { subject, withOrderLines = false }: LineChangeOptions,
): Promise<void> {
  const { order, shipment, counts } = locked;
  const { id, client_id: clientId } = shipment;
  const fulfilled = shipment.lines.reduce((sum, line) => sum + line.fulfilled, 0);
  const units = unitsAfter(shipment.lines, changes);
  const isVoided = units === 0;
  const differences = changes.map(({ line, quantity }) => ({
    orderLineId: line.order_line_id,
    quantity: quantity - line.quantity,
  }));
  queueLineQuantities(tx, shipment, changes);
  if (!isVoided) queueUnpacked(tx, actor, shipment);
  if (withOrderLines) changeOrderedUnits(tx, actor, order, differences);
  else applyToOrder(locked, changes, isVoided);
  const state = recordShipmentEvent(
    tx,
    order,
    isVoided ? 'shipment voided' : 'shipment changed',
    withOrderLines ? [] : differences,
    { ...counts, leftover: leftoverOfOrder(order) },
  );
  [order.status, order.has_bo] = [state.status, state.hasBackOrder];
  queueTrace(tx, actor, {
    type: 'Shipment',
    id,
    clientId,
    subject,
    changes: changes.flatMap(({ line, quantity }) => [
      { field: 'line' as const, newValue: line.item.sku },
      { field: 'line.quantity' as const, newValue: String(quantity) },
    ]),
  });
  queueEvent(tx, { kind: 'order.saved', clientId, subjectId: order.id });
  const payload = { order_id: order.id };
  if (isVoided) {
    queueVoided(tx, shipment);
    queueTracking(tx, shipment, 'voided');
    await recordEvent(tx, {
      kind: 'shipment.voided',
      clientId,
      subjectId: id,
      payload: { ...payload, finished: false },
    });
    return;
  }
  const next = nextShipmentState(shipment.status, 'change quantity', { units, fulfilled }) as ShipmentStatus;
  if (next !== shipment.status) {
    queueStatus(tx, shipment, next);
  }
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: id, payload });
}
