import { api, type Inventory } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** A saved item is shown at once, without a second call; lists and its history are read again. */
export function rememberInventory(inventory: Inventory): void {
  remember(api.inventories.get, { params: { id: inventory.id } }, inventory);
  refreshAround();
}

function refreshAround(): void {
  void refresh(api.inventories.list);
  void refresh(api.inventories.quickList);
  void refresh(api.records.traces);
}

/** The answer of a removal does not contain the item, so it is read again too. */
export async function refreshInventory(id: number): Promise<void> {
  refreshAround();
  await refresh(api.inventories.get, { params: { id } });
}
