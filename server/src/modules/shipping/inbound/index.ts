import { joinSubscribers, type Subscribers } from '../../../platform/events/events.ts';
import { module, type Tools } from '../../../platform/module.ts';
import { invitedPartnersIn, printKeys } from '../../channels/index.ts';
import { logoLoader } from '../../company/index.ts';
import { inboundIn } from './connected.ts';
import { fbaExceptions } from './fba.exceptions.ts';
import { fbaRoutes } from './fba.routes.ts';
import { keepsLabels } from './labels.store.ts';
import { fetchLabelsJob, labelSubscribers, serveLabels } from './labels.ts';
import { resumeStepsJob, stepSubscribers, workStepJob } from './run-step.ts';

const toolsOf = (tools: Tools) => ({
  ...tools,
  ...inboundIn(tools.registry),
  invitedPartners: invitedPartnersIn(tools.registry),
  keys: printKeys(tools.vault, tools.clock),
  loadLogos: logoLoader(tools),
});

/** Shipments to a marketplace's warehouses. */
export const inbound = module({
  name: 'inbound',
  routes: (tools) => fbaRoutes(toolsOf(tools)),
  serves: (http, tools) => serveLabels(http, toolsOf(tools)),
  jobs: (tools) => {
    const own = toolsOf(tools);
    return {
      partners: { 'work-fba-step': workStepJob(own), 'fetch-fba-labels': fetchLabelsJob(own) },
      upkeep: { 'resume-fba-steps': Object.assign(resumeStepsJob, { isQuiet: true }) },
    };
  },
  schedules: [{ task: 'resume-fba-steps', match: '* * * * *' }],
  subscribers: joinSubscribers<Subscribers>(stepSubscribers, labelSubscribers),
  fileKeepers: [keepsLabels],
  exceptions: fbaExceptions,
});
