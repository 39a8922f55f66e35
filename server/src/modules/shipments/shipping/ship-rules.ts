import {
  availableUnits,
  dayAfter,
  directionOf,
  type Message,
  messageWith,
  type OrderAfter,
  type PartialShipInput,
} from '@longshore/contract';
import { invalid, refused } from '../../../platform/http/problem.ts';
import type { LockedOrder, ProcessedChange, ShipmentCounts } from '../../orders/index.ts';

/** An item of the order, read under its lock. */
export interface ItemToShip {
  id: number;
  client_id: number;
  sku: string;
  is_active: boolean;
  available: number;
}

/** A line of the new shipment. */
export interface LineToShip extends ProcessedChange {
  inventoryId: number;
}

/** What the partial shipment takes of each order line, in the order's own order. */
function wantedOf(order: LockedOrder, lines: PartialShipInput['lines']): Map<number, number> {
  const known = new Map(order.lines.map((line) => [line.id, line]));
  const wanted = new Map<number, number>();
  const tooMany: Message[] = [];
  for (const [index, { order_line_id: id, quantity }] of lines.entries()) {
    const line = known.get(id);
    if (!line) throw invalid(`lines.${index}.order_line_id`, `LineOfAnotherOrder:${index + 1}`);
    const sum = (wanted.get(id) ?? 0) + quantity;
    if (sum > line.leftover) tooMany.push(messageWith('MoreThanRemaining', index + 1));
    wanted.set(id, sum);
  }
  if (tooMany.length) throw refused(40004, tooMany);
  return wanted;
}

/**
 * The lines of a new shipment: everything that is left of the order, or the given part of it. Throws 40004 with each
 * line of which less is left, 40008 when nothing would be shipped.
 */
export function linesToShip(order: LockedOrder, part?: PartialShipInput['lines']): LineToShip[] {
  const wanted = part && wantedOf(order, part);
  const lines = order.lines
    .map(({ id, inventory_id, leftover }) => ({
      orderLineId: id,
      inventoryId: inventory_id,
      quantity: wanted ? (wanted.get(id) ?? 0) : leftover,
    }))
    .filter(({ quantity }) => quantity > 0);
  if (!lines.length) throw part ? refused(40008, 'NothingToShip') : refused(30007, 'NothingLeftToShip');
  return lines;
}

/** What is available of an order's lines; inbound, everything. Throws 40008 when nothing is. */
export function linesAvailable(order: LockedOrder, items: readonly ItemToShip[]): LineToShip[] {
  if (!isOutbound(order)) return linesToShip(order);
  const available = new Map(items.map((item) => [item.id, item.available]));
  const units = availableUnits(
    order.lines.map((line) => ({ ...line, available: available.get(line.inventory_id) ?? 0 })),
  );
  return linesToShip(
    order,
    order.lines.map(({ id }) => ({ order_line_id: id, quantity: units.get(id) ?? 0 })),
  );
}

/** Throws 20001 with the SKUs that are disabled: nobody could receive or pick them. */
export function assertActive(items: readonly ItemToShip[], lines: readonly LineToShip[]): void {
  const shipped = new Set(lines.map(({ inventoryId }) => inventoryId));
  const disabled = items.filter(({ id, is_active }) => !is_active && shipped.has(id));
  if (disabled.length)
    throw refused(
      20001,
      disabled.map(({ sku }) => sku),
    );
}

const later = (one: string, other: string) => (one > other ? one : other);

/**
 * When it is shipped and when it is cancelled if it was not: by default today and tomorrow, or the day after a later
 * ship date. Throws 422 for a cancel date before the ship date.
 */
export function datesOf(
  part: Pick<PartialShipInput, 'ship_date' | 'cancel_date'> | undefined,
  { today, tomorrow }: { today: string; tomorrow: string },
) {
  const ship_date = part?.ship_date ?? today;
  const cancel_date = part?.cancel_date ?? later(tomorrow, dayAfter(ship_date));
  if (cancel_date < ship_date) throw invalid('cancel_date', 'CancelBeforeShip');
  return { ship_date, cancel_date };
}

export const isOutbound = ({ type }: Pick<LockedOrder, 'type'>): boolean => directionOf(type) === 'outbound';

export const unitsOf = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** What is left of an order after these units were shipped. */
export const afterShipping = (
  order: LockedOrder,
  counts: ShipmentCounts,
  lines: readonly LineToShip[],
): OrderAfter => ({
  leftover: leftoverOfOrder(order) - unitsOf(lines),
  shipments: counts.shipments + 1,
  unfinished: counts.unfinished + 1,
});

export const leftoverOfOrder = ({ lines }: LockedOrder): number =>
  lines.reduce((sum, { leftover }) => sum + leftover, 0);
