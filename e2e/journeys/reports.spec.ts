import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { keepLoginOf } from '../people.ts';

test('a report answers on the screen, keeps its fields in the address, leads to its records and exports', async ({
  page,
}) => {
  await keepLoginOf(page, 'super');
  await page.goto('/reports');
  await page.getByRole('textbox', { name: 'Find a report' }).fill('closing, per item');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Movement' })).toBeVisible();
  await page.getByRole('button', { name: 'Run' }).click();
  const grid = page.getByRole('table', { name: 'Movement' }).last();
  await expect(grid.getByRole('link').first()).toBeVisible();
  await expect(page).toHaveURL(/\/reports\/movement\?client=\d+&from=\d{4}-\d\d-01&to=/);

  await grid.getByRole('button', { name: 'Closing' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Closing' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('checkbox', { name: 'Other' }).uncheck();
  await expect(grid.getByRole('columnheader', { name: 'Other' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv).toContain('SKU,Name,Opening,Received');

  const address = page.url();
  await grid.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/inventories\/\d+\/action\/view/);
  await page.goto(address);
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('Last month');
  // A shared address answers by itself, and a figure leads to the movements behind it.
  const figure = grid.locator('td[data-right] a').first();
  const [sku, units] = [await grid.getByRole('link').first().textContent(), await figure.textContent()];
  expect(units).toMatch(/\d/);
  await figure.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await expect(
    page
      .getByRole('table', { name: 'Transactions' })
      .getByRole('link', { name: sku ?? '' })
      .first(),
  ).toBeVisible();
});

test('what is missing is said at its field, and an empty report says so', async ({ page }) => {
  await keepLoginOf(page, 'super');
  await page.goto('/reports/serial-lookup');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText('A serial number is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Serial number' }).fill('no such serial');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No record found')).toBeVisible();
});

test('on a phone the subscriptions are one step away, and in Chinese the list has the room it needs', async ({
  page,
}) => {
  await keepLoginOf(page, 'super');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/reports');
  const list = page.getByRole('navigation', { name: 'Reports' });
  await expect(list.getByRole('link', { name: 'Movement' })).toBeVisible();
  const subscriptions = page.getByRole('heading', { level: 2, name: 'Subscriptions' });
  await expect(subscriptions).not.toBeInViewport();
  await list.getByRole('button', { name: /^Subscriptions/ }).click();
  await expect(subscriptions).toBeInViewport();

  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await list.boundingBox())?.width).toBe(248);
  await expect(list.getByRole('button', { name: /^Subscriptions/ })).toBeHidden();
  await page.locator('html').evaluate((html) => html.setAttribute('lang', 'zh-CN'));
  expect((await list.boundingBox())?.width).toBe(280);
});
