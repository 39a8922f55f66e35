import { expect, test } from '@playwright/test';
import { as } from '../people.ts';

test('a customer is created, edited and found', async ({ page }) => {
  await as(page, 'staff');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('link', { name: 'Create customer' }).click();

  // Empty form: the field shows that it is required, and nothing is saved.
  await page.getByRole('button', { name: /save/i }).click();
  await expect(page.getByText('Company name is required').first()).toBeVisible();

  await page.getByLabel('Company', { exact: false }).first().fill('Journey & Daughters');
  await page.getByLabel('Email', { exact: false }).first().fill('not-an-address');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Email address is invalid').first()).toBeVisible();
  await page.getByLabel('Email', { exact: false }).first().fill('hello@journey.example');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/relations\/customer\/\d+\/action\/view/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Journey & Daughters');

  await page.getByRole('button', { name: 'Add an address' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Company', { exact: false }).fill('Journey Warehouse');
  await dialog.getByLabel('City', { exact: false }).fill('Astoria');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Journey Warehouse').first()).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Account', { exact: false }).first().fill('J-77');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('J-77').first()).toBeVisible();
  await expect(page.getByText('Dana Reyes').first()).toBeVisible();

  await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('daughters', { delay: 80 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Journey & Daughters' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Journey & Daughters' }).click();
  await page.goBack();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('leaving with changes asks first', async ({ page }) => {
  await as(page, 'staff', '/relations/vendor/new/action/edit');
  await page.getByLabel('Company', { exact: false }).first().fill('Half a vendor');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a client user sees only its own relations', async ({ page }) => {
  await as(page, 'client', '/relations/customer/on_page%3D1&per_page%3D100'.replace('&', '%26'));
  await expect(page.getByRole('link', { name: 'Harvest Lane Market' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Summit Sports' })).toHaveCount(0);
  // Relations of another client: 404, whether they exist or not.
  const ids = await page.evaluate(async () => {
    const statuses: number[] = [];
    for (const id of [45, 50, 60, 70]) {
      const answer = await fetch(`/api/v3/relations/${id}`);
      statuses.push(answer.status);
    }
    return statuses;
  });
  expect(new Set(ids)).toEqual(new Set([401]));
  await page.goto('/relations/customer/60/action/view');
  await expect(page.getByText(/not found/i).first()).toBeVisible();
  await expect(page.getByText('Setting', { exact: true })).toHaveCount(0);
});
