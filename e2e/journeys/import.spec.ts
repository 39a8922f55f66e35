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

  const row = (cells: Record<string, string>) => headings.map((heading) => cells[heading] ?? '');
  const file = info.outputPath('customers.xlsx');
  const bytes = await drawSpreadsheet({
    name: 'Relation',
    columns: headings.map((heading) => ({ heading })),
    rows: [
      row({ Type: 'customer', Company: 'Sheet One', Email: 'one@sheet.example' }),
      row({ Type: 'customer', Company: '', Email: 'two@sheet.example' }),
      row({ Type: 'buyer', Company: 'Sheet Three' }),
      row({ Type: 'customer', Company: 'Sheet Four', Courier: 'Carrier Pigeon' }),
      row({ Type: 'customer', Company: 'Sheet Five' }),
    ],
  });
  writeFileSync(file, bytes);
  await dialog.locator('input[type=file]').setInputFiles(file);

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

  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Sheet ', { delay: 80 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Sheet One' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sheet Five' })).toBeVisible();
});
