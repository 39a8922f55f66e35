import { api, WEBHOOK_SENT, type WebhookInput } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { ftpReceiver, httpReceiver, type Received, type Receiver } from '../../../../test/receivers.ts';
import { signatureOf } from './webhook-rules.ts';
import { deleteOldDeliveriesJob } from './webhooks.jobs.ts';

const { webhooks } = api;
let it: TestApp;
let boss: Caller;
let receiver: Receiver;
let clientId: number;

beforeAll(async () => {
  it = await testApp({ allowPrivateWebhooks: true });
  boss = await it.as('super');
  receiver = await httpReceiver();
  clientId = await it.given.client();
});

const input = (fields: Partial<WebhookInput> = {}) =>
  ({ endpoint: receiver.url, hash_key: 'k1', ...fields }) as WebhookInput;
const make = (fields: Partial<WebhookInput> = {}) =>
  boss.ok(webhooks.create, { params: { id: clientId }, body: input(fields) });
const traces = async () =>
  (await boss.ok(api.records.traces, { query: { traceable_type: 'Client', traceable_id: clientId } })).data;
const sealed = async (id: number) =>
  (
    await it.database.owner<{ hash_key_sealed: Buffer | null; ftp_password_sealed: Buffer | null }>(
      'select * from webhooks where id = $1',
      [id],
    )
  )[0];
const signedWith = (key: string, call: Received | undefined) =>
  call !== undefined &&
  call.headers['x-longshore-signature'] === signatureOf(key, Number(call.headers['x-longshore-timestamp']), call.body);
const fail = async (webhookId: number, subject = 'Order 1') => {
  const [row] = await it.database.owner<{ id: number }>(
    `insert into webhook_deliveries (client_id, webhook_id, record, subject, payload, state, attempts, problem)
     values ($1, $2, 'order 1', $3, '{"a":1}', 'failed', 12, 'it was down') returning id`,
    [clientId, webhookId, subject],
  );
  return row?.id ?? 0;
};

