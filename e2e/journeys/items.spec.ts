import { expect, type Locator, type Page, test } from '@playwright/test';
import { as, callApi, keepLoginOf } from '../people.ts';
import { connectScanner } from '../scanner.ts';

const saved = (page: Page) => expect(page.getByRole('dialog')).toBeHidden();
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Stock' }).getByRole('row');

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await saved(page);
}

/** Buttons and texts of a dialog that it cuts, wraps or does not hold. */
const partsOutside = (dialog: Locator) =>
  dialog.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    const parts = [...box.querySelectorAll<HTMLElement>('button, p, h2, kbd')];
    const isOutside = (part: HTMLElement) => {
      const place = part.getBoundingClientRect();
      return place.left < left || place.right > right || part.scrollWidth > part.clientWidth + 1;
    };
    return parts.filter((part) => part.offsetParent && isOutside(part)).map((part) => part.textContent);
  });

/** Creates an item on its page; returns the request body. */
async function create(page: Page, fields: { sku: string; name: string; type?: 'Kit'; lot?: true }) {
  await page.goto('/inventories/new/action/edit');
  if (fields.type) {
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: fields.type }).click();
  }
  await page.getByLabel('SKU').fill(fields.sku);
  await page.getByLabel('Name').fill(fields.name);
  if (fields.lot) await page.getByRole('switch', { name: 'Lot control' }).check();
  const request = page.waitForRequest(
    (candidate) => candidate.method() === 'POST' && candidate.url().endsWith('/v3/inventories'),
  );
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

test('an item is created for the working client and given units', async ({ page }) => {
  await keepLoginOf(page, 'super');
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

test('stock is quarantined, released and disposed of, its lot is corrected, and the history shows each step', async ({
  page,
}) => {
  await keepLoginOf(page, 'super');
  await create(page, { sku: 'JRN-LOTS', name: 'Journey of lots', lot: true });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Adjust' }).first().click();
  await dialog.getByLabel('Difference').fill('24');
  await dialog.getByLabel('Lot number').fill('L-OLD');
  await dialog.getByLabel('Expires').fill('2099-05-31');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Expires')).toHaveValue('May 31, 2099');
  await save(page);
  const first = rowsOf(page).filter({ hasText: 'L-OLD' });
  await expect(first).toContainText('24');

  // The row's place is fixed; only the quantity can be changed.
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
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await page.keyboard.press('Escape');
  await expect(undo).toHaveCount(0);
  await quarantined.getByRole('button', { name: 'Convert to pristine' }).click();
  await expect(dialog.getByText('Make 8 of JRN-LOTS', { exact: false })).toBeVisible();
  expect(await partsOutside(dialog)).toEqual([]);
  await save(page);
  await expect(quarantined).toHaveCount(0);
  await undo.click();
  await expect(quarantined).toContainText('8');
  await quarantined.getByRole('button', { name: 'Convert to pristine' }).click();
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

test('codes of 64 characters do not break the layout', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const dialog = page.getByRole('dialog');
  const plate = `JRN-${'W'.repeat(60)}`;
  await as(page, 'super', '/licenses/on_page%3D1');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByLabel('License').fill(plate);
  await save(page);
  await create(page, { sku: `JRN-${'S'.repeat(60)}`, name: 'Journey of width', lot: true });
  await page.getByRole('button', { name: 'Adjust' }).first().click();
  await dialog.getByLabel('Difference').fill('1234567');
  await dialog.getByLabel('Plate').fill(plate);
  await dialog.getByLabel('Lot number').fill(`L${'7'.repeat(63)}`);
  await save(page);
  const row = rowsOf(page).filter({ hasText: plate });
  await expect(row.getByText('1,234,567', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(row.getByRole('button', { name: 'Adjust' })).toBeInViewport({ ratio: 1 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wider).toBe(false);
});

test('a laptop hides the less important columns, unless the list is sorted by them', async ({ page }) => {
  const day = page.getByRole('columnheader', { name: 'Updated at' });
  // The table is drawn again for another width: one that is just being replaced has no box.
  const scrolls = () =>
    page.getByRole('table').evaluate((table) => {
      const box = table.parentElement;
      return box && box.scrollWidth > box.clientWidth;
    });
  await as(page, 'super', '/inventories/default/on_page%3D1');
  await expect(day).toBeVisible();
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(day).toHaveCount(0);
    await expect.poll(scrolls).toBe(false);
  }
  await page.goto('/inventories/default/on_page%3D1&order_by%5Bupdated_at%5D%3Ddesc');
  await expect(day).toBeVisible();
});

test('kit components are found by three characters or a scan', async ({ page }) => {
  await keepLoginOf(page, 'super');
  await create(page, { sku: 'JRN-KIT', name: 'Journey kit', type: 'Kit' });
  const picker = page.getByLabel('Add an item');
  const options = page.getByRole('option');
  const rows = page.getByRole('table', { name: 'Kits' }).getByRole('row');
  const part = rows.filter({ hasText: 'KC-ETH-250' });
  const perKit = part.getByLabel('KC-ETH-250 per kit');

  // Three characters show at most five options, and kits cannot contain kits.
  await picker.fill('KC-');
  await expect(options).toHaveCount(5);
  await picker.fill('KC-KIT-');
  await expect(page.getByText('No active item found for “KC-KIT-”')).toBeVisible();
  await picker.fill('ETH');
  await options.filter({ hasText: 'KC-ETH-250' }).click();
  await expect(perKit).toHaveValue('1');
  await expect(picker).toBeFocused();
  await expect(picker).toHaveValue('');

  // The button and Enter save the quantity, Escape restores it.
  await perKit.fill('3');
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.reload();
  await expect(perKit).toHaveValue('3');
  await perKit.fill('4');
  await perKit.press('Enter');
  await expect(part.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await perKit.fill('9');
  await perKit.press('Escape');
  await expect(perKit).toHaveValue('4');
  const cells = part.getByRole('cell');
  const available = Number((await cells.nth(1).textContent())?.replaceAll(',', ''));
  expect(available).toBeGreaterThan(4);
  await expect(cells.nth(2)).toHaveText(Math.floor(available / 4).toLocaleString('en-US'));

  // A scan adds by any code of the item, and the field is ready for the next one.
  await picker.fill('852116004928');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('KC-GEAR-MUG per kit')).toHaveValue('1');
  await expect(picker).toBeFocused();
  await picker.fill('KC-GEAR-MUG');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“KC-GEAR-MUG” is in the list already')).toBeVisible();
  // Several scans without waiting, over the one that was rejected.
  const scan = await connectScanner(page);
  await scan('KC-GEAR-TIN');
  await scan('KC-GEAR-PAP');
  await expect(page.getByLabel('KC-GEAR-TIN per kit')).toHaveValue('1');
  await expect(page.getByLabel('KC-GEAR-PAP per kit')).toHaveValue('1');
  await picker.fill('KC-NO-SUCH');
  await expect(page.getByText('No active item found for “KC-NO-SUCH”')).toBeVisible();

  await page.reload();
  await expect(perKit).toHaveValue('4');
  await page.getByRole('button', { name: 'Take KC-ETH-250 out of the kit' }).click();
  await expect(part).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('KC-GEAR-MUG per kit')).toHaveValue('1');
  await expect(part).toHaveCount(0);
});
