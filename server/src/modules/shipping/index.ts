import { module } from '../../platform/module.ts';
import { batchSubscribers, buyBatchJob } from './labels/buy-batch.ts';
import { serveLabels } from './labels/label-prints.ts';
import { labelToolsOf } from './labels/label-tools.ts';
import { labelsExceptions } from './labels/labels.exceptions.ts';
import { forgetQuotesJob, resumeLabelsJob, trackLabelsJob } from './labels/labels.jobs.ts';
import { labelsRoutes } from './labels/labels.routes.ts';
import { keepsLabel } from './labels/labels.store.ts';

export type * from './freight-partner.ts';
export type * from './inbound-partner.ts';
export { BOX_CONTENTS } from './inbound-partner.ts';
export type * from './label-partner.ts';
export { LABEL_FORMATS } from './label-partner.ts';
export type * from './station-partner.ts';

/** Labels, the shipping station, inbound shipments of marketplaces, and freight. */
export const shipping = module({
  name: 'shipping',
  routes: (tools) => labelsRoutes(labelToolsOf(tools)),
  serves: (http, tools) => serveLabels(http, labelToolsOf(tools)),
  jobs: (tools) => {
    const labels = labelToolsOf(tools);
    return {
      partners: {
        'buy-label-batch': buyBatchJob(labels),
        'resume-labels': Object.assign(resumeLabelsJob(labels), { isQuiet: true }),
        'track-labels': Object.assign(trackLabelsJob(labels), { isQuiet: true }),
      },
      upkeep: { 'forget-label-quotes': forgetQuotesJob },
    };
  },
  schedules: [
    { task: 'resume-labels', match: '* * * * *' },
    { task: 'track-labels', match: '*/10 * * * *' },
    { task: 'forget-label-quotes', match: '29 4 * * *' },
  ],
  // What a server that died had begun is finished by the next.
  startTasks: [{ task: 'resume-labels', payload: {} }],
  subscribers: batchSubscribers,
  fileKeepers: [keepsLabel],
  exceptions: labelsExceptions,
});
