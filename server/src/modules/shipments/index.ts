import { joinSubscribers } from '../../platform/events/events.ts';
import { refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { makeOrderSheet } from '../orders/index.ts';
import { mailShipmentJob, shipmentMailSubscribers } from './closing/shipment-mail.ts';
import { findScannedShipments, findShipments } from './find-shipments.view.ts';
import { receivingSheet, shippingSheet } from './fulfilment/fulfilment.import.ts';
import { fulfilmentRoutes } from './fulfilment/fulfilment.routes.ts';
import { shipmentReservations } from './fulfilment/short-lines.ts';
import { packingRoutes } from './packing/packing.routes.ts';
import { keepsPrint, papersJobs, papersRoutes, printSubscribers } from './papers/index.ts';
import { shipmentChecks } from './shipment-checks.ts';
import { shipmentOwner } from './shipment-owner.ts';
import { deliveryLate, shipmentLate, shipmentLocked } from './shipments.exceptions.ts';
import { shipmentsRoutes } from './shipments.routes.ts';
import { shipmentUses } from './shipments.uses.ts';
import { describeFinished, describeOrder, describeShipment } from './shipments.webhooks.ts';
import { shipmentsOfOrders } from './shipments-of-orders.view.ts';
import { shipNewOrder } from './shipping/ship-order.ts';

export { billShipment } from './closing/bill-shipment.ts';
export { finishShipment, voidFinishedShipment, voidShipment } from './closing/close-shipment.ts';
export type { BillAndFinish } from './closing/finish-shipments.ts';
export { allocateShipment, allocateTogether } from './fulfilment/allocate.ts';
export { readAllocations } from './fulfilment/allocation.view.ts';
export { fulfilLine, fulfilLocked, fulfilPicks, recordFulfilled } from './fulfilment/fulfil-line.ts';
export type { FulfilInput, PickInput } from './fulfilment/fulfil-rules.ts';
export { shortenLine } from './fulfilment/short-lines.ts';
export { isLate } from './late.ts';
export { holderColumn, isHeld } from './lock-columns.ts';
export { lockShipmentAndOrderFor, lockShipmentFor } from './lock-shipment.ts';
export type { LockedShipment } from './locked-shipment.ts';
export { markAtStation } from './mark-at-station.ts';
export { type MarketplaceFacts, writeMarketplaceFacts } from './marketplace-facts.ts';
export { packShipment } from './packing/pack-shipment.ts';
export {
  assertMayRepeatCartons,
  countCartonPrints,
  logosOf,
  type PrintTools,
  readPaperShipments,
  stationeryOf,
} from './papers/index.ts';
export { shipmentChecks } from './shipment-checks.ts';
export { shipmentListSql } from './shipment-list.view.ts';
export { readShipmentRecord } from './shipment-record.view.ts';
export { trackedLast } from './shipments.view.ts';
export { shipmentsOfOrders } from './shipments-of-orders.view.ts';
export { shipNewOrder, shipOrder } from './shipping/ship-order.ts';
export { type ParcelSeen, trackShipment } from './track-shipment.ts';
export { updateShipment, writeFromPartner } from './update-shipment.ts';

export const shipments = module({
  name: 'shipments',
  routes: (tools) => [
    ...shipmentsRoutes(tools),
    ...fulfilmentRoutes(),
    ...packingRoutes(tools),
    ...papersRoutes(tools),
  ],
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
  shipmentsOfOrders,
  reservationOwners: { shipment_line: shipmentReservations },
  uses: [shipmentUses],
  webhookSources: {
    // With its shipments.
    'order.created': describeOrder,
    'shipment.created': describeShipment,
    'shipment.finished': describeFinished,
  },
  checks: shipmentChecks,
  exceptions: [shipmentLate, deliveryLate, shipmentLocked],
});
