import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged, bindUpdate } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import type { Tools } from '../../platform/module.ts';
import { changeQuantity } from './change-quantity.ts';
import { clientShipmentListSql } from './client-shipments.view.ts';
import { closeShort } from './close-short.ts';
import { voidFinishedShipment, voidShipment } from './closing/close-shipment.ts';
import { finishShipments } from './closing/finish-shipments.ts';
import { holdShipment, unlockShipment } from './hold-shipment.ts';
import { listCarriers, setCarrier } from './set-carrier.ts';
import { setIncoterm } from './set-incoterm.ts';
import { readShipmentDetail } from './shipment-detail.view.ts';
import { shipmentListSql } from './shipment-list.view.ts';
import { readShipmentRecord } from './shipment-record.view.ts';
import { readOrderShipment } from './shipments.view.ts';
import { processOrders } from './shipping/process-orders.ts';
import { shipOrder } from './shipping/ship-order.ts';
import { readTrackingSheet } from './tracking-sheet.ts';
import { updateShipment } from './update-shipment.ts';

const { orders, shipments } = api;

const wantsTakeOver = (body: { take_over: 0 | 1 } | undefined) => body?.take_over === 1;

export const shipmentsRoutes = ({ registry }: Tools): Binding[] => [
  bind(orders.shipFull, (tx, { actor, params }) => shipOrder(tx, actor, params.id)),
  bind(orders.shipPartial, (tx, { actor, params, body }) => shipOrder(tx, actor, params.id, body)),
  bind(orders.shipAvailable, (tx, { actor, params }) => shipOrder(tx, actor, params.id, 'available')),
  bindStaged(orders.process, {
    parts: (openPart, open, { actor, body }) => processOrders(openPart, open, actor, body),
  }),
  bind(orders.shipments, (tx, call) => serveList(tx, clientShipmentListSql, call)),
  bind(orders.shipment, (tx, { params }) => readOrderShipment(tx, params.id, params.shipmentId)),
  bind(shipments.list, (tx, call) => serveList(tx, shipmentListSql, call)),
  bind(shipments.get, (tx, { params }) => readShipmentDetail(tx, params.id)),
  bind(shipments.trackingSheet, (tx, { actor, query, readTimezone }) =>
    readTrackingSheet(tx, actor, query, () => readTimezone(tx)),
  ),
  bind(shipments.update, (tx, { actor, params, body }) => updateShipment(tx, actor, params.id, body)),
  bind(shipments.carriers, (tx, { params }) => listCarriers(tx, params.id)),
  bind(shipments.setCarrier, (tx, { actor, params, body }) => setCarrier(tx, actor, params.id, body)),
  bindUpdate(
    shipments.setIncoterm,
    (tx, { params }) => readShipmentRecord(tx, params.id),
    (tx, { actor, params, body }) => setIncoterm(tx, actor, params.id, body),
  ),
  bind(shipments.lock, (tx, { actor, params, body }) => holdShipment(tx, actor, params.id, wantsTakeOver(body))),
  bind(shipments.unlock, (tx, { actor, params }) => unlockShipment(tx, actor, params.id)),
  bind(shipments.closeShort, (tx, { actor, params }) => closeShort(tx, actor, params.id)),
  bind(shipments.changeQuantity, (tx, { actor, params, body }) =>
    changeQuantity(tx, actor, params.id, params.lineId, body),
  ),
  bind(shipments.void, (tx, { actor, params }) => voidShipment(tx, actor, params.id)),
  bind(shipments.voidFinished, (tx, { actor, params }) => voidFinishedShipment(tx, actor, params.id)),
  bindStaged(shipments.finishMany, {
    parts: (openPart, _open, call) => finishShipments(openPart, { billing: registry.list('shipmentBilling') }, call),
  }),
];
