import { module } from '../../platform/module.ts';
import { autoTasksRoutes } from './auto-tasks/index.ts';
import { billingReportsRoutes } from './billing-reports/billing-reports.routes.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { countDaysJob } from './day-counts.jobs.ts';
import { queueUncounted } from './day-counts.store.ts';
import { findReports } from './operations/find-reports.ts';
import { operationReportsRoutes } from './operations/operation-reports.routes.ts';
import { scheduledMailJobs, scheduledMailSchedules, scheduledMailSubscribers } from './scheduled-mails.ts';
import { clientStatementsRoutes } from './statements/client-statements.routes.ts';
import { subscriptionStopped, subscriptionsRoutes } from './subscriptions/index.ts';

export { drawTaskMail, readTaskReport, readWaitingRun } from './auto-tasks/index.ts';

export const reports = module({
  name: 'reports',
  routes: (tools) => [
    ...dashboardRoutes(tools),
    ...operationReportsRoutes(tools),
    ...billingReportsRoutes(tools),
    ...clientStatementsRoutes(tools),
    ...autoTasksRoutes(tools),
    ...subscriptionsRoutes(tools),
  ],
  finders: { reports: findReports },
  jobs: (tools) => {
    const { documents, upkeep } = scheduledMailJobs(tools);
    return { documents, upkeep: { ...upkeep, 'count-days': countDaysJob } };
  },
  schedules: [{ task: 'count-days', match: '22 * * * *' }, ...scheduledMailSchedules],
  subscribers: scheduledMailSubscribers,
  exceptions: [subscriptionStopped],
  inTransaction: { 'shipment.voided': [async (tx, { subjectId }) => queueUncounted(tx, subjectId ?? 0)] },
});
