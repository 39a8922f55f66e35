import { joinSubscribers, type Subscribers } from '../../platform/events/events.ts';
import { module } from '../../platform/module.ts';
import { copyClientLogosJob, keepsClientLogo } from './client-logos.ts';
import { clientOwner } from './client-owner.ts';
import { clientsRoutes } from './clients.routes.ts';
import { clientUses } from './clients.uses.ts';
import { findClientNames, findClientPages } from './clients.view.ts';
import { webhookGivenUp } from './webhooks/webhooks.exceptions.ts';
import {
  deleteOldDeliveriesJob,
  deliverWebhookJob,
  queueWebhooksJob,
  webhookSubscribers,
} from './webhooks/webhooks.jobs.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';

export { clientIdOfNew, clientOfNew } from './client-of-new.ts';
export { readClientName } from './clients.view.ts';
export type { DescribeRecord } from './webhooks/webhooks.jobs.ts';

export const clients = module({
  name: 'clients',
  routes: (tools) => [...clientsRoutes({ statistics: tools.registry.table('statistics') }), ...webhooksRoutes(tools)],
  jobs: (tools) => ({
    webhooks: {
      'queue-webhooks': queueWebhooksJob(tools.registry.table('webhookSources')),
      'deliver-webhook': deliverWebhookJob(tools),
    },
    partners: { 'copy-client-logos': copyClientLogosJob(tools) },
    upkeep: { 'forget-deliveries': deleteOldDeliveriesJob },
  }),
  schedules: [
    { task: 'forget-deliveries', match: '27 3 * * *' },
    { task: 'copy-client-logos', match: '43 2 * * *' },
  ],
  startTasks: [{ task: 'copy-client-logos', payload: { untried: true } }],
  subscribers: joinSubscribers<Subscribers>(webhookSubscribers, {
    'client.saved': [
      ({ subject_id: id }) => [{ task: 'copy-client-logos', payload: { id }, key: `logo of client ${id}` }],
    ],
  }),
  finders: { clients: findClientPages },
  nameFinders: { clients: findClientNames },
  owners: { Client: clientOwner },
  uses: [clientUses],
  fileKeepers: [keepsClientLogo],
  exceptions: [webhookGivenUp],
});
