import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { as } from '../people.ts';

/** Collects Content-Security-Policy violations: a blocked PDF viewer is just an empty frame. */
function cspViolations(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

/** Expects the browser's PDF viewer, or the fallback sentence where there is none; the download in both cases. */
async function expectDocument(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  if (await page.evaluate(() => navigator.pdfViewerEnabled))
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /^blob:/);
  else await expect(dialog.getByText('Cannot display PDF')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'latin1').slice(0, 5)).toBe('%PDF-');
}

test('labels of two plates are shown and downloaded as a PDF', async ({ page }) => {
  const violations = cspViolations(page);
  await as(page, 'super', '/licenses/on_page%3D1');
  const boxes = page.getByRole('checkbox', { name: 'Select this row' });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Print 2 labels' }).click();
  await expectDocument(page, '2 labels');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(violations).toEqual([]);
});

test('a client user prints the list of its items', async ({ page }) => {
  await as(page, 'client', '/inventories/default/search%3Dbrazil/list');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Print' }).click();
  await expectDocument(page, 'Inventory');
});
