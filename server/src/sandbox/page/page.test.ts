import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';
import type { ShopFront } from '../kit/shop-front.ts';

const PRODUCTS = [
  { sku: 'A-1', name: 'Mug <b>"big"</b> & co', price: '4.50' },
  { sku: 'B-2', name: 'Plate', price: '9.00' },
];

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ seed: { products: PRODUCTS } });
});

afterEach(() => sandbox.stop());

const read = async (path = '') => (await fetch(`${sandbox.url}/sandbox${path}`)).text();
const send = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/sandbox${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test('the shops are offered, an unknown one is not found', async () => {
  const text = await read();
  expect(text).toContain('href="/sandbox/shopify/demo-shopify.myshopify.com"');
  expect(text).toContain('Demo WooCommerce');
  expect((await fetch(`${sandbox.url}/sandbox/shopify/nobody`)).status).toBe(404);
});

describe.each(['shopify', 'woocommerce', 'magento', 'shipstation', 'tradegecko'])(
  'the page of a shop: %s',
  (partner) => {
    const shop = () => sandbox.shops.find((each) => each.partner === partner) as ShopFront;
    const path = (more = '') => `/${partner}/${shop().slug}${more}`;

    test('an order is placed, changed and cancelled, and its tracking shown', async () => {
      const placed = await send(path('/orders'), {
        'quantity.A-1': '2',
        'quantity.B-2': '0',
        firstName: '小明',
        lastName: '王',
        street: '1 Pier',
        city: 'Köln',
        zip: '50667',
        country: 'DE',
        shippingMethod: 'Express',
      });
      expect([placed.status, placed.headers.get('location')]).toEqual([303, `/sandbox${path()}`]);
      const [order] = shop().orders();
      expect(order).toMatchObject({
        shippingMethod: 'Express',
        lines: [{ sku: 'A-1', quantity: 2 }],
        address: { firstName: '小明' },
      });
      expect(await read(path())).toContain('Köln');
      await send(path(`/orders/${order?.id}/edit`), { [`line.${order?.lines[0]?.id}`]: '1', city: 'Bonn' });
      expect(shop().orders()[0]).toMatchObject({ lines: [{ quantity: 1 }], address: { city: 'Bonn', zip: '50667' } });
      await send(path(`/orders/${order?.id}/cancel`));
      expect(shop().orders()[0]).toMatchObject({ status: expect.stringMatching(/cancell?ed/i), isOpen: false });
      expect(await read(path())).not.toContain('<summary>Change</summary>');
    });

    test('a random order and one with an unknown SKU', async () => {
      await send(path('/random'));
      await send(path('/unknown'));
      const [unknown, random] = shop().orders();
      expect(random?.lines.every(({ sku }) => ['A-1', 'B-2'].includes(sku))).toBe(true);
      expect(unknown?.lines).toMatchObject([{ sku: expect.stringMatching(/^NEW-/) }]);
    });

    test('everything is escaped, and nothing is loaded from elsewhere', async () => {
      await send(path('/orders'), { 'quantity.A-1': '1', street: '<script>alert(1)</script>', city: '"onload="x' });
      const answer = await fetch(`${sandbox.url}/sandbox${path()}`);
      const text = await answer.text();
      expect(text).not.toContain('<script>alert');
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('"onload=');
      expect(text).toContain('Mug &lt;b&gt;&quot;big&quot;&lt;/b&gt; &amp; co');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    });

    test('only forms are taken, and unknown actions are not found', async () => {
      const url = `${sandbox.url}/sandbox${path('/random')}`;
      expect(
        (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).status,
      ).toBe(415);
      expect((await send(path('/nothing'))).status).toBe(404);
      expect(shop().orders()).toEqual([]);
    });
  },
);

describe('the desk of a partner', () => {
  const PARCEL = { length: '10', width: '10', height: '10', distance_unit: 'in', weight: '2', mass_unit: 'lb' };
  const shippo = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandbox.baseUrls.shippo}${path}`, {
      method,
      headers: {
        authorization: `ShippoToken ${sandbox.credentials.shippo?.key_1}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { object_id: string; status: string; rates: { object_id: string }[] };
  };
  async function bought(): Promise<string> {
    const [from] = sandbox.shippo.accounts[0]?.addresses.keys() ?? [];
    const to = {
      name: 'Ann <b>Porter</b>',
      street1: '1 Pier',
      city: 'Boston',
      state: 'MA',
      zip: '02110',
      country: 'US',
    };
    const { rates } = await shippo('POST', '/shipments', {
      address_from: from,
      address_to: to,
      parcels: [PARCEL],
      async: false,
    });
    const rate = rates[0]?.object_id;
    return (await shippo('POST', '/transactions', { rate, label_file_type: 'PDF', async: false })).object_id;
  }

  test.each([
    ['accept', 'REFUNDED'],
    ['reject', 'REFUNDREJECTED'],
  ])('a refund is decided there: %s', async (action, status) => {
    const id = await bought();
    expect(await read('/shippo/demo-shippo')).toContain('Ann &lt;b&gt;Porter&lt;/b&gt;');
    const decide = () => send(`/shippo/demo-shippo/entries/${id}/${action}`);
    // Nobody asked for it yet.
    expect((await decide()).status).toBe(303);
    expect((await shippo('GET', `/transactions/${id}`)).status).toBe('SUCCESS');
    await shippo('POST', '/refunds', { transaction: id });
    expect(await read('/shippo/demo-shippo')).toContain('Keep the money');
    const answer = await decide();
    expect(answer.headers.get('location')).toBe(`/sandbox/shippo/demo-shippo#order-${id}`);
    expect((await shippo('GET', `/transactions/${id}`)).status).toBe(status);
    expect(await read('/shippo/demo-shippo')).not.toContain('Keep the money');
  });

  test('a booking is confirmed, rejected with a reason, collected and cancelled there', async () => {
    const book = async (key: string) => {
      const document = {
        customerId: 'C9',
        userEmail: 'a@b.test',
        currency: 'USD',
        serviceName: 'Air Standard',
        quoteType: 'door-door',
        incoCode: 'DAP',
        transportMode: 'AIR',
        readyDate: '2999-01-01',
        cargo: [{ pieces: 1, description: 'Mugs' }],
      };
      const answer = await fetch(`${sandbox.baseUrls.freight}/bookings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.credentials.freight?.key_1}`, 'idempotency-key': key },
        body: JSON.stringify(document),
      });
      return ((await answer.json()) as { bookingId: string }).bookingId;
    };
    const decide = (id: string, action: string, note = '') =>
      send(`/freight/freight/entries/${id}/${action}`, { note });
    const statusOf = (id: string) => sandbox.freight.bookings.get(id);
    const [first, second] = [await book('one'), await book('two')];
    expect(await read('/freight/freight')).toContain('1 ×   Mugs');
    await decide(first, 'reject', 'The ship is full');
    expect(statusOf(first)).toMatchObject({ status: 'REJECTED', reason: 'The ship is full' });
    await decide(first, 'confirm');
    expect(statusOf(first)?.status).toBe('REJECTED');
    await decide(second, 'confirm');
    await decide(second, 'collect');
    expect(await read('/freight/freight')).toContain('CONFIRMED, collected');
    await decide(second, 'cancel');
    expect(statusOf(second)?.status).toBe('CANCELLED');
  });

  test('desks are offered beside the shops; unknown entries and other bodies change nothing', async () => {
    const text = await read();
    for (const path of ['/sandbox/shippo/demo-shippo', '/sandbox/freight/freight'])
      expect(text).toContain(`href="${path}"`);
    expect((await send('/freight/freight/entries/B404/confirm')).status).toBe(303);
    expect((await send('/freight/freight/orders')).status).toBe(404);
    const url = `${sandbox.url}/sandbox/freight/freight/entries/B1/confirm`;
    expect((await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '' })).status).toBe(
      415,
    );
  });
});

test('demo orders: several states, an unknown SKU, one for two parcels, names in many scripts', async () => {
  sandbox.seed({ demoOrders: true });
  for (const shop of sandbox.shops) {
    const orders = shop.orders();
    expect(orders.length).toBeGreaterThanOrEqual(8);
    expect(new Set(orders.map(({ status }) => status)).size).toBeGreaterThan(1);
    expect(orders.some(({ lines }) => lines.some(({ sku }) => sku.startsWith('NEW-')))).toBe(true);
    expect(orders.some(({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0) > 20)).toBe(true);
    const names = orders.map(({ address }) => address.firstName).join(' ');
    expect(names).toMatch(/[一-龥]/);
    expect(names).toContain('José');
  }
});
