import { module, type Tools } from '../../../platform/module.ts';
import { companyPartnersIn } from '../../channels/index.ts';
import { freightExceptions } from './freight.exceptions.ts';
import {
  cancelBookingJob,
  freightInTransaction,
  freightSubscribers,
  readBookingJob,
  resumeFreightJob,
  serveAccountHooks,
} from './freight.jobs.ts';
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
      'cancel-freight-booking': cancelBookingJob(toolsOf(tools)),
      'read-freight-booking': readBookingJob(toolsOf(tools)),
      'resume-freight': Object.assign(resumeFreightJob(toolsOf(tools)), { isQuiet: true }),
    },
  }),
  schedules: [{ task: 'resume-freight', match: '* * * * *' }],
  // Finishes what a server that died had begun.
  startTasks: [{ task: 'resume-freight', payload: {} }],
  subscribers: freightSubscribers,
  inTransaction: freightInTransaction,
  exceptions: freightExceptions,
});
