import { type Message, messageWith, type ReservationHolder } from '@longshore/contract';
import { refused } from '../../../platform/http/problem.ts';

/** The holder of a reservation: `shipment_line 12`. */
export interface Holder {
  kind: ReservationHolder;
  id: number;
}

/** Units of an item that a holder has reserved, read under the item's lock. */
export interface Held {
  id: number;
  client_id: number;
  inventory_id: number;
  holder_kind: ReservationHolder;
  holder_id: number;
  quantity: number;
}

/** Units that are taken from a reservation. */
export interface Lowered {
  held: Held;
  quantity: number;
}

/** A locked item. */
export interface ReservableItem {
  id: number;
  client_id: number;
  sku: string;
  available: number;
}

/** A quantity of an item for a holder. */
export interface ReservationLine {
  inventoryId: number;
  holder: Holder;
  quantity: number;
}

/** Every item with less available than is wanted in total, with both quantities. */
export function shortItems(items: readonly ReservableItem[], wanted: readonly ReservationLine[]): Message[] {
  const sums = new Map<number, number>();
  for (const { inventoryId, quantity } of wanted) sums.set(inventoryId, (sums.get(inventoryId) ?? 0) + quantity);
  return items.flatMap(({ id, sku, available }) => {
    const needed = sums.get(id) ?? 0;
    return needed > available ? [messageWith('ShortOfAvailable', sku, needed, available)] : [];
  });
}

/** Units of an item that its holder gives back or that leave. */
export interface HeldLine {
  item: { id: number; sku: string };
  holder: Holder;
  quantity: number;
}

const isOf = ({ inventory_id, holder_kind, holder_id }: Held, { item, holder }: HeldLine) =>
  inventory_id === item.id && holder_kind === holder.kind && holder_id === holder.id;

/**
 * What is taken from each reservation; several lines may take from one. Throws 40002 when a holder holds less, because
 * it was consumed or released before.
 */
export function loweredBy(held: readonly Held[], lines: readonly HeldLine[]): Lowered[] {
  const lowered = new Map<Held, number>();
  for (const line of lines) {
    const found = held.find((each) => isOf(each, line));
    const left = (found?.quantity ?? 0) - (found ? (lowered.get(found) ?? 0) : 0);
    if (!found || left < line.quantity)
      throw refused(40002, messageWith('NotReserved', line.item.sku, line.quantity, left));
    lowered.set(found, (lowered.get(found) ?? 0) + line.quantity);
  }
  return [...lowered].map(([reservation, quantity]) => ({ held: reservation, quantity }));
}
