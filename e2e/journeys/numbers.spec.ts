import { expect, type Locator, type Page, test } from '@playwright/test';
import { png } from '../../server/test/pictures.ts';
import { as, callApi, connectApi } from '../people.ts';

/** Pastes from the clipboard: the field receives the text as one input event. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('Control+A');
  await field.evaluate((input: HTMLInputElement, pasted) => {
    input.focus();
    input.ownerDocument.execCommand('insertText', false, pasted);
  }, text);
  await page.waitForTimeout(50);
}

async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('Control+A');
  await field.press('Delete');
  await field.pressSequentially(text);
}

test('a quantity is a whole number: typed text is accepted as it is, or rejected beside the field', async ({
  page,
}) => {
  await as(page, 'super', '/inventories/1/action/view');
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Adjust' }) });
  await rows.first().getByRole('button', { name: 'Adjust' }).click();
  const dialog = page.getByRole('dialog');
  const quantity = dialog.getByLabel('Difference', { exact: false });
  const wrong = (text: string) => dialog.locator('[class*=error]').getByText(text, { exact: true }).first();

  await type(quantity, '1.5');
  await page.keyboard.press('Control+Enter');
  await expect(wrong('Must be a whole number')).toBeVisible();
  await expect(quantity).toHaveValue('1.5');
  await expect(dialog).toBeVisible();

  await type(quantity, 'a dozen');
  await quantity.blur();
  await expect(wrong('This is not a number')).toBeVisible();

  await paste(page, quantity, '12,00');
  await quantity.blur();
  await expect(wrong('This is not a number')).toBeVisible();

  await paste(page, quantity, '12.00');
  await quantity.blur();
  await expect(quantity).toHaveValue('12');
  await dialog.getByLabel('Reference', { exact: false }).fill('Twelve, not twelve hundred');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('+12', { exact: true }).first()).toBeVisible();
});

test('an amount keeps every digit from the keyboard to the page, with the company’s currency', async ({ page }) => {
  await as(page, 'super', '/inventories/new/action/edit');
  await page.getByLabel('SKU', { exact: false }).first().fill('EXACT-AMOUNT');
  await page.getByLabel('Name', { exact: false }).first().fill('Exact amount');
  const cost = page.getByLabel('Cost', { exact: true });
  await type(cost, 'cheap');
  await cost.blur();
  await expect(page.getByText('This is not a number; write an amount such as 12.50').first()).toBeVisible();
  await paste(page, cost, '12,345,678,901.2345');
  await cost.blur();
  await expect(cost).toHaveValue('12345678901.2345');
  await type(page.getByLabel('Selling', { exact: true }), '0.1');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/inventories\/\d+\/action\/view/);
  await expect(page.getByText('$12,345,678,901.2345', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('$0.10', { exact: false }).first()).toBeVisible();
});

test('a rate field offers the taxes and accepts any other rate', async ({ page }) => {
  const { taxes } = await callApi<{ taxes: { name: string; rate: number; is_active: number }[] }>(
    page,
    'super@longshore.test',
    '/settings',
  );
  const tax = taxes.find(({ rate, is_active }) => rate > 0 && is_active === 1);
  if (!tax) throw new Error('The demo has no tax.');
  const percent = String(Number((tax.rate * 100).toFixed(3)));
  await as(page, 'super', '/relations/customer/new/action/edit');
  const rate = page.getByRole('combobox', { name: 'Tax rate' });
  await rate.click();
  await page.getByRole('option', { name: tax.name }).first().click();
  await expect(rate).toHaveValue(percent);
  await type(rate, '7.125');
  await page.getByLabel('Company', { exact: false }).first().fill('Own Rate Traders');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/relations\/customer\/\d+\/action\/view/);
  await expect(page.getByText('7.125%', { exact: false }).first()).toBeVisible();
});

test('a prepaid courier needs no billing address, and a used payment term cannot be deleted', async ({ page }) => {
  await as(page, 'super', '/configurations/couriers');
  await page.getByRole('button', { name: 'Create courier' }).first().click();
  const dialog = page.getByRole('dialog');
  const payment = dialog
    .getByRole('combobox', { name: 'Payment' })
    .or(dialog.getByRole('textbox', { name: 'Payment' }));
  await expect(dialog.getByLabel('Billing postal code', { exact: false })).toHaveCount(0);
  await payment.first().click();
  await page.getByRole('option', { name: 'Collect' }).click();
  await expect(dialog.getByLabel('Billing postal code', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/configurations/terms');
  await page
    .getByRole('row', { name: /Net 30/ })
    .getByRole('button', { name: /Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog').getByText('Net 30 is in use')).toBeVisible();
});

test('a deleted payment term is restored by Undo', async ({ page }) => {
  const call = await connectApi(page);
  await call('POST', '/settings/term', { name: 'Net 77', is_active: 1 });
  await as(page, 'super', '/configurations/terms');
  const row = page.getByRole('row', { name: /Net 77/ });
  await row.getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row).toBeVisible();
});

test('a logo is uploaded, shown in the header and to guests; other files are rejected', async ({ page, browser }) => {
  await as(page, 'super', '/company/edit');
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'.repeat(9)),
  });
  await expect(page.getByText('Invalid image file', { exact: false }).first()).toBeVisible();
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(120, 30) });
  await expect(page.getByLabel('Logo', { exact: true })).toHaveValue('Uploaded picture');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/company$/);
  const shown = page.locator('header img');
  await expect(shown).toHaveAttribute('src', /^\/pictures\//);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto('/auth/login');
  const logo = guest.locator('aside img');
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120);
  await guest.context().close();

  await page.goto('/company/edit');
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/company$/);
  await expect(page.locator('header img')).toHaveCount(0);
});