describe('keeping', () => {
  test('encrypts secrets, never answers them, and keeps those sent empty', async () => {
    const made = await make({ method: 'PUT' });
    expect(made).toEqual({
      id: made.id,
      client_id: clientId,
      trigger: 1,
      type: 'HTTP',
      method: 'PUT',
      endpoint: receiver.url,
      has_hash_key: true,
      ftp_config: { username: '', path: '', has_password: false },
      failed_count: 0,
    });
    const params = { id: clientId, hookId: made.id };
    const kept = await sealed(made.id);
    expect(it.vault.open(kept?.hash_key_sealed ?? Buffer.alloc(0))).toBe('k1');
    await boss.ok(webhooks.update, { params, body: input({ hash_key: '', trigger: 2 }) });
    expect(await sealed(made.id)).toMatchObject({ hash_key_sealed: kept?.hash_key_sealed });
    await boss.ok(webhooks.update, { params, body: input({ hash_key: 'k2' }) });
    expect(it.vault.open((await sealed(made.id))?.hash_key_sealed ?? Buffer.alloc(0))).toBe('k2');
    const [changed] = await traces();
    expect(changed).toMatchObject({ subject: 'Webhook updated' });
    expect(changed?.array_log).toContainEqual({ field: 'webhook.hash_key', newValue: 'changed' });
    expect(JSON.stringify(await traces())).not.toContain('k2');
    const client = await boss.ok(api.clients.get, { params: { id: clientId } });
    expect(client.webhooks).toEqual(await boss.ok(webhooks.list, { params: { id: clientId } }));
    expect(await boss.ok(webhooks.list, { params: { id: clientId }, query: { type: 101 } })).toEqual([]);
    expect(await boss.ok(webhooks.remove, { params })).toBe(true);
    expect((await boss.call(webhooks.remove, { params })).status).toBe(404);
  });

  test('a deleted one is restored with its id, its secret and what it has to deliver, once', async () => {
    const made = await make();
    const params = { id: clientId, hookId: made.id };
    const kept = await sealed(made.id);
    await fail(made.id);
    expect((await boss.call(webhooks.restore, { params })).status).toBe(404);
    await boss.ok(webhooks.remove, { params });
    expect((await boss.call(webhooks.logs, { params: { id: made.id } })).status).toBe(404);
    const another = { ...params, id: await it.given.client() };
    expect((await boss.call(webhooks.restore, { params: another })).status).toBe(404);
    expect(await boss.ok(webhooks.restore, { params })).toEqual({ ...made, failed_count: 1 });
    expect(await sealed(made.id)).toMatchObject({ hash_key_sealed: kept?.hash_key_sealed });
    expect(await boss.ok(webhooks.logs, { params: { id: made.id } })).toMatchObject([
      { subject: 'Order 1', state: 'failed', attempts: 12 },
    ]);
    expect((await traces())[0]).toMatchObject({ subject: 'Webhook restored' });
    expect((await boss.call(webhooks.restore, { params })).status).toBe(404);

    await boss.ok(webhooks.remove, { params });
    await it.database.owner("update deleted_webhooks set deleted_at = now() - interval '25 hours'");
    const context = { open: it.app.open, log: it.http.log as never };
    await deleteOldDeliveriesJob(context, {}, { number: 1, isLast: false });
    expect((await boss.call(webhooks.restore, { params })).status).toBe(404);
  });

  test('a change of type requires its secrets and drops the others', async () => {
    const made = await make();
    const params = { id: clientId, hookId: made.id };
    const ftp = { type: 'FTP', endpoint: 'ftp://files.example/', hash_key: '' } as const;
    const refused = await boss.call(webhooks.update, { params, body: input(ftp) });
    expect(refused.body.errors).toEqual({
      'ftp_config.username': ['FTP user name is required'],
      'ftp_config.password': ['FTP password is required'],
    });
    const config = { username: 'u', password: 'p', path: 'in' };
    const saved = await boss.ok(webhooks.update, { params, body: input({ ...ftp, ftp_config: config }) });
    expect(saved).toMatchObject({ has_hash_key: false, ftp_config: { username: 'u', path: 'in', has_password: true } });
    const back = await boss.call(webhooks.update, { params, body: input({ type: 'HTTP', hash_key: '' }) });
    expect(back.body.errors).toEqual({ hash_key: ['Hash Key is required'] });
  });

  test('a stored secret is not used for another server', async () => {
    const config = { username: 'u', password: 'p', path: '' };
    const made = await make({ type: 'FTP', endpoint: 'ftp://files.example/', ftp_config: config });
    const params = { id: clientId, hookId: made.id };
    const move = (endpoint: string, password = '') =>
      boss.call(webhooks.update, {
        params,
        body: input({ type: 'FTP', endpoint, ftp_config: { ...config, password } }),
      });
    for (const endpoint of [
      'ftp://thief.example?@files.example/',
      'ftps://files.example/',
      'ftp://files.example:2121/',
    ]) {
      const refused = await move(endpoint);
      expect([refused.status, refused.body.keys]).toEqual([
        422,
        { 'ftp_config.password': ['EndpointMovedNeedsSecret'] },
      ]);
    }
    expect((await move('ftp://files.example/other')).status).toBe(200);
    expect((await move('ftp://thief.example/', 'another')).status).toBe(200);
    const withUser = await boss.call(webhooks.create, {
      params: { id: clientId },
      body: input({ endpoint: 'https://user:pass@hooks.example/' }),
    });
    expect(withUser.body.keys).toEqual({ endpoint: ['EndpointHasUserInfo'] });
  });

  test('refuses wrong endpoints, and other clients’ webhooks under a client', async () => {
    const body = input({ endpoint: 'nowhere' });
    const refused = await boss.call(webhooks.create, { params: { id: clientId }, body });
    expect(refused.body.errors).toEqual({ endpoint: ['Endpoint must be a valid URL'] });
    const none = await boss.call(webhooks.create, { params: { id: clientId }, body: input({ hash_key: '' }) });
    expect(none.body.errors).toEqual({ hash_key: ['Hash Key is required'] });
    const made = await make();
    const params = { id: 1, hookId: made.id };
    expect((await boss.call(webhooks.update, { params, body: input() })).status).toBe(404);
    expect((await boss.call(webhooks.remove, { params })).status).toBe(404);
  });
});

