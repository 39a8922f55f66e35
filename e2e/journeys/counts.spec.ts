import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { drawSpreadsheet, readSpreadsheet } from '../../server/src/documents/spreadsheet.ts';
import { as, connectApi } from '../people.ts';

const tile = (page: Page, name: string) => page.getByRole('group', { name: /Figures/ }).getByRole('button', { name });

test('a count is created, downloaded, filled in, uploaded, reviewed and posted', async ({ page }, info) => {
  // An item in two places.
  const call = await connectApi(page);
  const item = await call('POST', '/inventories', { client_id: 1, type: 'Item', sku: 'JRN-COUNT', name: 'Counted' });
  await call('POST', '/licenses', { license: 'JRN-COUNT-LP', client_id: 1, uom_id: 1 });
  for (const license of ['', 'JRN-COUNT-LP'])
    await call('POST', '/operations/inventories/adjust', { inventory_id: item.id, qty: 20, license });
  await as(page, 'super');
  await page.getByRole('link', { name: 'Counts', exact: true }).click();
  await page.getByRole('button', { name: 'Create count' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Journey count');
  await dialog.getByLabel('SKU or name contains').fill('JRN-COUNT');
  await dialog.getByRole('button', { name: 'Make the sheet' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Count \d+/);
  await expect(page.getByText('Journey count')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Post, nothing counted yet' })).toBeDisabled();

  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  const { headings, rows } = await readSpreadsheet(readFileSync(await sheet.path()), 100);
  expect(headings.slice(-3)).toEqual(['Quantity', 'Counted', 'Counted at']);
  const at = (heading: string) => headings.indexOf(heading);
  expect(rows.length).toBeGreaterThan(1);

  // The first row is three short; the others match the sheet.
  const filled = rows.map((row, place) => {
    const cells = [...row];
    cells[at('Counted')] = String(Number(row[at('Quantity')]) - (place === 0 ? 3 : 0));
    return cells;
  });
  filled.push(headings.map((heading) => ({ Count: filled[0]?.[0] ?? '', SKU: 'nobody', Counted: '1' })[heading] ?? ''));
  const upload = async (name: string, counted: readonly string[][]) => {
    const file = info.outputPath(name);
    const columns = headings.map((heading) => ({ heading }));
    writeFileSync(file, await drawSpreadsheet({ name: 'Count', columns, rows: counted }));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog.locator('input[type=file]').setInputFiles(file);
  };
  // While rows are uncounted, posting is possible but not the main button.
  await upload('begun.xlsx', filled.slice(0, 1));
  await dialog.getByRole('button', { name: 'Done' }).click();
  const post = page.getByRole('button', { name: 'Post the count' });
  await expect(post).toHaveAttribute('data-variant', 'default');
  await upload('filled.xlsx', filled);
  await expect(dialog.getByText('Inactive item or item not found', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await expect(tile(page, 'Differing')).toContainText('−3 short');
  await page.getByRole('button', { name: 'Show the differences' }).click();
  await expect(tile(page, 'Differing')).toHaveAttribute('aria-pressed', 'true');
  const table = page.getByRole('table', { name: 'Rows of the count' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByText('Short', { exact: true })).toBeVisible();
  await expect(table.getByText('−3', { exact: true })).toBeVisible();

  await expect(post).toHaveAttribute('data-variant', 'filled');
  await post.click();
  await expect(dialog.getByText('1 row is corrected. Units: 0 more, 3 fewer.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Posted', { exact: true }).first()).toBeVisible();
  await expect(table.getByText('Posted: short')).toBeVisible();

  await table.getByRole('link').first().click();
  await expect(page.getByText('Counted', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('−3', { exact: true }).first()).toBeVisible();
});

test('a client user cannot see counts', async ({ page }) => {
  await as(page, 'client');
  await expect(page.getByRole('link', { name: 'Counts', exact: true })).toHaveCount(0);
});
