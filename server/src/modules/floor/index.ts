import { api } from '@longshore/contract';
import { staffScope } from '../../platform/database/tx.ts';
import { joinSubscribers } from '../../platform/events/events.ts';
import type { InTransactionSubscribers } from '../../platform/events/in-transaction.ts';
import { bind } from '../../platform/http/bind.ts';
import { invalid } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { facesRoutes } from './faces/faces.routes.ts';
import { readPutAway } from './put-away.view.ts';
import { renewals } from './tasks/renewals.ts';
import { taskSources } from './tasks/task-sources.ts';
import { tasksRoutes } from './tasks/tasks.routes.ts';
import { forgetDone } from './tasks/tasks.view.ts';
import { cartResource, toteResource } from './waves/carts.ts';
import { wavesInTransaction } from './waves/settle-wave.ts';
import { waveChecks } from './waves/wave-checks.ts';
import { wavesRoutes } from './waves/waves.routes.ts';

export { pickLine } from './waves/pick-line.ts';
export { startWave } from './waves/start-wave.ts';
export { waveChecks } from './waves/wave-checks.ts';

/** What people on the floor do next. */
export const floor = module({
  name: 'floor',
  routes: (tools) => [
    bind(api.floor.putAway, (tx, { query }) => readPutAway(tx, query.license)),
    ...tasksRoutes(tools.registry),
    ...facesRoutes,
    ...wavesRoutes(tools),
  ],
  taskSources,
  inTransaction: joinSubscribers<InTransactionSubscribers>(renewals, wavesInTransaction),
  checks: waveChecks,
  constraints: {
    faces_key: () => invalid('inventory_id', 'FaceIsTaken'),
    carts_cart_key: () => invalid('cart', 'CartIsTaken'),
    totes_tote_key: () => invalid('tote', 'ToteIsTaken'),
    waves_cart_id_fkey: () => invalid('id', 'CartIsUsed'),
    wave_shipments_tote_id_fkey: () => invalid('id', 'ToteIsUsed'),
    wave_full_totes_tote_id_fkey: () => invalid('id', 'ToteIsUsed'),
  },
  scanFinders: {
    carts: async (tx, actor, { plain }) => (plain ? cartResource.findNamed(tx, actor, plain) : []),
    totes: async (tx, actor, { own, plain }) =>
      toteResource.findNamed(tx, actor, own?.kind === 'tote' ? own.id : plain),
  },
  jobs: ({ registry }) => ({
    upkeep: {
      'forget-done-tasks': async ({ open }) => {
        await open(staffScope, (tx) => forgetDone(tx, registry.list('taskSources')));
      },
    },
  }),
  schedules: [{ task: 'forget-done-tasks', match: '17 * * * *' }],
});
