import { api, type WebhookInput } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { httpReceiver, type Receiver, rawReceiver } from '../../../../test/receivers.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { signatureOf } from './webhook-rules.ts';

let it: TestApp;
let receiver: Receiver;
let records = 100;

beforeAll(async () => {
  it = await testApp({ allowPrivateWebhooks: true, worker: true });
  receiver = await httpReceiver();
});

async function hookAt(endpoint: string, fields: Partial<WebhookInput> = {}) {
  const clientId = await it.given.client();
  const boss = await it.as('super');
  const body = { endpoint, hash_key: 'the key', trigger: 3, ...fields } as WebhookInput;
  const hook = await boss.ok(api.webhooks.create, { params: { id: clientId }, body });
  return { clientId, hookId: hook.id };
}

/** An event as the module of shipments records it, about a shipment of the demo. */
const happen = (app: TestApp, clientId: number, subjectId: number) =>
  app.app.open(staffScope, (tx) =>
    recordEvent(tx, { kind: 'shipment.finished', clientId, subjectId, payload: { order_id: 1 } }),
  );

interface Row {
  id: number;
  state: string;
  attempts: number;
  problem: string;
  delivery_key: string;
}
const rowsOf = (hookId: number) =>
  it.database.owner<Row>('select * from webhook_deliveries where webhook_id = $1 order by id', [hookId]);
const settled = (hookId: number, count: number, state = 'delivered') =>
  eventually(async () => {
    const rows = await rowsOf(hookId);
    return rows.filter((row) => row.state === state).length === count ? rows : undefined;
  });
/** Makes deliveries that wait for their next attempt due now. */
const hurry = () =>
  it.database.owner(
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()',
  );
/** Which deliveries of a webhook arrived, in the order of arrival: 1 is its first delivery. */
const arrived = async (hookId: number) => {
  const keys = (await rowsOf(hookId)).map(({ delivery_key }) => delivery_key);
  return receiver.got.map(({ headers }) => keys.indexOf(String(headers['x-longshore-id'])) + 1);
};

const wellSigned = () =>
  receiver.got.every(
    ({ headers, body }) =>
      headers['x-longshore-signature'] === signatureOf('the key', Number(headers['x-longshore-timestamp']), body) &&
      headers['x-longshore-id'] === (JSON.parse(body) as { id: string }).id,
  );

