import { api, type StationBatchResult } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import type { StationTools } from './open-station.ts';
import { pullLabels, recordLabels } from './pull-labels.ts';
import { type Outcomes, pushShipment, pushShipments } from './push-orders.ts';
import { removeShipment } from './remove-order.ts';
import { readStation } from './station.view.ts';

const { station } = api;

const resultsOf = (outcomes: Outcomes): StationBatchResult[] =>
  [...outcomes].map(([id, problem]) => ({
    id,
    result: !problem,
    message: problem?.message ?? '',
    message_key: problem?.reason ?? '',
  }));

/** The station is called before the transaction: nothing slow happens in one. */
export const stationRoutes = (tools: StationTools): Binding[] => [
  bind(station.get, (tx, { params }) => readStation(tx, params.id)),
  bindStaged(station.push, {
    before: (open, { actor, params }) => pushShipment(tools, open, actor, params.id),
    run: (tx, { params }) => readStation(tx, params.id),
  }),
  bindStaged(station.pull, {
    before: (open, { actor, params }) => pullLabels(tools, open, actor, params.id),
    run: async (tx, { actor, params }, pulled) => {
      await recordLabels(tx, actor, pulled);
      return readStation(tx, params.id);
    },
  }),
  bindStaged(station.remove, {
    before: (open, { actor, params }) => removeShipment(tools, open, actor, params.id),
    run: (tx, { params }) => readStation(tx, params.id),
  }),
  bindStaged(station.pushMany, {
    before: async (open, { actor, body }) => resultsOf(await pushShipments(tools, open, actor, body.ids)),
    run: async (_tx, _call, results) => results,
  }),
];
