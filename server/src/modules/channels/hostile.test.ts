import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, type Integration } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { openSecrets, type Secrets } from './connection.ts';
import { queueStockJob } from './stock.jobs.ts';

const { integrations, orders, shipments } = api;
let it: TestApp;
let sandbox: Sandbox;
let door: Server;
let boss: Caller;
let clientId: number;
let shop: Sandbox['shops'][number];
let connected: Integration;
let sku: string;
let itemId: number;
/** Of the address that the shop calls. */
let token: string;

/** The address that the sandbox calls: what arrives there goes through the HTTP stack of the app. */
const openDoor = () =>
  new Promise<Server>((resolve) => {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', async () => {
        const { method, url = '/', headers } = request;
        const payload = Buffer.concat(parts);
        const answer = await it.http.inject({ method: method as 'POST', url, headers, payload });
        response.writeHead(answer.statusCode).end(answer.rawPayload);
      });
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
const partnersOf = () => ({ urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials });

beforeAll(async () => {
  sandbox = await startSandbox({ control: true });
  shop = sandbox.shops.find(({ partner }) => partner === 'woocommerce') as typeof shop;
  door = await openDoor();
  const origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  it = await testApp({ worker: true, partners: partnersOf(), origin });
  boss = await it.as('super');
  await it.given.courierOf(null, 'Flat rate');
});
afterAll(async () => {
  await sandbox.stop();
  door.close();
});

beforeEach(async () => {
  sandbox.stopFailing();
  sandbox.hooks.setMode('send');
  store().webhooks.clear();
  store().orders.clear();
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  const item = await it.given.item(boss, { client_id: clientId });
  [sku, itemId] = [item.sku, item.id];
  sandbox.seed({ products: [{ sku, name: item.name, price: '4.50' }] });
  connected = await connect();
  token = (await secretsOf()).hook_token;
  await eventually(async () => (activeHooks().length === 4 ? true : undefined));
  await sandbox.hooks.settled();
  sandbox.hooks.clear();
  sandbox.clearCalls();
});

const store = () => {
  const found = sandbox.woocommerce.stores.get('demo-woocommerce');
  if (!found) throw new Error('The sandbox has a demo shop.');
  return found;
};
const activeHooks = () =>
  [...store().webhooks.values()].filter(
    ({ status, delivery_url }) => status === 'active' && delivery_url.endsWith(token),
  );
const connect = (fields: object = {}) =>
  boss.ok(integrations.create, {
    body: {
      name: 'Demo shop',
      client_id: clientId,
      type: 5,
      auto_process: 0,
      ...sandbox.credentials.woocommerce,
      ...fields,
    } as never,
  });
const ADDRESS = {
  firstName: 'Ann',
  lastName: 'Lee',
  company: '',
  street: '1 Pier',
  street2: '',
  city: 'Boston',
  state: 'MA',
  zip: '02110',
  country: 'US',
  email: 'ann@customer.test',
  phone: '1',
};
const place = (lines = [{ sku, quantity: 2 }], address: Partial<typeof ADDRESS> = {}) =>
  shop.place({ lines, shippingMethod: 'Flat rate', address: { ...ADDRESS, ...address } });
/** Places an order for which the shop sends no webhook. */
const placeQuietly = (...order: Parameters<typeof place>) => {
  store().webhooks.clear();
  return place(...order);
};
const setQuantity = (id: string, quantity: number) => {
  const line = shop.orders().find((order) => order.id === id)?.lines[0]?.id ?? '';
  shop.edit(id, { quantities: { [line]: quantity } });
};
const runOf = async (id: number, runId: number, caller = boss) => {
  const page = await caller.ok(integrations.runs, { query: { filter_by: { integration_id: [String(id)] } } });
  return page.records.find((run) => run.id === runId);
};
const ended = (id: number, runId: number) =>
  eventually(async () => {
    const run = await runOf(id, runId);
    return run && (run.state === 'done' || run.state === 'failed') ? run : undefined;
  });
const sync = async (id = connected.id) => {
  const { id: runId } = await boss.ok(integrations.sync, { params: { id } });
  return ended(id, runId);
};
const shopOrders = async (id = connected.id) =>
  (await boss.ok(integrations.orders, { query: { filter_by: { integration_id: [String(id)] }, per_page: 100 } }))
    .records;
