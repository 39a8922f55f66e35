import { api, type Order } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** Shows a changed order without a second call; refreshes lists and history. */
export function rememberOrder(order: Order): void {
  remember(api.orders.get, { params: { id: order.id } }, order);
  void refresh(api.orders.list);
  void refresh(api.records.traces);
}
