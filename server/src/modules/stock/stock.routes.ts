import { api, type MoveInput, mayCall } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { forbidden } from '../../platform/http/problem.ts';
import { readTimezone } from '../company/index.ts';
import { adjustStock } from './adjust-stock.ts';
import { changesQuarantine } from './move-rules.ts';
import { moveStock } from './move-stock.ts';
import type { ReservationOwner } from './reservations/reservation-owner.ts';
import { listReservations } from './reservations/reservations.view.ts';
import { listMovements, stockAsOf, stockHistory } from './stock.view.ts';
import { updateLot } from './update-lot.ts';

const { stock } = api;

/** Moving between plates and changing what is available are separate permissions. */
async function assertMayChangeQuarantine(actor: Actor, input: MoveInput): Promise<void> {
  if (changesQuarantine(input) && !mayCall(actor, stock.adjust.access)) throw forbidden();
}

export const stockRoutes = (owner: ReservationOwner | undefined): Binding[] => [
  bindStaged(stock.move, {
    before: (_open, { actor, body }) => assertMayChangeQuarantine(actor, body),
    run: (tx, { actor, body }) => moveStock(tx, actor, body, owner),
  }),
  bind(stock.adjust, (tx, { actor, body }) => adjustStock(tx, actor, body, owner)),
  bind(stock.updateLot, (tx, { actor, body }) => updateLot(tx, actor, body)),
  bind(stock.movements, (tx, { params, query }) => listMovements(tx, params.id, query.before)),
  bind(stock.reservations, (tx, { params }) => listReservations(tx, params.id, owner)),
  bind(stock.history, async (tx, { params, query }) => stockHistory(tx, params.id, query.days, await readTimezone(tx))),
  bind(stock.asOf, (tx, { params, query }) => stockAsOf(tx, params.id, query.at)),
];
