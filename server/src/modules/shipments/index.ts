import { joinSubscribers } from '../../platform/events/events.ts';
import { refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { makeOrderSheet } from '../orders/index.ts';
import { findScannedShipments, findShipments } from './find-shipments.ts';
import { receivingSheet, shippingSheet } from './fulfilment.import.ts';
import { fulfilmentRoutes } from './fulfilment.routes.ts';
import { packingRoutes } from './packing.routes.ts';
import { keepsPrint, papersJobs, papersRoutes, printSubscribers } from './papers/index.ts';
import { shipNewOrder } from './ship-order.ts';
import { shipmentChecks } from './shipment-checks.ts';
import { mailShipmentJob, shipmentMailSubscribers } from './shipment-mail.ts';
import { shipmentOwner } from './shipment-owner.ts';
import { shipmentsRoutes } from './shipments.routes.ts';
import { shipmentUses } from './shipments.uses.ts';
import { describeFinished, describeShipment } from './shipments.webhooks.ts';
import { shipmentPromises } from './short-lines.ts';

export { allocateShipment } from './allocate.ts';
export { readAllocations } from './allocation.view.ts';
export { billShipment } from './bill-shipment.ts';
export { finishShipment, voidFinishedShipment, voidShipment } from './close-shipment.ts';
export type { BillAndFinish } from './finish-shipments.ts';
export { fulfilLine } from './fulfil-line.ts';
export type { FulfilInput } from './fulfil-rules.ts';
export { packShipment } from './pack-shipment.ts';
export { type LoadLogos, logoLoader } from './papers/logos.ts';
export { shipOrder } from './ship-order.ts';
export { shipmentChecks } from './shipment-checks.ts';
export { readShipmentRecord } from './shipment-record.view.ts';
export type { LockedShipment } from './shipments.store.ts';

export const shipments = module({
  name: 'shipments',
  routes: (tools) => [...shipmentsRoutes(tools), ...fulfilmentRoutes(), ...packingRoutes(), ...papersRoutes(tools)],
  jobs: (tools) => ({ ...papersJobs(tools), mail: { 'mail-shipment': mailShipmentJob(tools.queueMail) } }),
  schedules: [{ task: 'tidy-prints', match: '47 * * * *' }],
  subscribers: joinSubscribers(printSubscribers, shipmentMailSubscribers),
  fileKeepers: [keepsPrint],
  // Of orders: here, because AutoProcess ships them.
  sheets: [makeOrderSheet(shipNewOrder), receivingSheet, shippingSheet],
  // The courier was deleted while the order was being shipped.
  constraints: { shipments_courier_id_fkey: () => refused(40003) },
  finders: { shipments: findShipments },
  scanFinders: { shipments: findScannedShipments },
  owners: { Shipment: shipmentOwner },
  promises: { shipment_line: shipmentPromises },
  uses: [shipmentUses],
  webhookSources: { 'shipment.created': describeShipment, 'shipment.finished': describeFinished },
  checks: shipmentChecks,
});
