import { expect, type Page, test } from '@playwright/test';
import { as, asOwnUser, callApi, connectApi, keepLogin } from '../people.ts';
import { connectTypist } from '../scanner.ts';

/** Presses keys and counts them; what is typed as text is not counted. */
function keysOf(page: Page) {
  let count = 0;
  const type = connectTypist(page);
  const press = async (...keys: string[]) => {
    count += keys.length;
    // Letters in a row are typed together, so that a busy machine does not tear `g` and its letter apart.
    for (let at = 0; at < keys.length; at++) {
      let letters = '';
      while ((keys[at] ?? '').length === 1) letters += keys[at++];
      if (letters) await (await type)(letters);
      const named = keys[at];
      if (named) await page.keyboard.press(named);
    }
  };
  return { press, text: async (text: string) => (await type)(text), count: () => count };
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const dialogOf = (page: Page) => page.getByRole('dialog');
const client = (page: Page) => page.getByRole('button', { name: /^Working client/ });

async function switchTo(page: Page, letter: string, company: string): Promise<number> {
  const keys = keysOf(page);
  await keys.press('g', 'w');
  await expect(page.getByPlaceholder('Search clients')).toBeFocused();
  await keys.press(letter, 'Enter');
  await expect(client(page)).toHaveText(new RegExp(company));
  return keys.count();
}

test('few keys: a new client in 20', async ({ page }) => {
  await as(page, 'super');
  const forClient = keysOf(page);
  await forClient.press('g', 'k');
  await expect(title(page, /^Clients/)).toBeFocused();
  await forClient.press('c');
  await expect(page.getByLabel('Company').first()).toBeFocused();
  await forClient.text('Keys Trading');
  await forClient.press('Tab');
  await forClient.text('KT-1');
  await forClient.press('Tab');
  await forClient.text('office@keys.test');
  await forClient.press('Tab', 'Tab', 'Tab');
  await forClient.text('Keys Trading Ltd.');
  await forClient.press('Tab');
  await forClient.text('Ann Lee');
  await forClient.press('Tab');
  await forClient.text('+1 604 555 0100');
  await forClient.press('Tab');
  await forClient.text('12 Dock Road');
  await forClient.press('Tab', 'Tab', 'Tab');
  await forClient.text('Vancouver');
  await forClient.press('Tab');
  await forClient.text('British Columbia');
  await forClient.press('Tab');
  await forClient.text('BC');
  await forClient.press('Tab');
  await forClient.text('V5K 0A1');
  await forClient.press('Tab');
  await forClient.text('canad');
  await forClient.press('Control+Enter');
  await expect(title(page, 'Keys Trading')).toBeFocused();
  await expect(page.getByText('Canada').first()).toBeVisible();
  expect(forClient.count()).toBeLessThanOrEqual(20);
});

test('few keys: another working client in 4, an item with lot and base unit in 35', async ({ page }) => {
  await asOwnUser(page, 'items');
  expect(await switchTo(page, 'n', 'Northfield Outdoor')).toBe(4);
  expect(await switchTo(page, 'k', 'Kestrel')).toBe(4);

  const forItem = keysOf(page);
  await forItem.press('g', 'i');
  await expect(title(page, /^Inventory/)).toBeFocused();
  await forItem.press('c');
  await expect(page.getByLabel('SKU')).toBeFocused();
  await forItem.text('KEYS-1');
  await forItem.press('Tab', 'Tab');
  await forItem.text('Typed by keyboard');
  await forItem.press('Tab', 'Tab', 'Tab', 'Tab', 'Space', 'Tab', 'Tab', 'Tab');
  await expect(page.getByRole('combobox', { name: 'Base unit' })).toBeFocused();
  await forItem.press('b', 'a', 'g', 'Enter', 'Control+Enter');
  await expect(title(page, 'KEYS-1')).toBeFocused();
  await expect(page.getByText('Lot-controlled')).toBeVisible();
  await expect(page.getByText('base unit')).toBeVisible();
  expect(forItem.count()).toBeLessThanOrEqual(35);

  // More units in the same form: the focus goes into the row that was added.
  await forItem.press('e');
  await expect(page.getByRole('combobox', { name: 'Base unit' })).toHaveValue('Bag');
  await page.getByRole('button', { name: 'Add a unit' }).press('Enter');
  const unit = page.getByRole('combobox', { name: 'UOM' });
  await expect(unit).toBeFocused();
  await forItem.text('carton');
  await page.keyboard.press('Tab');
  await forItem.text('12');
  await page.keyboard.press('Control+Enter');
  await expect(title(page, 'KEYS-1')).toBeFocused();
  await expect(page.getByText('12 × Bag').first()).toBeVisible();
});

test('shortcuts are shown, and are text in a field; Back returns to the row', async ({ page }) => {
  await as(page, 'super');
  const keys = keysOf(page);
  await keys.press('g', 'i');
  await expect(title(page, /^Inventory/)).toBeFocused();
  await keys.press('?');
  await expect(dialogOf(page).getByText('Keyboard shortcuts')).toBeVisible();
  await keys.press('c');
  await expect(dialogOf(page)).toBeVisible();
  await keys.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  // Keys at the speed of a scanner run no shortcut.
  await page.keyboard.type('cge?', { delay: 5 });
  await keys.press('/');
  const search = page.getByPlaceholder('Search SKU, name or barcode');
  await expect(search).toBeFocused();
  await keys.press('c', 'e', 'g', 'k');
  await expect(search).toHaveValue('cegk');
  await expect(title(page, /^Inventory/)).toBeVisible();

  await page.goto('/inventories/default/on_page%3D1/list');
  const row = page.getByRole('link', { name: 'KC-BRA-250' }).first();
  await row.focus();
  await keys.press('Enter');
  await expect(title(page, 'KC-BRA-250')).toBeFocused();
  await page.goBack();
  await expect(row).toBeFocused();
  await keys.press('ArrowDown', 'Enter');
  await expect(title(page, 'KC-BRA-E250')).toBeFocused();
  await keys.press('e');
  await expect(page.getByLabel('SKU')).toBeFocused();
});

test('the palette creates, adjusts, puts away, switches, signs out, and finds lots with stock', async ({ page }) => {
  await asOwnUser(page, 'palette');
  const keys = keysOf(page);
  const palette = page.getByRole('combobox', { name: 'Go to a screen or a record' });
  const open = async (text: string) => {
    await keys.press('Control+k');
    await expect(palette).toBeFocused();
    await keys.text(text);
  };
  await open('switch to north');
  await keys.press('Enter');
  await expect(client(page)).toHaveText(/Northfield Outdoor/);
  await open('switch kest');
  await keys.press('Enter');
  await expect(client(page)).toHaveText(/Kestrel/);

  await open('create item');
  await expect(page.getByRole('option', { name: 'Create item' })).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByLabel('SKU')).toBeFocused();
  await page.goto('/');
  await expect(page.getByRole('navigation').first()).toBeVisible();

  // A lot of the demo has the month in which it was received.
  const month = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString();
  const lot = `L${month.slice(2, 4)}${month.slice(5, 7)}A`;
  await open(lot);
  await expect(page.getByRole('option', { name: new RegExp(`^${lot} Lot · KC-.* on hand`) }).first()).toBeVisible();
  await keys.press('Escape');

  const { records } = await callApi<{ records: { sku: string; in_stock: number }[] }>(
    page,
    'super@longshore.test',
    '/inventories?search=KC-BRA-E250',
  );
  const before = records.find(({ sku }) => sku === 'KC-BRA-E250')?.in_stock ?? 0;
  // The Enter is pressed before the item was found.
  await open('adjust KC-BRA-E250 -4');
  await keys.press('Enter');
  const confirm = dialogOf(page).getByRole('button', { name: 'Adjust', exact: true });
  await expect(confirm).toBeFocused();
  await expect(dialogOf(page)).toContainText(String(before));
  await expect(dialogOf(page)).toContainText(String(before - 4));
  await keys.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
  await open('KC-BRA-E250');
  await expect(page.getByRole('option', { name: new RegExp(`KC-BRA-E250.*${before - 4} on hand`) })).toBeVisible();
  await keys.press('Escape');

  await open('put LP-0033 in A-01-1');
  await keys.press('Enter');
  await expect(dialogOf(page)).toContainText('A-01-1');
  await expect(dialogOf(page).getByRole('button', { name: 'Put-Away' })).toBeFocused();
  await keys.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
  await open('put LP-0033 in NOWHERE');
  await expect(page.getByRole('option', { name: 'There is no location NOWHERE' })).toBeVisible();
  await keys.press('Escape');

  await open('create location');
  await keys.press('Enter');
  await expect(dialogOf(page).getByLabel('Location')).toBeFocused();
  await keys.press('Escape');
  await expect(dialogOf(page)).toBeHidden();

  await open('profile');
  await keys.press('Enter');
  await expect(title(page, 'Profile')).toBeFocused();
  await open('sign out');
  await expect(page.getByRole('option', { name: 'Sign out' })).toHaveAttribute('aria-selected', 'true');
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a changed role reaches an open screen, which then says what is missing', async ({ page, browser }) => {
  const call = await connectApi(page);
  const email = `clerk${Date.now().toString(36)}@own.test`;
  const role = await call('POST', '/roles', { name: `Keys clerk ${email}`, access: { view_client_list: true } });
  const user = await call<{ newlyCreatedPassword: string }>('POST', '/users', {
    name: 'Clerk',
    email,
    role_id: role.id,
    is_main_user: true,
  });
  const context = await browser.newContext();
  const clerk = await context.newPage();
  await keepLogin(clerk, email, user.newlyCreatedPassword);
  await clerk.goto('/clients/on_page%3D1');
  await expect(clerk.getByRole('link', { name: 'Kestrel Coffee Roasters' })).toBeVisible();
  await call('PUT', `/roles/${role.id}`, { name: `Keys clerk ${email}`, access: {} });
  await expect(clerk.getByText(/does not have access/)).toBeVisible({ timeout: 20_000 });
  await expect(clerk.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(clerk.getByRole('navigation').getByRole('link', { name: 'Clients' })).toHaveCount(0);
  await call('PUT', `/roles/${role.id}`, { name: `Keys clerk ${email}`, access: { view_client_list: true } });
  await expect(clerk.getByRole('link', { name: 'Kestrel Coffee Roasters' })).toBeVisible({ timeout: 20_000 });
  await context.close();
});
