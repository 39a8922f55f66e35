import { module, type Tools } from '../../../platform/module.ts';
import { companyPartnersIn } from '../../channels/index.ts';
import { readCostFirst } from './pull-labels.ts';
import { removeOrderJob, resumeStationJob, stationInTransaction, stationSubscribers } from './station.jobs.ts';
import { stationRoutes } from './station.routes.ts';

const toolsOf = (tools: Tools) => ({
  ...tools,
  companyPartners: companyPartnersIn(tools.registry),
  stationPartners: tools.registry.list('stationPartners'),
});

/** Orders at the shipping station, where people buy labels, and what they cost. */
export const station = module({
  name: 'station',
  routes: (tools) => stationRoutes(toolsOf(tools)),
  jobs: (tools) => ({
    partners: {
      'remove-station-order': removeOrderJob(toolsOf(tools)),
      'resume-station-orders': Object.assign(resumeStationJob(toolsOf(tools)), { isQuiet: true }),
    },
  }),
  schedules: [{ task: 'resume-station-orders', match: '* * * * *' }],
  // Finishes what a server that died had begun.
  startTasks: [{ task: 'resume-station-orders', payload: {} }],
  subscribers: stationSubscribers,
  inTransaction: stationInTransaction,
  beforeBilling: [(tools, open, actor, id) => readCostFirst(toolsOf(tools), open, actor, id)],
});
