import { joinSubscribers, type Subscribers } from '../../../platform/events/events.ts';
import { module } from '../../../platform/module.ts';
import { batchSubscribers, buyBatchJob } from './buy-batch.ts';
import { serveLabels } from './label-prints.ts';
import { labelToolsOf } from './label-tools.ts';
import { labelsExceptions } from './labels.exceptions.ts';
import {
  forgetQuotesJob,
  labelsInTransaction,
  resumeLabelsJob,
  trackLabelsJob,
  voidShipmentLabelsJob,
  voidSubscribers,
} from './labels.jobs.ts';
import { labelsRoutes } from './labels.routes.ts';
import { keepsLabel } from './labels.store.ts';

/** Labels of carriers: prices, purchases, voids, batches and the way of the parcels. */
export const labels = module({
  name: 'labels',
  routes: (tools) => labelsRoutes(labelToolsOf(tools)),
  serves: (http, tools) => serveLabels(http, labelToolsOf(tools)),
  jobs: (tools) => {
    const own = labelToolsOf(tools);
    return {
      partners: {
        'buy-label-batch': buyBatchJob(own),
        'void-shipment-labels': voidShipmentLabelsJob(own),
        'resume-labels': Object.assign(resumeLabelsJob(own), { isQuiet: true }),
        'track-labels': Object.assign(trackLabelsJob(own), { isQuiet: true }),
      },
      upkeep: { 'forget-label-quotes': forgetQuotesJob },
    };
  },
  schedules: [
    { task: 'resume-labels', match: '* * * * *' },
    { task: 'track-labels', match: '*/10 * * * *' },
    { task: 'forget-label-quotes', match: '29 4 * * *' },
  ],
  // Finishes what a server that died had begun.
  startTasks: [{ task: 'resume-labels', payload: {} }],
  subscribers: joinSubscribers<Subscribers>(batchSubscribers, voidSubscribers),
  inTransaction: labelsInTransaction,
  fileKeepers: [keepsLabel],
  exceptions: labelsExceptions,
});
