import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { drawSpreadsheet, readSpreadsheet } from '../../server/src/documents/spreadsheet.ts';
import { as } from '../people.ts';

test('an import saves the good rows, reports the bad ones and lets them be downloaded', async ({ page }, info) => {
  await as(page, 'staff');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('button', { name: 'Excel' }).click();
  await page.getByRole('menuitem', { name: /import/i }).click();
  const dialog = page.getByRole('dialog');

  const [template] = await Promise.all([page.waitForEvent('download'), dialog.getByText(/template/i).click()]);
  const { headings } = await readSpreadsheet(readFileSync(await template.path()), 10);
  expect(headings).toContain('Company');
  // The template as it is holds nothing that could be imported.
  const blank = info.outputPath('template.xlsx');
  await template.saveAs(blank);
  await dialog.locator('input[type=file]').setInputFiles(blank);
  await expect(dialog.getByText('template.xlsx')).toBeVisible();
  await expect(dialog.getByRole('status')).toContainText(/^0/);
  await expect(dialog.getByText('Saved records')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Upload another' }).click();

  const row = (cells: Record<string, string>) => headings.map((heading) => cells[heading] ?? '');
  const upload = async (name: string, rows: string[][]) => {
    const file = info.outputPath(name);
    const columns = headings.map((heading) => ({ heading }));
    writeFileSync(file, await drawSpreadsheet({ name: 'Relation', columns, rows }));
    await dialog.locator('input[type=file]').setInputFiles(file);
  };
  await upload('customers.xlsx', [
    row({ Type: 'customer', Company: 'Sheet One', Email: 'one@sheet.example' }),
    row({ Type: 'customer', Company: '', Email: 'two@sheet.example' }),
    row({ Type: 'buyer', Company: 'Sheet Three' }),
    row({ Type: 'customer', Company: 'Sheet Four', Courier: 'Carrier Pigeon' }),
    row({ Type: 'customer', Company: 'Sheet Five' }),
  ]);

  await expect(dialog.getByText('Company name is required')).toBeVisible();
  await expect(dialog.getByText('Carrier Pigeon')).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveCount(4);
  const [failed] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /download/i }).click(),
  ]);
  const back = await readSpreadsheet(readFileSync(await failed.path()), 10);
  expect(back.headings.at(-1)).toBe('Problem');
  expect(back.rows).toHaveLength(3);

  // The result tells new from updated, and links to both.
  await dialog.getByRole('button', { name: 'Upload another' }).click();
  await upload('more.xlsx', [
    row({ Type: 'customer', Company: 'Sheet One', Email: 'first@sheet.example' }),
    row({ Type: 'customer', Company: 'Sheet Six' }),
  ]);
  await expect(dialog.getByText('1 new, 1 updated')).toBeVisible();
  await dialog.getByText('Saved records').click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Sheet One' })).toContainText('updated');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Sheet Six' })).toContainText('new');
  await dialog.getByRole('link', { name: 'Sheet One' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sheet One');
  await expect(page.getByText('first@sheet.example').first()).toBeVisible();
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click();

  // An export is named after its list and day.
  await page.getByRole('button', { name: 'Excel' }).click();
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export this list' }).click(),
  ]);
  expect(exported.suggestedFilename()).toMatch(/^relations-\d{4}-\d\d-\d\d\.xlsx$/);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Sheet ', { delay: 80 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Sheet One' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sheet Five' })).toBeVisible();
});
