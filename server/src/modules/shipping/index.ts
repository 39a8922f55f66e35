import { joinSubscribers, type Subscribers } from '../../platform/events/events.ts';
import type { Tools } from '../../platform/module.ts';
import { module } from '../../platform/module.ts';
import { companyPartnersIn } from '../channels/index.ts';
import { freightRejected } from './freight/freight.exceptions.ts';
import { freightSubscribers, readBookingJob, resumeFreightJob, serveAccountHooks } from './freight/freight.jobs.ts';
import { freightRoutes } from './freight/freight.routes.ts';
import { readCostFirst } from './station/pull-labels.ts';
import { removeOrderJob, resumeStationJob, stationInTransaction, stationSubscribers } from './station/station.jobs.ts';
import { stationRoutes } from './station/station.routes.ts';

export type * from './freight-partner.ts';
export type * from './inbound-partner.ts';
export { BOX_CONTENTS } from './inbound-partner.ts';
export type * from './label-partner.ts';
export { LABEL_FORMATS } from './label-partner.ts';
export type * from './station-partner.ts';

const toolsOf = (tools: Tools) => ({
  ...tools,
  companyPartners: companyPartnersIn(tools.registry),
  stationPartners: tools.registry.list('stationPartners'),
  freightPartners: tools.registry.list('freightPartners'),
});

/** Labels, the shipping station, inbound shipments of marketplaces, and freight. */
export const shipping = module({
  name: 'shipping',
  routes: (tools) => [...stationRoutes(toolsOf(tools)), ...freightRoutes(toolsOf(tools))],
  serves: (http, tools) => serveAccountHooks(http, toolsOf(tools)),
  jobs: (tools) => ({
    partners: {
      'remove-station-order': removeOrderJob(toolsOf(tools)),
      'resume-station-orders': Object.assign(resumeStationJob(toolsOf(tools)), { isQuiet: true }),
      'read-freight-booking': readBookingJob(toolsOf(tools)),
      'resume-freight': Object.assign(resumeFreightJob(toolsOf(tools)), { isQuiet: true }),
    },
  }),
  schedules: [
    { task: 'resume-station-orders', match: '* * * * *' },
    { task: 'resume-freight', match: '* * * * *' },
  ],
  subscribers: joinSubscribers<Subscribers>(stationSubscribers, freightSubscribers),
  inTransaction: stationInTransaction,
  exceptions: [freightRejected],
  beforeBilling: [(tools, open, actor, id) => readCostFirst(toolsOf(tools), open, actor, id)],
});
