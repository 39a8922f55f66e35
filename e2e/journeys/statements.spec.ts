import { expect, test } from '@playwright/test';
import { keepLoginOf } from '../people.ts';

test('a month is closed, an entry in it is corrected, and the month is reopened', async ({ page }) => {
  const call = await keepLoginOf(page, 'super');
  const make = (path: string, data: object) => call('POST', path, data);
  const mark = `Closing ${Date.now()}`;
  const { id: clientId } = await make('/clients', { company: mark, email: 'closing@journey.test' });
  const { id: activityId } = await make('/billing/activities', { client_id: clientId, name: 'Work' });
  const { id: itemId } = await make('/billing/items', { name: `${mark} hour` });
  await make(`/billing/activities/${activityId}/items/${itemId}`, { rate: '10', valid_from: '2020-01-01' });
  // The last month of the company, which the demo is charged through.
  const { month } = await call<{ month: string }>('GET', '/billing/statements');
  await make('/billing/entries', {
    client_id: clientId,
    billing_activity_id: activityId,
    bill_date: `${month}-10`,
    reference: 'HOURS-1',
    entries: [{ billing_item_id: itemId, quantity: '5' }],
  });

  // ↓ goes from the title to the clients, as in a list.
  await page.goto(`/billing/statements/${month}`);
  await expect(page.getByRole('link', { name: mark })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2).getByRole('link').first()).toBeFocused();

  await page.goto(`/billing/statements/${clientId}/${month}`);
  await expect(page.getByRole('table', { name: 'Work' }).getByRole('row', { name: `${mark} hour` })).toContainText(
    '$50.00',
  );
  await page.getByRole('button', { name: 'Close month' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 entry');
  await dialog.getByRole('button', { name: 'Close month' }).click();
  await expect(page.getByRole('button', { name: 'Reopen month' })).toBeVisible();

  // The statement leads to the entry, whose page opens what corrects it.
  await page.getByRole('link', { name: `${mark} hour` }).click();
  await expect(page.getByRole('img', { name: 'The month is closed' })).toBeVisible();
  await page.getByText('HOURS-1').first().click();
  await page.getByRole('button', { name: 'Correct entry' }).click();
  await expect(dialog).toContainText('5 × $10.00 = $50.00');
  await dialog.getByLabel('Right quantity').fill('4');
  await expect(dialog).toContainText('Difference −$10.00');
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Correct entry' })).toBeHidden();
  await expect(page.getByRole('link', { name: '$40.00' })).toBeVisible();

  // What takes it back can only be deleted.
  await page.getByRole('link', { name: '−$50.00' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('The original entry then counts again.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/billing/statements/${clientId}/${month}`);
  await page.getByRole('button', { name: 'Reopen month' }).click();
  await dialog.getByRole('button', { name: 'Reopen month' }).click();
  await expect(page.getByRole('button', { name: 'Close month' })).toBeVisible();
  await expect(page.getByText('Reopened by')).toBeVisible();
});
