import { expect, type Page, test } from '@playwright/test';
import { address } from '../../server/test/address.ts';
import { as, connectApi, keepLoginOf } from '../people.ts';

const ADDRESS = address('Amazon');
const AMAZON_MS = 60_000;

/** Waits until Amazon has answered the step, and presses the next one. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect(button).toBeEnabled({ timeout: AMAZON_MS });
  await button.click();
}

/** An open order of the demo's client, which has a seller account, with goods in stock. */
async function openOrder(page: Page) {
  const call = await connectApi(page);
  const { records } = await call<{ records: { client_id: number }[] }>('GET', '/integrations?filter_by[type]=11');
  const clientId = records[0]?.client_id ?? 0;
  const sku = `FBA-${Date.now().toString(36).toUpperCase()}`;
  const item = await call('POST', '/inventories', { client_id: clientId, type: 'Item', sku, name: 'Mug' });
  const order = async (type: string, relation: string, quantity: number) => {
    const { id } = await call('POST', '/relations', {
      type: relation,
      client_id: clientId,
      name: `FBA ${relation} ${sku}`,
    });
    return call('POST', '/orders', {
      type,
      client_id: clientId,
      reference: `${sku}-${relation}`,
      po: '',
      relation_id: id,
      shipping_address: ADDRESS,
      billing_address: ADDRESS,
      shipping: { courier_id: 1 },
      lines: [{ inventory_id: item.id, quantity }],
    });
  };
  const supply = await order('Vendor Order', 'vendor', 40);
  const { shipments } = await call<{ shipments: { id: number }[] }>('PUT', `/orders/${supply.id}/shipment/full`);
  await call('POST', `/shipments/${shipments[0]?.id}/fulfill/all`, {});
  const { id } = await order('Customer Order', 'customer', 24);
  return { call, clientId, orderId: id };
}

test('an invitation is a page of its own, also for somebody who is signed in', async ({ page }) => {
  await as(page, 'super', '/');
  await page.goto('/auth/fba/nobody-knows-it');
  await expect(page.getByRole('heading', { level: 1, name: 'Connect your seller account' })).toBeVisible();
  await expect(page.getByText('Please ask your 3PL team to send another invitation')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
});

test('an order is planned at Amazon, its boxes are sent, its cost is confirmed, and labels are printed', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { call, clientId, orderId } = await openOrder(page);
  const person = await keepLoginOf(page, 'super');
  await person('PUT', `/system/client/${clientId}`);
  await page.goto(`/orders/Customer-Order/${orderId}/action/view`);
  await press(page, 'Plan at Amazon');
  const planned = async () => {
    const { shipments } = await call<{ shipments: { id: number }[] }>('GET', `/fba/plan/${orderId}`);
    return shipments[0]?.id ?? 0;
  };
  await expect.poll(planned, { timeout: AMAZON_MS }).toBeGreaterThan(0);
  const id = await planned();

  // Not packed: only the band that asks to pack. It is created at Amazon meanwhile, from its own page.
  await page.goto(`/f/outbound/${id}`);
  await press(page, 'Create at Amazon');
  await expect(page.getByText('Exists at Amazon')).toBeVisible({ timeout: AMAZON_MS });
  await page.getByRole('link', { name: 'Open the steps' }).click();
  await expect(page.getByText('Shipment is not packed. Please pack your shipment first')).toBeVisible();
  const { shipment_lines } = await call<{ shipment_lines: { id: number; quantity: number }[] }>(
    'GET',
    `/shipments/${id}`,
  );
  await call('PUT', `/shipments/${id}/utility/pack`, {
    containers: [
      {
        length: 40,
        width: 30,
        height: 30,
        weight: 52,
        contents: shipment_lines.map((line) => ({ lineId: line.id, quantity: line.quantity })),
      },
    ],
  });
  await page.reload();
  await press(page, 'Submit the feed');
  await press(page, 'Submit weights and dimensions');
  await press(page, 'Request the estimate');
  await press(page, 'Request the cost');
  await press(page, /^Confirm \d+\.\d\d USD$/);
  const labels = page.getByRole('link', { name: 'Print: Box labels', exact: true });
  await expect(labels).toBeVisible({ timeout: AMAZON_MS });
  const printed = await page.request.get((await labels.getAttribute('href')) ?? '');
  expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect((await call<{ tracking: { cost: number } }>('GET', `/shipments/${id}`)).tracking.cost).toBeGreaterThan(0);
  await press(page, 'Complete');
  await expect(page.getByRole('heading', { name: 'The shipment is complete' })).toBeVisible({ timeout: AMAZON_MS });
});
