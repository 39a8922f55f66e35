import { refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { makeOrderSheet } from '../orders/index.ts';
import { shipNewOrder } from './ship-order.ts';
import { shipmentChecks } from './shipment-checks.ts';
import { shipmentsRoutes } from './shipments.routes.ts';
import { shipmentUses } from './shipments.uses.ts';
import { describeShipment } from './shipments.webhooks.ts';

export { finishShipment, voidShipment } from './close-shipment.ts';
export { fulfilLine } from './fulfil-line.ts';
export type { FulfilInput } from './fulfil-rules.ts';
export { shipOrder } from './ship-order.ts';
export { shipmentChecks } from './shipment-checks.ts';

export const shipments = module({
  name: 'shipments',
  routes: shipmentsRoutes,
  // Of orders: here, because AutoProcess ships them.
  sheets: [makeOrderSheet(shipNewOrder)],
  // The courier was deleted while the order was being shipped.
  constraints: { shipments_courier_id_fkey: () => refused(40003) },
  uses: [shipmentUses],
  webhookSources: { 'shipment.created': describeShipment },
  checks: shipmentChecks,
});
