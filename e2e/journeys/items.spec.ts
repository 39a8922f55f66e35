import { expect, type Page, test } from '@playwright/test';
import { as, callApi } from '../people.ts';

const saved = (page: Page) => expect(page.getByRole('dialog')).toBeHidden();
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Stock' }).getByRole('row');

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await saved(page);
}

/** Makes one on its page; answers what was sent. */
async function create(page: Page, fields: { sku: string; name: string; type?: 'Kit'; lot?: true }) {
  await page.goto('/inventories/new/action/edit');
  if (fields.type) {
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: fields.type }).click();
  }
  await page.getByLabel('SKU').fill(fields.sku);
  await page.getByLabel('Name').fill(fields.name);
  if (fields.lot) await page.getByRole('switch', { name: 'Lot control' }).check();
  const request = page.waitForRequest((asked) => asked.method() === 'POST' && asked.url().endsWith('/v3/inventories'));
  await page.keyboard.press('Control+Enter');
  const sent: unknown = (await request).postDataJSON();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fields.sku);
  return sent;
}

async function addUnit(page: Page, name: string, then: () => Promise<void> = async () => undefined): Promise<void> {
  await page.getByRole('button', { name: 'Add a unit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'UOM' }).click();
  await page.getByRole('option', { name, exact: true }).click();
  await then();
  await save(page);
}

test('an item is made for the client one works for, and measured in its units', async ({ page }) => {
  await as(page, 'super');
  const { user } = await callApi<{ user: { working_client: { id: number } } }>(page, 'super@longshore.test', '/boot');
  const sent = await create(page, { sku: 'JRN-UNITS', name: 'Journey of units' });
  expect(sent).toMatchObject({ sku: 'JRN-UNITS', client_id: user.working_client.id });

  await page.getByRole('tab', { name: 'UOM' }).click();
  await addUnit(page, 'Bag');
  await addUnit(page, 'Carton', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('switch', { name: 'Base unit' }).check();
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByText('Only 1 Base UOM is allowed').first()).toBeVisible();
    await dialog.getByRole('switch', { name: 'Base unit' }).uncheck();
    await dialog.getByLabel('# of base unit').fill('12');
    await dialog.getByLabel('Length').fill('0');
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByText('Length, width, height and weight should be numbers').first()).toBeVisible();
    await dialog.getByLabel('Length').fill('40');
  });
  const units = page.getByRole('table', { name: 'Units' });
  await expect(units.getByRole('row').filter({ hasText: 'Carton' })).toContainText('12');
  await units.getByRole('row').filter({ hasText: 'Carton' }).getByRole('button', { name: 'Remove unit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await saved(page);
  await expect(units.getByRole('row').filter({ hasText: 'Carton' })).toHaveCount(0);
});

test('stock goes into quarantine, out of it and away; its lot is corrected, and all of it is told', async ({
  page,
}) => {
  await as(page, 'super');
  await create(page, { sku: 'JRN-LOTS', name: 'Journey of lots', lot: true });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Adjust' }).first().click();
  await dialog.getByLabel('Difference').fill('24');
  await dialog.getByLabel('Lot number').fill('L-OLD');
  await dialog.getByLabel('Expires').fill('2099-05-31');
  await save(page);
  const first = rowsOf(page).filter({ hasText: 'L-OLD' });
  await expect(first).toContainText('24');

  // The place of a row stands; only how many is in question.
  await first.getByRole('button', { name: 'Adjust' }).click();
  await expect(dialog.getByLabel('Plate')).toBeDisabled();
  await expect(dialog.getByRole('combobox', { name: 'Lot' })).toBeDisabled();
  await dialog.getByLabel('Difference').fill('-4');
  await expect(dialog.getByText('20 afterwards')).toBeVisible();
  await save(page);

  await first.getByRole('button', { name: 'Move' }).click();
  await dialog.getByLabel('Quantity').fill('8');
  await dialog.getByRole('switch', { name: 'Into quarantine' }).check();
  await dialog.getByLabel('Reason').fill('Journey damage');
  await save(page);
  const quarantined = rowsOf(page).filter({ hasText: 'Quarantined' });
  await expect(quarantined).toContainText('8');
  await quarantined.getByRole('button', { name: 'Convert to pristine' }).click();
  await expect(dialog.getByText('Make 8 of JRN-LOTS', { exact: false })).toBeVisible();
  await save(page);
  await expect(quarantined).toHaveCount(0);
  await first.getByRole('button', { name: 'Move' }).click();
  await dialog.getByLabel('Quantity').fill('3');
  await dialog.getByRole('switch', { name: 'Into quarantine' }).check();
  await save(page);
  await quarantined.getByRole('button', { name: 'Dispose' }).click();
  await save(page);
  await expect(quarantined).toHaveCount(0);
  await expect(first).toContainText('17');

  await page.getByRole('button', { name: 'Edit lot L-OLD' }).click();
  await dialog.getByLabel('Lot number').fill('L-NEW');
  await save(page);
  await expect(rowsOf(page).filter({ hasText: 'L-NEW' })).toContainText('17');
  await expect(page.getByText('changed the lot', { exact: false })).toContainText('L-OLD');
  await page.getByRole('button', { name: /^All \d/ }).click();
  await expect(dialog.getByText('Set Lot to L-NEW')).toBeVisible();
});

test('a kit is put together from items that are found by three characters or a scan', async ({ page }) => {
  await as(page, 'super');
  await create(page, { sku: 'JRN-KIT', name: 'Journey kit', type: 'Kit' });
  const picker = page.getByLabel('Add an item');
  await picker.fill('KC-ETH');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  expect(await options.count()).toBeLessThanOrEqual(5);
  await options.filter({ hasText: 'KC-ETH-250' }).first().click();
  const part = page.getByRole('row').filter({ hasText: 'KC-ETH-250' });
  const perKit = part.getByLabel('KC-ETH-250 per kit');
  await expect(perKit).toHaveValue('1');
  await perKit.fill('3');
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await picker.fill('KC-GEAR-MUG');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('KC-GEAR-MUG per kit')).toHaveValue('1');
  await picker.fill('KC-GEAR-MUG');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“KC-GEAR-MUG” is in the list already')).toBeVisible();
  await picker.fill('KC-NO-SUCH');
  await expect(page.getByText('No active item found for “KC-NO-SUCH”')).toBeVisible();
  await page.getByRole('button', { name: 'Take KC-ETH-250 out of the kit' }).click();
  await expect(part).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('KC-GEAR-MUG per kit')).toHaveValue('1');
});
