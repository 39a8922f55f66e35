import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';
import { PEOPLE } from '../seed.ts';
import { signatureOf } from './classic.ts';
import type { ZaloraShop } from './shop.ts';
import type { ZaloraStore } from './store.ts';

type Row = Record<string, unknown>;
const [ann] = PEOPLE;
const MINUTE_MS = 60_000;

let sandbox: Sandbox;
let store: ZaloraStore;
let shop: ZaloraShop;
let token: string;

beforeEach(async () => {
  sandbox = await startSandbox({
    seed: {
      products: [
        { sku: 'A-1', name: 'Mug', price: '4.50' },
        { sku: 'B-2', name: 'Plate', price: '9.00' },
      ],
    },
  });
  [store] = sandbox.zalora.stores as [ZaloraStore];
  shop = sandbox.zalora.fronts()[0] as ZaloraShop;
  token = String((await newToken()).body.access_token);
});
afterEach(() => sandbox.stop());

const base = () => sandbox.baseUrls.zalora ?? '';

async function read(answer: Response) {
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, text, body: (isJson ? JSON.parse(text) : {}) as Row };
}

async function newToken(id = store.appId, secret = store.appSecret, grant = 'grant_type=client_credentials') {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  return read(await fetch(`${base()}/oauth/client-credentials`, { method: 'POST', headers, body: grant }));
}

