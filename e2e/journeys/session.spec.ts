import { expect, test } from '@playwright/test';
import { SmtpServer } from '../../server/test/smtp-server.ts';
import { OwnServer } from '../own-server.ts';
import { as, asOwnUser, connectApi, type Person, signIn } from '../people.ts';

const people: [Person, string][] = [
  ['super', 'Marta Oliveira'],
  ['staff', 'Dana Reyes'],
  ['client', 'Priya Nair'],
  ['viewer', 'Jonas Weber'],
];

for (const [person, name] of people)
  test(`${person} signs in and is greeted`, async ({ page }) => {
    await signIn(page, `${person}@longshore.test`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name.split(' ')[0] ?? name);
    await expect(page).toHaveURL(/\/$/);
  });

test('a wrong password is rejected without details', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByLabel('Email', { exact: true }).fill('staff@longshore.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Authentication Failed')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('a visitor signs in and is returned to the requested page', async ({ page }) => {
  await page.goto('/relations/vendor/on_page%3D1');
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel('Email', { exact: true }).fill('staff@longshore.test');
  await page.getByLabel('Password', { exact: true }).fill('longshore-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vendors');
});

test('a signed-in user is redirected from the sign-in page; signing out ends the session', async ({ page }) => {
  await as(page, 'staff', '/auth/login');
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('button', { name: /sign out|log out/i }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goto('/profiles');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('a forgotten password is reset by the mailed link, once', async ({ browser }) => {
  // The outbox does not show the link: this journey has a mail server, and so a server of its own.
  const office = new SmtpServer();
  const server = await OwnServer.start({ SMTP_URL: `smtp://127.0.0.1:${await office.start()}` });
  const page = await browser.newPage({ baseURL: server.origin });
  const email = 'liwei@northfield.test';
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Reset email sent')).toBeVisible();

  await expect.poll(() => office.letters.length).toBe(1);
  const [letter = ''] = office.letters;
  const link = /https?:\/\/[^\s]+\/auth\/reset-password\/[\w-]+/.exec(letter.replaceAll('=\r\n', ''))?.[0];
  const path = new URL(link ?? 'http://none/').pathname;
  await page.goto(path);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.getByLabel('New password', { exact: true }).fill('a-new-password-1');
  await page.getByLabel('Repeat the password', { exact: true }).fill('a-new-password-2');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('Two passwords are not the same')).toBeVisible();
  await page.getByLabel('Repeat the password', { exact: true }).fill('a-new-password-1');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('Your password is reset. Please login')).toBeVisible();

  await page.goto(path);
  await expect(page.getByText('Cannot find your account.', { exact: false })).toBeVisible();
  await signIn(page, email, 'a-new-password-1');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.close();
  await server.stop();
  await office.stop();
});

test('the language is switched and saved', async ({ page }) => {
  await signIn(page, 'sam@bluebird.test');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: '简体中文' }).click();
  await expect(page.getByRole('link', { name: '客户', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: '客户', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  // Days are shown as this language writes them, whatever language the browser has.
  await page.goto('/inventories/default/on_page%3D1/list');
  await page.locator('[data-row]').first().click();
  const day = page.getByLabel('查看当日结束时的库存');
  await day.fill(new Date(Date.now() - 2 * 24 * 3_600_000).toISOString().slice(0, 10));
  await day.press('Tab');
  await expect(day).toHaveValue(/^\d{4}年\d\d月\d\d日$/);
});

test('a main user switches the working client', async ({ page }) => {
  await asOwnUser(page, 'switch', '/relations/customer/on_page%3D1');
  await expect(page.getByRole('link', { name: 'Harvest Lane Market' })).toBeVisible();
  await page.getByRole('button', { name: /Kestrel Coffee Roasters/ }).click();
  await page
    .getByPlaceholder(/search/i)
    .last()
    .fill('bluebird');
  await page.getByRole('option', { name: /Bluebird Toys/ }).click();
  await expect(page.getByRole('button', { name: /Bluebird Toys/ })).toBeVisible();
  await page.goto('/relations/customer/on_page%3D1');
  await expect(page.getByRole('link', { name: 'Puzzle Palace' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Harvest Lane Market' })).toHaveCount(0);
});

test('a record of another client says whose it is, and the client is switched without leaving it', async ({ page }) => {
  const call = await connectApi(page);
  const { id } = await call('POST', '/inventories', { client_id: 2, type: 'Item', sku: 'OTHER-1', name: 'Not ours' });
  await asOwnUser(page, 'other', `/inventories/${id}/action/view`);
  const note = page.getByRole('note');
  await expect(note).toContainText('You are working for Kestrel Coffee Roasters.');
  // The form that edits it says so too; what is typed is not lost without a question.
  await page.keyboard.press('e');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Not ours, renamed');
  await expect(note).toContainText('You are working for Kestrel Coffee Roasters.');
  await note.getByRole('button', { name: /^Work for / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Not ours, renamed');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'OTHER-1' })).toBeVisible();
  await note.getByRole('button', { name: /^Work for / }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'OTHER-1' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Working client/ })).not.toContainText('Kestrel');
});
