import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { readTimezone } from '../company/index.ts';
import { adjustStock } from './adjust-stock.ts';
import { moveStock } from './move-stock.ts';
import { listMovements, stockAsOf, stockHistory } from './stock.view.ts';
import { updateLot } from './update-lot.ts';

const { stock } = api;

export const stockRoutes = (): Binding[] => [
  bind(stock.move, (tx, { actor, body }) => moveStock(tx, actor, body)),
  bind(stock.adjust, (tx, { actor, body }) => adjustStock(tx, actor, body)),
  bind(stock.updateLot, (tx, { actor, body }) => updateLot(tx, actor, body)),
  bind(stock.movements, (tx, { params, query }) => listMovements(tx, params.id, query.before)),
  bind(stock.history, async (tx, { params, query }) => stockHistory(tx, params.id, query.days, await readTimezone(tx))),
  bind(stock.asOf, (tx, { params, query }) => stockAsOf(tx, params.id, query.at)),
];
