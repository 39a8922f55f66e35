import { z } from 'zod';
import { operations } from '../company/operations.ts';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { history } from '../records/events.ts';
import { clients } from './clients.ts';
import { webhooks } from './webhooks.ts';

/** What a webhook is sent when nobody describes the record in more detail. */
const Described = z.record(z.string(), z.unknown());

export const clientsEvents = {
  'client.saved': event({
    subject: 'clients',
    changes: [
      ...[clients.list, clients.get, clients.statistics, clients.selector, webhooks.list],
      ...[operations.firstSteps, history],
    ],
  }),
  'webhook.queued': event({
    subject: 'webhooks',
    payload: z.object({ delivery_id: Id, webhook_id: Id, record: z.string() }),
    changes: [webhooks.logs],
  }),
  /** The events webhooks are called for; the modules that record them come with orders and shipments. */
  'order.created': event({ subject: 'orders', payload: Described }),
  'shipment.created': event({ subject: 'shipments', payload: Described }),
  'shipment.finished': event({ subject: 'shipments', payload: Described }),
};
