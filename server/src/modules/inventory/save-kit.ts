import type { Inventory } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound, refused } from '../../platform/http/problem.ts';
import {
  dropComponent,
  dropComponents,
  inventoryOf,
  readComponent,
  touchInventory,
  writeComponent,
} from './inventories.store.ts';
import { readInventory } from './inventories.view.ts';
import { kitHoldsItems, lockItemOrThrow, recordChange } from './save-inventory.ts';

export async function saveComponent(
  tx: Tx,
  actor: Actor,
  kitId: number,
  itemId: number,
  quantity: number,
): Promise<Inventory> {
  const kit = await lockItemOrThrow(tx, kitId);
  if (kit.type !== 'Kit') throw kitHoldsItems();
  const item = await inventoryOf(tx, kit.client_id, itemId);
  if (!item) throw refused(30002);
  if (item.type !== 'Item') throw kitHoldsItems();
  const before = await readComponent(tx, kitId, itemId);
  if (before?.quantity !== quantity) {
    await writeComponent(tx, kit.client_id, kitId, itemId, quantity);
    await touchInventory(tx, kitId);
    await recordChange(tx, actor, kit, before ? 'Component updated' : 'Component added', [
      { field: 'component', newValue: item.sku },
      { field: 'item_qty', newValue: String(quantity) },
    ]);
  }
  return readInventory(tx, kitId);
}

export async function removeComponent(tx: Tx, actor: Actor, kitId: number, itemId: number): Promise<true> {
  const kit = await lockItemOrThrow(tx, kitId);
  const sku = await dropComponent(tx, kitId, itemId);
  if (!sku) throw notFound();
  await touchInventory(tx, kitId);
  await recordChange(tx, actor, kit, 'Component removed', [{ field: 'component', newValue: sku }]);
  return true;
}

export interface Part {
  itemId: number;
  sku: string;
  quantity: number;
}

/** Replaces all components of a kit, as a sheet gives them. The kit must be locked, or new in this transaction. */
export async function replaceComponents(
  tx: Tx,
  actor: Actor,
  kit: { id: number; client_id: number },
  parts: Part[],
): Promise<void> {
  const { id: kitId } = kit;
  const { kits } = await readInventory(tx, kitId);
  const tell = (list: { sku: string; quantity: number }[]) =>
    list
      .map((part) => `${part.sku}*${part.quantity}`)
      .sort()
      .join(', ');
  const now = tell(parts);
  if (now === tell(kits.map(({ sku, pivot }) => ({ sku, quantity: pivot.item_qty })))) return;
  await dropComponents(tx, kitId);
  for (const part of parts) await writeComponent(tx, kit.client_id, kitId, part.itemId, part.quantity);
  await touchInventory(tx, kitId);
  await recordChange(tx, actor, kit, 'Components imported', [{ field: 'component', newValue: now }]);
}
