import { expect, type Page, test } from '@playwright/test';
import { as, asOwnUser } from '../people.ts';

const field = (page: Page) => page.getByRole('combobox', { name: /Go to a screen|前往页面/ });
const options = (page: Page) => page.getByRole('option');
const chip = (page: Page, text: string) => page.locator('#content').getByText(text, { exact: true });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('a phrase becomes a list with its filter, which is changed in the palette and on the list', async ({ page }) => {
  await as(page, 'super');
  await openPalette(page);
  await page.keyboard.type('late shipments of northfield');
  const offer = options(page).first();
  await expect(offer).toHaveText(/Shipping\s*Late Yes\s*Client Northfield Outdoor/);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: /^Shipping/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the filter Late Yes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the filter Client Northfield Outdoor' })).toBeVisible();

  // On the list the filter is changed as any other.
  await page.getByRole('button', { name: 'Remove the filter Client Northfield Outdoor' }).click();
  await expect(page).toHaveURL(/filter_by%5Blate%5D(%3D|=)1|filter_by\[late\]/);
  await expect(chip(page, 'Northfield Outdoor')).toHaveCount(0);

  // In the palette a chip is removed by the keyboard before the list is opened.
  await openPalette(page);
  await page.keyboard.type('customer orders from yesterday not shipped');
  await expect(options(page).first()).toHaveText(/Customer orders\s*Created at is .*Status Open, Processed/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await expect(options(page).first()).not.toContainText('Created at');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Customer orders/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the filter Status Open, Processed' })).toBeVisible();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expect(page.getByRole('form', { name: 'Filters' })).toBeVisible();
});

test('expiring stock, an adjustment and a report are found by words', async ({ page }) => {
  await asOwnUser(page, 'words');
  await openPalette(page);
  await page.keyboard.type('expiring in 30 days');
  await expect(options(page).first()).toHaveText(/Inventory\s*Expires up to/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Inventory/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove the filter Expires up to/ })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('adjust KC-ETH');
  await expect(options(page).first()).toContainText('Adjust KC-ETH');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue(/^adjust KC-ETH\S* $/);
  await page.keyboard.press('Escape');

  await openPalette(page);
  await page.keyboard.type('location occupancy');
  await expect(options(page).first()).toContainText('Location occupancy');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reports\/location-occupancy/);
});

test('in Chinese, and a client user is offered its own shipments only', async ({ page }) => {
  await as(page, 'client');
  await openPalette(page);
  await page.keyboard.type('迟到的发货');
  await expect(options(page).first()).toHaveText(/Shipments\s*Late Yes/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shipments\/outbound\//);
  await expect(page.getByRole('button', { name: 'Remove the filter Late Yes' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('qqq zzz');
  await expect(page.getByText('Nothing found for “qqq zzz”')).toBeVisible();
  await expect(options(page).first()).toHaveText('orders from yesterday not shipped');
});

test('a code opens its record, whatever it could mean as a word', async ({ page }) => {
  await as(page, 'super');
  await openPalette(page);
  await page.keyboard.insertText('KC-ETH-250');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/inventories\/\d+\/action\/view/);
});
