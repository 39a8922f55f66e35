import { expect, test } from '@playwright/test';
import { ownWarehouse } from '../warehouse.ts';

test('a shop is connected, its orders arrive, and one with an unknown SKU resumes when it is mapped', async ({
  page,
}) => {
  const own = await ownWarehouse(page, 'shop');
  const { company } = await own.call<{ company: string }>('GET', `/clients/${own.clientId}`);
  const mug = await own.item(`MUG-${Date.now().toString(36)}`);
  await own.signIn();
  await page.goto('/integrations/new/action/edit');

  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(company);
  await page
    .getByRole('option', { name: /^shop / })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Partner' }).click();
  await page.getByRole('option', { name: 'WooCommerce' }).click();

  // A wrong key: the partner's refusal is said, and what was typed stays.
  await page.getByRole('button', { name: 'Use the demo shop' }).click();
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
  await page.getByRole('button', { name: 'Sync now' }).click();

  // Nothing is known of what the shop sells: every order waits, and says for what.
  const waiting = page.getByRole('region', { name: 'Orders waiting' });
  const unknown = waiting.getByRole('row').filter({ hasText: 'NEW-101' });
  await expect(unknown).toContainText('Unknown SKU');
  const number = (await unknown.getByRole('button').first().textContent()) ?? '';
  await unknown.getByRole('button', { name: 'Map to… for NEW-101' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Item here').pressSequentially(mug.sku);
  await page.getByRole('option', { name: new RegExp(mug.sku) }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'SKU mapping' })).toContainText(mug.sku);

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

  // Its history, and the order here.
  await waiting.getByText('All', { exact: true }).click();
  await page
    .getByRole('region', { name: 'Orders', exact: true })
    .getByRole('button', { name: number, exact: true })
    .click();
  await expect(dialog).toContainText('Received');
  await expect(dialog).toContainText('Placed');
  await dialog.getByRole('link', { name: 'Open the order' }).click();
  await expect(page.getByRole('link', { name: /WooCommerce · Demo WooCommerce/ })).toBeVisible();
});
