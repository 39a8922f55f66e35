import { LOOK_TASK } from '../../platform/exceptions/exception.ts';
import { module } from '../../platform/module.ts';
import { exceptionOwner } from './exception-owner.ts';
import { exceptionsRoutes } from './exceptions.routes.ts';
import { lookJob, nightlyLookJob } from './look.ts';

export { countExceptions } from './exceptions.view.ts';
export { lookAtKinds } from './look.ts';

export const exceptions = module({
  name: 'exceptions',
  routes: exceptionsRoutes,
  jobs: ({ registry }) => ({
    upkeep: { [LOOK_TASK]: lookJob(registry), 'look-at-exceptions-nightly': nightlyLookJob(registry) },
  }),
  schedules: [
    { task: LOOK_TASK, match: '* * * * *' },
    { task: 'look-at-exceptions-nightly', match: '57 3 * * *' },
  ],
  owners: { Exception: exceptionOwner },
});
