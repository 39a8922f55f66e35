import { expect, type Locator, type Page, test } from '@playwright/test';
import { as } from '../people.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Opens a dialog by keyboard, closes it with Escape, and expects the focus back on the opener. */
async function expectFocusReturns(page: Page, opener: Locator, first: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(opener).toBeFocused();
}

test('a dialog focuses its first field and returns the focus to its opener', async ({ page }) => {
  const dialog = dialogOf(page);
  await as(page, 'super', '/licenses/on_page%3D1');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expectFocusReturns(page, button('Put-Away'), dialog.getByLabel('Scan the license plate'));
  await expectFocusReturns(page, button('Batch create'), dialog.getByLabel('Start number'));

  // From a menu, whose item no longer exists when the dialog closes.
  const menu = button('Actions for LP-0033');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Break' }).press('Enter');
  await expect(dialog.getByLabel('Number of licenses')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();

  // A dialog that replaces another.
  await button('Batch create').focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Start number').fill('KEYS-LP-1');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('1 license plate created')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button('Batch create')).toBeFocused();

  await page.goto('/licenses/33/action/view');
  await expectFocusReturns(page, button('Edit'), dialog.getByLabel('License'));
  await page.goto('/inventories/2/action/view');
  await expectFocusReturns(page, button('Adjust').first(), dialog.getByLabel('Difference'));
});

test('a dialog that is shown once closes only by its button', async ({ page }) => {
  const dialog = dialogOf(page);
  await as(page, 'viewer', '/profiles');
  const generate = page.getByRole('button', { name: /^Generate a/ }).first();
  const makeToken = async () => {
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel(/^Current password/)).toBeFocused();
    await page.keyboard.type('longshore-demo');
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByRole('button', { name: 'I have kept it' })).toBeFocused();
  };
  await generate.focus();
  await makeToken();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog.locator('code')).toBeVisible();
  await dialog.getByRole('button', { name: 'I have kept it' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(generate).toBeFocused();

  // The form is replaced by the next dialog.
  await makeToken();
  await dialog.getByRole('button', { name: 'I have kept it' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(generate).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(generate).toBeFocused();
});

test('a select: letters search and replace what is shown, Enter chooses, Escape closes only the list', async ({
  page,
}) => {
  const dialog = dialogOf(page);
  const list = page.getByRole('listbox').filter({ visible: true });
  const type = (letters: string) => page.keyboard.type(letters, { delay: 100 });
  await as(page, 'super', '/licenses/on_page%3D1');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const unit = dialog.getByRole('combobox', { name: 'UOM' });
  await unit.focus();
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
  await expect(unit).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(unit).toBeFocused();
  await type('cart');
  await page.keyboard.press('Enter');
  await expect(unit).toHaveValue('Carton');
  await expect(unit).toBeFocused();

  await page.goto('/relations/customer/new/action/edit');
  const courier = page.getByRole('combobox', { name: 'Courier', exact: true });
  await expect(courier).toHaveValue('None');
  await courier.focus();
  await type('ups');
  await expect(courier).toHaveValue('ups');
  await page.keyboard.press('Enter');
  await expect(courier).toHaveValue(/^UPS/);
});
