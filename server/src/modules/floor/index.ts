import { api } from '@longshore/contract';
import { staffScope } from '../../platform/database/tx.ts';
import { bind } from '../../platform/http/bind.ts';
import { invalid } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { facesRoutes } from './faces/faces.routes.ts';
import { readPutAway } from './put-away.view.ts';
import { renewals } from './tasks/renewals.ts';
import { taskSources } from './tasks/task-sources.ts';
import { tasksRoutes } from './tasks/tasks.routes.ts';
import { forgetDone } from './tasks/tasks.view.ts';

/** What people on the floor do next. */
export const floor = module({
  name: 'floor',
  routes: ({ registry }) => [
    bind(api.floor.putAway, (tx, { query }) => readPutAway(tx, query.license)),
    ...tasksRoutes(registry),
    ...facesRoutes,
  ],
  taskSources,
  inTransaction: renewals,
  constraints: { faces_key: () => invalid('inventory_id', 'FaceIsTaken') },
  jobs: ({ registry }) => ({
    upkeep: {
      'forget-done-tasks': async ({ open }) => {
        await open(staffScope, (tx) => forgetDone(tx, registry.list('taskSources')));
      },
    },
  }),
  schedules: [{ task: 'forget-done-tasks', match: '17 * * * *' }],
});