const shopOrderOf = async (sourceId: string) => (await shopOrders()).find(({ source_id }) => source_id === sourceId);
const arrived = (sourceId: string) =>
  eventually(async () => {
    const found = await shopOrderOf(sourceId);
    return found?.order_id ? found : undefined;
  }, 10_000);
const orderHere = (id: number | null | undefined) => boss.ok(orders.get, { params: { id: id ?? 0 } });
const ordersFrom = (sourceId: string) =>
  it.database.owner<{ id: number }>('select id from orders where api_credential_id = $1 and source_id = $2', [
    connected.id,
    sourceId,
  ]);
const secretsOf = async (id = connected.id): Promise<Secrets> => {
  const [row] = await it.database.owner<{ secrets: Buffer }>('select secrets from integrations where id = $1', [id]);
  if (!row) throw new Error('There is no such connection.');
  return openSecrets(it.vault, row.secrets);
};
const failedJobs = (id = connected.id) =>
  it.database.owner<{ task: string; problem: string }>(
    `select task, problem from job_runs where state <> 'done' and (payload ->> 'integration_id')::int = $1`,
    [id],
  );
/** Nothing that happened is still to be done for the connection. */
const idle = () =>
  eventually(async () => {
    const [{ count = 1 } = {}] = await it.database.owner<{ count: number }>(
      `select (select count(*) from events where dispatched_at is null)::int + count(*)::int as count
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier in ('read-shop-order', 'sync-channel', 'ensure-channel-hooks') and (j.payload ->> 'integration_id')::int = $1`,
      [connected.id],
    );
    return count === 0 ? true : undefined;
  });

