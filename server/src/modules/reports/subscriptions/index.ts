export { mailedSubscriptions, scheduledSubscriptions } from './mail-subscription.ts';
export { subscriptionStopped } from './subscriptions.exceptions.ts';
export { subscriptionsRoutes } from './subscriptions.routes.ts';
