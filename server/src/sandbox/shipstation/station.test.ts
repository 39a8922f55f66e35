import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';
import type { SsAccount } from './account.ts';
import type { SsShop } from './shop.ts';

let sandbox: Sandbox;
let account: SsAccount;
let shop: SsShop;

beforeEach(async () => {
  sandbox = await startSandbox();
  account = sandbox.shipstation.accounts[0] as SsAccount;
  shop = sandbox.shipstation.fronts()[0] as SsShop;
});
afterEach(() => sandbox.stop());

async function call(method: string, path: string, body?: unknown) {
  const { key_1 = '', key_2 = '' } = sandbox.credentials.shipstation ?? {};
  const answer = await fetch(`${sandbox.baseUrls.shipstation}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${key_1}:${key_2}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const order = (more: object = {}) => ({
  orderNumber: 'LS-1',
  orderKey: 'longshore-1',
  orderDate: '2026-11-14T09:00:00',
  orderStatus: 'awaiting_shipment',
  billTo: { name: 'Ann' },
  shipTo: { name: 'Ann', country: 'US' },
  items: [],
  ...more,
});
const create = (more: object = {}) => call('POST', '/orders/createorder', order(more));

test('carriers have services and packages, each asked for by itself', async () => {
  const { body: carriers } = await call('GET', '/carriers');
  expect(carriers.map(({ code }: { code: string }) => code)).toContain('fedex');
  for (const list of ['listservices', 'listpackages']) {
    expect((await call('GET', `/carriers/${list}?carrierCode=fedex`)).body[0]).toMatchObject({ carrierCode: 'fedex' });
    expect((await call('GET', `/carriers/${list}?carrierCode=pigeon`)).status).toBe(400);
  }
  expect((await call('GET', '/warehouses')).body).toMatchObject([{ warehouseId: 71 }, { warehouseId: 72 }]);
});

test('an order keeps warehouse, weight and who pays; an unknown warehouse or party is refused', async () => {
  const advancedOptions = { warehouseId: 72, billToParty: 'third_party', billToAccount: 'A-7' };
  const made = await create({ advancedOptions, weight: { value: 3, units: 'pounds' }, shipByDate: '2026-11-16' });
  expect(made.body).toMatchObject({ advancedOptions, weight: { value: 3, units: 'pounds' }, shipByDate: '2026-11-16' });
  expect((await create({ advancedOptions: { warehouseId: 99 } })).status).toBe(400);
  expect((await create({ advancedOptions: { billToParty: 'nobody' } })).status).toBe(400);
  expect((await create({ weight: { value: 3, units: 'kilograms' } })).status).toBe(400);
});

test('people buy a label for an order and void it on its page', async () => {
  const { body } = await create({ carrierCode: 'fedex', serviceCode: 'fedex_2day' });
  const page = `${sandbox.url}/sandbox/shipstation/${account.slug}`;
  const send = (action: string, fields: Record<string, string> = {}) =>
    fetch(`${page}/orders/${body.orderId}/${action}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  expect(await (await fetch(page)).text()).toContain('Buy a label for LS-1');
  await send('label', { tracking: '1Z7', cost: '12.30' });
  // A second one is not bought: the order is shipped.
  await send('label', { tracking: '1Z8', cost: '1.00' });
  const labels = async () => (await call('GET', `/shipments?orderId=${body.orderId}`)).body.shipments;
  expect(await labels()).toMatchObject([
    { trackingNumber: '1Z7', shipmentCost: 12.3, insuranceCost: 0, carrierCode: 'fedex', voided: false },
  ]);
  expect((await create()).status).toBe(400);
  expect(await (await fetch(page)).text()).toContain('Void the label of LS-1');
  await send('void');
  expect(await labels()).toMatchObject([{ voided: true }]);
  expect((await create()).status).toBe(200);
});

test('an order that was deleted is gone for a second delete, and comes back or not with its key', async () => {
  const { body } = await create();
  expect((await call('DELETE', `/orders/${body.orderId}`)).body).toMatchObject({ success: true });
  expect((await call('DELETE', `/orders/${body.orderId}`)).status).toBe(404);
  account.switches.revivesDeleted = false;
  expect((await create()).status).toBe(400);
  account.switches.revivesDeleted = true;
  expect((await create()).body.orderId).toBe(body.orderId);
  expect(shop.need(String(body.orderId)).isActive).toBe(true);
});
