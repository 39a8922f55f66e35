import { api, type MoveInput, mayCall } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { forbidden } from '../../platform/http/problem.ts';
import { readTimezone } from '../company/index.ts';
import { adjustStock, commonAdjustment } from './adjust-stock.ts';
import { commonMove, moveStock } from './move-stock.ts';
import { listMovements, stockAsOf, stockHistory } from './stock.view.ts';
import { updateLot } from './update-lot.ts';

const { stock } = api;

/** Carrying goods from plate to plate is one thing; what becomes available, or no longer is, is another. */
async function assertMayTurn(actor: Actor, { is_from_quarantine, is_to_quarantine }: MoveInput): Promise<void> {
  if (is_from_quarantine !== is_to_quarantine && !mayCall(actor, stock.adjust.access)) throw forbidden();
}

export const stockRoutes = (): Binding[] => [
  bindStaged(stock.move, {
    before: (_open, { actor, body }) => assertMayTurn(actor, body),
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
