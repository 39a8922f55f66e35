import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged, bindUpdate } from '../../../platform/http/bind.ts';
import type { Ids } from '../../../platform/ids.ts';
import { lockClient } from '../clients.store.ts';
import { readClient } from '../clients.view.ts';
import { readCallableHook } from './callable-hook.ts';
import { retryDelivery, testWebhook } from './deliver.ts';
import { listLogs } from './deliveries.view.ts';
import { addWebhook, removeWebhook, restoreWebhook, saveWebhook } from './save-webhook.ts';
import type { SendTools } from './send-webhook.ts';
import { listWebhooks, readWebhook } from './webhooks.view.ts';

const { webhooks } = api;

export const webhooksRoutes = (tools: SendTools & { ids: Ids }): Binding[] => [
  bind(webhooks.list, async (tx, { params, query }) => {
    await readClient(tx, params.id);
    return listWebhooks(tx, params.id, query.type);
  }),
  bind(webhooks.create, (tx, { actor, params, body }) => addWebhook(tx, tools.vault, actor, params.id, body)),
  bindUpdate(
    webhooks.update,
    async (tx, { params }) => {
      await lockClient(tx, params.id);
      return readWebhook(tx, params.hookId);
    },
    (tx, { actor, params, body }) => saveWebhook(tx, tools.vault, actor, params, body),
  ),
  bind(webhooks.restore, (tx, { actor, params }) => restoreWebhook(tx, actor, params)),
  bind(webhooks.remove, (tx, { actor, params }) => removeWebhook(tx, actor, params)),
  bindStaged(webhooks.test, { each: (open, { actor, params }) => testWebhook(tools, open, actor, params.id) }),
  bind(webhooks.logs, async (tx, { params }) => {
    await readCallableHook(tx, params.id);
    return listLogs(tx, params.id);
  }),
  bindStaged(webhooks.retry, { each: (open, { actor, params }) => retryDelivery(tools, open, actor, params.id) }),
];