const rest = async (method: string, path: string, body?: unknown) =>
  read(
    await fetch(`${base()}/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

interface ClassicOptions {
  at?: Date;
  key?: string;
  xml?: string;
}
async function classic(Action: string, more: Record<string, string> = {}, { at, key, xml }: ClassicOptions = {}) {
  const all = {
    Action,
    Format: 'JSON',
    Timestamp: (at ?? sandbox.clock.now()).toISOString(),
    UserID: store.userId,
    Version: '1.0',
    ...more,
  };
  const query = new URLSearchParams({ ...all, Signature: signatureOf(Object.entries(all), key ?? store.apiKey) });
  const request = xml === undefined ? {} : { method: 'POST', body: xml, headers: { 'content-type': 'text/xml' } };
  const { body } = await read(await fetch(`${base()}/?${query}`, request));
  const { SuccessResponse: success, ErrorResponse: failure } = body as {
    SuccessResponse?: { Body: Row };
    ErrorResponse?: { Head: Row };
  };
  return { body: (success?.Body ?? {}) as Record<string, Row>, code: failure?.Head.ErrorCode };
}

const place = (lines = [{ sku: 'A-1', quantity: 2 }], more = {}) =>
  Number(shop.place({ lines, address: ann as (typeof PEOPLE)[0], shippingMethod: 'Standard', ...more }));
const units = (id: number) => store.orders.get(id)?.items ?? [];
const packBody = (id: number, more = {}) => ({
  orderItems: units(id).map((unit) => ({ orderItemId: unit.id })),
  deliveryType: 'dropship',
  shippingProvider: 'Ninja Van',
  ...more,
});
const readyBody = (id: number, more = {}) => ({
  orderItems: units(id).map((unit) => ({ id: unit.id })),
  trackingNumber: '',
  deliveryType: 'dropship',
  ...more,
});
const PACK = 'orders/statuses/set-to-packed-by-marketplace';
const READY = 'orders/statuses/set-to-ready-to-ship';

describe('authentication', () => {
  test('an application gets a token for an hour', async () => {
    expect((await newToken()).body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect((await newToken(store.appId, 'wrong')).status).toBe(401);
    expect((await newToken(store.appId, store.appSecret, 'grant_type=password')).status).toBe(400);
    expect((await rest('GET', 'seller')).body.name).toBe('Demo Zalora');
    sandbox.clock.advance(61 * MINUTE_MS);
    expect((await rest('GET', 'seller')).status).toBe(401);
  });

  test('a classic call is signed, and its clock may be wrong by five minutes', async () => {
    place();
    expect((await classic('GetOrders')).body.Orders).toBeTruthy();
    expect((await classic('GetOrders', {}, { key: 'wrong' })).code).toBe('E007');
    const now = sandbox.clock.now().getTime();
    expect((await classic('GetOrders', {}, { at: new Date(now - 4 * MINUTE_MS) })).code).toBeUndefined();
    expect((await classic('GetOrders', {}, { at: new Date(now - 10 * MINUTE_MS) })).code).toBe('E003');
    expect((await classic('GetOrders', {}, { at: new Date(now + 10 * MINUTE_MS) })).code).toBe('E003');
    expect((await classic('Explode')).code).toBe('E008');
  });
});

describe('orders', () => {
  test('have one item for each unit', async () => {
    const id = place();
    const { body } = await rest('GET', `orders/${id}`);
    const items = body.items as Row[];
    expect(items.map((item) => [item.status, (item.product as Row).sellerSku, item.unitPrice])).toEqual([
      ['pending', 'A-1', 4.5],
      ['pending', 'A-1', 4.5],
    ]);
    expect(JSON.stringify(items)).not.toContain('quantity');
    expect((await rest('GET', 'orders/1')).status).toBe(404);
  });

  test('are listed by pages of a limit and an offset, which are mandatory', async () => {
    const ids = [place(), place(), place()];
    const page = await rest('GET', 'orders?limit=2&offset=1&sort=createdAt');
    expect((page.body.items as Row[]).map(({ id }) => id)).toEqual(ids.slice(1));
    expect(page.body.pagination).toEqual({ limit: 2, offset: 1, hasNext: false });
    expect((await rest('GET', 'orders?limit=2')).body).toMatchObject({
      status: 400,
      violations: [{ propertyPath: 'offset' }],
    });
    expect((await rest('GET', 'orders?limit=2&offset=0&colour=red')).status).toBe(400);
  });

  test('are filtered by creation, and by the change of an item', async () => {
    const old = place(undefined, { ageMs: 60 * MINUTE_MS });
    const since = encodeURIComponent(new Date(sandbox.clock.now().getTime() - 10 * MINUTE_MS).toISOString());
    const list = async (filter: string) =>
      ((await rest('GET', `orders?limit=9&offset=0&${filter}=${since}`)).body.items as Row[]).map(({ id }) => id);
    expect(await list('updateDateStart')).toEqual([]);
    shop.cancelUnit(units(old)[0]?.id ?? 0);
    expect(await list('updateDateStart')).toEqual([old]);
    expect(await list('dateStart')).toEqual([]);
  });

  test('hide the contacts of customers', async () => {
    store.switches.masksContacts = true;
    const { body } = await rest('GET', `orders/${place()}`);
    expect((body.address as Record<string, Row>).shipping).toMatchObject({ phone: ['#####'], email: '#####' });
  });

  test('of the classic API are an object when there is one, a text when there is none, else a list', async () => {
    expect((await classic('GetOrders')).body.Orders).toBe('');
    const id = place([{ sku: 'A-1', quantity: 1 }]);
    expect((await classic('GetOrders')).body.Orders).toMatchObject({ Order: { OrderId: String(id) } });
    const { body } = await classic('GetOrderItems', { OrderId: String(id) });
    expect(body.OrderItems).toMatchObject({ OrderItem: { Sku: 'A-1', ItemPrice: '4.50', Status: 'pending' } });
    place();
    expect((await classic('GetOrders')).body.Orders?.Order).toHaveLength(2);
    expect((await classic('GetOrder', { OrderId: '1' })).code).toBe('E016');
  });
});

describe('statuses', () => {
  test('an integrated provider gives the tracking number, and the item is ready', async () => {
    const id = place();
    expect((await rest('POST', PACK, packBody(id))).body).toEqual({ orderItemIds: units(id).map((unit) => unit.id) });
    const [unit] = units(id);
    expect([unit?.status, unit?.trackingCode]).toEqual(['pending', expect.stringMatching(/^ZLR/)]);
    const query = units(id).map((each) => `orderItemIds[]=${each.id}`);
    expect((await rest('GET', `order-items/packages?${query.join('&')}`)).body).toMatchObject([
      { orderItemIds: units(id).map((each) => each.id) },
    ]);
    expect((await rest('POST', READY, readyBody(id))).status).toBe(200);
    expect(units(id).map(({ status }) => status)).toEqual(['ready_to_ship', 'ready_to_ship']);
  });

  test.each<[string, object, RegExp]>([
    ['without a tracking number where it is mandatory', { shippingProvider: 'UPS' }, /Tracking number is required/],
    ['with an unknown provider', { shippingProvider: 'Nobody' }, /Invalid Shipping Provider/],
    ['with one that is switched off', { shippingProvider: 'Closed Courier' }, /Invalid Shipping Provider/],
    ['of a delivery that is not possible', { deliveryType: 'pickup' }, /not possible/],
  ])('packing is refused %s', async (_what, more, detail) => {
    const { status, body } = await rest('POST', PACK, packBody(place(), more));
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({ status: 422, detail: expect.stringMatching(detail) }),
    ]);
  });

  test.each<[string, object]>([
    ['the other call’s name of an item', { orderItems: [{ id: 1 }] }],
    ['an unknown delivery type', { deliveryType: 'drone' }],
    ['an unknown field', { colour: 'red' }],
  ])('%s is a bad request', async (_what, more) => {
    expect((await rest('POST', PACK, packBody(place(), more))).status).toBe(400);
  });

  test('a tracking number belongs to one package (E063)', async () => {
    const own = { shippingProvider: 'UPS', trackingNumber: '1Z9' };
    expect((await rest('POST', PACK, packBody(place(), own))).status).toBe(200);
    const second = await rest('POST', PACK, packBody(place(), own));
    expect([second.status, second.body.detail]).toEqual([422, expect.stringContaining('already been used')]);
    const ids = `[${units(place()).map((unit) => unit.id)}]`;
    const sent = { OrderItemIds: ids, DeliveryType: 'dropship', ShippingProvider: 'UPS', TrackingNumber: '1Z9' };
    expect((await classic('SetStatusToPackedByMarketplace', sent)).code).toBe('E063');
  });

  test('what is packed already, ready already or cancelled is refused (E073)', async () => {
    const id = place();
    const ids = `[${units(id).map((unit) => unit.id)}]`;
    const sent = { OrderItemIds: ids, DeliveryType: 'dropship', ShippingProvider: 'Ninja Van' };
    expect((await classic('SetStatusToReadyToShip', sent)).code).toBe('E073');
    expect((await classic('SetStatusToPackedByMarketplace', sent)).code).toBeUndefined();
    expect((await classic('SetStatusToPackedByMarketplace', sent)).code).toBe('E073');
    shop.cancelUnit(units(id)[0]?.id ?? 0);
    expect((await classic('SetStatusToReadyToShip', sent)).code).toBe('E073');
  });

  test('a label that takes a while is not ready yet (E119)', async () => {
    store.switches.labelDelayMs = MINUTE_MS;
    const id = place();
    await rest('POST', PACK, packBody(id));
    const early = await rest('POST', READY, readyBody(id));
    expect([early.status, early.body.detail]).toEqual([422, expect.stringContaining('not ready yet')]);
    sandbox.clock.advance(MINUTE_MS);
    expect((await rest('POST', READY, readyBody(id))).status).toBe(200);
  });

  test('the key of the tracking number is always sent', async () => {
    const id = place();
    await rest('POST', PACK, packBody(id));
    expect((await rest('POST', READY, { orderItems: readyBody(id).orderItems })).status).toBe(400);
  });

  test('items of different orders are refused (E029)', async () => {
    const items = [...units(place()), ...units(place())].map((unit) => ({ orderItemId: unit.id }));
    expect((await rest('POST', PACK, packBody(0, { orderItems: items }))).status).toBe(422);
  });
});

describe('documents', () => {
  const ask = async (id: number, documentType = 'shippingLabel') =>
    rest('POST', 'orders/export-document', { orderIds: [id], documentType, format: 'pdf' });

  test('are a job that is queued, processed and finished, with a link that needs no token', async () => {
    const id = place();
    expect((await ask(id)).status).toBe(422);
    await rest('POST', PACK, packBody(id));
    const asked = await ask(id);
    expect([asked.status, asked.body.status]).toEqual([201, 'Queued']);
    expect((await rest('GET', `exports/${asked.body.id}`)).body.status).toBe('Processing');
    const { body } = await rest('GET', `exports/${asked.body.id}`);
    expect(body.status).toBe('Finished');
    const file = await read(await fetch((body.downloadLinks as string[])[0] ?? ''));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(file.text).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
    expect((await fetch(`${base()}/downloads/demo-zalora/${body.id}-0.pdf`)).status).toBe(403);
  });

  test.each(['Error', 'Expired'] as const)('can end as %s', async (end) => {
    store.switches.documentEnd = end;
    const { body } = await ask(place(), 'invoice');
    await rest('GET', `exports/${body.id}`);
    expect((await rest('GET', `exports/${body.id}`)).body).toMatchObject({ status: end, downloadLinks: [] });
  });

  test('expire by the clock', async () => {
    const { body } = await ask(place(), 'invoice');
    sandbox.clock.advance(25 * 60 * MINUTE_MS);
    token = String((await newToken()).body.access_token);
    expect((await rest('GET', `exports/${body.id}`)).body).toMatchObject({ status: 'Expired', isDeleted: true });
  });

  test('of the classic API are in the answer', async () => {
    const ids = `[${units(place()).map((unit) => unit.id)}]`;
    const { body } = await classic('GetDocument', { OrderItemIds: ids, DocumentType: 'invoice' });
    const { File } = (body.Documents as Record<string, Row>).Document as { File: string };
    expect(Buffer.from(File, 'base64').toString('latin1')).toMatch(/^%PDF-/);
  });
});

test('a seller has 30 calls a second, and maintenance says how long to wait', async () => {
  const fixed = await startSandbox({ now: () => new Date('2026-11-18T10:00:00Z') });
  const [seller] = fixed.zalora.stores as [ZaloraStore];
  const until = new Date('2026-11-18T11:00:00Z');
  seller.tokens.set('t', until);
  const seen: number[] = [];
  for (let at = 0; at < 31; at++) {
    const answer = await fetch(`${fixed.baseUrls.zalora}/v2/seller`, { headers: { authorization: 'Bearer t' } });
    seen.push(answer.status);
  }
  expect(seen).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  await fixed.stop();
  store.switches.maintenance = true;
  const answer = await rest('GET', 'seller');
  expect([answer.status, answer.headers.get('retry-after'), answer.body.caused_by]).toEqual([
    503,
    '120',
    'maintenance_mode',
  ]);
});

describe('webhooks', () => {
  /** A receiver that answers these statuses one after the other. */
  async function receiver(statuses: number[]) {
    const got: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      got.push(body);
      response.writeHead(statuses.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    return { got, url, stop: () => server.close() };
  }

  test('are sent again until they are answered with exactly 200', async () => {
    const { got, url, stop } = await receiver([500, 204]);
    expect((await rest('POST', 'webhook', { callbackUrl: url, events: ['onOrderCreated'] })).status).toBe(201);
    const id = place();
    await sandbox.hooks.settled();
    const again = async (minutes: number) => {
      sandbox.clock.advance(minutes * MINUTE_MS);
      sandbox.zalora.webhooks.retryDue();
      await sandbox.hooks.settled();
      return got.length;
    };
    expect(JSON.parse(got[0] ?? '')).toMatchObject({ event: 'onOrderCreated', payload: { OrderId: id } });
    // 204 is no success either.
    expect([await again(0), await again(1), await again(1), await again(5), await again(600)]).toEqual([1, 2, 2, 3, 3]);
    expect(new Set(got).size).toBe(1);
    stop();
  });

  test('tell changed units, and are made in XML too', async () => {
    const { got, url, stop } = await receiver([]);
    const event = 'onOrderItemsStatusChanged';
    const xml = `<?xml version="1.0"?><Request><Webhook><CallbackUrl>${url}</CallbackUrl><Events><Event>${event}</Event></Events></Webhook></Request>`;
    expect((await classic('CreateWebhook', {}, { xml })).body.Webhook).toHaveProperty('WebhookId');
    const [unit] = units(place());
    shop.cancelUnit(unit?.id ?? 0);
    await sandbox.hooks.settled();
    expect(JSON.parse(got[0] ?? '').payload).toMatchObject({ OrderItemIds: [unit?.id], NewStatus: 'canceled' });
    expect((await rest('GET', 'webhooks')).body.items).toMatchObject([{ url, event }]);
    expect((await rest('POST', 'webhook', { callbackUrl: url, events: ['onExplosion'] })).status).toBe(422);
    stop();
  });
});

test('the calls are recorded without their signature', async () => {
  await classic('GetOrders');
  const { path } = sandbox.calls().at(-1) ?? { path: '' };
  expect(path).toContain('Action=GetOrders');
  expect(path).toContain('Signature=***');
});
