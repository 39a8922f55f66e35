import { expect, type Page, test } from '@playwright/test';
import { as, connectApi, signIn } from '../people.ts';

async function poster(page: Page) {
  const call = await connectApi(page);
  return (path: string, data: object) => call('POST', path, data);
}

test('a supervisor sees who does what, ranks a plate and gives it to somebody', async ({ page }) => {
  const post = await poster(page);
  const license = `WORK-${Date.now()}`;
  const item = await post('/inventories', {
    client_id: 1,
    type: 'Item',
    sku: `W-${Date.now()}`,
    name: 'Waits for a bin',
  });
  await post('/licenses', { license, client_id: 1, uom_id: 1 });
  await post('/operations/inventories/adjust', { inventory_id: item.id, license, qty: 12, reference: 'found' });

  await as(page, 'super', '/work');
  await expect(page.getByRole('region', { name: 'People at work' })).toContainText('Tomasz Nowak');
  await page.getByRole('button', { name: /^Put away/ }).click();
  const row = page.getByRole('row', { name: new RegExp(license) });
  await expect(row).toContainText('1 line, 12 units');
  await row.getByRole('checkbox').check();
  await page.getByRole('combobox', { name: 'Set priority' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await expect(row).toContainText('Urgent');
  // What goes first is on top.
  await row.getByRole('checkbox').check();
  await page.getByRole('combobox', { name: 'Give to' }).click();
  await page.getByRole('option', { name: 'Kofi Mensah' }).click();
  await expect(row).toContainText('for Kofi Mensah');

  // Put away elsewhere, it is gone here by itself.
  await post('/licenses/move', { license, location: 'C-01-1' });
  await expect(row).toHaveCount(0);
});

test('a badge is made, printed and scanned on the sign-in page, and revoked', async ({ page, browser }) => {
  await signIn(page, 'super@longshore.test');
  await page.goto('/users/11/action/view');
  const made = page.waitForResponse(
    (answer) => answer.url().endsWith('/users/11/badges') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'New badge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Spare of the journey');
  await dialog.getByRole('button', { name: 'New badge' }).click();
  const { data } = (await (await made).json()) as { data: { code: string } };
  await page.getByRole('button', { name: 'Print badge' }).click();
  await expect(page.getByRole('dialog', { name: 'Print badge' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();

  const other = await browser.newPage();
  await other.goto(new URL('/auth/login', page.url()).href);
  // A scanner types into the field that is focused.
  await expect(other.getByLabel('Email', { exact: true })).toBeFocused();
  await other.keyboard.type(data.code);
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Kofi');

  await page.getByRole('button', { name: 'Revoke: Spare of the journey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Badge revoked')).toBeVisible();
  await other.goto(new URL('/inventories/default/on_page%3D1/list', page.url()).href);
  await expect(other).toHaveURL(/\/auth\/login/);
  await other.getByLabel('Email', { exact: true }).fill(data.code);
  await other.keyboard.press('Enter');
  await expect(other.getByRole('alert')).toContainText('Authentication Failed');
  await other.close();
});

test('a picking face is made, and says which plate to bring', async ({ page }) => {
  const post = await poster(page);
  const stamp = Date.now();
  const [bin, sku, license] = [`FJ-${stamp}`, `F-${stamp}`, `FJ-P-${stamp}`];
  await post('/locations', { location: bin, type: 'P' });
  const item = await post('/inventories', { client_id: 1, type: 'Item', sku, name: 'Picked at its face' });
  await post('/licenses', { license, client_id: 1, uom_id: 1 });
  await post('/operations/inventories/adjust', { inventory_id: item.id, license, qty: 30, reference: 'found' });

  await as(page, 'super', '/faces/on_page%3D1');
  await page.getByRole('button', { name: 'New face' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /^Bin/ }).fill(bin);
  await page.getByRole('option', { name: bin }).click();
  await dialog.getByRole('combobox', { name: /^Item/ }).or(dialog.getByLabel(/^Item/)).first().fill(sku);
  await page.getByRole('option', { name: new RegExp(sku) }).click();
  await dialog.getByLabel(/^Minimum/).fill('10');
  await dialog.getByLabel(/^Maximum/).fill('40');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);

  await page.getByPlaceholder('Search by bin, SKU or name').fill(sku);
  const row = page.getByRole('row', { name: new RegExp(sku) });
  await expect(row).toContainText('Runs low');
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'What to bring' }).click();
  await expect(dialog).toContainText(`40 units of ${sku} are missing`);
  await expect(dialog).toContainText(license);
  await expect(dialog).toContainText('Is emptied by it');
});
