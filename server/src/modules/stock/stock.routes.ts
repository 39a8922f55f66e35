import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { readTimezone } from '../company/index.ts';
import { adjustStock, commonAdjustment } from './adjust-stock.ts';
import { commonMove, moveStock } from './move-stock.ts';
import { listMovements, stockAsOf, stockHistory } from './stock.view.ts';
import { updateLot } from './update-lot.ts';

const { stock } = api;

export const stockRoutes = (): Binding[] => [
  bindStaged(stock.move, {
    brief: ({ actor, body }) => commonMove(actor, body),
    run: (tx, { actor, body }) => moveStock(tx, actor, body),
  }),
  bindStaged(stock.adjust, {
    brief: ({ actor, body }) => commonAdjustment(actor, body),
    run: (tx, { actor, body }) => adjustStock(tx, actor, body),
  }),
  bind(stock.updateLot, (tx, { actor, body }) => updateLot(tx, actor, body)),
  bind(stock.movements, (tx, { params, query }) => listMovements(tx, params.id, query.before)),
  bind(stock.history, async (tx, { params, query }) => stockHistory(tx, params.id, query.days, await readTimezone(tx))),
  bind(stock.asOf, (tx, { params, query }) => stockAsOf(tx, params.id, query.at)),
];
