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
