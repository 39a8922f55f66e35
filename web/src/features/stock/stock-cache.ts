import { api, type Inventory } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** What a movement answers is the item as it is now: shown at once; its story, its curve and the lists are asked again. */
export function rememberStock(inventory: Inventory): void {
  const item = { params: { id: inventory.id } };
  remember(api.inventories.get, item, inventory);
  void refresh(api.stock.movements, item);
  void refresh(api.stock.history, item);
  void refresh(api.stock.asOf, item);
  void refresh(api.serials.onHand, item);
  void refresh(api.serials.list);
  void refresh(api.serials.get);
  void refresh(api.serials.movements);
  void refresh(api.inventories.list);
  void refresh(api.inventories.quickList);
}
