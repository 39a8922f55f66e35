import { api } from '@longshore/contract';
import { type Binding, bind, bindUpdate } from '../../../platform/http/bind.ts';
import type { Tools } from '../../../platform/module.ts';
import {
  changeSubscription,
  createSubscription,
  deleteSubscription,
  pauseSubscription,
  resumeSubscription,
  sendNow,
} from './save-subscription.ts';
import { listSubscriptions, readSubscription } from './subscriptions.view.ts';

const { reportSubscriptions } = api;

export const subscriptionsRoutes = ({ clock }: Tools): Binding[] => [
  bind(reportSubscriptions.list, (tx, { actor }) => listSubscriptions(tx, actor, clock.now())),
  bind(reportSubscriptions.create, (tx, { actor, body }) => createSubscription(tx, actor, body, clock.now())),
  bindUpdate(
    reportSubscriptions.update,
    (tx, { actor, params }) => readSubscription(tx, actor, params.id, clock.now()),
    (tx, { actor, params, body }) => changeSubscription(tx, actor, params.id, body, clock.now()),
  ),
  bind(reportSubscriptions.pause, (tx, { actor, params }) => pauseSubscription(tx, actor, params.id, clock.now())),
  bind(reportSubscriptions.resume, (tx, { actor, params }) => resumeSubscription(tx, actor, params.id, clock.now())),
  bind(reportSubscriptions.send, (tx, { actor, params }) => sendNow(tx, actor, params.id, clock.now())),
  bind(reportSubscriptions.delete, (tx, { actor, params }) => deleteSubscription(tx, actor, params.id)),
];
