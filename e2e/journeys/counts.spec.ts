import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { drawSpreadsheet, readSpreadsheet } from '../../server/src/documents/spreadsheet.ts';
import { as } from '../people.ts';

const tile = (page: Page, name: string) => page.getByRole('group', { name: /Figures/ }).getByRole('button', { name });

test('a count is created, downloaded, filled in, uploaded, reviewed and posted', async ({ page }, info) => {
  await as(page, 'super');
  await page.getByRole('link', { name: 'Counts', exact: true }).click();
  await page.getByRole('button', { name: 'Create count' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Journey count');
  await dialog.getByLabel('SKU or name contains').fill('GEAR-KET');
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
  expect(rows.length).toBeGreaterThan(0);

  // The first row is three short; the others match the sheet.
  const filled = rows.map((row, place) => {
    const cells = [...row];
    cells[at('Counted')] = String(Number(row[at('Quantity')]) - (place === 0 ? 3 : 0));
    return cells;
  });
  filled.push(headings.map((heading) => ({ Count: filled[0]?.[0] ?? '', SKU: 'nobody', Counted: '1' })[heading] ?? ''));
  const file = info.outputPath('filled.xlsx');
  const columns = headings.map((heading) => ({ heading }));
  writeFileSync(file, await drawSpreadsheet({ name: 'Count', columns, rows: filled }));

  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText('Inactive item or item not found', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await expect(tile(page, 'Differing')).toContainText('−3 short');
  await page.getByRole('button', { name: 'Show the differences' }).click();
  await expect(tile(page, 'Differing')).toHaveAttribute('aria-pressed', 'true');
  const table = page.getByRole('table', { name: 'Rows of the count' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByText('Short', { exact: true })).toBeVisible();
  await expect(table.getByText('−3', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Post the count' }).click();
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
