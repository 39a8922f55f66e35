import { module } from '../../platform/module.ts';
import { billingReportsRoutes } from './billing-reports/billing-reports.routes.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { countDaysJob } from './day-counts.jobs.ts';

export const reports = module({
  name: 'reports',
  routes: (tools) => [...dashboardRoutes(), ...billingReportsRoutes(tools)],
  jobs: () => ({ upkeep: { 'count-days': countDaysJob } }),
  schedules: [{ task: 'count-days', match: '22 * * * *' }],
});
