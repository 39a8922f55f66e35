import { expect, type Page, test } from '@playwright/test';
import { as, asOwnUser, PASSWORD } from '../people.ts';

const NEW_CUSTOMER = '/relations/customer/new/action/edit';
const shipments = (status: string) =>
  `/f/outbound/default/${encodeURIComponent(`filter_by[status]=${status}&filter_by[client_id]=1`)}`;
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

/** Opens a dialog, begins to type and loads the page again; opened again, the dialog has the text. */
async function expectKept(page: Page, open: () => Promise<unknown>, label: string, text: string): Promise<void> {
  const field = page.getByRole('dialog').getByLabel(label);
  await open();
  await field.fill(text);
  await expect.poll(async () => JSON.stringify(await drafts(page))).toContain(text);
  await page.reload();
  await open();
  await expect(note(page)).toBeVisible();
  await expect(field).toHaveValue(text);
}

test('what was begun in Bill, Waive and the address of an order survives a reload and an ended session', async ({
  page,
}) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await as(page, 'super', shipments('Ready'));
  await page.locator('a[href^="/f/"]').filter({ hasText: /^\d+$/ }).first().click();
  await expectKept(page, () => press('Bill'), 'Note', 'Two pallets more');
  await page.route('**/shipment/charge', (route) => route.fulfill({ status: 401, json: { message: '' } }));
  await page.keyboard.press('Control+Enter');
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(ended).toBeHidden();
  await expect(dialog.getByLabel('Note')).toHaveValue('Two pallets more');
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(dialog.getByLabel('Note')).toHaveValue('');
  await expect.poll(() => drafts(page)).toEqual([]);

  await page.goto('/billing/unbilled/on_page%3D1');
  const waive = async (row: number) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .nth(row)
      .click();
    await page.getByRole('menuitem', { name: 'Waive' }).click();
  };
  const reason = dialog.getByLabel('Why nothing is charged');
  await expectKept(page, () => waive(0), 'Why nothing is charged', 'Agreed by telephone');
  await page.reload();
  await waive(1);
  await expect(reason).toHaveValue('');
  await page.keyboard.press('Escape');
  await waive(0);
  await expect(reason).toHaveValue('Agreed by telephone');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await press('Leave without saving');
  await expect.poll(() => drafts(page)).toEqual([]);

  await page.goto('/orders/Customer-Order/default/filter_by%5Bstatus%5D%3DOpen');
  await page.locator('#content').getByRole('link', { name: /^CO-/ }).first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expectKept(page, () => press('Ship to: Edit address'), 'Company', 'Back door of the shop');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Ship to' })).toHaveValue(/Back door of the shop/);
  await press('Bill to: Edit address');
  await expect(dialog.getByLabel('Company')).not.toHaveValue('Back door of the shop');
  // Saved, it belongs to the order, whose own draft keeps it.
  await expect
    .poll(async () => (await drafts(page)).map(([key]) => key.split('/').at(-1)))
    .toEqual([expect.stringMatching(/^order Customer Order \d+$/)]);
});
