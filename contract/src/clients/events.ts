import { z } from 'zod';
import { operations } from '../company/operations.ts';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { history } from '../records/events.ts';
import { autoTasks } from '../reports/auto-tasks.ts';
import { billingReports } from '../reports/billing-reports.ts';
import { clients } from './clients.ts';
import { webhooks } from './webhooks.ts';

export const clientsEvents = {
  'client.saved': event({
    subject: 'clients',
    changes: [
      clients.list,
      clients.get,
      clients.statistics,
      clients.selector,
      webhooks.list,
      operations.firstSteps,
      billingReports.clients,
      history,
      { endpoint: autoTasks.list, by: null },
    ],
  }),
  'client_logo.copied': event({ subject: 'clients', changes: [clients.get] }),
  'webhook.queued': event({
    subject: 'webhooks',
    payload: z.object({ delivery_id: Id, webhook_id: Id, record: z.string() }),
    changes: [webhooks.logs],
  }),
};
