import { expect, type Page, test } from '@playwright/test';
import { as, connectApi } from '../people.ts';
import { connectScanner } from '../scanner.ts';

/** An item with stock on a plate in a bin of its own aisle. */
async function stockShelf(page: Page, name: string, quantity: number) {
  const call = await connectApi(page);
  const post = (path: string, data: object) => call('POST', path, data);
  const [bin, license, sku] = [`${name}-01-1`, `${name}-LP`, `${name}-SKU`];
  await post('/locations', { location: bin, type: 'P' });
  await post('/locations', { location: `${name}-02-1`, type: 'S' });
  const plate = await post('/licenses', { license, client_id: 1, uom_id: 1 });
  await post('/licenses/move', { license, location: bin });
  const item = await post('/inventories', { client_id: 1, type: 'Item', sku, name: 'Counted thing' });
  await post('/operations/inventories/adjust', { inventory_id: item.id, qty: quantity, license });
  return { post, bin, license, sku, plateId: plate.id, itemId: item.id };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('plates and bins have pages with contents, history and a picture, and names link to them', async ({ page }) => {
  const { license, bin, sku, itemId } = await stockShelf(page, 'PAGE', 12);
  await as(page, 'super', `/inventories/${itemId}/action/view`);
  await page.getByRole('table').getByRole('link', { name: license }).click();
  await expect(heading(page)).toContainText(license);
  await expect(page).toHaveURL(/\/licenses\/\d+\/action\/view$/);
  await expect(page.getByRole('figure')).toContainText(sku);
  await expect(page.getByRole('table', { name: `Items on ${license}` })).toContainText('12');
  await expect(page.getByRole('region', { name: 'Movements' })).toContainText('+12');
  await page.getByRole('region', { name: 'Where it has been' }).getByRole('link', { name: bin }).click();

  await expect(heading(page)).toContainText(bin);
  const map = page.getByRole('table', { name: 'Map of aisle PAGE' });
  await expect(map.getByRole('link')).toHaveCount(2);
  await expect(map.getByRole('link', { name: `${bin}: 1 plate, units: 12` })).toHaveAttribute(
    'aria-current',
    'location',
  );
  await expect(page.getByRole('region', { name: 'Plates that came and went' })).toContainText(license);
  await map.getByRole('link', { name: 'PAGE-02-1: 0 plates' }).click();
  await expect(heading(page)).toContainText('PAGE-02-1');
  await expect(page.getByText('No plates here')).toBeVisible();
  await page.goBack();
  await expect(heading(page)).toContainText(bin);

  // The list of all clients says so, and shows the working client's with one click.
  await page.goto('/licenses/search%3DLP-00');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /LP-00/ }) });
  await expect(rows.filter({ hasText: 'Bluebird Toys' }).first()).toBeVisible();
  await expect(page.getByText('All clients', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Only Kestrel Coffee Roasters' }).click();
  await expect(rows.filter({ hasText: 'Bluebird Toys' })).toHaveCount(0);
  await page.goto(`/licenses/search%3D${license}`);
  await page.getByRole('link', { name: license, exact: true }).click();
  await expect(heading(page)).toContainText(license);

  // A plate that does not exist is created from the dialog that names it.
  await page.goto(`/inventories/${itemId}/action/view`);
  await page.getByRole('button', { name: 'Adjust' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Difference').fill('3');
  await dialog.getByLabel('Plate').fill('PAGE-NEW');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await dialog.getByRole('button', { name: 'Create plate PAGE-NEW and save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table').getByRole('link', { name: 'PAGE-NEW' })).toBeVisible();
});

test('two people count by scanning: variance at once, undo, replaced figures, an outage, and a blind count', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const { post, bin, license, sku, plateId, itemId } = await stockShelf(page, 'COUNT', 10);
  const count = await post('/operations/counts', { client_id: 1, item: sku, name: 'Floor' });
  await page.setViewportSize({ width: 390, height: 844 });
  await as(page, 'super', `/counts/${count.id}/action/view`);
  await expect(page.getByRole('button', { name: 'Post, nothing counted yet' })).toBeDisabled();
  await page.getByRole('link', { name: 'Count by scanning' }).click();
  const scan = await connectScanner(page);
  const field = (label: string | RegExp) => page.getByRole('textbox', { name: label });
  const quantity = field(`Counted quantity of ${sku}`);
  const log = page.getByRole('list', { name: 'Counted just now' }).getByRole('listitem');

  // What was scanned, what it is and what is expected; then bin, item and quantity.
  await expect(field('Scan a location or a license plate')).toBeFocused();
  await scan(sku);
  await expect(page.getByRole('alert')).toContainText(`${sku} is an item. Scan a location.`);
  await scan(bin);
  await expect(field(`Scan an item at ${bin}`)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await scan(sku.toLowerCase());
  // The focus stays in the scan field: the next scan may be on its way.
  await expect(quantity).toBeVisible();
  const scanField = page.locator('[data-scan-field]');
  await expect(scanField).toBeFocused();
  await expect(page.getByText(sku, { exact: true }).first()).toHaveCSS('font-size', '48px');
  for (const button of await page.getByRole('main').getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(44);
  // Scanning the item again adds one.
  await quantity.fill('7');
  await scanField.focus();
  await scan(sku);
  await expect(quantity).toHaveValue('8');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(log.first()).toContainText(`8 × ${sku}`);
  await expect(log.first()).toContainText('−2 short');
  await log.first().getByRole('button', { name: /^Undo/ }).click();
  await expect(log.first()).toContainText('Undone');
  await expect(page.getByRole('list', { name: 'Rows here' })).toContainText('Not counted');

  // Somebody else counts the row while it is open here: nothing is overwritten unseen.
  await scan(sku);
  await expect(quantity).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await as(other, 'staff', `/counts/${count.id}/action/count`);
  const scanThere = await connectScanner(other);
  await expect(other.getByRole('textbox', { name: 'Scan a location or a license plate' })).toBeFocused();
  await scanThere(license);
  await expect(other.getByRole('textbox', { name: `Scan an item at ${bin}` })).toBeFocused();
  await scanThere(sku);
  await other.getByRole('textbox', { name: `Counted quantity of ${sku}` }).fill('9');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('list', { name: 'Counted just now' })).toContainText('−1 short');
  await quantity.fill('10');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('has counted 9 here already');
  await page.getByRole('button', { name: 'Replace it by 10' }).click();
  await expect(log.first()).toContainText('Right');

  // Without a connection the figure waits, and is sent when it is back.
  await scan(sku);
  await quantity.fill('11');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(page.getByText('1 scan is waiting for the connection')).toBeVisible({ timeout: 30_000 });
  const question = page.getByRole('dialog');
  await page.keyboard.press('Escape');
  await expect(question).toContainText('1 scan');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.context().setOffline(false);
  await expect(log.first()).toContainText('+1 over', { timeout: 45_000 });

  // Esc empties the field, leaves the step, closes the palette, and only then leaves the screen.
  await scan(sku);
  await quantity.fill('5');
  await page.keyboard.press('Escape');
  await expect(quantity).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(field(`Scan an item at ${bin}`)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(field(`Scan an item at ${bin}`)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Post the count' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText('Posted', { exact: true }).first()).toBeVisible();

  // In a blind count the others see no expected quantities and cannot post; goods that are not listed get a row.
  const blind = await post('/operations/counts', { client_id: 1, item: sku, blind: 1 });
  const found = await post('/inventories', { client_id: 1, type: 'Item', sku: 'COUNT-FOUND', name: 'Found thing' });
  expect([plateId, itemId, found.id].every((id) => id > 0)).toBe(true);
  await other.goto(`/counts/${blind.id}/action/count`);
  await expect(other.getByRole('textbox', { name: 'Scan a location or a license plate' })).toBeFocused();
  await scanThere(bin);
  await expect(other.getByRole('textbox', { name: `Scan an item at ${bin}` })).toBeFocused();
  await scanThere('COUNT-FOUND');
  await expect(other.getByText('Not on the sheet: a row is added')).toBeVisible();
  await other.getByRole('textbox', { name: 'Counted quantity of COUNT-FOUND' }).fill('2');
  await other.getByRole('button', { name: 'Save' }).click();
  const blindLog = other.getByRole('list', { name: 'Counted just now' }).getByRole('listitem').first();
  await expect(blindLog).toContainText('2 × COUNT-FOUND');
  await expect(blindLog).not.toContainText('over');
  await other.goto(`/counts/${blind.id}/action/view`);
  await expect(other.getByText('This count is blind: Marta Oliveira', { exact: false })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: 'Variance' })).toHaveCount(0);
  await expect(other.getByRole('button', { name: /^Post/ })).toHaveCount(0);
  await other.context().close();
});
