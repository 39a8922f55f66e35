import { expect, test } from '@playwright/test';
import { ownWarehouse } from '../warehouse.ts';

test('an order of Zalora is fulfilled there, and its documents are printed', async ({ page }) => {
  const own = await ownWarehouse(page, 'fashion');
  const { company } = await own.call<{ company: string }>('GET', `/clients/${own.clientId}`);
  await own.signIn();
  await page.goto('/integrations/new/action/edit');
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(company);
  await page
    .getByRole('option', { name: /^fashion / })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Partner' }).click();
  await page.getByRole('option', { name: 'Zalora' }).click();
  await page.getByRole('button', { name: 'Use the demo shop' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Zalora' })).toBeVisible();
  const integrationId = Number(/integrations\/(\d+)/.exec(page.url())?.[1]);

  // Its orders arrive; one for a new SKU is mapped to an item with stock, and resumes.
  const mug = await own.item(`ZAL-${Date.now().toString(36)}`);
  await own.call('POST', `/integrations/${integrationId}/skus`, { sku: 'NEW-101', inventory_id: mug.id });
  const { shipmentId } = await own.shipped('Vendor Order', 'Zalora stock', [[mug.id, 20]]);
  await own.call('POST', `/shipments/${shipmentId}/fulfill/all`, {});
  await own.call('POST', '/shipments/action/batch/finish', { ids: [shipmentId] });
  await page.getByRole('button', { name: 'Sync now' }).click();
  const placed = async () => {
    const query = `filter_by[integration_id]=${integrationId}&filter_by[state]=placed`;
    const { records } = await own.call<{ records: { order_id: number }[] }>('GET', `/integrations/orders?${query}`);
    return records[0]?.order_id ?? 0;
  };
  await expect.poll(placed, { timeout: 15_000 }).toBeGreaterThan(0);
  const order = await own.call<{ shipments: { id: number }[] }>('GET', `/orders/${await placed()}`);
  await page.goto(`/f/outbound/${order.shipments[0]?.id}`);

  const panel = page.getByRole('region', { name: 'Zalora', exact: true });
  await expect(panel.getByRole('combobox', { name: 'Provider' })).toHaveValue(/Ninja Van/);
  await panel.getByRole('button', { name: 'Fulfil in Zalora' }).click();
  await expect(panel).toContainText('ZLR');
  for (const name of ['Invoice', 'Shipping label', 'Carrier manifest']) {
    const link = panel.getByRole('link', { name: `Print ${name}` });
    await expect(link).toBeVisible({ timeout: 15_000 });
    const answer = await page.request.get((await link.getAttribute('href')) ?? '');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
    expect((await answer.body()).toString('latin1').slice(0, 5)).toBe('%PDF-');
  }
});
