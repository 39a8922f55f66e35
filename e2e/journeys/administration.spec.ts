import { expect, type Page, test } from '@playwright/test';
import { as, keepLogin } from '../people.ts';

/** Creates a user with the form and returns the password that is shown once. */
async function createUser(
  page: Page,
  name: string,
  email: string,
  choose: (page: Page) => Promise<void>,
): Promise<string> {
  await page.goto('/users/new/action/edit');
  await page.getByLabel('Name', { exact: false }).first().fill(name);
  await page.getByLabel('Email', { exact: false }).first().fill(email);
  await choose(page);
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(email)).toBeVisible();
  const password = await dialog
    .locator('code, [data-secret], .mono, span, p')
    .evaluateAll((nodes) =>
      nodes.map((node) => node.textContent?.trim() ?? '').find((text) => /^[\w-]{16}$/.test(text)),
    );
  await dialog.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(page).toHaveURL(/\/users\/\d+\/action\/view/);
  return password ?? '';
}

test('a client, a role, a main user and a client user, each with access to its own data only', async ({
  page,
  browser,
}, { retry }) => {
  test.setTimeout(150_000);
  const role = `Gatekeeper${retry || ''}`;
  const [mainEmail, clientEmail] = [`gail${retry || ''}@harrow.test`, `terry${retry || ''}@plover.test`];
  const company = `Tern${retry || ''} & Plover Trading`;

  await as(page, 'super', '/clients/new/action/edit');
  await page.getByLabel('Company', { exact: false }).first().fill(company);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/clients\/\d+\/action\/view/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(company);

  await page.goto('/users/on_page%3D1');
  await page.getByRole('button', { name: 'Role', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(role);
  await dialog.getByRole('checkbox', { name: /All of Client/ }).check();
  await dialog.getByRole('button', { name: /^save/i }).click();
  await expect(page.getByText(`Role “${role}” saved`)).toBeVisible();

  const mainPassword = await createUser(page, 'Gail Keeper', mainEmail, async (form) => {
    await form.getByLabel('Main user').check();
    await form
      .getByRole('combobox', { name: 'Role' })
      .or(form.getByRole('textbox', { name: 'Role' }))
      .first()
      .click();
    await form.getByRole('option', { name: role, exact: true }).click();
  });
  const clientPassword = await createUser(page, 'Terry Plover', clientEmail, async (form) => {
    await form.getByLabel('Main user').uncheck();
    await form
      .getByRole('textbox', { name: 'Client' })
      .or(form.getByRole('combobox', { name: 'Client' }))
      .first()
      .click();
    await form.keyboard.type(company.slice(0, 6).trim(), { delay: 80 });
    // The list shrinks to what was searched for.
    await expect(form.getByRole('option')).toHaveCount(1);
    await form.getByRole('option', { name: company }).click();
  });

  const main = await (await browser.newContext()).newPage();
  await keepLogin(main, mainEmail, mainPassword);
  await main.goto('/');
  await expect(main.getByRole('link', { name: 'Clients', exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0);
  await main.goto('/users/on_page%3D1');
  await expect(main.getByText('your role does not have access', { exact: false }).first()).toBeVisible();

  const client = await (await browser.newContext()).newPage();
  await keepLogin(client, clientEmail, clientPassword);
  await client.goto('/');
  await expect(client.getByRole('link', { name: 'Customers', exact: true })).toBeVisible();
  await expect(client.getByRole('link', { name: 'Clients', exact: true })).toHaveCount(0);
  await client.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(client.getByText(/No customers yet/i)).toBeVisible();
});

test('renaming the company and changing its colours applies at once', async ({ page }) => {
  await as(page, 'super', '/company/edit');
  await page.getByLabel('Phone', { exact: false }).first().fill('+1 510 555 0199');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Company setting updated')).toBeVisible();
  await expect(page.getByText('+1 510 555 0199').first()).toBeVisible();
});
