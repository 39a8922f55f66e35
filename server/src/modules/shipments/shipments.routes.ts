import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import type { Tools } from '../../platform/module.ts';
import { processOrders } from './process-orders.ts';
import { shipOrder } from './ship-order.ts';
import { shipmentListSql } from './shipment-list.view.ts';
import { readShipmentRecord } from './shipment-record.view.ts';
import { readOrderShipment } from './shipments.view.ts';

const { orders, shipments } = api;

export const shipmentsRoutes = ({ registry }: Tools): Binding[] => [
  bind(orders.shipFull, (tx, { actor, params }) => shipOrder(tx, actor, params.id)),
  bind(orders.shipPartial, (tx, { actor, params, body }) => shipOrder(tx, actor, params.id, body)),
  bindStaged(orders.process, {
    each: (open, { actor, body }) => processOrders(open, actor, body.orderIDs, registry.table('constraints')),
  }),
  bind(orders.shipment, (tx, { params }) => readOrderShipment(tx, params.id, params.shipmentId)),
  bind(shipments.list, (tx, call) => serveList(tx, shipmentListSql, call)),
  bind(shipments.get, (tx, { params }) => readShipmentRecord(tx, params.id)),
];
