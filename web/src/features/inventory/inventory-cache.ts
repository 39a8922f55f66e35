import { api, type Inventory } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** A saved item is shown at once, without a second call; lists and its history are asked again. */
export function rememberInventory(inventory: Inventory): void {
  remember(api.inventories.get, { params: { id: inventory.id } }, inventory);
  void refresh(api.inventories.list);
  void refresh(api.inventories.quickList);
  void refresh(api.records.traces);
}
