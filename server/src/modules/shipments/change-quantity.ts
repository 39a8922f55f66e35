import { type LineQuantityInput, messageWith, type Shipment } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import { release, reserve } from '../stock/index.ts';
import { writeLineChanges } from './change-lines.ts';
import { lockShipmentAndOrderFor, type ShipmentOfOrder } from './lock-shipment.ts';
import type { LockedShipmentLine } from './locked-shipment.ts';
import { readShipmentRecord } from './shipment-record.view.ts';

/** The line to change; throws the reason when it cannot have this quantity. */
function lineToChange({ order, shipment }: ShipmentOfOrder, lineId: number, input: LineQuantityInput) {
  const line = shipment.lines.find(({ id }) => id === lineId);
  if (!line) throw refused(40005, 'LineOfAnotherShipment');
  const ordered = order.lines.find(({ id }) => id === line.order_line_id);
  if (!ordered) throw new Error(`Order ${order.id} has no line ${line.order_line_id}.`);
  const { quantity, shouldUpdateOrderLine } = input;
  if (quantity < line.fulfilled) throw invalid('quantity', `QuantityBelowFulfilled:${line.fulfilled}`);
  if (shouldUpdateOrderLine) {
    // A kit is ordered as a whole: its components keep their ratio.
    if (ordered.kit_id !== null) throw invalid('shouldUpdateOrderLine', `KitLineKeepsItsOrder:${ordered.kit_sku}`);
  } else if (quantity - line.quantity > ordered.leftover)
    throw refused(40004, messageWith('MoreThanLeftover', ordered.sku, line.quantity + ordered.leftover));
  if (shipment.lines.every((each) => (each.id === lineId ? quantity : each.quantity) === 0))
    throw refused(40008, 'AllLinesWouldBeZero');
  return line;
}

/** What an outbound line gains is reserved, what it loses released. */
async function reserveDifference(tx: Tx, clientId: number, line: LockedShipmentLine, difference: number) {
  const holder = { kind: 'shipment_line' as const, id: line.id };
  const reserved = { inventoryId: line.item.id, holder, quantity: Math.abs(difference) };
  if (difference > 0) await reserve(tx, clientId, [reserved]);
  else await release(tx, clientId, [reserved]);
}

/**
 * Changes the quantity of a line: the difference comes from or goes back to what is left of the order, or the order's
 * line changes with it. Raising an outbound line needs units that are available.
 */
export async function changeQuantity(
  tx: Tx,
  actor: Actor,
  id: number,
  lineId: number,
  input: LineQuantityInput,
): Promise<Shipment> {
  const locked = await lockShipmentAndOrderFor(tx, actor, id, 'change quantity');
  const { shipment } = locked;
  const line = lineToChange(locked, lineId, input);
  const difference = input.quantity - line.quantity;
  if (difference !== 0) {
    if (shipment.direction === 'outbound') await reserveDifference(tx, shipment.client_id, line, difference);
    await writeLineChanges(tx, actor, locked, [{ line, quantity: input.quantity }], {
      subject: 'Quantity changed',
      withOrderLines: input.shouldUpdateOrderLine === 1,
    });
  }
  return readShipmentRecord(tx, id);
}
