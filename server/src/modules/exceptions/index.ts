import { LOOK_TASK } from '../../platform/exceptions/exception.ts';
import { module } from '../../platform/module.ts';
import { exceptionOwner } from './exception-owner.ts';
import { exceptionsRoutes } from './exceptions.routes.ts';
import { lookJob, nightlyLookJob } from './look.ts';
import { mailExceptionsJob } from './notifications/mail-exceptions.ts';

export { countExceptions } from './exceptions.view.ts';
export { lookAtKinds } from './look.ts';

export const exceptions = module({
  name: 'exceptions',
  routes: exceptionsRoutes,
  jobs: (tools) => ({
    upkeep: {
      [LOOK_TASK]: lookJob(tools.registry),
      'look-at-exceptions-nightly': nightlyLookJob(tools.registry),
      'mail-exceptions': mailExceptionsJob(tools),
    },
  }),
  schedules: [
    { task: LOOK_TASK, match: '* * * * *' },
    { task: 'look-at-exceptions-nightly', match: '57 3 * * *' },
    { task: 'mail-exceptions', match: '*/5 * * * *' },
  ],
  owners: { Exception: exceptionOwner },
});
