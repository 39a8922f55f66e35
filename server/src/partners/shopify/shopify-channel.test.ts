import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, type Integration } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { queueDueJob } from '../../modules/channels/sync.jobs.ts';
import { LANES } from '../../platform/jobs/worker.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import type { ShopifyMerchant } from '../../sandbox/shopify/merchant.ts';
import { PAGE } from './operations.ts';

const { integrations, orders, shipments } = api;
let it: TestApp;
let sandbox: Sandbox;
let door: Server;
let boss: Caller;
let merchant: ShopifyMerchant;
let clientId: number;
let connected: Integration;
let sku: string;
let itemId: number;
let shops = 0;
const [ann] = PEOPLE;

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

/** Each test has a shop of its own, whose hooks know no other connection. */
beforeEach(async () => {
  sandbox.stopFailing();
  sandbox.hooks.setMode('send');
  sandbox.clock.set(new Date());
  merchant = sandbox.shopify.addShop({ name: `shop-${++shops}` });
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  const item = await it.given.item(boss, { client_id: clientId });
  [sku, itemId] = [item.sku, item.id];
  merchant.addProduct({ sku, name: item.name, price: '4.50' });
  connected = await connect();
  sandbox.clearCalls();
});

const connect = (fields: object = {}) => {
  const { shop } = merchant;
  const [access_token = ''] = shop.tokens.keys();
  const key_2 = shop.clientSecrets[0]?.secret ?? '';
  const body = { name: 'Shop', client_id: clientId, type: 4, auto_process: 0, o_auth_token: shop.host, access_token };
  return boss.ok(integrations.create, { body: { ...body, key_2, ...fields } as never });
};
const install = async () => {
  connected = await boss.ok(integrations.installService, {
    params: { id: connected.id },
    body: { isStockSharing: 1 } as never,
  });
  await idle();
};
const hooked = () =>
  eventually(async () => (merchant.shop.subscriptions.size >= 11 ? true : undefined)).then(() => idle());
const place = (lines = [{ sku, quantity: 2 }]) =>
  merchant.place({ lines, shippingMethod: 'Flat rate', address: ann as (typeof PEOPLE)[0] });
const workOf = (id: string) => {
  const order = merchant.shop.orders.get(Number(id));
  const [work] = order ? merchant.work(order) : [];
  if (!work) throw new Error('The order is not routed.');
  return work;
};
const shopOrderOf = async (sourceId: string) => {
  const query = { filter_by: { integration_id: [String(connected.id)] }, per_page: 100 };
  const { records } = await boss.ok(integrations.orders, { query });
  return records.find(({ source_id }) => source_id === sourceId);
};
const ended = (runId: number) =>
  eventually(async () => {
    const query = { filter_by: { integration_id: [String(connected.id)] } };
    const run = (await boss.ok(integrations.runs, { query })).records.find(({ id }) => id === runId);
    return run && (run.state === 'done' || run.state === 'failed') ? run : undefined;
  });
const sync = async (caller = boss) => ended((await caller.ok(integrations.sync, { params: { id: connected.id } })).id);
const orderHere = (id: number | null | undefined) => boss.ok(orders.get, { params: { id: id ?? 0 } });
const stepsOf = async (sourceId: string) => {
  const seen = await shopOrderOf(sourceId);
  if (!seen) return [];
  return (await boss.ok(integrations.order, { params: { id: seen.id } })).steps.map(({ step }) => step);
};
const ordersFrom = (sourceId: string) =>
  it.database.owner<{ id: number }>('select id from orders where api_credential_id = $1 and source_id = $2', [
    connected.id,
    sourceId,
  ]);
/** Nothing that happened is still to be done for these connections. */
const idle = (ids = [connected.id]) =>
  eventually(async () => {
    const [{ count = 1 } = {}] = await it.database.owner<{ count: number }>(
      `select (select count(*) from events where dispatched_at is null)::int + count(*)::int as count
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier in ('read-shop-order', 'sync-channel', 'ensure-channel-hooks', 'answer-shop-request', 'send-channel-report')
         and (j.payload ->> 'integration_id')::int = any($1)`,
      [ids],
    );
    return count === 0 ? true : undefined;
  });
const asked = (name: string) => sandbox.calls().filter(({ body }) => body.includes(`fulfillmentOrder${name}`));

