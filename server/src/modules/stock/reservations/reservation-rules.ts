import { type Message, messageWith } from '@longshore/contract';
import { refused } from '../../../platform/http/problem.ts';
import type { Held, Holder, ReservableItem } from './reservations.store.ts';

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

/** The holder's reservation of an item; throws 40002 when it holds less, because it was consumed or released. */
export function assertHeld(
  { id, sku }: { id: number; sku: string },
  held: readonly Held[],
  holder: Holder,
  quantity: number,
): Held {
  const found = held.find(
    ({ inventory_id, holder_kind, holder_id }) =>
      inventory_id === id && holder_kind === holder.kind && holder_id === holder.id,
  );
  if (!found || found.quantity < quantity)
    throw refused(40002, messageWith('NotReserved', sku, quantity, found?.quantity ?? 0));
  return found;
}