describe('an event', () => {
  test('is delivered to the webhooks of its client and trigger, once', async () => {
    const { clientId, hookId } = await hookAt(`${receiver.url}/one`, { trigger: 3, method: 'PUT' });
    const other = await hookAt(`${receiver.url}/other`, { trigger: 3 });
    receiver.got.length = 0;
    await it.app.open(staffScope, (tx) => recordEvent(tx, { kind: 'order.saved', clientId, subjectId: ++records }));
    await happen(it, clientId, records);
    await settled(hookId, 1);
    expect(receiver.got).toHaveLength(1);
    expect(receiver.got[0]).toMatchObject({ method: 'PUT', path: '/one' });
    expect(JSON.parse(receiver.got[0]?.body ?? '')).toMatchObject({
      trigger: 3,
      event: 'Shipment Finished',
      client_id: clientId,
      data: { id: records },
    });
    expect(wellSigned()).toBe(true);
    expect(await rowsOf(other.hookId)).toEqual([]);
  });

  test('of one record is delivered in order, also when the receiver was down meanwhile', async () => {
    const { clientId, hookId } = await hookAt(receiver.url);
    receiver.got.length = 0;
    await receiver.close();
    const record = ++records;
    for (let n = 1; n <= 4; n++) await happen(it, clientId, record);
    await eventually(async () => {
      const rows = await rowsOf(hookId);
      return rows.length === 4 && (rows[0]?.attempts ?? 0) >= 2 ? true : undefined;
    });
    const waiting = await (await it.as('super')).ok(api.webhooks.logs, { params: { id: hookId } });
    expect(waiting.map(({ state }) => state)).toEqual(Array(4).fill('waiting'));
    expect(waiting.at(-1)).toMatchObject({ problem: 'the connection was refused', problem_key: 'ConnectionRefused' });
    expect((await rowsOf(hookId))[0]?.problem).toBe('ConnectionRefused');
    await receiver.open();
    await eventually(async () => {
      await hurry();
      return (await rowsOf(hookId)).every(({ state }) => state === 'delivered') ? true : undefined;
    });
    expect(await arrived(hookId)).toEqual([1, 2, 3, 4]);
    expect(wellSigned()).toBe(true);
  });

  test('keeps its id however often it is sent', async () => {
    const { clientId, hookId } = await hookAt(receiver.url);
    receiver.got.length = 0;
    receiver.answer = (response) => response.writeHead(receiver.got.length < 3 ? 500 : 200).end();
    await happen(it, clientId, ++records);
    await eventually(async () => {
      await hurry();
      return (await rowsOf(hookId))[0]?.state === 'delivered' ? true : undefined;
    });
    const [row] = await rowsOf(hookId);
    expect([row?.attempts, row?.problem]).toEqual([3, '']);
    expect(receiver.got.map(({ headers }) => headers['x-longshore-id'])).toEqual(Array(3).fill(row?.delivery_key));
    expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
    expect(wellSigned()).toBe(true);
    receiver.answer = (response) => response.end();
  });

  test('fails after its last attempt, stays in the log, and does not block later deliveries', async () => {
    const { clientId, hookId } = await hookAt(receiver.url);
    receiver.got.length = 0;
    receiver.answer = (response) => response.writeHead(410).end();
    const record = ++records;
    await happen(it, clientId, record);
    // Only once the job has been rescheduled: what is changed while it runs is overwritten by its end.
    await eventually(async () => {
      const laidBack = await it.database.owner(
        `update graphile_worker._private_jobs set attempts = 11, run_at = now()
         where attempts = 1 and locked_at is null and last_error is not null returning id`,
      );
      return laidBack.length ? true : undefined;
    });
    const [failed] = await settled(hookId, 1, 'failed');
    expect(failed?.problem).toBe('EndpointAnswered:410');
    receiver.answer = (response) => response.end();
    await happen(it, clientId, record);
    await settled(hookId, 1);
    expect(await arrived(hookId)).toEqual([1, 1, 2]);
    const boss = await it.as('super');
    expect(await boss.ok(api.webhooks.retry, { params: { id: failed?.id ?? 0 } })).toMatchObject({ success: true });
    expect(await boss.ok(api.webhooks.logs, { params: { id: hookId } })).toEqual([]);
  });

  test('to a receiver that answers twice is delivered once', async () => {
    let calls = 0;
    const twice = await rawReceiver((socket) =>
      socket.once('data', () => {
        calls++;
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    const { clientId, hookId } = await hookAt(twice);
    await happen(it, clientId, ++records);
    const [row] = await settled(hookId, 1);
    expect([calls, row?.attempts]).toEqual([1, 1]);
  });

  test('is not delivered twice when it is dispatched twice, and not at all to a deleted webhook', async () => {
    const { clientId, hookId } = await hookAt(receiver.url);
    receiver.got.length = 0;
    await happen(it, clientId, ++records);
    await settled(hookId, 1);
    await it.database.owner(
      "update events set dispatched_at = null where kind in ('shipment.finished', 'webhook.queued') and client_id = $1",
      [clientId],
    );
    await eventually(async () =>
      (
        await it.database.owner("select from job_runs where task = 'queue-webhooks' and payload->>'client_id' = $1", [
          String(clientId),
        ])
      ).length > 1
        ? true
        : undefined,
    );
    expect(await rowsOf(hookId)).toHaveLength(1);
    expect(receiver.got).toHaveLength(1);
  });
});

test('a delivery of a killed server is not lost: another server sends it again, with the same id', async () => {
  const { clientId, hookId } = await hookAt(receiver.url);
  receiver.got.length = 0;
  let hang = true;
  receiver.answer = (response) => void (hang || response.end());
  const record = ++records;
  await happen(it, clientId, record);
  await eventually(async () => (receiver.got.length === 1 ? true : undefined));
  // What a killed process leaves behind: its job locked by a worker that no longer holds its name's lock.
  hang = false;
  receiver.answer = (response) => response.end();
  const dead = await it.database.owner<{ id: string }>(
    `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '6 seconds'
     where locked_at is not null and task_id = (select id from graphile_worker._private_tasks where identifier = 'deliver-webhook')
     returning id`,
  );
  await it.database.owner(
    `update graphile_worker._private_job_queues set locked_by = 'pool-of-the-dead', locked_at = now() - interval '6 seconds' where locked_at is not null`,
  );
  expect(dead).toHaveLength(1);
  const next = await testApp({ database: it.database, worker: true, allowPrivateWebhooks: true });
  await settled(hookId, 1);
  expect(receiver.got.length).toBeGreaterThanOrEqual(2);
  expect(new Set(await arrived(hookId))).toEqual(new Set([1]));
  expect(wellSigned()).toBe(true);
  await next.halt();
}, 40_000);
