import { api, type StockTotals } from '@longshore/contract';
import { refresh } from '../../lib/api.ts';

/** A movement changes the item's page and every list that contains the item. */
export async function refreshStock({ inventory_id: id }: Pick<StockTotals, 'inventory_id'>): Promise<void> {
  const item = { params: { id } };
  void refresh(api.stock.movements, item);
  void refresh(api.stock.reservations, item);
  void refresh(api.stock.history, item);
  void refresh(api.stock.asOf, item);
  void refresh(api.serials.onHand, item);
  void refresh(api.serials.list);
  void refresh(api.serials.get);
  void refresh(api.serials.movements);
  void refresh(api.inventories.list);
  void refresh(api.inventories.quickList);
  await refresh(api.inventories.get, item);
}
