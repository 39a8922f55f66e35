import { expect, type Page, test } from '@playwright/test';
import { as, asOwnUser, PASSWORD } from '../people.ts';

const NEW_CUSTOMER = '/relations/customer/new/action/edit';
const company = (page: Page) => page.getByRole('textbox', { name: 'Company' });
const note = (page: Page) => page.getByText('Your unsaved changes', { exact: false });
const drafts = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('longshore-draft')));

/** Types into a form and waits until the draft is stored. */
async function typeCompany(page: Page, name: string): Promise<void> {
  await company(page).fill(name);
  await expect.poll(async () => JSON.stringify(await drafts(page))).toContain(name);
}

async function switchTo(page: Page, client: string): Promise<void> {
  await page.getByRole('button', { name: /Working client/ }).click();
  await page.getByPlaceholder('Search clients').fill(client);
  await page.getByRole('option', { name: new RegExp(client) }).click();
}

test('an unfinished form survives a reload, and can be discarded or saved', async ({ page }) => {
  await as(page, 'staff', NEW_CUSTOMER);
  await typeCompany(page, 'Draft Ltd');
  await page.reload();
  await expect(note(page)).toBeVisible();
  await expect(company(page)).toHaveValue('Draft Ltd');
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(company(page)).toHaveValue('');
  await expect.poll(() => drafts(page)).toEqual([]);

  await typeCompany(page, 'Draft Two Ltd');
  await page.reload();
  await expect(company(page)).toHaveValue('Draft Two Ltd');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft Two Ltd');
  expect(await drafts(page)).toEqual([]);
});

test('when the session ends the user signs in again over the form, and saves it', async ({ page }) => {
  await as(page, 'staff', NEW_CUSTOMER);
  await company(page).fill('Ended Ltd');
  await page.route('**/api/v3/relations', (route) => route.fulfill({ status: 401, json: { message: '' } }));
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByLabel('Email')).toHaveValue('staff@longshore.test');
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Authentication Failed')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(company(page)).toHaveValue('Ended Ltd');
  await page.unroute('**/api/v3/relations');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ended Ltd');
});

test('switching the client asks first, and neither the draft nor the record appears under the new client', async ({
  page,
}) => {
  const [before, other] = ['Kestrel Coffee Roasters', 'Bluebird Toys'];
  await asOwnUser(page, 'drafts', NEW_CUSTOMER);
  await typeCompany(page, 'Switched Ltd');
  await switchTo(page, other);
  const question = page.getByRole('dialog', { name: `Switch to ${other}?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(company(page)).toHaveValue('Switched Ltd');
  await switchTo(page, other);
  await question.getByRole('button', { name: 'Switch the client' }).click();
  await expect(page.getByRole('button', { name: new RegExp(other) })).toBeVisible();
  await expect(company(page)).toHaveValue('');

  await switchTo(page, before);
  await expect(page.getByRole('button', { name: new RegExp(before) })).toBeVisible();
  await expect(company(page)).toHaveValue('Switched Ltd');
  await page.getByRole('button', { name: 'Discard them' }).click();

  // A record's page leads to the list of the new client.
  await page.goto('/inventories/default/on_page%3D1/list');
  await page.locator('[data-row]').first().click();
  await expect(page).toHaveURL(/action\/view/);
  await switchTo(page, other);
  await expect(page).toHaveURL(/on_page%3D1\/list/);
  await switchTo(page, before);
});

test('a draft is of one user, without passwords, and is removed by signing out', async ({ page }) => {
  await as(page, 'super', '/clients/1/action/view');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Endpoint').fill('https://hooks.example/in');
  await dialog.getByLabel('Hash key').fill('a-very-secret-key');
  await expect.poll(async () => JSON.stringify(await drafts(page))).toContain('hooks.example');
  expect(JSON.stringify(await drafts(page))).not.toContain('a-very-secret-key');
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/auth\/login/);
  expect(await drafts(page)).toEqual([]);
});
