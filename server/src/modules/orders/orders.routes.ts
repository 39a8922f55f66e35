import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import { cancelOrder } from './cancel-order.ts';
import { cloneOrder } from './clone-order.ts';
import { drawOrderLines } from './lines-sheet.ts';
import { readOrder } from './order.view.ts';
import { orderListSql, readAvailables } from './orders.view.ts';
import { createOrder, saveOrder } from './save-order.ts';

const { orders } = api;

export const ordersRoutes = (): Binding[] => [
  bind(orders.list, (tx, call) => serveList(tx, orderListSql, call)),
  bind(orders.availables, (tx, { actor, query }) => readAvailables(tx, actor, query.client_id)),
  bind(orders.get, (tx, { params }) => readOrder(tx, params.id)),
  bind(orders.linesSheet, async (tx, { params, readTimezone }) =>
    drawOrderLines(tx, params.id, await readTimezone(tx)),
  ),
  bind(orders.create, (tx, { actor, body }) => createOrder(tx, actor, body)),
  bind(orders.update, (tx, { actor, params, body }) => saveOrder(tx, actor, params.id, body)),
  bind(orders.cancel, (tx, { actor, params }) => cancelOrder(tx, actor, params.id)),
  bind(orders.clone, (tx, { actor, params }) => cloneOrder(tx, actor, params.id)),
];
