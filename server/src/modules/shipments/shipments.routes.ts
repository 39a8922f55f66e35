import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import type { Tools } from '../../platform/module.ts';
import { processOrders } from './process-orders.ts';
import { shipOrder } from './ship-order.ts';
import { readOrderShipment } from './shipments.view.ts';

const { orders } = api;

export const shipmentsRoutes = ({ registry }: Tools): Binding[] => [
  bind(orders.shipFull, (tx, { actor, params }) => shipOrder(tx, actor, params.id)),
  bind(orders.shipPartial, (tx, { actor, params, body }) => shipOrder(tx, actor, params.id, body)),
  bindStaged(orders.process, {
    parts: (openPart, open, { actor, body }) =>
      processOrders(openPart, open, actor, body.orderIDs, registry.table('constraints')),
  }),
  bind(orders.shipment, (tx, { params }) => readOrderShipment(tx, params.id, params.shipmentId)),
];
