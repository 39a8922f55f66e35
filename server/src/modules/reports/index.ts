import { module } from '../../platform/module.ts';
import { autoTaskJobs, autoTaskSchedules, autoTasksRoutes, taskSubscribers } from './auto-tasks/index.ts';
import { billingReportsRoutes } from './billing-reports/billing-reports.routes.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { countDaysJob } from './day-counts.jobs.ts';
import { queueUncounted } from './day-counts.store.ts';
import { findReports } from './operations/find-reports.ts';
import { operationReportsRoutes } from './operations/operation-reports.routes.ts';
import { clientStatementsRoutes } from './statements/client-statements.routes.ts';

export { drawTaskMail, readTaskReport, readWaitingRun } from './auto-tasks/index.ts';

export const reports = module({
  name: 'reports',
  routes: (tools) => [
    ...dashboardRoutes(tools),
    ...operationReportsRoutes(tools),
    ...billingReportsRoutes(tools),
    ...clientStatementsRoutes(tools),
    ...autoTasksRoutes(tools),
  ],
  finders: { reports: findReports },
  jobs: (tools) => {
    const { documents, upkeep } = autoTaskJobs(tools);
    return { documents, upkeep: { ...upkeep, 'count-days': countDaysJob } };
  },
  schedules: [{ task: 'count-days', match: '22 * * * *' }, ...autoTaskSchedules],
  subscribers: taskSubscribers,
  inTransaction: { 'shipment.voided': [async (tx, { subjectId }) => queueUncounted(tx, subjectId ?? 0)] },
});
