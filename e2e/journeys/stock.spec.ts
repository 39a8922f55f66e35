import { expect, test } from '@playwright/test';
import { as } from '../people.ts';

test('stock is adjusted on the item page, and too large a quantity is rejected with a reason', async ({ page }) => {
  await as(page, 'super', '/inventories/default/on_page%3D1/list');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inventory');
  await page.goto('/inventories/1/action/view');
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Adjust' }) });
  await rows.first().getByRole('button', { name: 'Adjust' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Difference', { exact: false }).fill('-99999');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Insufficient quantity', { exact: false }).first()).toBeVisible();
  await dialog.getByLabel('Difference', { exact: false }).fill('7');
  await dialog.getByLabel('Reference', { exact: false }).fill('Journey count');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Journey count', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('+7', { exact: true }).first()).toBeVisible();
});

test('a client user sees its stock but cannot change it', async ({ page }) => {
  await as(page, 'client', '/inventories/1/action/view');
  await expect(page.getByText('Movements', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adjust' })).toHaveCount(0);
});