describe('testing', () => {
  test('sends a signed example now and says that it arrived', async () => {
    const made = await make({ method: 'PUT', hash_key: 'sign me' });
    receiver.got.length = 0;
    expect(await boss.ok(webhooks.test, { params: { id: made.id } })).toEqual({
      success: true,
      message: 'The system connected to the endpoint successfully.',
      problem: '',
      problem_key: '',
    });
    const [call] = receiver.got;
    expect(signedWith('sign me', call)).toBe(true);
    expect(signedWith('k1', call)).toBe(false);
    const body = JSON.parse(call?.body ?? '{}') as Record<string, unknown>;
    expect(body).toMatchObject({ id: call?.headers['x-longshore-id'], event: 'Order Created', data: { test: true } });
    expect(await boss.ok(webhooks.logs, { params: { id: made.id } })).toEqual([]);
  });

  test('says why it did not arrive', async () => {
    const down = await make({ endpoint: 'http://127.0.0.1:1/' });
    expect(await boss.ok(webhooks.test, { params: { id: down.id } })).toEqual({
      success: false,
      message: 'Failed: The system cannot connect to the endpoint.',
      problem: 'the connection was refused',
      problem_key: 'ConnectionRefused',
    });
    const made = await make();
    const problemOf = async (status: number, text: string) => {
      receiver.answer = (response) => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(text);
      return (await boss.ok(webhooks.test, { params: { id: made.id } })).problem;
    };
    expect(await problemOf(500, 'Out of\nbeans')).toBe('the endpoint answered 500: Out of beans');
    expect(await problemOf(302, '')).toBe('the endpoint answered 302; redirects are not followed');
    receiver.answer = (response) => response.end();
  });

  test('puts a file on an FTP server', async () => {
    const server = await ftpReceiver('dock', 'secret');
    const config = { username: 'dock', password: 'secret', path: 'in' };
    const made = await make({ type: 'FTP', endpoint: server.url, ftp_config: config });
    expect(await boss.ok(webhooks.test, { params: { id: made.id } })).toMatchObject({ success: true });
    const [[path = '', text = ''] = []] = server.files;
    expect(path).toBe(`/in/${(JSON.parse(text) as { id: string }).id}.json`);
  });

  test('a link is neither sent to nor logged', async () => {
    const link = await make({ trigger: 101, hash_key: '' });
    for (const endpoint of [webhooks.test, webhooks.logs]) {
      const refused = await boss.call(endpoint, { params: { id: link.id } });
      expect([refused.status, refused.body.message]).toEqual([
        422,
        'An external resource is a link that people open: nothing is sent',
      ]);
    }
  });

  test('never reaches the internal network unless the operator allows it', async () => {
    const strict = await testApp({ database: it.database, resolve: async () => [{ address: '10.0.0.4', family: 4 }] });
    const strictBoss = await strict.as('super');
    for (const endpoint of [receiver.url, 'http://inside.example/']) {
      const made = await make({ endpoint });
      expect(await strictBoss.ok(webhooks.test, { params: { id: made.id } })).toMatchObject({
        success: false,
        message: WEBHOOK_SENT.failure,
        problem: expect.stringContaining('is not an address of the public internet'),
      });
    }
    await strict.halt();
  });
});

describe('the log', () => {
  test('shows waiting and failed deliveries, newest first; a successful retry is removed', async () => {
    const made = await make();
    const [first, second] = [await fail(made.id, 'Order 1'), await fail(made.id, 'Order 2')];
    const failures = async () =>
      (await boss.ok(webhooks.list, { params: { id: clientId } })).find(({ id }) => id === made.id)?.failed_count;
    expect(await failures()).toBe(2);
    const log = () => boss.ok(webhooks.logs, { params: { id: made.id } });
    expect((await log()).map(({ id, subject, attempts }) => [id, subject, attempts])).toEqual([
      [second, 'Order 2', 12],
      [first, 'Order 1', 12],
    ]);
    // A sentence that an older release stored has no key.
    expect((await log())[1]).toMatchObject({ problem: 'it was down', problem_key: '' });
    receiver.answer = (response) => response.writeHead(503).end();
    expect(await boss.ok(webhooks.retry, { params: { id: first } })).toMatchObject({ success: false });
    expect((await log())[1]).toMatchObject({
      state: 'failed',
      attempts: 13,
      problem: 'the endpoint answered 503',
      problem_key: 'EndpointAnswered:503',
    });
    receiver.answer = (response) => response.end();
    receiver.got.length = 0;
    expect(await boss.ok(webhooks.retry, { params: { id: first } })).toMatchObject({ success: true });
    expect((await log()).map(({ id }) => id)).toEqual([second]);
    expect(await failures()).toBe(1);
    expect(await boss.ok(webhooks.retry, { params: { id: first } })).toMatchObject({ success: true });
    expect(receiver.got).toHaveLength(1);
  });
});

test('a stored key does not follow to another host, not even by way of an external resource', async () => {
  const { id, client_id: clientId } = await make({ hash_key: 'the key' });
  const params = { id: clientId, hookId: id };
  const elsewhere = 'https://elsewhere.example/{SID}';
  await boss.ok(webhooks.update, { params, body: { trigger: 101, endpoint: elsewhere } as WebhookInput });
  const back = await boss.call(webhooks.update, {
    params,
    body: { trigger: 1, endpoint: 'https://elsewhere.example/hook' } as WebhookInput,
  });
  expect([back.status, Object.keys(back.body.keys ?? {})]).toEqual([422, ['hash_key']]);
});

test.each(['http:///x', 'https:///x/y', 'http:/\\\\x'])('%s is no endpoint', async (endpoint) => {
  const params = { id: await it.given.client() };
  const { status, body } = await boss.call(webhooks.create, {
    params,
    body: { endpoint, hash_key: 'k' } as WebhookInput,
  });
  expect([status, Object.keys(body.keys ?? {})]).toEqual([422, ['endpoint']]);
});
