import { invalid } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { mailOrderJob, orderMailSubscribers } from './order-mail.ts';
import { orderOwner } from './order-owner.ts';
import { backOrderFillable, orderShort } from './orders.exceptions.ts';
import { ordersRoutes } from './orders.routes.ts';
import { orderUses } from './orders.uses.ts';
import { countOrders, findOrders, findScannedOrders } from './orders.view.ts';
import { shipmentsIn } from './shipments-of-orders.ts';

export { cancelOrder } from './cancel-order.ts';
export { type LockedOrder, lockOrder, type ProcessedChange } from './lock-order.ts';
export { readOrder, readOrderIfThere } from './order.view.ts';
export { addressText } from './order-history.ts';
export { assertAllowed } from './order-rules.ts';
export { makeOrderSheet } from './orders.import.ts';
export { orderListSql } from './orders.view.ts';
export { completeOrder, type OrderToPlace, type ProcessOrder } from './place-order.ts';
export { changeOrderedUnits, recordShipmentEvent, recordShipped, traceShipment } from './record-shipped.ts';
export { createOrder, placeAndProcess, saveOrder } from './save-order.ts';
export type { ShipmentCounts, ShipmentsOfOrders } from './shipments-of-orders.ts';

export const orders = module({
  name: 'orders',
  routes: ({ registry }) => ordersRoutes(shipmentsIn(registry)),
  jobs: ({ queueMail, registry }) => ({ mail: { 'mail-order': mailOrderJob(queueMail, shipmentsIn(registry)) } }),
  subscribers: orderMailSubscribers,
  // The same file was uploaded again.
  constraints: { orders_import_key: () => invalid('reference', 'AlreadyImported') },
  finders: { orders: findOrders },
  scanFinders: { orders: findScannedOrders },
  owners: { Order: orderOwner },
  uses: [orderUses],
  statistics: { order_count: countOrders },
  exceptions: [orderShort, backOrderFillable],
});
