import { module } from '../../platform/module.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { countDaysJob } from './day-counts.jobs.ts';
import { queueUncounted } from './day-counts.store.ts';

export const reports = module({
  name: 'reports',
  routes: dashboardRoutes,
  jobs: () => ({ upkeep: { 'count-days': countDaysJob } }),
  inTransaction: { 'shipment.voided': [async (tx, { subjectId }) => queueUncounted(tx, subjectId ?? 0)] },
  schedules: [{ task: 'count-days', match: '22 * * * *' }],
});
