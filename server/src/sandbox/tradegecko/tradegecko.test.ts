import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';
import { PEOPLE } from '../seed.ts';
import type { TgShop } from './shop.ts';

const [ann] = PEOPLE;

let sandbox: Sandbox;
let shop: TgShop;

beforeEach(async () => {
  sandbox = await startSandbox({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }] } });
  shop = sandbox.tradegecko.fronts()[0] as TgShop;
});
afterEach(() => sandbox.stop());

async function call(method: string, path: string, body?: unknown, token = sandbox.credentials.tradegecko?.key_1) {
  const answer = await fetch(`${sandbox.baseUrls.tradegecko}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}
const place = () =>
  Number(
    shop.place({
      lines: [{ sku: 'A-1', quantity: 2 }],
      address: ann as (typeof PEOPLE)[0],
      shippingMethod: 'Flat rate',
    }),
  );

test('the token is checked, and is in no record', async () => {
  expect((await call('GET', '/orders', undefined, 'x')).status).toBe(401);
  expect((await call('GET', '/orders')).status).toBe(200);
  expect(JSON.stringify(sandbox.calls())).not.toContain(sandbox.credentials.tradegecko?.key_1);
});

test('300 calls in five minutes; the header has the moment of new ones', async () => {
  const { headers } = await call('GET', '/locations');
  const reset = Number(headers.get('x-rate-limit-reset'));
  expect(reset * 1000 - sandbox.clock.now().getTime()).toBeGreaterThan(290_000);
  sandbox.tradegecko.account.window.calls = 300;
  expect((await call('GET', '/locations')).status).toBe(429);
  sandbox.clock.advance(300_000);
  expect((await call('GET', '/locations')).status).toBe(200);
});

test('records are below their name and name others by their ids', async () => {
  const id = place();
  const { order } = (await call('GET', `/orders/${id}`)).body;
  expect(order).not.toHaveProperty('shipping_address');
  const { address } = (await call('GET', `/addresses/${order.shipping_address_id}`)).body;
  expect(address).toMatchObject({ first_name: 'Ann', zip_code: '02110' });
  const { order_line_items: lines } = (await call('GET', `/order_line_items?order_id=${id}`)).body;
  expect(lines).toMatchObject([{ variant_id: null, label: 'Flat rate', freeform: true }, { quantity: '2.0' }]);
  const { variants } = (await call('GET', `/variants?ids=${lines[1].variant_id}`)).body;
  expect(variants).toMatchObject([{ sku: 'A-1', locations: [{ location_id: 21, stock_on_hand: '0.0' }, {}] }]);
  expect((await call('GET', '/orders/1')).status).toBe(404);
});

test('lists have pages of 100 and filters', async () => {
  for (let each = 0; each < 3; each++) place();
  shop.setStatus(String(place()), 'draft');
  expect((await call('GET', '/orders?limit=2&page=2')).body.orders).toHaveLength(2);
  expect((await call('GET', '/orders?status=finalized')).body.orders).toHaveLength(3);
  const later = new Date(sandbox.clock.now().getTime() + 60_000).toISOString();
  expect((await call('GET', `/orders?updated_at_min=${later}`)).body.orders).toEqual([]);
});

describe('fulfilments', () => {
  const fulfill = (order_id: number, quantity: number, more: object = {}) => {
    const [line] = sandbox.tradegecko.account.linesOf(order_id);
    return call('POST', '/fulfillments', {
      fulfillment: {
        order_id,
        stock_location_id: 21,
        delivery_type: 'Courier',
        tracking_number: '1Z9',
        tracking_company: 'UPS',
        packed_at: '2026-11-14',
        fulfillment_line_items: [{ order_line_item_id: line?.id, quantity }],
        ...more,
      },
    });
  };
  const set = (id: number, status: string) => call('PUT', `/fulfillments/${id}`, { fulfillment: { status } });
  const statusOf = (id: number) => sandbox.tradegecko.account.orders.get(id)?.status;

  test('are packed, then fulfilled; the order with its last one; and void again', async () => {
    const id = place();
    const { status, body } = await fulfill(id, 2);
    expect([status, body.fulfillment.status, statusOf(id)]).toEqual([201, 'packed', 'finalized']);
    await set(body.fulfillment.id, 'fulfilled');
    expect(statusOf(id)).toBe('fulfilled');
    expect((await set(body.fulfillment.id, 'packed')).status).toBe(422);
    await set(body.fulfillment.id, 'void');
    expect(statusOf(id)).toBe('finalized');
  });

  test('refuse more than is left, another location, no lines and a void order', async () => {
    const id = place();
    expect((await fulfill(id, 3)).status).toBe(422);
    expect((await fulfill(id, 1, { stock_location_id: 99 })).status).toBe(422);
    expect((await fulfill(id, 1, { fulfillment_line_items: [] })).status).toBe(422);
    shop.cancel(String(id));
    expect((await fulfill(id, 1)).status).toBe(422);
  });
});
