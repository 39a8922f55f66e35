import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { as } from '../people.ts';

async function choose(page: Page, field: string, option: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Billing reports' });
  await form.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();

test('a report is run as grid, Excel and PDF, and mailed by a task', async ({ page }) => {
  await as(page, 'super', '/billing/reports');
  await page.getByRole('button', { name: 'All Clients' }).click();
  await choose(page, 'Period', 'Last month');
  await run(page);
  const report = page.getByRole('region', { name: '3PL default billing' });
  const amount = report.getByRole('columnheader', { name: 'Amount' });
  await amount.getByRole('button').click();
  await expect(amount).toHaveAttribute('aria-sort', 'ascending');
  await expect(report.getByRole('row').last()).toContainText(/Total.*\$/);

  await choose(page, 'Format', 'Excel');
  const [sheet] = await Promise.all([page.waitForEvent('download'), run(page)]);
  expect(sheet.suggestedFilename()).toMatch(/^default-billing-.*\.xlsx$/);
  expect(readFileSync(await sheet.path(), 'latin1').slice(0, 2)).toBe('PK');

  await choose(page, 'Format', 'PDF');
  await run(page);
  const viewer = page.getByRole('dialog', { name: '3PL default billing' });
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(readFileSync(await pdf.path(), 'latin1').slice(0, 5)).toBe('%PDF-');
  await viewer.getByRole('button', { name: 'Close' }).click();
  // Figures by day have no PDF: the format goes back to the data grid.
  await choose(page, 'Report', 'Shipped quantities by day');
  await expect(page.getByRole('combobox', { name: 'Format' })).toHaveValue('Data grid');

  await page.getByRole('button', { name: 'Create task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an auto task' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Must select at least 1 client').last()).toBeVisible();
  await dialog.getByRole('button', { name: 'All Clients' }).click();
  await dialog.getByLabel('Send To 1').fill('journey@books.test');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const task = page.getByRole('table', { name: 'Auto tasks' }).getByRole('row', { name: /journey@books\.test/ });
  await expect(task).toContainText('Not yet');
  await task.getByRole('button', { name: 'Run now' }).click();
  // There is no mail server here.
  await expect(task).toContainText('Kept in the outbox');

  await page.goto('/system/outbox');
  const mail = page.getByRole('row', { name: /journey@books\.test/ });
  await expect(mail).toContainText('Harrow Street Logistics: 3PL default billing');
  await mail.getByRole('button').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download default-billing/ }).click(),
  ]);
  expect(readFileSync(await file.path(), 'latin1').slice(0, 2)).toBe('PK');

  await page.goto('/billing/reports');
  await task.getByRole('button', { name: 'Delete task' }).click();
  await expect(task).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(task).toBeVisible();
});
