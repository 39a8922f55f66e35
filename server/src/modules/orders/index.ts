import { module } from '../../platform/module.ts';
import { orderOwner } from './order-owner.ts';
import { ordersRoutes } from './orders.routes.ts';
import { orderUses } from './orders.uses.ts';
import { countOrders, findOrders } from './orders.view.ts';

export { readOrder } from './order.view.ts';
export { type LockedLine, type LockedOrder, lockOrder, type ProcessedChange } from './orders.store.ts';
export { recordShipmentEvent, recordShipped } from './record-shipped.ts';

export const orders = module({
  name: 'orders',
  routes: ordersRoutes,
  finders: { orders: findOrders },
  owners: { Order: orderOwner },
  uses: [orderUses],
  statistics: { order_count: countOrders },
});
