import { expect, test } from '@playwright/test';
import { address } from '../../server/test/address.ts';
import { ownWarehouse } from '../warehouse.ts';

test('an exception appears, is taken, commented and put off, and closes once its cause is gone', async ({ page }) => {
  const own = await ownWarehouse(page, 'shortage');
  const reference = `SO-${Date.now()}`;
  const item = await own.item('EXC-1');
  const customer = await own.make('/relations', { type: 'customer', client_id: own.clientId, name: 'Pine & Poppy' });
  await own.make('/orders', {
    type: 'Customer Order',
    client_id: own.clientId,
    reference,
    po: '',
    relation_id: customer.id,
    shipping_address: address('Pine & Poppy'),
    billing_address: address('Pine & Poppy'),
    shipping: { courier_id: 1 },
    lines: [{ inventory_id: item.id, quantity: 4 }],
  });

  await own.signIn();
  await page.getByRole('link', { name: /^Exceptions/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Exceptions/ })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(reference);
  const row = page.getByRole('listitem').filter({ hasText: `${reference} lacks 4 of EXC-1` });
  await expect(row).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Details of the exception' });
  await details.getByRole('button', { name: 'Take' }).click();
  await expect(details.getByRole('button', { name: 'Give back' })).toBeVisible();
  await details.getByRole('textbox', { name: 'Add a comment' }).fill('The vendor sends them on Friday');
  await page.keyboard.press('Control+Enter');
  await expect(details.locator('li', { hasText: 'The vendor sends them on Friday' })).toBeVisible();

  await details.getByRole('button', { name: 'Tomorrow' }).click();
  await expect(row).toHaveCount(0);
  await page.getByText(/^Snoozed 1$/).click();
  await expect(row).toBeVisible();
  await details.getByRole('button', { name: 'Show again now' }).click();
  await page.getByText(/^Mine 1$/).click();
  await expect(row).toBeVisible();

  await own.make('/operations/inventories/adjust', { inventory_id: item.id, qty: 4, reference: 'found' });
  // It stays where it was, in green, until something else is asked for.
  await expect(row).toContainText('Resolved', { timeout: 20_000 });
  await expect(details.getByText('Done. The cause is gone.')).toBeVisible();
  await page.getByText('Not taken', { exact: false }).first().click();
  await expect(row).toHaveCount(0);
});
