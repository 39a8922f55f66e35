import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { drawSpreadsheet, readSpreadsheet } from '../../server/src/documents/spreadsheet.ts';
import { as, connectApi, keepLoginOf } from '../people.ts';

/** A row of the list, by an address that only this journey uses. */
const rowTo = (page: Page, address: string) =>
  page.getByRole('table', { name: 'Subscriptions' }).getByRole('row', { name: new RegExp(address) });

test('a report is subscribed to, listed, sent, paused, changed and deleted', async ({ page }) => {
  await as(page, 'super', '/reports/inventory');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Inventory' });
  await expect(dialog.getByText('It reports what is true when it is mailed.')).toBeVisible();
  const addresses = dialog.getByRole('combobox', { name: 'Send to' });
  await addresses.fill('nowhere');
  await addresses.press('Enter');
  await expect(dialog.getByText('Email address is invalid')).toBeVisible();
  await addresses.fill('journey@subscribe.test');
  await addresses.press('Enter');
  await dialog.getByRole('combobox', { name: 'How often' }).click();
  await page.getByRole('option', { name: 'Every month' }).click();
  await dialog.getByRole('combobox', { name: 'Day of the month' }).click();
  await page.getByRole('option', { name: '15', exact: true }).click();
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Inventory will be mailed')).toBeVisible();

  await page.goto('/reports');
  await expect(page.getByRole('link', { name: 'Inventory Has a subscription', exact: true })).toBeVisible();
  const row = rowTo(page, 'journey@subscribe\\.test');
  await expect(row).toContainText('Every month');
  await expect(row).toContainText('Day 15 at 06:00');
  await expect(row).toContainText('Not yet');
  await row.getByRole('button', { name: 'Send now' }).click();
  // There is no mail server here.
  await expect(row).toContainText('Kept in the outbox');
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: 'Resume' }).click();
  await expect(row).not.toContainText('Paused');
  await row.getByRole('button', { name: 'Edit' }).click();
  const edited = page.getByRole('dialog', { name: 'Subscription to Inventory' });
  await edited.getByRole('combobox', { name: 'At', exact: true }).click();
  await page.getByRole('option', { name: '18:00' }).click();
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Day 15 at 18:00');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('a saved filter of orders is a report that leads to its records', async ({ page }) => {
  const call = await connectApi(page);
  await call('POST', '/utility/pagination', {
    name: 'Journey orders',
    page: 'Order',
    param: { filter_by: { type: 'Customer Order' } },
  });
  await keepLoginOf(page, 'super');
  await page.goto('/reports/customized');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText('Choose a saved filter')).toBeVisible();
  await page.getByRole('combobox', { name: 'Saved filter' }).click();
  await page.getByRole('option', { name: 'Orders: Journey orders' }).click();
  await page.getByRole('button', { name: 'Run' }).click();
  const grid = page.getByRole('table', { name: 'Customized' });
  await expect(grid.getByRole('columnheader', { name: 'WH Status' })).toBeVisible();
  await grid.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/orders\/Customer-Order\/\d+\/action\/view/);
});

test('figures are uploaded beside the count sheet, which leads to their count', async ({ page }, info) => {
  const call = await connectApi(page);
  const item = await call('POST', '/inventories', { client_id: 1, type: 'Item', sku: 'JRN-SHEET', name: 'Counted' });
  await call('POST', '/operations/inventories/adjust', { inventory_id: item.id, qty: 7 });
  const count = await call('POST', '/operations/counts', {
    client_id: 1,
    name: 'Beside the report',
    item: 'JRN-SHEET',
  });
  await as(page, 'super', `/counts/${count.id}/action/view`);
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  const { headings, rows } = await readSpreadsheet(readFileSync(await sheet.path()), 100);
  const counted = rows.map((row) => row.map((cell, at) => (headings[at] === 'Counted' ? '5' : cell)));
  const file = info.outputPath('counted.xlsx');
  const columns = headings.map((heading) => ({ heading }));
  writeFileSync(file, await drawSpreadsheet({ name: 'Count', columns, rows: counted }));

  await page.goto('/reports/count-sheet?client=1');
  await page.getByRole('button', { name: 'Upload figures' }).click();
  await page.getByRole('button', { name: /Beside the report/ }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(new RegExp(`/counts/${count.id}/action/view`));
  await expect(page.getByText('−2 short')).toBeVisible();
});

test('client users subscribe within their client and see no subscription of the staff', async ({ page }) => {
  await as(page, 'client', '/reports');
  const list = page.getByRole('table', { name: 'Subscriptions' });
  await expect(list).toContainText('planning@kestrelcoffee.example');
  await expect(list).not.toContainText('floor@harrowstreet.example');
  await page.goto('/reports/count-sheet');
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload figures' })).toHaveCount(0);
});