describe('a fulfilment request', () => {
  beforeEach(install);

  test('of an order that is placed here is accepted, once', async () => {
    const id = place();
    await sandbox.hooks.settled();
    await eventually(async () => (workOf(id).requestStatus === 'ACCEPTED' ? true : undefined));
    await idle();
    expect(await stepsOf(id)).toEqual(['received', 'placed', 'asked', 'accepted']);
    await sync();
    await idle();
    expect(asked('AcceptFulfillmentRequest')).toHaveLength(1);
    expect(await stepsOf(id)).toEqual(['received', 'placed', 'asked', 'accepted']);
  });

  test('whose answer was lost is looked up and not answered twice', async () => {
    sandbox.fail({ match: 'fulfillmentOrderAcceptFulfillmentRequest', dropAfterWrite: true });
    const id = place();
    await eventually(async () => ((await stepsOf(id)).includes('accepted') ? true : undefined), 20_000);
    expect(workOf(id).requestStatus).toBe('ACCEPTED');
    expect(asked('AcceptFulfillmentRequest')).toHaveLength(1);
    expect(await stepsOf(id)).toEqual(['received', 'placed', 'asked', 'accepted']);
  });

  test('of an order that waits is answered when it is placed, or rejected when a person does not want it', async () => {
    const wanted = place([{ sku: `W-${sku}`, quantity: 1 }]);
    const unwanted = place([{ sku: `N-${sku}`, quantity: 1 }]);
    await sync();
    await idle();
    expect([workOf(wanted).requestStatus, workOf(unwanted).requestStatus]).toEqual(['SUBMITTED', 'SUBMITTED']);
    const dismissed = await shopOrderOf(unwanted);
    await boss.ok(integrations.dismiss, { params: { id: dismissed?.id ?? 0 } });
    await boss.ok(integrations.mapSku, {
      params: { id: connected.id },
      body: { sku: `W-${sku}`, inventory_id: itemId },
    });
    await eventually(async () => (workOf(wanted).requestStatus === 'ACCEPTED' ? true : undefined));
    await eventually(async () => (workOf(unwanted).requestStatus === 'REJECTED' ? true : undefined));
    const [call] = asked('RejectFulfillmentRequest');
    expect(JSON.parse(call?.body ?? '').variables.message).toBe('The warehouse cannot take this order');
    await sync();
    await idle();
    expect(await shopOrderOf(unwanted)).toMatchObject({ state: 'ignored', order_id: null });
    expect(await stepsOf(unwanted)).toContain('rejected');
    // The merchant asks again: it is a new order to decide about.
    merchant.requestFulfillment(workOf(unwanted).id);
    await sync();
    expect(await shopOrderOf(unwanted)).toMatchObject({ state: 'waiting' });
  });

  test('of an order that staff cancelled meanwhile is rejected', async () => {
    sandbox.fail({ match: 'fulfillmentOrderAcceptFulfillmentRequest', status: 503, times: 2 });
    const id = place();
    const orderId = await eventually(async () => (await shopOrderOf(id))?.order_id ?? undefined);
    await boss.ok(orders.cancel, { params: { id: orderId } });
    await eventually(async () => (workOf(id).requestStatus === 'REJECTED' ? true : undefined), 20_000);
    const [call] = asked('RejectFulfillmentRequest');
    expect(JSON.parse(call?.body ?? '').variables.message).toBe('The order was cancelled in the warehouse');
  });
});

