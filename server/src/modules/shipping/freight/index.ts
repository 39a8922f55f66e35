import { module, type Tools } from '../../../platform/module.ts';
import { companyPartnersIn } from '../../channels/index.ts';
import { freightRejected } from './freight.exceptions.ts';
import { freightSubscribers, readBookingJob, resumeFreightJob, serveAccountHooks } from './freight.jobs.ts';
import { freightRoutes } from './freight.routes.ts';

const toolsOf = (tools: Tools) => ({
  ...tools,
  companyPartners: companyPartnersIn(tools.registry),
  freightPartners: tools.registry.list('freightPartners'),
});

/** Freight that is booked with a partner. */
export const freight = module({
  name: 'freight-bookings',
  routes: (tools) => freightRoutes(toolsOf(tools)),
  serves: (http, tools) => serveAccountHooks(http, toolsOf(tools)),
  jobs: (tools) => ({
    partners: {
      'read-freight-booking': readBookingJob(toolsOf(tools)),
      'resume-freight': Object.assign(resumeFreightJob(toolsOf(tools)), { isQuiet: true }),
    },
  }),
  schedules: [{ task: 'resume-freight', match: '* * * * *' }],
  subscribers: freightSubscribers,
  exceptions: [freightRejected],
});
