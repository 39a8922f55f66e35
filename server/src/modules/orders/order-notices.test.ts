import { api, type Order, Order as OrderSchema, webhookCalls } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { eventually, testApp } from '../../../test/harness.ts';
import { httpReceiver } from '../../../test/receivers.ts';

const it = await testApp({ worker: true, allowPrivateWebhooks: true });
const main = await it.as('super');
const receiver = await httpReceiver();

/** Mails to this address, opened. */
const mailsTo = async (email: string) =>
  (
    await it.database.owner<{ subject: string; body_sealed: Buffer }>(
      'select subject, body_sealed from mails where recipient = $1 order by id',
      [email],
    )
  ).map(({ subject, body_sealed }) => ({ subject, text: it.vault.open(body_sealed) }));

async function clientWith(notification: 'Created' | 'Processed', email: string, lang = 'en') {
  const clientId = await it.given.client();
  await it.database.owner('update clients set order_notification = $2, order_notification_email = $3 where id = $1', [
    clientId,
    notification,
    email,
  ]);
  const { id, caller } = await it.given.clientUser(clientId, true);
  await it.database.owner('update users set lang = $2 where id = $1', [id, lang]);
  return { clientId, caller };
}

test('a webhook receives the order that was created, as the contract declares it', async () => {
  const { clientId, caller } = await clientWith('Processed', 'nobody@hook.test');
  const hook = { endpoint: receiver.url, hash_key: 'the key', trigger: 1 } as never;
  await main.ok(api.webhooks.create, { params: { id: clientId }, body: hook });
  const order = await it.given.order(caller);
  const call = await eventually(async () => receiver.got[0]);
  const sent = webhookCalls['order.created'].body.parse(JSON.parse(call.body));
  expect(sent).toMatchObject({ trigger: 1, event: 'Order Created', client_id: clientId });
  expect(sent.data).toEqual(OrderSchema.omit({ comments: true }).parse(order));
  expect(JSON.parse(call.body).data).not.toHaveProperty('comments');
  const document = (await it.http.inject('/api/openapi.json')).json() as { webhooks: Record<string, object> };
  expect(document.webhooks['Order Created']).toMatchObject({ post: { operationId: 'webhooks.order.created' } });
});

describe('a client is mailed', () => {
  test('when an order is created, in the language of its users', async () => {
    const { caller } = await clientWith('Created', 'ops@chinese.test', 'ch');
    const order = await it.given.order(caller, 'Customer Order', { reference: 'MAIL-1', po: 'PO-5' });
    const [mail] = await eventually(async () => {
      const mails = await mailsTo('ops@chinese.test');
      return mails.length ? mails : undefined;
    });
    expect(mail?.subject).toBe('订单 MAIL-1 已创建');
    expect(mail?.text).toContain('采购单号：PO-5');
    expect(mail?.text).toContain(`2 × ${order.lines[0]?.sku}`);
  });

  test('when one is processed, in the language of the user with the address; nobody who did not ask', async () => {
    const { clientId, caller } = await clientWith('Processed', 'reader@english.test', 'ch');
    const { id } = await it.given.clientUser(clientId);
    await it.database.owner(`update users set email = 'reader@english.test', lang = 'en' where id = $1`, [id]);
    const hook = { endpoint: receiver.url, hash_key: 'the key', trigger: 2 } as never;
    await main.ok(api.webhooks.create, { params: { id: clientId }, body: hook });
    receiver.got.length = 0;
    const order: Order = await it.given.order(caller, 'Customer Order', { reference: 'MAIL-2' });
    const [line] = order.lines;
    await it.given.stock(line?.inventory_id ?? 0, 1);
    const params = { id: order.id };
    const part = { ship_date: '2026-12-01', cancel_date: '2026-12-02', courier: { id: order.shipping.courier_id } };
    const body = { ...part, lines: [{ order_line_id: line?.id ?? 0, quantity: 1 }] };
    const { shipments } = await caller.ok(api.orders.shipPartial, { params, body });
    const shipmentId = shipments[0]?.id ?? 0;
    const call = await eventually(async () => receiver.got[0]);
    const sent = webhookCalls['shipment.created'].body.parse(JSON.parse(call.body));
    expect(sent).toMatchObject({ trigger: 2, client_id: clientId, data: { id: shipmentId, order_id: order.id } });
    expect(sent.data).not.toHaveProperty('billed');
    expect(JSON.parse(call.body).data.tracking).toEqual({ waybill: '', status: 'created' });
    expect(sent.data).toEqual(await caller.ok(api.orders.shipment, { params: { ...params, shipmentId } }));
    const mails = await eventually(async () => {
      const found = await mailsTo('reader@english.test');
      return found.length ? found : undefined;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Order MAIL-2 was processed');
    expect(mails[0]?.text).toMatch(/^Customer order MAIL-2 of Client \d+ was processed: shipment 1000\.\n/);
    expect(mails[0]?.text).toContain('the rest is on back-order');
    expect(mails[0]?.text).toContain('Ship to: Relation');
  });
});

test('nobody is mailed that an order was processed by a shipment that was voided meanwhile', async () => {
  const { clientId, caller } = await clientWith('Created', '');
  const order = await it.given.order(caller);
  const [line] = order.lines;
  await it.given.stock(line?.inventory_id ?? 0, line?.quantity ?? 0);
  const { shipments } = await caller.ok(api.orders.shipFull, { params: { id: order.id } });
  await main.ok(api.shipments.void, { params: { id: shipments[0]?.id ?? 0 } });
  // The event is dispatched again, as if the job had waited until now.
  const isDispatched = async () => {
    const waiting = await it.database.owner('select from events where dispatched_at is null');
    return waiting.length ? undefined : true;
  };
  await eventually(isDispatched);
  await it.database.owner(
    `update clients set order_notification = 'Processed', order_notification_email = 'late@void.test' where id = $1`,
    [clientId],
  );
  await it.database.owner(`update events set dispatched_at = null where kind = 'order.processed' and subject_id = $1`, [
    order.id,
  ]);
  await eventually(async () => {
    const [run] = await it.database.owner<{ state: string }>(
      `select state from job_runs where task = 'mail-order' and payload ->> 'order_id' = $1`,
      [String(order.id)],
    );
    return run?.state === 'done' || undefined;
  });
  expect(await mailsTo('late@void.test')).toEqual([]);
});

test('an order of a client that asked for nothing makes no job', async () => {
  const { caller } = await it.given.clientUser(await it.given.client(), true);
  const order = await it.given.order(caller);
  await eventually(async () => {
    const waiting = await it.database.owner('select from events where dispatched_at is null');
    return waiting.length ? undefined : true;
  });
  const ofOrder = `task in ('mail-order', 'queue-webhooks') and $1::text in (payload ->> 'order_id', payload ->> 'subject_id')`;
  const jobs = `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${ofOrder.replace('task in', 't.identifier in')}`;
  for (const found of [jobs, `select from job_runs where ${ofOrder}`])
    expect(await it.database.owner(found, [order.id])).toEqual([]);
});