describe('a cancellation request', () => {
  const exceptionOf = async (shopOrderId: number) => {
    const query = { filter_by: { kind: ['shop-order-changed'], state: ['open'] }, per_page: 100 };
    const { records } = await boss.ok(api.exceptions.list, { query: query as never });
    return records.find(({ link }) => link.endsWith(`?order=${shopOrderId}`));
  };
  const accepted = async () => {
    await install();
    const id = place();
    await eventually(async () => (workOf(id).requestStatus === 'ACCEPTED' ? true : undefined));
    await idle();
    return { id, orderId: (await shopOrderOf(id))?.order_id ?? 0 };
  };
  const processed = async () => {
    await it.given.stock(itemId, 100);
    const made = await accepted();
    await boss.ok(orders.shipFull, { params: { id: made.orderId } });
    merchant.requestCancellation(workOf(made.id).id, 'Changed their mind');
    const shown = await eventually(async () => {
      const now = await shopOrderOf(made.id);
      return now?.asks_cancellation ? now : undefined;
    });
    await idle();
    return { ...made, shown };
  };
  const decide = (id: number, isAccepted: boolean) =>
    boss.ok(integrations.answerCancellation, {
      params: { id },
      body: { accepted: isAccepted ? 1 : 0, message: isAccepted ? '' : 'On the truck' },
    });

  test('of an order that is not processed cancels it here and is accepted', async () => {
    const { id, orderId } = await accepted();
    merchant.requestCancellation(workOf(id).id);
    await eventually(async () => (workOf(id).requestStatus === 'CANCELLATION_ACCEPTED' ? true : undefined));
    await idle();
    expect(await orderHere(orderId)).toMatchObject({ status: 'Cancelled' });
    expect((await stepsOf(id)).slice(4)).toEqual(['asked', 'cancelled', 'accepted']);
    expect(await shopOrderOf(id)).toMatchObject({ state: 'placed', problems: [], asks_cancellation: false });
  });

  test('of a processed order waits for a person, and nothing happens until then', async () => {
    const { id, orderId, shown } = await processed();
    expect(shown).toMatchObject({ state: 'changed', problems: [{ problem_key: 'CancellationAsked' }] });
    await sync();
    await idle();
    expect(workOf(id).requestStatus).toBe('CANCELLATION_REQUESTED');
    expect(await shopOrderOf(id)).toMatchObject({ state: 'changed', asks_cancellation: true });
    const found = await eventually(() => exceptionOf(shown.id));
    expect(found.sentence).toContain('asks to cancel');
    await decide(shown.id, false);
    await eventually(async () => (workOf(id).requestStatus === 'CANCELLATION_REJECTED' ? true : undefined));
    const [call] = asked('RejectCancellationRequest');
    expect(JSON.parse(call?.body ?? '').variables.message).toBe('On the truck');
    await idle();
    expect(await orderHere(orderId)).toMatchObject({ status: 'Processed' });
    expect(await shopOrderOf(id)).toMatchObject({ state: 'placed', problems: [], asks_cancellation: false });
    // Answered again, it changes nothing.
    await decide(shown.id, true);
    await sync();
    await idle();
    expect(workOf(id).requestStatus).toBe('CANCELLATION_REJECTED');
  });

  test('that only a run reads is shown as soon as one that the shop tells about', async () => {
    await it.given.stock(itemId, 100);
    const { id, orderId } = await accepted();
    await boss.ok(orders.shipFull, { params: { id: orderId } });
    await sync();
    await idle();
    sandbox.hooks.setMode('hold');
    merchant.requestCancellation(workOf(id).id);
    expect(await sync()).toMatchObject({ updated: 1 });
    const shown = await shopOrderOf(id);
    expect(shown).toMatchObject({ state: 'changed', asks_cancellation: true });
    await eventually(() => exceptionOf(shown?.id ?? 0));
    expect(await sync()).toMatchObject({ updated: 0 });
  });

  test('that a person accepts is accepted; the order here stays for a person', async () => {
    const { id, shown } = await processed();
    sandbox.fail({ match: 'fulfillmentOrderAcceptCancellationRequest', dropAfterWrite: true });
    await decide(shown.id, true);
    await eventually(
      async () => ((await stepsOf(id)).filter((step) => step === 'accepted').length === 2 ? true : undefined),
      20_000,
    );
    expect(workOf(id).requestStatus).toBe('CANCELLATION_ACCEPTED');
    expect(asked('AcceptCancellationRequest')).toHaveLength(1);
    await sync();
    expect(await shopOrderOf(id)).toMatchObject({
      state: 'changed',
      problems: [{ problem_key: 'CancelledAfterProcessing' }],
    });
  });

  test('that a person leaves unanswered stays so', async () => {
    const { id, shown } = await processed();
    await boss.ok(integrations.dismiss, { params: { id: shown.id } });
    await sync();
    await idle();
    expect(await shopOrderOf(id)).toMatchObject({ state: 'placed', asks_cancellation: false });
    expect(workOf(id).requestStatus).toBe('CANCELLATION_REQUESTED');
  });

  test('is not answered by a client of somebody else, nor by who only reads', async () => {
    const { shown } = await processed();
    const body = { accepted: 1, message: '' } as const;
    const other = (await it.given.clientUser(await it.given.client(), true)).caller;
    const answer = await other.call(integrations.answerCancellation, { params: { id: shown.id }, body });
    expect([403, 404]).toContain(answer.status);
    expect(await shopOrderOf(shown.source_id)).toMatchObject({ asks_cancellation: true });
  });
});

