import { invalid } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import type { DescribeRecord } from '../clients/index.ts';
import { mailOrderJob, orderMailSubscribers, readOrderIfThere } from './order-mail.ts';
import { orderOwner } from './order-owner.ts';
import { ordersRoutes } from './orders.routes.ts';
import { orderUses } from './orders.uses.ts';
import { countOrders, findOrders, findScannedOrders } from './orders.view.ts';

export { cancelOrder } from './cancel-order.ts';
export type { ProcessOrder } from './import-order.ts';
export { readOrder } from './order.view.ts';
export { addressText } from './order-history.ts';
export { makeOrderSheet } from './orders.import.ts';
export {
  assertAllowed,
  countShipments,
  countShipmentsBeside,
  type LockedLine,
  type LockedOrder,
  lockOrder,
  lockOrderOfShipment,
  type ProcessedChange,
  type ShipmentCounts,
} from './orders.store.ts';
export { changeOrderedUnits, recordShipmentEvent, recordShipped, traceShipment } from './record-shipped.ts';
export { createOrder } from './save-order.ts';

/** A webhook receives the order as it is when the call is prepared. */
const describeOrder: DescribeRecord = async (tx, { subject_id }) => {
  const order = await readOrderIfThere(tx, subject_id ?? 0);
  if (!order) return undefined;
  // The server reads it as staff, who see internal comments.
  const { comments: _, ...payload } = order;
  return { subject: order.reference, payload };
};

export const orders = module({
  name: 'orders',
  routes: ordersRoutes,
  jobs: ({ queueMail }) => ({ mail: { 'mail-order': mailOrderJob(queueMail) } }),
  subscribers: orderMailSubscribers,
  webhookSources: { 'order.created': describeOrder },
  // The same file was uploaded again.
  constraints: { orders_import_key: () => invalid('reference', 'AlreadyImported') },
  finders: { orders: findOrders },
  scanFinders: { orders: findScannedOrders },
  owners: { Order: orderOwner },
  uses: [orderUses],
  statistics: { order_count: countOrders },
});
