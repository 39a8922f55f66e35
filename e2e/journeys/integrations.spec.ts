import { expect, type Page, test } from '@playwright/test';
import { type Item, type OwnWarehouse, ownWarehouse } from '../warehouse.ts';

interface Shipment {
  shipment_lines: { id: number; quantity: number }[];
}

/** Units that are received, so that an order is processed when it arrives. */
async function receive(own: OwnWarehouse, item: Item): Promise<void> {
  const { shipmentId } = await own.shipped('Vendor Order', `IN-${item.sku}`, [[item.id, 25]]);
  const { shipment_lines } = await own.call<Shipment>('GET', `/shipments/${shipmentId}`);
  for (const { id: lineId, quantity } of shipment_lines)
    await own.call('POST', `/shipments/${shipmentId}/fulfill/line`, { lineId, quantity });
}

/** The form of a new connection for this journey's client. */
async function chooseShop(page: Page, company: string, partner: string): Promise<void> {
  await page.goto('/integrations/new/action/edit');
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(company);
  await page.getByRole('option', { name: company }).first().click();
  await page.getByRole('combobox', { name: 'Partner' }).click();
  await page.getByRole('option', { name: partner }).click();
  await page.getByRole('button', { name: 'Use the demo shop' }).click();
}

/** Maps the unknown SKU of an order that waits, and its shipping method. Answers the order's number. */
async function mapUnknown(page: Page, item: Item): Promise<string> {
  await page.getByRole('button', { name: 'Sync now' }).click();
  // Nothing is known of what the shop sells: every order waits, and says for what.
  const waiting = page.getByRole('region', { name: 'Orders waiting' });
  const unknown = waiting.getByRole('row').filter({ hasText: 'NEW-101' });
  await expect(unknown).toContainText('Unknown SKU');
  const number = (await unknown.getByRole('button').first().textContent()) ?? '';
  await unknown.getByRole('button', { name: 'Map to… for NEW-101' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Item here').pressSequentially(item.sku);
  await page.getByRole('option', { name: new RegExp(item.sku) }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'SKU mapping' })).toContainText(item.sku);

  // Shipping methods that no courier is named like are said once.
  const gaps = page.getByRole('button', { name: /^Choose a courier for / });
  await expect(gaps.first()).toBeVisible();
  for (let left = await gaps.count(); left > 0; left--) {
    await gaps.first().click();
    await dialog.getByRole('combobox', { name: 'Courier' }).click();
    await page.getByRole('option').nth(1).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(gaps).toHaveCount(left - 1);
  }
  await expect(waiting.getByRole('button', { name: number, exact: true })).toBeHidden();
  return number;
}

/** Opens the order's history, and from there the order; ships it, and finds its tracking in the shop. */
async function shipToShop(page: Page, own: OwnWarehouse, number: string, shop: string, waybill: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('region', { name: 'Orders waiting' }).getByText('All', { exact: true }).click();
  await page
    .getByRole('region', { name: 'Orders', exact: true })
    .getByRole('button', { name: number, exact: true })
    .click();
  await expect(dialog).toContainText('Received');
  await expect(dialog).toContainText('Placed');
  const connection = page.url();
  await dialog.getByRole('link', { name: 'Open the order' }).click();
  await expect(page.getByRole('link', { name: new RegExp(`Demo ${shop}`) })).toBeVisible();
  const orderId = Number(/\/(\d+)\//.exec(new URL(page.url()).pathname)?.[1]);
  const { shipments } = await own.call<{ shipments: { id: number }[] }>('GET', `/orders/${orderId}`);
  const shipmentId = shipments[0]?.id ?? 0;
  const { shipment_lines } = await own.call<Shipment>('GET', `/shipments/${shipmentId}`);
  for (const { id: lineId, quantity } of shipment_lines)
    await own.call('POST', `/shipments/${shipmentId}/fulfill/line`, { lineId, quantity });
  await own.call('PUT', `/shipments/${shipmentId}`, { waybill });
  await own.call('POST', '/shipments/action/batch/finish', { ids: [shipmentId], options: { bill: 0, email: 0 } });

  // The history of the order says that the shop was told, and the shop shows the tracking number.
  await page.goto(connection);
  await page.getByRole('region', { name: 'Orders waiting' }).getByText('All', { exact: true }).click();
  const orders = page.getByRole('region', { name: 'Orders', exact: true });
  await orders.getByRole('button', { name: number, exact: true }).click();
  await expect(dialog).toContainText('Reported to the shop');
  await page.goto('/sandbox');
  await page.getByRole('link', { name: `Demo ${shop}` }).click();
  const card = page.locator('section.card').filter({ has: page.getByRole('heading', { name: number, exact: true }) });
  await expect(card).toContainText(waybill);
}

test('WooCommerce is connected, an order with an unknown SKU resumes when it is mapped, and the shop shows its tracking', async ({
  page,
}) => {
  const own = await ownWarehouse(page, 'shop');
  const { company } = await own.call<{ company: string }>('GET', `/clients/${own.clientId}`);
  const mug = await own.item(`MUG-${Date.now().toString(36)}`);
  await receive(own, mug);
  await own.signIn();
  await chooseShop(page, company, 'WooCommerce');

  // A wrong key: the partner's refusal is said, and what was typed stays.
  const secret = page.getByLabel('Consumer secret');
  const right = await secret.inputValue();
  await secret.fill('cs_wrong');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Integration rejected by partner');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Demo WooCommerce');
  await secret.fill(right);
  await page.keyboard.press('Control+Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Demo WooCommerce' })).toBeVisible();
  await expect(page.locator('#content').getByText('Connected', { exact: true })).toBeVisible();
  const number = await mapUnknown(page, mug);
  await shipToShop(page, own, number, 'WooCommerce', `WC-${mug.sku}`);
});

test('Shopify is connected, an order with an unknown SKU resumes when it is mapped, and the shop shows its tracking', async ({
  page,
}) => {
  const own = await ownWarehouse(page, 'spfy');
  const { company } = await own.call<{ company: string }>('GET', `/clients/${own.clientId}`);
  const mug = await own.item(`MUG-${Date.now().toString(36)}`);
  await receive(own, mug);
  await own.signIn();
  await chooseShop(page, company, 'Shopify');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Shopify' })).toBeVisible();
  const number = await mapUnknown(page, mug);
  await shipToShop(page, own, number, 'Shopify', `SP-${mug.sku}`);
});