describe('callbacks of the service', () => {
  const serviceOf = () => {
    const service = [...merchant.shop.services.values()].find(({ isOurs }) => isOurs);
    if (!service) throw new Error('No service is installed.');
    return service;
  };

  test('answer tracking numbers of this connection only, and only to who signs', async () => {
    await install();
    await it.given.stock(itemId, 100);
    const id = place();
    await eventually(async () => (workOf(id).requestStatus === 'ACCEPTED' ? true : undefined));
    const orderId = (await shopOrderOf(id))?.order_id ?? 0;
    const shipped = await boss.ok(orders.shipFull, { params: { id: orderId } });
    const shipmentId = shipped.shipments[0]?.id ?? 0;
    await boss.ok(shipments.fulfilAll, { params: { id: shipmentId } });
    await boss.ok(shipments.update, { params: { id: shipmentId }, body: { waybill: '1Z555' } });
    await boss.ok(shipments.finishMany, { body: { ids: [shipmentId], options: {} } as never });
    await eventually(async () =>
      merchant.orders().find((order) => order.id === id)?.tracking.length ? true : undefined,
    );
    await eventually(async () => ((await stepsOf(id)).includes('reported') ? true : undefined));
    const name = merchant.shop.orders.get(Number(id))?.name ?? '';
    const ask = (names: string[]) => sandbox.shopify.notifier.fetchTrackingNumbers(merchant.shop, serviceOf(), names);
    const answer = await ask([`${name}.1`, `${name}.2`, '#1.1']);
    expect([answer?.status, JSON.parse(answer?.answer ?? '')]).toEqual([
      200,
      { tracking_numbers: { [`${name}.1`]: '1Z555' }, message: '', success: true },
    ]);
    const stock = await sandbox.shopify.notifier.fetchStock(merchant.shop, serviceOf(), sku);
    expect([stock?.status, JSON.parse(stock?.answer ?? '')]).toEqual([200, { [sku]: 98 }]);

    const callbackUrl = new URL(serviceOf().callbackUrl ?? '').pathname;
    const unsigned = async (path: string, headers = {}) =>
      (await it.http.inject({ method: 'GET', url: `${callbackUrl}${path}`, headers })).statusCode;
    expect(await unsigned(`/fetch_tracking_numbers?order_names[]=${encodeURIComponent(`${name}.1`)}`)).toBe(401);
    expect(await unsigned('/fetch_stock', { 'x-shopify-hmac-sha256': 'forged' })).toBe(401);
    const rung = { method: 'POST', url: `${callbackUrl}/fulfillment_order_notification`, payload: '{}' } as const;
    expect((await it.http.inject(rung)).statusCode).toBe(401);

    // Another connection has orders of the same name.
    const first = connected;
    merchant = sandbox.shopify.addShop({ name: `shop-${++shops}` });
    connected = await connect({ name: 'Other' });
    await install();
    const foreign = await ask([`${name}.1`]);
    expect(JSON.parse(foreign?.answer ?? '')).toMatchObject({ tracking_numbers: {} });
    connected = first;
  });
});