describe('a webhook', () => {
  const call = async (body: string, headers: Record<string, string>, to = token) => {
    const url = `/api/hooks/channels/${to}`;
    const { statusCode } = await it.http.inject({ method: 'POST', url, headers, payload: body });
    return statusCode;
  };
  const signed = async (body: string, topic: string, delivery: string) => ({
    'content-type': 'application/json',
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-delivery-id': delivery,
    'x-wc-webhook-signature': createHmac('sha256', (await secretsOf()).hook_secret)
      .update(body)
      .digest('base64'),
  });

  test('is registered when a connection is made, and again when the shop has switched it off', async () => {
    expect(
      activeHooks()
        .map(({ topic }) => topic)
        .sort(),
    ).toEqual(['order.created', 'order.deleted', 'order.restored', 'order.updated']);
    const [first] = activeHooks();
    if (first) first.status = 'disabled';
    await boss.ok(integrations.update, { params: { id: connected.id }, body: { name: 'Renamed' } as never });
    await eventually(async () => (first?.status === 'active' ? true : undefined));
    expect([...store().webhooks.values()].filter(({ delivery_url }) => delivery_url.endsWith(token))).toHaveLength(4);
  });

  test('makes an order arrive; the same again, late, makes no second one', async () => {
    sandbox.hooks.setMode('twice');
    const id = place();
    const { order_id } = await arrived(id);
    await sandbox.hooks.settled();
    const sent = sandbox.hooks.list();
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    await sandbox.hooks.resend(sent[0]?.id ?? 0, 'late');
    await idle();
    expect(await ordersFrom(id)).toEqual([{ id: order_id }]);
    // The event was known: the order was read once.
    expect(sandbox.calls().filter(({ path }) => path.includes(`/orders/${id}`))).toHaveLength(1);
  });

  test('that comes after a later one changes nothing', async () => {
    const id = place();
    const { order_id } = await arrived(id);
    await sandbox.hooks.settled();
    sandbox.hooks.setMode('hold');
    sandbox.clock.advance(60_000);
    setQuantity(id, 5);
    sandbox.clock.advance(60_000);
    setQuantity(id, 7);
    await sandbox.hooks.release('last-first');
    await idle();
    expect((await orderHere(order_id)).lines).toMatchObject([{ quantity: 7 }]);
    // A cache of the shop may even answer the older version when it is asked.
    const created = sandbox.hooks.list().find(({ topic }) => topic === 'order.created');
    sandbox.fail({ match: `GET /orders/${id}`, status: 200, body: JSON.parse(created?.body ?? '') });
    sandbox.clearCalls();
    const body = JSON.stringify({ id: Number(id) });
    expect(await call(body, await signed(body, 'order.updated', 'cached'))).toBe(200);
    await idle();
    expect(sandbox.calls().filter(({ path }) => path.includes(`/orders/${id}`))).toHaveLength(1);
    expect((await orderHere(order_id)).lines).toMatchObject([{ quantity: 7 }]);
  });

  test('that is forged is 401, and changes nothing', async () => {
    sandbox.hooks.setMode('tampered');
    const id = place();
    await sandbox.hooks.settled();
    expect(sandbox.hooks.list().map(({ status }) => status)).toEqual([401]);
    const body = JSON.stringify({ id: Number(id) });
    const unsigned = { 'content-type': 'application/json', 'x-wc-webhook-topic': 'order.created' };
    expect(await call(body, unsigned)).toBe(401);
    expect(await call(body, { ...unsigned, 'x-wc-webhook-signature': '' })).toBe(401);
    expect(await call('webhook_id=1', unsigned)).toBe(401);
    await idle();
    expect([await shopOrderOf(id), sandbox.calls()]).toEqual([undefined, []]);
  });

  test('to an unknown address is 404', async () => {
    const body = '{"id":1}';
    const headers = await signed(body, 'order.created', 'unknown');
    expect(await call(body, headers, 'nobody')).toBe(404);
    expect(await call(body, headers, 'x'.repeat(5000))).not.toBe(200);
  });

  test('that is a ping, or about something else, is taken and does nothing', async () => {
    expect(await call('webhook_id=7', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(200);
    const body = '{"id":1}';
    expect(await call(body, await signed(body, 'coupon.created', 'other'))).toBe(200);
    await idle();
    expect(sandbox.calls()).toEqual([]);
  });

  test('with a body that names no order leads to a run that looks at all changes', async () => {
    const id = placeQuietly();
    const body = '{"resource_url":"http://169.254.169.254/latest","id":"../../secret"}';
    expect(await call(body, await signed(body, 'order.updated', 'evil'))).toBe(200);
    await arrived(id);
    expect(sandbox.calls().every(({ path }) => !path.includes('secret'))).toBe(true);
  });

  test('is answered while the shop itself is slow', async () => {
    sandbox.fail({ match: 'GET /orders/*', hold: true });
    const id = place();
    await sandbox.hooks.settled();
    expect(sandbox.hooks.list().map(({ status }) => status)).toEqual([200]);
    sandbox.stopFailing();
    await arrived(id);
  });
});

describe('the same order', () => {
  test('by poll, webhook and reference at once, on two servers, is one order', async () => {
    const other = await testApp({ database: it.database, worker: true, partners: partnersOf() });
    const otherBoss = await other.signIn(boss.email);
    sandbox.hooks.setMode('hold');
    const ids = Array.from({ length: 4 }, () => place());
    const numbers = shop.orders().filter(({ id }) => ids.includes(id));
    const byReference = (caller: Caller, reference: string) =>
      caller.ok(integrations.importReference, { params: { id: connected.id }, body: { reference } });
    const [run, otherRun] = await Promise.all([
      boss.ok(integrations.sync, { params: { id: connected.id } }),
      otherBoss.ok(integrations.sync, { params: { id: connected.id } }),
      sandbox.hooks.release('first-first', 'twice'),
      ...numbers.flatMap(({ number }) => [byReference(boss, number), byReference(otherBoss, number)]),
    ]);
    for (const { id } of [run, otherRun])
      expect(await ended(connected.id, id)).toMatchObject({ state: 'done', failed: 0 });
    await idle();
    for (const id of ids) expect(await ordersFrom(id)).toHaveLength(1);
    const steps = await it.database.owner(
      `select channel_order_id, step from channel_order_steps s join channel_orders o on o.id = s.channel_order_id
       where o.integration_id = $1 and o.source_id = any($2) and step in ('received', 'placed')`,
      [connected.id, ids],
    );
    expect(steps).toHaveLength(2 * ids.length);
    expect(await failedJobs()).toEqual([]);
    await other.halt();
  }, 30_000);

  test('of a run that waited while another gave up its runner is read all the same', async () => {
    const id = placeQuietly();
    // What a long run looks like between two slices of its time: it runs, and no job works on it.
    const [long] = await it.database.owner<{ id: number }>(
      `insert into channel_runs (client_id, integration_id, started_by, state, since, until, started_at)
       values ($1, $2, 'schedule', 'running', now() - interval '1 hour', now() - interval '50 minutes', now()) returning id`,
      [clientId, connected.id],
    );
    const { id: runId } = await boss.ok(integrations.sync, { params: { id: connected.id } });
    await idle();
    expect(await runOf(connected.id, runId)).toMatchObject({ state: 'waiting' });
    await it.database.owner(
      `insert into events (client_id, kind, subject_id, payload) values ($1, 'channel.sync_due', $2, jsonb_build_object('run_id', $3::int))`,
      [clientId, connected.id, long?.id],
    );
    expect(await ended(connected.id, long?.id ?? 0)).toMatchObject({ state: 'done' });
    expect(await ended(connected.id, runId)).toMatchObject({ state: 'done' });
    expect(await ordersFrom(id)).toHaveLength(1);
  });
});

describe('a finished shipment', () => {
  /** An order with a shipment of so many units that is finished. */
  const ordered = async (quantity: number) => {
    await it.given.stock(itemId, 100);
    const id = placeQuietly([{ sku, quantity }]);
    await sync();
    return { id, orderId: (await shopOrderOf(id))?.order_id ?? 0 };
  };
  const finish = async (shipmentId: number, waybill: string) => {
    await boss.ok(shipments.fulfilAll, { params: { id: shipmentId } });
    await boss.ok(shipments.update, { params: { id: shipmentId }, body: { waybill } });
    const [finished] = await boss.ok(shipments.finishMany, { body: { ids: [shipmentId], options: {} } as never });
    expect(finished).toMatchObject({ result: true });
  };
  const ship = async (orderId: number, waybill: string, units?: number) => {
    const order = await orderHere(orderId);
    const lines = [{ order_line_id: order.lines[0]?.id ?? 0, quantity: units ?? 0 }];
    const courier = { id: order.shipping.courier_id };
    const shipped = units
      ? await boss.ok(orders.shipPartial, { params: { id: orderId }, body: { lines, courier } as never })
      : await boss.ok(orders.shipFull, { params: { id: orderId } });
    const shipmentId = Math.max(...shipped.shipments.map((each) => each.id));
    await finish(shipmentId, waybill);
    return shipmentId;
  };
  const reported = (shipmentId: number, wanted: string, state = 'done') =>
    eventually(async () => {
      const [report] = await it.database.owner<{ state: string; problem: string; attempts: number }>(
        'select state, problem, attempts from channel_reports where shipment_id = $1 and wanted = $2',
        [shipmentId, wanted],
      );
      return report?.state === state ? report : undefined;
    }, 20_000);
  const fulfilments = (id: string) =>
    (store().orders.get(Number(id))?.fulfillments ?? []).filter(({ deletedAt }) => !deletedAt);
  const inShop = (id: string) => shop.orders().find((order) => order.id === id);

  test('whose answer was lost is in the shop once', async () => {
    const { id, orderId } = await ordered(2);
    sandbox.fail({ match: 'POST /orders/*/fulfillments', dropAfterWrite: true });
    const { attempts } = await reported(await ship(orderId, 'LOST-1'), 'shipped');
    expect(attempts).toBe(2);
    expect(fulfilments(id)).toHaveLength(1);
    expect(inShop(id)).toMatchObject({ tracking: [{ number: 'LOST-1' }], status: 'completed' });
  }, 30_000);

  test('that is a part is told with its quantity, and so is the rest', async () => {
    const { id, orderId } = await ordered(5);
    await reported(await ship(orderId, 'PART-1', 2), 'shipped');
    expect(inShop(id)).toMatchObject({ status: 'processing', lines: [{ shipped: 2 }] });
    await reported(await ship(orderId, 'PART-2'), 'shipped');
    expect(fulfilments(id)).toHaveLength(2);
    expect(
      inShop(id)
        ?.tracking.map(({ number }) => number)
        .sort(),
    ).toEqual(['PART-1', 'PART-2']);
    expect(inShop(id)).toMatchObject({ status: 'completed', lines: [{ quantity: 5 }] });
  });

  test('that is voided is taken back from the shop', async () => {
    const { id, orderId } = await ordered(2);
    const shipmentId = await ship(orderId, 'VOID-1');
    await reported(shipmentId, 'shipped');
    expect(fulfilments(id)).toHaveLength(1);
    await boss.ok(shipments.voidFinished, { params: { id: shipmentId } });
    await reported(shipmentId, 'withdrawn');
    expect(fulfilments(id)).toEqual([]);
    expect(inShop(id)).toMatchObject({ status: 'processing', tracking: [] });
  });

  test('that is voided after its answer was lost is taken back too', async () => {
    const { id, orderId } = await ordered(2);
    sandbox.fail({ match: 'POST /orders/*/fulfillments', dropAfterWrite: true });
    const shipmentId = await ship(orderId, 'VOID-2');
    await eventually(async () => {
      const [report] = await it.database.owner<{ problem: string }>(
        'select problem from channel_reports where shipment_id = $1',
        [shipmentId],
      );
      return report?.problem ? true : undefined;
    });
    expect(fulfilments(id)).toHaveLength(1);
    await boss.ok(shipments.voidFinished, { params: { id: shipmentId } });
    await reported(shipmentId, 'withdrawn');
    expect(fulfilments(id)).toEqual([]);
  }, 30_000);

  test('that never arrived and is voided is not even made for a moment', async () => {
    const { id, orderId } = await ordered(2);
    sandbox.fail({ match: 'POST /orders/*/fulfillments', drop: true, times: 100 });
    const shipmentId = await ship(orderId, 'VOID-3');
    await eventually(async () => {
      const [report] = await it.database.owner<{ problem: string }>(
        'select problem from channel_reports where shipment_id = $1',
        [shipmentId],
      );
      return report?.problem ? true : undefined;
    });
    await boss.ok(shipments.voidFinished, { params: { id: shipmentId } });
    sandbox.stopFailing();
    sandbox.clearCalls();
    await reported(shipmentId, 'withdrawn');
    expect(fulfilments(id)).toEqual([]);
    expect(sandbox.calls().filter(({ method, path }) => method !== 'GET' && path.includes(`/orders/${id}`))).toEqual(
      [],
    );
  }, 30_000);

  test('that the shop refuses is shown to people', async () => {
    const { id, orderId } = await ordered(2);
    shop.cancel(id);
    const { problem } = await reported(await ship(orderId, 'NO-1'), 'shipped', 'refused');
    expect(problem).toBe('PartnerRefused:OrderCancelledInShop');
    const { steps } = await boss.ok(integrations.order, { params: { id: (await shopOrderOf(id))?.id ?? 0 } });
    expect(steps.map(({ step }) => step)).toContain('refused');
    const query = { filter_by: { kind: ['shop-report-refused'], state: ['open'] }, per_page: 100 };
    const [shown] = await eventually(async () => {
      const { records } = await boss.ok(api.exceptions.list, { query: query as never });
      return records.length ? records : undefined;
    });
    expect(JSON.stringify(shown)).toContain('cancelled');
  });
});

describe('a shop that', () => {
  const nextSync = async () => {
    const [row] = await it.database.owner<{ failures: number; seconds: number }>(
      'select failures, extract(epoch from next_sync_at - now())::int as seconds from integrations where id = $1',
      [connected.id],
    );
    return row;
  };
  const listed = () =>
    sandbox.calls().filter(({ method, path }) => method === 'GET' && /\/orders\?.*modified_after/.test(path));
  /** Orders that are cancelled already, one each second. */
  const cancelled = (count: number) => {
    store().webhooks.clear();
    const ids = Array.from({ length: count }, () => place());
    for (const [index, id] of ids.entries()) {
      const order = store().orders.get(Number(id));
      if (order)
        Object.assign(order, { status: 'cancelled', modifiedAt: new Date(Date.now() - (count - index) * 1000) });
    }
    return ids;
  };

  test.each([
    ['is cut in the middle of a page', { cut: true }],
    ['answers a web page', { html: true }],
    ['closes the connection', { drop: true }],
    ['is slow', { delayMs: 1_500 }],
    ['says 502', { status: 502 }],
  ])('%s is asked again: nothing is lost or doubled', async (_, fault) => {
    const id = placeQuietly();
    sandbox.fail({ match: 'GET /orders', ...fault });
    expect(await sync()).toMatchObject({ state: 'done', created: 1, failed: 0 });
    expect(await ordersFrom(id)).toHaveLength(1);
    const isRepeated = !('delayMs' in fault);
    expect(listed()).toHaveLength(isRepeated ? 2 : 1);
  });

  test('asks to wait is not asked before', async () => {
    const id = placeQuietly();
    sandbox.fail({ match: 'GET /orders', status: 429, headers: { 'retry-after': '2' } });
    expect(await sync()).toMatchObject({ state: 'done', created: 1 });
    const [limited, next] = listed().map(({ at }) => Date.parse(at));
    expect((next ?? 0) - (limited ?? 0)).toBeGreaterThanOrEqual(1_900);
    expect(await ordersFrom(id)).toHaveLength(1);
  });

  test('asks to wait for an hour gets no call until then', async () => {
    sandbox.fail({ match: 'GET /orders', status: 429, headers: { 'retry-after': '3600' } });
    expect(await sync()).toMatchObject({ state: 'failed', problem_key: 'PartnerLimited' });
    expect((await nextSync())?.seconds).toBeGreaterThan(3_500);
    sandbox.clearCalls();
    expect(await sync()).toMatchObject({ state: 'failed', problem_key: 'PartnerLimited' });
    expect(sandbox.calls()).toEqual([]);
  });

  test('is down is asked less and less often; the next run goes on where the last one stopped', async () => {
    const ids = cancelled(120);
    sandbox.fail({ match: 'GET /orders', skip: 1, status: 503, headers: { 'retry-after': '0' }, times: 4 });
    expect(await sync()).toMatchObject({ state: 'failed', read: 100 });
    expect(await nextSync()).toMatchObject({ failures: 1 });
    const first = (await nextSync())?.seconds ?? 0;
    sandbox.fail({ match: 'GET /orders', drop: true, times: 4 });
    expect(await sync()).toMatchObject({ state: 'failed', read: 0 });
    expect((await nextSync())?.seconds).toBeGreaterThan(first + 200);
    sandbox.stopFailing();
    const run = await sync();
    expect(run).toMatchObject({ state: 'done' });
    expect(run.read).toBeLessThan(30);
    expect(await nextSync()).toMatchObject({ failures: 0 });
    const [seen] = await it.database.owner<{ count: number }>(
      'select count(*)::int as count from channel_orders where integration_id = $1 and source_id = any($2)',
      [connected.id, ids],
    );
    expect(seen?.count).toBe(120);
  }, 30_000);

  test('answers the same page for ever is stopped', async () => {
    const id = place();
    await arrived(id);
    await sandbox.hooks.settled();
    const row = JSON.parse(sandbox.hooks.list()[0]?.body ?? '');
    const body = Array.from({ length: 100 }, (_, index) => ({ ...row, id: 900_000 + index, status: 'cancelled' }));
    const headers = { 'x-wp-total': '99999999', 'x-wp-totalpages': '999999' };
    sandbox.fail({ match: 'GET /orders', status: 200, headers, body, times: 1_000 });
    const run = await sync();
    expect(run).toMatchObject({ state: 'failed' });
    expect(run.problem_key).toMatch(/^PartnerAnswerMalformed:/);
    expect(listed().length).toBeLessThan(10);
  }, 30_000);
});

describe('an odd order', () => {
  const oddly = (change: (order: NonNullable<ReturnType<typeof raw>>) => void) => {
    const id = placeQuietly();
    const order = raw(id);
    if (order) change(order);
    return id;
  };
  const raw = (id: string) => store().orders.get(Number(id));
  const nowhere = {
    first_name: '',
    last_name: '',
    company: '',
    address_1: '',
    address_2: '',
    city: '',
    state: '',
    postcode: '',
    country: '',
  };

  test('is placed, waits or is ignored; none is lost, and none stops the run', async () => {
    const lines = (count: number, skuOf: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => ({ sku: skuOf(index), quantity: 1 }));
    const cases: [string, string, RegExp | undefined][] = [
      [placeQuietly(lines(500, () => sku)), 'placed', undefined],
      [placeQuietly(lines(500, (index) => `NONE-${index}`)), 'waiting', /^UnknownSku:NONE-0$/],
      [placeQuietly(lines(1_001, (index) => `MANY-${index}`)), 'waiting', /^OrderHasTooManyLines/],
      [placeQuietly([]), 'waiting', /^OrderHasNoLines/],
      [placeQuietly([{ sku, quantity: 0 }]), 'waiting', /^OrderHasNoLines/],
      [placeQuietly([{ sku, quantity: 1.5 }]), 'waiting', /^QuantityIsTooLarge/],
      [placeQuietly([{ sku, quantity: 2_000_000 }]), 'waiting', /^QuantityIsTooLarge/],
      [placeQuietly([{ sku, quantity: 1.5 }]), 'waiting', /./],
      [
        placeQuietly([{ sku, quantity: 1 }], { firstName: '😀'.repeat(1_024), lastName: '𠮷'.repeat(1_024) }),
        'placed',
        undefined,
      ],
      [placeQuietly([{ sku, quantity: 1 }], { country: 'ZZ' }), 'placed', undefined],
      [placeQuietly([{ sku, quantity: 1 }], { country: 'Middle-earth', zip: 'x'.repeat(4_096) }), 'placed', undefined],
      [placeQuietly([{ sku, quantity: 1 }], { email: 'no mail', phone: '☎'.repeat(300) }), 'placed', undefined],
      [
        oddly((order) => Object.assign(order.shipping, { first_name: 'A\u0000B', city: 'C\ud800' })),
        'placed',
        undefined,
      ],
      [oddly((order) => Object.assign(order, { customerNote: `n\u0000${'é'.repeat(5_000)}` })), 'placed', undefined],
      [
        oddly((order) => {
          Object.assign(order.shipping, nowhere);
          Object.assign(order.billing, nowhere);
        }),
        'waiting',
        /^AddressIsMissing/,
      ],
      [oddly((order) => Object.assign(order, { status: 'wc-strange' })), 'ignored', undefined],
    ];
    expect(await sync()).toMatchObject({ state: 'done', read: cases.length });
    const seen = new Map((await shopOrders()).map((order) => [order.source_id, order]));
    expect(cases.map(([id]) => seen.get(id)?.state)).toEqual(cases.map(([, state]) => state));
    for (const [id, , problem] of cases)
      if (problem) expect(seen.get(id)?.problems[0]?.problem_key).toMatch(problem);
      else expect(seen.get(id)?.problems).toEqual([]);
    for (const { order_id } of seen.values()) if (order_id) await orderHere(order_id);
    expect(await failedJobs()).toEqual([]);
    expect(await sync()).toMatchObject({ state: 'done', created: 0, updated: 0 });
  }, 30_000);
});

describe('stock levels', () => {
  const levelIn = (wanted: string) =>
    [...store().products.values()].find((each) => each.sku === wanted)?.stock_quantity;
  const pushes = () =>
    sandbox
      .calls()
      .filter(({ method, path }) => method === 'POST' && path.includes('/products/batch'))
      .map(({ body }) => (JSON.parse(body) as { update: unknown[] }).update.length);
  const push = async (id: number) => {
    await queueStockJob({ open: it.app.open, log: {} as never }, {}, { number: 1, isLast: false });
    return eventually(async () => {
      const [left] = await it.database.owner<{ count: number }>(
        `select (select count(*) from events where dispatched_at is null)::int + count(*)::int as count
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'report-channel-stock' and (j.locked_at is not null or j.attempts < j.max_attempts) and (j.payload ->> 'integration_id')::int = $1`,
        [id],
      );
      return left?.count === 0 ? true : undefined;
    });
  };

  test('are told by share and reserve, only those that changed; a refused SKU is remembered', async () => {
    const own = await connect({ report_stock: 1, stock_share: 50, stock_reserve: 3 });
    const second = await it.given.item(boss, { client_id: clientId });
    const unknown = await it.given.item(boss, { client_id: clientId });
    sandbox.seed({ products: [{ sku: second.sku, name: second.name, price: '1.00' }] });
    await it.given.stock(itemId, 21);
    await it.given.stock(second.id, 10);
    await it.given.stock(unknown.id, 40);
    sandbox.clearCalls();
    await push(own.id);
    expect(await failedJobs(own.id)).toEqual([]);
    expect([levelIn(sku), levelIn(second.sku), pushes()]).toEqual([7, 2, [2]]);
    const told = await it.database.owner<{ sku: string; problem: string }>(
      'select sku, problem from channel_levels where integration_id = $1 and problem <> $2',
      [own.id, ''],
    );
    expect(told.map((level) => level.sku)).toEqual([unknown.sku]);
    await it.database.owner('update item_totals set in_stock = in_stock + 20 where inventory_id = $1', [second.id]);
    sandbox.clearCalls();
    await push(own.id);
    expect([levelIn(second.sku), pushes()]).toEqual([12, [1]]);
    sandbox.clearCalls();
    await push(own.id);
    expect(sandbox.calls().filter(({ path }) => path.includes('/products'))).toEqual([]);
  });

  test('of a kit are as many as its components make', async () => {
    const own = await connect({ report_stock: 1 });
    const second = await it.given.item(boss, { client_id: clientId });
    await it.given.stock(itemId, 21);
    await it.given.stock(second.id, 7);
    const kitSku = `KIT-${sku}`;
    await it.database.owner(
      `with kit as (insert into inventories (client_id, type, sku, name) values ($1, 'Kit', $2, 'Kit') returning id)
       insert into kit_components (client_id, kit_id, item_id, quantity)
       select $1, kit.id, c.item_id, c.quantity from kit, (values ($3::int, 4), ($4::int, 1)) c (item_id, quantity)`,
      [clientId, kitSku, itemId, second.id],
    );
    sandbox.seed({ products: [{ sku: kitSku, name: 'Kit', price: '1.00' }] });
    await push(own.id);
    expect(levelIn(kitSku)).toBe(5);
  });

  test('of many items need no more calls than the batch allows', async () => {
    const own = await connect({ report_stock: 1 });
    await it.database.owner(
      `insert into inventories (client_id, type, sku, name)
       select $1::int, 'Item', 'BULK-' || $1::int || '-' || n, 'Bulk' from generate_series(1, 149) n`,
      [clientId],
    );
    sandbox.seed({
      products: Array.from({ length: 149 }, (_, index) => ({
        sku: `BULK-${clientId}-${index + 1}`,
        name: 'Bulk',
        price: '1.00',
      })),
    });
    sandbox.clearCalls();
    await push(own.id);
    const [told] = await it.database.owner<{ count: number }>(
      `select count(*)::int as count from channel_levels where integration_id = $1 and problem = ''`,
      [own.id],
    );
    expect(await failedJobs(own.id)).toEqual([]);
    const calls = await it.database.owner(
      `select subject, problem from channel_calls where integration_id = $1 and problem <> ''`,
      [own.id],
    );
    expect(calls).toEqual([]);
    expect(told?.count).toBe(150);
    expect(pushes().length).toBeLessThanOrEqual(2);
  });
});

describe('a killed worker', () => {
  test('in the middle of a run: another server goes on, and nothing is doubled', async () => {
    const ids = Array.from({ length: 3 }, () => placeQuietly());
    sandbox.fail({ match: 'GET /orders', delayMs: 4_000 });
    const { id: runId } = await boss.ok(integrations.sync, { params: { id: connected.id } });
    await eventually(async () => ((await runOf(connected.id, runId))?.state === 'running' ? true : undefined));
    // What a killed process leaves behind: its job and its queue locked by a worker that no longer holds its name's lock.
    const dead = await it.database.owner(
      `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '6 seconds'
       where locked_at is not null and task_id = (select id from graphile_worker._private_tasks where identifier = 'sync-channel')
       returning id`,
    );
    await it.database.owner(
      `update graphile_worker._private_job_queues set locked_by = 'pool-of-the-dead', locked_at = now() - interval '6 seconds'
       where locked_at is not null`,
    );
    expect(dead).toHaveLength(1);
    const next = await testApp({ database: it.database, worker: true, partners: partnersOf() });
    expect(await ended(connected.id, runId)).toMatchObject({ state: 'done', problem: '' });
    // The first server was only thought dead: it goes on too.
    await eventually(async () => {
      const lists = sandbox.calls().filter(({ path }) => path.includes('modified_after'));
      return lists.length >= 2 ? true : undefined;
    });
    await idle();
    for (const id of ids) expect(await ordersFrom(id)).toHaveLength(1);
    await next.halt();
  }, 40_000);
});

test('after all of this no secret is in a log, a trace, a job or a mail', async () => {
  const rows = await it.database.owner<{ id: number }>('select id from integrations');
  const secrets = new Set<string>();
  for (const { id } of rows) {
    const { hook_token, hook_secret, key_1 = '', key_2 = '' } = await secretsOf(id);
    for (const secret of [hook_token, hook_secret, key_2]) secrets.add(secret);
    secrets.add(Buffer.from(`${key_1 || sandbox.credentials.woocommerce?.key_1}:${key_2}`).toString('base64'));
  }
  expect(secrets.size).toBeGreaterThan(rows.length);
  const places = ['channel_calls', 'channel_runs', 'channel_order_steps', 'traces', 'job_runs', 'mails', 'events'];
  const found: string[] = [];
  const look = (place: string, text: string) => {
    for (const secret of secrets) if (text.includes(secret)) found.push(`${place}: ${text.slice(0, 300)}`);
  };
  for (const place of places)
    for (const { text } of await it.database.owner<{ text: string }>(`select t::text as text from ${place} t`))
      look(place, text);
  for (const line of it.logLines) look('log', line);
  expect(found).toEqual([]);
});
