import type { ServerResponse } from 'node:http';
import { api, type WebhookInput } from '@longshore/contract';
import { expect, test } from 'vitest';
import { eventually, testApp } from '../../../test/harness.ts';
import { httpReceiver } from '../../../test/receivers.ts';
import { staffScope } from '../database/tx.ts';
import { recordEvent } from '../events/events.ts';

test('webhooks that do not answer do not delay mail', async () => {
  const it = await testApp({ allowPrivateWebhooks: true, worker: true });
  const receiver = await httpReceiver();
  const hanging: ServerResponse[] = [];
  receiver.answer = (response) => hanging.push(response);
  const clientId = await it.given.client();
  const boss = await it.as('super');
  const body = { endpoint: receiver.url, hash_key: 'the key' } as WebhookInput;
  await boss.ok(api.webhooks.create, { params: { id: clientId }, body });
  await it.app.open(staffScope, async (tx) => {
    for (let subjectId = 1; subjectId <= 12; subjectId++)
      await recordEvent(tx, { kind: 'order.created', clientId, subjectId, payload: {} });
  });
  // All that are sent at a time hang now.
  await eventually(async () => (hanging.length >= 4 ? true : undefined));
  const sentBefore = hanging.length;
  await it.guest.ok(api.session.forgotPassword, { body: { email: boss.email } });
  await eventually(async () => {
    const [mail] = await boss.ok(api.operations.outbox);
    return mail?.to === boss.email && mail.state === 'kept' ? true : undefined;
  });
  // None of them had given up by then: a worker of theirs would have sent the next.
  expect(hanging).toHaveLength(sentBefore);
  const deliveries = await it.database.owner<{ state: string }>(
    'select distinct state from webhook_deliveries where client_id = $1',
    [clientId],
  );
  expect(deliveries).toEqual([{ state: 'waiting' }]);
  for (const response of hanging) response.end('{}');
  receiver.answer = (response) => response.end('{}');
});