describe('a webhook', () => {
  const readings = (id: string) =>
    sandbox.calls().filter(({ body }) => body.includes('query Order(') && body.includes(`Order/${id}"`));

  test('makes an order arrive; twice and late it makes no second one', async () => {
    await hooked();
    sandbox.hooks.setMode('twice');
    const id = place();
    await eventually(async () => (await shopOrderOf(id))?.order_id ?? undefined);
    await sandbox.hooks.settled();
    sandbox.hooks.setMode('send');
    const created = sandbox.hooks.list().find(({ topic, body }) => topic === 'orders/create' && body.includes(id));
    expect(created?.status).toBe(200);
    await idle();
    sandbox.clearCalls();
    await sandbox.hooks.resend(created?.id ?? 0, 'late');
    await idle();
    // The event was known: nothing is read again.
    expect(readings(id)).toEqual([]);
    expect(await ordersFrom(id)).toHaveLength(1);
  });

  test('in the wrong order leaves the newest version', async () => {
    await hooked();
    const id = place();
    const orderId = await eventually(async () => (await shopOrderOf(id))?.order_id ?? undefined);
    await sandbox.hooks.settled();
    await idle();
    sandbox.hooks.setMode('hold');
    const line = merchant.shop.orders.get(Number(id))?.lines[0]?.id ?? 0;
    for (const quantity of [5, 7]) {
      sandbox.clock.advance(60_000);
      merchant.edit(id, { quantities: { [String(line)]: quantity } });
    }
    await sandbox.hooks.release('last-first');
    await idle();
    expect((await orderHere(orderId)).lines).toMatchObject([{ quantity: 7 }]);
  });

  test('that is forged is 401, one of an unknown topic is taken; both change nothing', async () => {
    await hooked();
    sandbox.hooks.setMode('tampered');
    const id = place();
    await sandbox.hooks.settled();
    const forged = sandbox.hooks.list().filter(({ shop }) => shop === merchant.shop.host);
    expect(new Set(forged.map(({ status }) => status))).toEqual(new Set([401]));
    sandbox.hooks.setMode('hold');
    const uri = [...merchant.shop.subscriptions.values()][0]?.uri ?? '';
    for (const each of merchant.shop.subscriptions.values()) each.topic = 'APP_UNINSTALLED';
    sandbox.hooks.clear();
    merchant.notifier.publish(merchant.shop, 'APP_UNINSTALLED', { id: Number(id) });
    await sandbox.hooks.release();
    expect(new Set(sandbox.hooks.list().map(({ status, url }) => [status, url === uri].join()))).toEqual(
      new Set(['200,true']),
    );
    await idle();
    expect([await shopOrderOf(id), readings(id)]).toEqual([undefined, []]);
  });
});

describe('a token', () => {
  const granted = () =>
    connect({ access_token: '', key_1: merchant.shop.clientId, sync_minutes: 1440, name: `Granted ${shops}` });
  const grants = () => sandbox.calls().filter(({ path }) => path.endsWith('/access_token'));
  const placeMany = (count: number) => Array.from({ length: count }, () => place([{ sku, quantity: 1 }]));

  test('that expires in mid-run is renewed once, whatever two servers do with it', async () => {
    connected = await granted();
    await hooked();
    await sync();
    const other = await testApp({ database: it.database, worker: true, partners: partnersOf() });
    const otherBoss = await other.signIn(boss.email);
    sandbox.hooks.setMode('hold');
    const ids = placeMany(30);
    sandbox.clearCalls();
    sandbox.fail({ match: 'orders', delayMs: 300, times: 1 });
    const expire = () => {
      for (const token of merchant.shop.tokens.values()) token.revoked = true;
    };
    const byReference = (caller: Caller, id: string) =>
      caller.ok(integrations.importReference, {
        params: { id: connected.id },
        body: { reference: merchant.shop.orders.get(Number(id))?.name ?? '' },
      });
    const { id: runId } = await boss.ok(integrations.sync, { params: { id: connected.id } });
    await eventually(async () => (sandbox.calls().length > 0 ? true : undefined));
    expire();
    await Promise.all([
      sandbox.hooks.release('first-first'),
      ...ids.slice(0, 4).flatMap((id) => [byReference(boss, id), byReference(otherBoss, id)]),
    ]);
    expect(await ended(runId)).toMatchObject({ state: 'done', failed: 0, problem: '' });
    await idle();
    expect(grants()).toHaveLength(1);
    for (const id of ids) expect(await ordersFrom(id)).toHaveLength(1);
    expect(await boss.ok(integrations.get, { params: { id: connected.id } })).toMatchObject({ verified: 1 });
    await other.halt();
  });

  test('that is revoked for good ends the run: not verified, one mail, no more calls', async () => {
    connected = await granted();
    await idle();
    placeMany(3);
    merchant.shop.clientSecrets.splice(0);
    for (const token of merchant.shop.tokens.values()) token.revoked = true;
    const run = await sync();
    expect(run).toMatchObject({ state: 'failed' });
    expect(run.problem_key).toMatch(/^PartnerRefusedCredentials:/);
    await idle();
    expect(await boss.ok(integrations.get, { params: { id: connected.id } })).toMatchObject({ verified: 0 });
    sandbox.clearCalls();
    const again = await boss.call(integrations.sync, { params: { id: connected.id } });
    expect([again.status, again.body.error_code]).toEqual([400, 90003]);
    await queueDueJob(it as never)({ open: it.app.open, log: {} as never }, {}, { number: 1, isLast: false });
    await idle();
    expect(sandbox.calls().filter(({ path }) => path.includes(merchant.shop.host))).toEqual([]);
    const mails = (await boss.ok(api.operations.outbox)).filter(({ subject }) => subject.includes(connected.name));
    expect(mails).toHaveLength(1);
  });
});

