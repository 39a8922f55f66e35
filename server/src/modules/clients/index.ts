export { clientOwner } from './client-owner.ts';
export type { Counters } from './client-statistics.ts';
export { clientsRoutes } from './clients.routes.ts';
export { clientOfNew, createClient } from './clients.store.ts';
export { clientUses } from './clients.uses.ts';
export { findClientPages, readClientName } from './clients.view.ts';
export { queueDelivery } from './webhooks/deliveries.store.ts';
export {
  deliverWebhookJob,
  forgetDeliveriesJob,
  queueWebhooksJob,
  type WebhookSources,
  webhookSubscribers,
} from './webhooks/webhooks.jobs.ts';
export { webhooksRoutes } from './webhooks/webhooks.routes.ts';
