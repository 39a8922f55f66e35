import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { type OwnWarehouse, ownWarehouse } from '../warehouse.ts';

interface Packed {
  shipment_lines: { id: number; quantity: number }[];
}

/** The company's account is connected with the demo's key, unless another run has done it. */
async function connectAccount(page: Page): Promise<void> {
  await page.goto('/company');
  const panel = page.getByRole('region', { name: 'GoShippo', exact: true });
  await expect(panel.getByText(/Not Connected|GoShippo Entered/)).toBeVisible();
  if (await panel.getByText('GoShippo Entered').isVisible()) return;
  await panel.getByRole('button', { name: 'Connect' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Use the demo account' }).click();
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(panel.getByText('GoShippo Entered')).toBeVisible();
  await expect(panel.getByText(/Harrow Street/)).toBeVisible();
}

/** A courier that is mapped to two carriers of the account, and chooses the cheapest. */
async function mapCourier(page: Page, name: string): Promise<void> {
  await page.goto('/configurations/couriers');
  await page.getByRole('button', { name: 'Create courier' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  // The field of several choices lies below what is chosen: the click goes to whatever is there.
  await dialog.getByRole('combobox', { name: 'GoShippo carrier account' }).click({ force: true });
  for (const carrier of ['UPS', 'USPS']) await page.getByRole('option', { name: carrier, exact: true }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('combobox', { name: 'GoShippo address' }).click();
  await page.getByRole('option', { name: /Harrow Street/ }).click();
  await dialog.getByRole('combobox', { name: 'Label to buy' }).click();
  await page.getByRole('option', { name: 'The cheapest service' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

/** A shipment whose goods are fulfilled, for a courier. */
async function fulfilled(own: OwnWarehouse, courierId: number): Promise<number> {
  const cup = await own.item(`LBL-${Date.now().toString(36)}`);
  const stock = await own.shipped('Vendor Order', 'Label stock', [[cup.id, 20]]);
  await own.call('POST', `/shipments/${stock.shipmentId}/fulfill/all`, {});
  await own.call('POST', '/shipments/action/batch/finish', { ids: [stock.shipmentId] });
  const { shipmentId } = await own.shipped('Customer Order', 'Label order', [[cup.id, 2]]);
  await own.call('PUT', `/shipments/${shipmentId}/util/carrier`, { courier_id: courierId, payment_method: 'prepaid' });
  await own.call('POST', `/shipments/${shipmentId}/fulfill/all`, {});
  return shipmentId;
}

async function pack(own: OwnWarehouse, shipmentId: number): Promise<void> {
  const { shipment_lines } = await own.call<Packed>('GET', `/shipments/${shipmentId}`);
  const containers = [1, 2].map((number) => ({
    own_number: String(number),
    length: 30,
    width: 20,
    height: 20,
    weight: 2 + number,
    contents: shipment_lines.map(({ id }) => ({ lineId: id, quantity: 1, expire: null })),
  }));
  await own.call('PUT', `/shipments/${shipmentId}/utility/pack`, { containers });
}

/** What a client's system is sent. */
async function receiver() {
  const got: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push(body);
    response.end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { got, url, close: () => server.close() };
}

/** The client is charged what shipping costs. */
async function chargeShipping(own: OwnWarehouse): Promise<string> {
  const name = `Labels ${Date.now().toString(36)} freight`;
  const activity = await own.make('/billing/activities', { name, charge: 'Shipping-Charge', client_id: own.clientId });
  const item = await own.make('/billing/items', { name, uom: '' });
  await own.make(`/billing/activities/${activity.id}/items/${item.id}`, { rate: '1', valid_from: '2020-01-01' });
  return name;
}

test('labels of the demo’s carriers: rates, purchase, print, void, finish, webhook and bill', async ({ page }) => {
  const own = await ownWarehouse(page, 'labels');
  const client = await receiver();
  await own.make(`/clients/${own.clientId}/webhook`, { trigger: 3, endpoint: client.url, hash_key: 'journey' });
  const freight = await chargeShipping(own);
  await own.signIn();
  await connectAccount(page);
  const name = `Cheapest ${Date.now()}`;
  await mapCourier(page, name);
  const couriers = await own.call<{ id: number; name: string }[]>('GET', '/couriers');
  const courier = couriers.find((each) => each.name === name);
  expect(courier).toBeTruthy();
  const shipmentId = await fulfilled(own, courier?.id ?? 0);

  await page.goto(`/f/outbound/${shipmentId}`);
  const panel = page.getByRole('region', { name: /^(Labels|Buy \d+ labels?)$/ }).first();
  await expect(panel).toContainText('pack the shipment first');
  await pack(own, shipmentId);
  await page.reload();
  const buy = page.getByRole('button', { name: /^Buy 2 labels for / });
  await expect(buy).toBeEnabled();
  await expect(page.getByText('Cheapest', { exact: true })).toBeVisible();
  await buy.click();
  await expect(page.getByText('Every carton has its label')).toBeVisible({ timeout: 30_000 });

  // Printed from what was stored, never from the partner's link.
  const print = page.getByRole('link', { name: /^Print the label of / }).first();
  await expect(print).toBeVisible({ timeout: 30_000 });
  const answer = await page.request.get((await print.getAttribute('href')) ?? '');
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect((await answer.body()).toString('latin1').slice(0, 5)).toBe('%PDF-');

  const all = page.getByRole('link', { name: 'Print all' });
  const whole = await page.request.get((await all.getAttribute('href')) ?? '');
  expect([whole.status(), whole.headers()['content-type']]).toEqual([200, 'application/pdf']);

  // One is voided and bought again: that carton only. Until then the shipment is not to be finished.
  await page
    .getByRole('button', { name: /^Void the label of / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Void the label' }).click();
  await expect(page.getByText(/Void asked|Voided/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Finish, 1 label missing' })).toBeDisabled();
  await page.getByRole('button', { name: /^Buy 1 label for / }).click();
  await expect(page.getByText('Every carton has its label')).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Finish/ })
    .click();
  const shipment = async () =>
    own.call<{ status: string; tracking: { waybill: string; cost: number } }>('GET', `/shipments/${shipmentId}`);
  await expect.poll(async () => (await shipment()).status).toBe('Finished');
  const { tracking } = await shipment();
  expect(tracking.waybill).not.toBe('');
  expect(tracking.cost).toBeGreaterThan(0);

  // The client's system hears of it with the waybill.
  const isTold = () => client.got.some((body) => body.includes(`"waybill":"${tracking.waybill}"`));
  await expect.poll(isTold, { timeout: 30_000 }).toBe(true);
  client.close();

  // The bill has the cost.
  await page.reload();
  await page.getByRole('button', { name: 'Bill', exact: true }).click();
  const bill = page.getByRole('dialog');
  await expect(bill).toContainText(freight);
  await expect(bill).toContainText(tracking.cost.toFixed(2));
});

test('labels of several shipments are bought, printed and finished from the list; a void says what becomes of them', async ({
  page,
}) => {
  const own = await ownWarehouse(page, 'label-batch');
  await own.signIn();
  await connectAccount(page);
  const name = `Batch ${Date.now()}`;
  await mapCourier(page, name);
  const couriers = await own.call<{ id: number; name: string }[]>('GET', '/couriers');
  const courierId = couriers.find((each) => each.name === name)?.id ?? 0;
  const ids = [await fulfilled(own, courierId), await fulfilled(own, courierId)];
  for (const id of ids) await pack(own, id);

  // What lacks labels is found by a filter.
  const query = `on_page=1&filter_by[client_id]=${own.clientId}&filter_by[lacks_labels]=1`;
  await page.goto(`/f/outbound/default/${encodeURIComponent(query)}`);
  const rows = page.getByRole('checkbox', { name: 'Select this row' });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await row.check();
  await page.getByRole('button', { name: 'Buy labels (2)' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Buy labels of 2 shipments' }).click();
  await expect(dialog).toContainText('Labels of 2 shipments bought', { timeout: 60_000 });
  const print = dialog.getByRole('link', { name: 'Print all (2 shipments)' });
  const file = await page.request.get((await print.getAttribute('href')) ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows).toHaveCount(0);

  // One is voided with its labels; a refund is decided at the partner's desk.
  await page.goto(`/f/outbound/${ids[0]}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Void' }).click();
  await expect(page.getByRole('region', { name: 'What happens at partners' })).toContainText('2 labels are voided');
  const { labels } = await own.call<{ labels: { tracking_number: string }[] }>('GET', `/shipments/${ids[0]}/labels`);
  await page.getByRole('button', { name: 'Void shipment' }).click();
  await expect(page.getByText(`Shipment ${ids[0]} is voided`)).toBeVisible();
  const desk = await page.context().newPage();
  await expect
    .poll(
      async () => {
        await desk.goto('/sandbox');
        await desk.getByRole('link', { name: 'Demo Shippo' }).click();
        return desk.locator('.card', { hasText: labels[0]?.tracking_number ?? '?' }).textContent();
      },
      { timeout: 30_000 },
    )
    .toContain('REFUNDPENDING');
  await desk.getByRole('button', { name: `Keep the money: ${labels[0]?.tracking_number}` }).click();
  await expect(desk.locator('.card', { hasText: labels[0]?.tracking_number ?? '?' })).toContainText('REFUNDREJECTED');
  await desk.close();
});