test('an order that changes between two pages is neither lost nor doubled', async () => {
  sandbox.hooks.setMode('hold');
  const ids: string[] = [];
  for (let at = 0; at < PAGE.orders + 4; at++) {
    sandbox.clock.advance(1_000);
    ids.push(place([{ sku, quantity: 1 }]));
  }
  // While the second page is asked for, the first order changes and moves to the end.
  sandbox.fail({ match: 'orders', skip: 1, delayMs: 700, times: 1 });
  const { id: runId } = await boss.ok(integrations.sync, { params: { id: connected.id } });
  await eventually(async () => ((await ordersFrom(ids[0] ?? '')).length ? true : undefined));
  sandbox.clock.advance(1_000);
  const line = merchant.shop.orders.get(Number(ids[0]))?.lines[0]?.id ?? 0;
  merchant.edit(ids[0] ?? '', { quantities: { [String(line)]: 3 } });
  expect(await ended(runId)).toMatchObject({ state: 'done', failed: 0 });
  await sync();
  for (const id of ids) expect(await ordersFrom(id)).toHaveLength(1);
  const [first] = await ordersFrom(ids[0] ?? '');
  expect((await orderHere(first?.id)).lines).toMatchObject([{ quantity: 3 }]);
});

test.each([
  ['our clock is 10 minutes late', -10, 0],
  ['our clock is 10 minutes early', 10, 0],
  ['the clock of the shop is 10 minutes late', 0, -10],
  ['the clock of the shop is 10 minutes early', 0, 10],
])('when %s no order is lost', async (_, ours, theirs) => {
  sandbox.hooks.setMode('hold');
  it.clock.advance(ours * 60_000);
  sandbox.clock.advance(theirs * 60_000);
  try {
    await sync();
    const before = place();
    await sync();
    const after = place();
    expect(await sync()).toMatchObject({ state: 'done' });
    for (const id of [before, after]) expect(await ordersFrom(id)).toHaveLength(1);
    // Our clock is set right: what was placed meanwhile is still found.
    const between = place();
    it.clock.advance(-ours * 60_000);
    const later = place();
    await sync();
    for (const id of [between, later]) expect(await ordersFrom(id)).toHaveLength(1);
  } finally {
    sandbox.hooks.clear();
  }
});

test('more silent shops than there are runners delay no other one', async () => {
  const silent: number[] = [];
  for (let n = 1; n <= LANES.partners + 2; n++) {
    merchant = sandbox.shopify.addShop({ name: `silent-${n}` });
    silent.push((await connect({ name: `Silent ${n}`, synchronize: 0 })).id);
  }
  await idle(silent);
  sandbox.clearCalls();
  sandbox.fail({ match: '/silent-*graphql.json', hold: true, times: 1_000 });
  for (const id of silent) await boss.ok(integrations.sync, { params: { id } });
  const running = async () => {
    const [runs] = await it.database.owner<{ count: number }>(
      `select count(*)::int as count from channel_runs where integration_id = any($1) and state = 'running'`,
      [silent],
    );
    return runs?.count ?? 0;
  };
  await eventually(async () => ((await running()) >= LANES.partners ? true : undefined));
  const began = performance.now();
  expect(await sync()).toMatchObject({ state: 'done' });
  // Long before the limit of a call, after which their runners would be free anyway.
  expect(performance.now() - began).toBeLessThan(25_000);
  // The others still wait, and none was asked twice in a row.
  expect(await running()).toBeGreaterThan(0);
  const asked = sandbox.calls().filter(({ path }) => path.includes('/silent-')).length;
  expect(asked).toBeLessThanOrEqual(silent.length);
  sandbox.stopFailing();
});
