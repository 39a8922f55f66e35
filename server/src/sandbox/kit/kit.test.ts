import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';
import { fromWallTime, wallTime } from './zone.ts';

const PRODUCTS = [{ sku: 'A-1', name: 'Mug', price: '4.50' }];

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ control: true, seed: { products: PRODUCTS, demoOrders: true } });
});

afterEach(() => sandbox.stop());

const woo = () => sandbox.credentials.woocommerce as Record<string, string>;
const get = (path = 'orders') =>
  fetch(`${woo().o_auth_token}/wp-json/wc/v3/${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`${woo().key_1}:${woo().key_2}`).toString('base64')}` },
  });
const shopifyShop = () =>
  fetch(`${sandbox.baseUrls.shopify}/demo-shopify.myshopify.com/admin/api/2026-04/graphql.json`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-access-token': sandbox.credentials.shopify?.access_token ?? '',
    },
    body: JSON.stringify({ query: 'query Verify { shop { name } }' }),
  });

/** A request with headers that fetch does not let through. */
const raw = (path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    const call = httpRequest(`${sandbox.url}${path}`, { method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject).end();
  });

describe('failures', () => {
  test('a status with headers and a body, as often as ordered, after some that succeed', async () => {
    sandbox.fail({
      match: 'GET /orders',
      status: 429,
      times: 2,
      skip: 1,
      headers: { 'retry-after': '7' },
      body: { code: 'slow' },
    });
    expect((await get()).status).toBe(200);
    const failed = await get();
    expect([failed.status, failed.headers.get('retry-after'), await failed.json()]).toEqual([
      429,
      '7',
      { code: 'slow' },
    ]);
    expect((await get('products')).status).toBe(200);
    expect([(await get()).status, (await get()).status]).toEqual([429, 200]);
  });

  test('a path matches from its end; what names no call is refused', async () => {
    sandbox.fail({ match: 'GET */orders', status: 503 });
    expect([(await get()).status, (await get()).status]).toEqual([503, 200]);
    for (const match of ['GET orders', 'orders/1', 'get /orders'])
      expect(() => sandbox.fail({ match, status: 503 })).toThrow('names no call');
  });

  test.each(['Verify', 'shop', 'POST /graphql.json', '/shopify/*'])('%s names a call of GraphQL', async (match) => {
    sandbox.fail({ match, status: 503 });
    expect([(await shopifyShop()).status, (await shopifyShop()).status]).toEqual([503, 200]);
  });

  test('a page instead of JSON', async () => {
    sandbox.fail({ match: '/orders', html: true, status: 502 });
    const answer = await get();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(await answer.text()).toContain('<html>');
  });

  test('slow, dropped before anything is done, and cut in the middle of the body', async () => {
    sandbox.fail({ match: '/orders', delayMs: 150 });
    const before = performance.now();
    await get();
    expect(performance.now() - before).toBeGreaterThan(140);
    sandbox.fail({ match: '/orders', drop: true });
    await expect(get()).rejects.toThrow();
    sandbox.fail({ match: '/orders', cut: true });
    const answer = await get();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  test('a write that is done while its answer is lost', async () => {
    const [shop] = sandbox.shops.filter(({ partner }) => partner === 'woocommerce');
    const id = shop?.orders()[0]?.id;
    sandbox.fail({ match: 'PUT /orders/*', dropAfterWrite: true });
    const put = () =>
      fetch(
        `${woo().o_auth_token}/wp-json/wc/v3/orders/${id}?consumer_key=${woo().key_1}&consumer_secret=${woo().key_2}`,
        {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: '{"status":"completed"}',
        },
      );
    await expect(put()).rejects.toThrow();
    expect(shop?.orders().find((order) => order.id === id)?.status).toBe('completed');
    expect(sandbox.calls().at(-1)).toMatchObject({ method: 'PUT', status: 0 });
  });
});

describe('control routes', () => {
  const control = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.url}/_sim/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });

  test('failures, the clock, calls and seeds by HTTP', async () => {
    await control('POST', 'fail', { match: '/orders', status: 500 });
    expect((await get()).status).toBe(500);
    await control('POST', 'clock', { set: '2030-01-01T00:00:00Z', advanceMs: 1000 });
    expect(sandbox.clock.now().toISOString().slice(0, 19)).toBe('2030-01-01T00:00:01');
    const { calls } = (await (await control('GET', 'calls')).json()) as { calls: { status: number }[] };
    expect(calls).toMatchObject([{ method: 'GET', partner: 'woocommerce', status: 500 }]);
    await control('POST', 'seed', { products: [{ sku: 'Z-9', name: 'Bowl', price: '3.00' }] });
    expect(sandbox.shops.every((shop) => shop.products().some(({ sku }) => sku === 'Z-9'))).toBe(true);
    expect((await control('POST', 'nothing', {})).status).toBe(404);
  });

  test('are absent unless they are asked for', async () => {
    const plain = await startSandbox();
    expect((await fetch(`${plain.url}/_sim/calls`)).status).toBe(404);
    await plain.stop();
  });

  test('secrets are masked in what was recorded', async () => {
    await get();
    await shopifyShop();
    const recorded = JSON.stringify(sandbox.calls());
    for (const secret of [woo().key_2, sandbox.credentials.shopify?.access_token])
      expect(recorded).not.toContain(secret);
    expect(sandbox.calls().map(({ headers }) => headers.authorization ?? headers['x-shopify-access-token'])).toEqual([
      'Basic ***',
      '***',
    ]);
    expect(sandbox.calls()[1]?.operations).toEqual(['Verify', 'shop']);
  });
});

describe('senders', () => {
  test.each([
    ['another host', { host: 'attacker.example' }, 403],
    ['another host with our port', { host: 'attacker.example:80' }, 403],
    ['the page of another site', { origin: 'https://attacker.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a request across sites', { 'sec-fetch-site': 'cross-site' }, 403],
    ['nobody in particular', {}, 200],
  ])('%s', async (_who, headers, status) => {
    expect(await raw('/sandbox', headers as Record<string, string>)).toBe(status);
    if (status === 403) expect(await raw('/_sim/calls', headers as Record<string, string>)).toBe(403);
  });

  test('the own page may, and a host in front of it when it is named', async () => {
    expect(await raw('/sandbox', { origin: sandbox.url })).toBe(200);
    const behind = await startSandbox({ allowedHosts: ['demo.example'] });
    const status = await new Promise((resolve) =>
      httpRequest(
        `${behind.url}/sandbox`,
        { headers: { host: 'demo.example', origin: 'http://demo.example' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      ).end(),
    );
    await behind.stop();
    expect(status).toBe(200);
  });
});

test.each([
  ['2026-03-08T01:59:59', '2026-03-08T09:59:59.000Z'],
  ['2026-03-08T03:00:00', '2026-03-08T10:00:00.000Z'],
  ['2026-11-01T00:30:00', '2026-11-01T07:30:00.000Z'],
  ['2026-11-01T02:00:00', '2026-11-01T10:00:00.000Z'],
])('%s in Los Angeles is %s, also on the days when clocks change', (wall, utc) => {
  expect(fromWallTime(wall, 'America/Los_Angeles').toISOString()).toBe(utc);
  expect(wallTime(new Date(utc), 'America/Los_Angeles')).toBe(wall);
});
