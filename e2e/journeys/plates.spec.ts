import { expect, type Page, test } from '@playwright/test';
import { as } from '../people.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const search = (page: Page, list: 'licenses' | 'locations', text: string) =>
  page.goto(`/${list}/${encodeURIComponent(`on_page=1&search=${text}`)}`);

/** Chooses from the menu of a row. */
async function choose(page: Page, name: string, choice: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: new RegExp(name) })
    .last()
    .click();
  await page.getByRole('menuitem', { name: choice }).click();
}

async function makeBin(page: Page, name: string, type: 'Picking' | 'Storage'): Promise<void> {
  await page.goto('/locations/on_page%3D1');
  await page.getByRole('button', { name: 'Create location' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Location').fill(name);
  await dialog.getByLabel('Type').click();
  await page.getByRole('option', { name: type }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('plates are made in a batch, put away by scanning, moved with their bin, and deleted', async ({ page }) => {
  await as(page, 'super');
  await makeBin(page, 'JRN-BIN-1', 'Picking');
  await makeBin(page, 'JRN-BIN-2', 'Storage');
  const dialog = dialogOf(page);

  await search(page, 'licenses', 'JRN-LP');
  await page.getByRole('button', { name: 'Batch create' }).click();
  await dialog.getByLabel('Start number').fill('JRN-LP-099');
  await dialog.getByLabel('Number of licenses').fill('2');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('JRN-LP-099 to JRN-LP-100')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'JRN-LP-100')).toContainText('Not put away');

  // Plate, Enter, bin, Enter; the wrong bin keeps what was scanned.
  await page.getByRole('button', { name: 'Put-Away' }).click();
  const scan = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await scan('jrn-lp-099');
  await expect(dialog.getByLabel('Scan the location')).toBeFocused();
  await scan('JRN-NOWHERE');
  await expect(dialog.getByText('Cannot move bin location. Is the new location correctly spelled?')).toBeVisible();
  await expect(dialog.getByLabel('Scan the license plate')).toHaveValue('jrn-lp-099');
  await scan('jrn-bin-1');
  await expect(dialog.getByText('JRN-LP-099 is at JRN-BIN-1')).toBeVisible();
  await expect(dialog.getByLabel('Scan the license plate')).toBeFocused();
  await scan('JRN-LP-100');
  await scan('JRN-BIN-1');
  await expect(dialog.getByText('JRN-LP-100 is at JRN-BIN-1')).toBeVisible();
  // All at once, as a scanner hands over what it kept: no scan waits for an answer.
  const kept = ['JRN-BIN-2', 'JRN-BIN-1'].flatMap((bin) => ['JRN-LP-099', bin, 'JRN-LP-100', bin]);
  await page.keyboard.type(kept.map((code) => `${code}\n`).join(''));
  const log = dialog.getByRole('list', { name: 'Put away just now' });
  await expect(log.getByRole('listitem')).toHaveText([
    'JRN-LP-099 → JRN-BIN-1',
    'JRN-LP-100 → JRN-BIN-2',
    'JRN-LP-099 → JRN-BIN-2',
    'JRN-LP-100 → JRN-BIN-1',
  ]);
  // A refusal that comes while the next plate is scanned is told apart and takes nothing away.
  await page.route('**/api/v3/licenses/move', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.keyboard.type('JRN-LP-100\nNOWHERE\nJRN-LP-1');
  await expect(dialog.getByRole('list', { name: 'Not put away' })).toContainText('JRN-LP-100 → NOWHERE');
  await expect(dialog.getByLabel('Scan the license plate')).toHaveValue('JRN-LP-1');
  await dialog.getByRole('button', { name: 'I have seen to it' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await search(page, 'locations', 'JRN-BIN');
  await choose(page, 'JRN-BIN-1', 'Move all plates');
  await scan('jrn-bin-1');
  await expect(dialog.getByText('Cannot move to the same bin')).toBeVisible();
  await scan('JRN-BIN-2');
  await expect(page.getByText('2 plates moved to JRN-BIN-2')).toBeVisible();
  await choose(page, 'JRN-BIN-2', 'Plates here');
  await dialog.getByRole('link', { name: 'JRN-LP-100' }).click();
  await expect(rowOf(page, 'JRN-LP-100')).toContainText('JRN-BIN-2');

  // A bin that held a plate stays, and says so where it was asked.
  await search(page, 'locations', 'JRN-BIN-1');
  await choose(page, 'JRN-BIN-1', 'Delete location');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('This bin is used and cannot be deleted')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await search(page, 'licenses', 'JRN-LP-');
  await choose(page, 'JRN-LP-099', 'Delete license plate');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'JRN-LP-099')).toHaveCount(0);
  await page.getByRole('button', { name: 'JRN-LP-100', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete license plate' }).click();
  await page.getByRole('dialog', { name: 'Delete license plate' }).getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'JRN-LP-100')).toHaveCount(0);
});

test('a plate is broken, and what stood on it keeps it from being deleted', async ({ page }) => {
  await as(page, 'super');
  const dialog = dialogOf(page);
  await search(page, 'licenses', 'LP-0032');
  await rowOf(page, 'LP-0032').getByRole('button', { name: 'Items' }).click();
  await expect(dialog.getByRole('row').nth(1)).toContainText('LP-0032');
  await page.keyboard.press('Escape');
  await choose(page, 'LP-0032', 'Break');
  await dialog.getByLabel('Number of licenses').fill('999');
  await dialog.getByRole('button', { name: 'Break' }).click();
  await expect(dialog.getByText('More plates than units', { exact: false }).first()).toBeVisible();
  await dialog.getByLabel('Number of licenses').fill('2');
  await dialog.getByRole('button', { name: 'Break' }).click();
  await expect(dialog.getByText('LP-0032-1 to LP-0032-2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'LP-0032-2')).toHaveCount(1);
  await rowOf(page, 'LP-0032-2')
    .getByRole('button', { name: /LP-0032-2/ })
    .last()
    .click();
  const gone = page.getByRole('menuitem', { name: 'Delete license plate' });
  await expect(gone).toBeDisabled();
  await gone.hover();
  await expect(page.getByRole('tooltip', { name: 'Cannot delete used license plate(s)' })).toBeVisible();
});
