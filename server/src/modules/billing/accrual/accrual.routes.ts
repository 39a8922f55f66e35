import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import { previewRun } from './preview-run.ts';
import { readAccrualState, readRun, readSnapshot } from './runs.view.ts';
import { startRun } from './start-run.ts';

const { billingRuns: runs, billingSnapshots: snapshots } = api;

export const accrualRoutes = (): Binding[] => [
  bind(runs.state, (tx) => readAccrualState(tx)),
  bind(runs.get, (tx, { params }) => readRun(tx, params.id)),
  bind(runs.start, (tx, { actor, body }) =>
    startRun(tx, actor.name, {
      cause: 'person',
      from: body.from,
      to: body.to,
      clientIds: body.client_ids,
      mayLower: body.may_lower === 1,
    }),
  ),
  bind(runs.preview, (tx, { body }) => previewRun(tx, body)),
  bind(snapshots.get, (tx, { params }) => readSnapshot(tx, params.id)),
];
