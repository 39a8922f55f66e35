import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import { cancelOrder } from './cancel-order.ts';
import { cloneOrder } from './clone-order.ts';
import { drawOrderLines } from './lines-sheet.ts';
import { readOrder } from './order.view.ts';
import { orderListSql, readAvailables } from './orders.view.ts';
import { createOrder, saveOrder } from './save-order.ts';
import type { ShipmentsOfOrders } from './shipments-of-orders.ts';

const { orders } = api;

export function ordersRoutes(shipments: ShipmentsOfOrders): Binding[] {
  const orderList = orderListSql(shipments);
  return [
    bind(orders.list, (tx, call) => serveList(tx, orderList, call)),
    bind(orders.availables, (tx, { actor, query }) => readAvailables(tx, actor, query.client_id)),
    bind(orders.get, (tx, { params }) => readOrder(tx, params.id, shipments)),
    bind(orders.linesSheet, async (tx, { params, readTimezone }) =>
      drawOrderLines(tx, params.id, await readTimezone(tx), shipments),
    ),
    bind(orders.create, (tx, { actor, body }) => createOrder(tx, actor, body, shipments)),
    bind(orders.update, (tx, { actor, params, body }) => saveOrder(tx, actor, params.id, body, shipments)),
    bind(orders.cancel, (tx, { actor, params }) => cancelOrder(tx, actor, params.id, shipments)),
    bind(orders.clone, (tx, { actor, params }) => cloneOrder(tx, actor, params.id, shipments)),
  ];
}
