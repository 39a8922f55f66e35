import { expect, test } from '@playwright/test';
import { ownWarehouse } from '../warehouse.ts';

interface Accounts {
  shipstation: { demo: { field: string; value: string }[] };
}

test('a shipment is sent to ShipStation, gets a label there, and the bill has its cost', async ({ page }) => {
  const own = await ownWarehouse(page, 'station');
  const { shipstation } = await own.call<Accounts>('GET', '/integrations/settings/shipping');
  const keys = Object.fromEntries(shipstation.demo.map(({ field, value }) => [field, value]));
  await own.call('POST', '/integrations/shipstation', keys);
  const name = `S${Date.now().toString(36)}`;
  const activity = await own.make('/billing/activities', {
    name,
    charge: 'Shipping-Charge',
    client_id: own.clientId,
  });
  const freight = await own.make('/billing/items', { name: `${name} freight`, uom: '' });
  await own.make(`/billing/activities/${activity.id}/items/${freight.id}`, { rate: '1', valid_from: '2020-01-01' });
  const mug = await own.item(`${name}-MUG`);
  const receipt = await own.shipped('Vendor Order', `${name}-IN`, [[mug.id, 5]]);
  await own.call('POST', `/shipments/${receipt.shipmentId}/fulfill/all`, {});
  const { shipmentId } = await own.shipped('Customer Order', `${name}-OUT`, [[mug.id, 2]]);
  await own.call('POST', `/shipments/${shipmentId}/fulfill/all`, {});
  await own.signIn();

  // Sent.
  await page.goto(`/f/outbound/${shipmentId}`);
  const panel = page.getByRole('region', { name: 'Shipping station', exact: true });
  await expect(panel).toContainText('Not sent');
  await panel.getByRole('button', { name: 'Send to ShipStation' }).click();
  await expect(panel.getByRole('button', { name: 'Read labels' })).toBeVisible();
  const { number } = await own.call<{ number: string }>('GET', `/shipments/${shipmentId}/ss`);
  await expect(panel).toContainText(number);

  // A label is bought there, by hand.
  const station = await page.context().newPage();
  await station.goto('/sandbox');
  await station.getByRole('link', { name: 'Demo ShipStation' }).click();
  const order = station.locator('.card', { hasText: number });
  await order.getByLabel('Tracking number').fill('1ZJOURNEY');
  await order.getByLabel('Cost').fill('12.30');
  await order.getByRole('button', { name: `Buy a label for ${number}` }).click();
  await expect(order).toContainText('1ZJOURNEY');
  await station.close();

  // Read back: waybill and cost are the shipment's.
  await panel.getByRole('button', { name: 'Read labels' }).click();
  await expect(panel).toContainText('1ZJOURNEY');
  await expect(panel).toContainText('12.30');
  await expect(page.getByRole('region', { name: 'Details', exact: true })).toContainText('1ZJOURNEY');

  // The bill has the cost.
  await page.getByRole('button', { name: 'Bill', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${name} freight`);
  await expect(dialog).toContainText('12.30');
  await page.keyboard.press('Escape');

  // A second one is sent with the list's menu.
  const second = await own.shipped('Customer Order', `${name}-OUT2`, [[mug.id, 1]]);
  const query = `on_page=1&search=${name}-OUT2`;
  await page.goto(`/f/outbound/default/${encodeURIComponent(query)}`);
  const state = () =>
    own.call<{ state: string }>('GET', `/shipments/${second.shipmentId}/ss`).then((answer) => answer.state);
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Send 1 to ShipStation' }).click();
  await page.getByRole('button', { name: 'Send 1 shipment' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 shipment sent');
  await expect.poll(state).toBe('pushed');
});
