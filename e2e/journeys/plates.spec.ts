import { expect, type Page, test } from '@playwright/test';
import { connectApi, keepLoginOf } from '../people.ts';
import { connectScanner, type Scanner } from '../scanner.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const search = (page: Page, list: 'licenses' | 'locations', text: string) =>
  page.goto(`/${list}/${encodeURIComponent(`on_page=1&search=${text}`)}`);

/** Chooses an action from a row's menu. */
async function choose(page: Page, name: string, choice: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: new RegExp(name) })
    .last()
    .click();
  await page.getByRole('menuitem', { name: choice }).click();
}

/** Scans the codes one after the other, without waiting for an answer. */
async function scanAll(scan: Scanner, ...codes: string[]): Promise<void> {
  for (const code of codes) await scan(code);
}
/** Entries of the log also show the time and Undo. */
const beginsWith = (...texts: string[]) => texts.map((text) => new RegExp(`^${text}`));

async function makeBin(page: Page, name: string, type: 'P' | 'S'): Promise<void> {
  const call = await connectApi(page);
  await call('POST', '/locations', { location: name, type });
}

test('plates are created in a batch, put away by scanning, moved with their bin, and deleted', async ({ page }) => {
  await keepLoginOf(page, 'super');
  const scan = await connectScanner(page);
  await makeBin(page, 'JRN-BIN-1', 'P');
  await makeBin(page, 'JRN-BIN-2', 'S');
  const dialog = dialogOf(page);

  await search(page, 'licenses', 'JRN-LP');
  await page.getByRole('button', { name: 'Batch create' }).click();
  await dialog.getByLabel('Start number').fill('JRN-LP-099');
  await dialog.getByLabel('Number of licenses').fill('2');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('JRN-LP-099 to JRN-LP-100')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'JRN-LP-100')).toContainText('Not put away');

  // Plate, Enter, bin, Enter; after a wrong bin the dialog still expects a bin for the plate.
  await page.getByRole('button', { name: 'Put-Away' }).click();
  const log = dialog.getByRole('list', { name: 'Put away just now' });
  const left = dialog.getByRole('list', { name: 'Not put away' });
  await scanAll(scan, 'jrn-lp-099');
  await expect(dialog.getByLabel('Scan the location for JRN-LP-099')).toBeFocused();
  await scanAll(scan, 'JRN-NOWHERE');
  await expect(left).toHaveText('Nothing here has the code JRN-NOWHERE. Scan the location for JRN-LP-099.');
  await expect(dialog.getByLabel('Scan the location for JRN-LP-099')).toBeFocused();
  await scanAll(scan, 'jrn-bin-1');
  await expect(log.getByRole('listitem')).toHaveText(beginsWith('JRN-LP-099 is at JRN-BIN-1'));
  await expect(left).toHaveCount(0);
  await expect(dialog.getByLabel('Scan the license plate')).toBeFocused();
  // All at once, as a scanner with a buffer sends them: no scan waits for a response.
  const kept = ['JRN-BIN-2', 'JRN-BIN-1'].flatMap((bin) => ['JRN-LP-099', bin, 'JRN-LP-100', bin]);
  await scanAll(scan, ...kept);
  await expect(log.getByRole('listitem')).toHaveText(
    beginsWith(
      'JRN-LP-100 is at JRN-BIN-1',
      'JRN-LP-099 is at JRN-BIN-1',
      'JRN-LP-100 is at JRN-BIN-2',
      'JRN-LP-099 is at JRN-BIN-2',
      'JRN-LP-099 is at JRN-BIN-1',
    ),
  );
  await dialog.getByRole('button', { name: 'Done' }).click();

  await search(page, 'locations', 'JRN-BIN');
  await choose(page, 'JRN-BIN-1', 'Move all plates');
  await scanAll(scan, 'jrn-bin-1');
  await expect(dialog.getByText('Cannot move to the same bin')).toBeVisible();
  await scanAll(scan, 'JRN-BIN-2');
  await expect(page.getByText('2 plates moved to JRN-BIN-2')).toBeVisible();
  await choose(page, 'JRN-BIN-2', 'Plates here');
  await dialog.getByRole('link', { name: 'JRN-LP-100' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('JRN-LP-100');
  await expect(page.getByRole('region', { name: 'Where it has been' })).toContainText('JRN-BIN-2');

  // A bin that ever held a plate cannot be deleted, and the dialog says so.
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
  await choose(page, 'JRN-LP-100', 'Edit license plate');
  await dialog.getByRole('button', { name: 'Delete license plate' }).click();
  await page.getByRole('dialog', { name: 'Delete license plate' }).getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'JRN-LP-100')).toHaveCount(0);
});

test('a wrong scan does not mix up the pairs of plate and bin that follow', async ({ page }) => {
  await keepLoginOf(page, 'super');
  const scan = await connectScanner(page);
  await makeBin(page, 'STEP-BIN-1', 'P');
  await makeBin(page, 'STEP-BIN-2', 'S');
  const dialog = dialogOf(page);
  await search(page, 'licenses', 'STEP-LP');
  await page.getByRole('button', { name: 'Batch create' }).click();
  await dialog.getByLabel('Start number').fill('STEP-LP-1');
  await dialog.getByLabel('Number of licenses').fill('3');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Put-Away' }).click();
  const log = dialog.getByRole('list', { name: 'Put away just now' }).getByRole('listitem');
  const left = dialog.getByRole('list', { name: 'Not put away' }).getByRole('listitem');
  const next = (sentence: string) => expect(dialog.getByLabel(sentence, { exact: true })).toBeFocused();
  const wrongBin = (plate: string, bin: string) => `Nothing here has the code ${bin}. Scan the location for ${plate}.`;

  // Nobody noticed the wrong bin: the next pairs follow, first all at once, then one by one.
  await scanAll(scan, 'STEP-LP-1', 'NOWHERE', 'STEP-LP-2', 'STEP-BIN-2', 'STEP-LP-3', 'STEP-BIN-1');
  await expect(log).toHaveText(beginsWith('STEP-LP-3 is at STEP-BIN-1', 'STEP-LP-2 is at STEP-BIN-2'));
  await expect(left).toHaveText([wrongBin('STEP-LP-1', 'NOWHERE')]);
  await next('Scan the license plate');
  await scanAll(scan, 'STEP-LP-1', 'NOWHERE');
  await expect(left).toHaveCount(2);
  await next('Scan the location for STEP-LP-1');
  await scanAll(scan, 'STEP-LP-2');
  await next('Scan the location for STEP-LP-2');
  await scanAll(scan, 'STEP-BIN-1');
  await expect(log.first()).toHaveText(/^STEP-LP-2 is at STEP-BIN-1/);
  // Earlier failures are cleared once their plate is put away.
  await scanAll(scan, 'STEP-LP-1', 'STEP-BIN-2');
  await expect(log.first()).toHaveText(/^STEP-LP-1 is at STEP-BIN-2/);
  await expect(left).toHaveCount(0);

  // An unknown plate, then its bin, which is not a plate; the next pair is complete.
  await scanAll(scan, 'NO-PLATE', 'STEP-BIN-1', 'STEP-LP-3', 'STEP-BIN-2');
  await expect(log.first()).toHaveText(/^STEP-LP-3 is at STEP-BIN-2/);
  await expect(left).toHaveText([
    'Nothing here has the code NO-PLATE. Scan a license plate.',
    'STEP-BIN-1 is a location. Scan a license plate.',
  ]);
  await dialog.getByRole('button', { name: 'I have seen to it' }).click();
  await expect(left).toHaveCount(0);
  await next('Scan the license plate');
  // The bin was not scanned: the plate is listed as not put away.
  await scanAll(scan, 'STEP-LP-1', 'STEP-LP-2', 'STEP-BIN-2');
  await expect(log.first()).toHaveText(/^STEP-LP-2 is at STEP-BIN-2/);
  await expect(left).toHaveText(['STEP-LP-1: Another plate was scanned before its bin']);
  await dialog.getByRole('button', { name: 'I have seen to it' }).click();
  // Closed before the last scan is answered: it closes if the scan succeeds, and stays open to show a failure.
  const answers: (() => void)[] = [];
  await page.route('**/api/v3/licenses/move', async (route) => {
    await new Promise<void>((answer) => answers.push(answer));
    await route.continue();
  });
  await scanAll(scan, 'STEP-LP-1', 'NOWHERE');
  await expect.poll(() => answers.length).toBe(1);
  await page.keyboard.press('Escape');
  answers[0]?.();
  await expect(left).toHaveText([wrongBin('STEP-LP-1', 'NOWHERE')]);
  await dialog.getByRole('button', { name: 'I have seen to it' }).click();
  await scanAll(scan, 'STEP-BIN-2');
  await expect.poll(() => answers.length).toBe(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  answers[1]?.();
  await expect(dialog).toBeHidden();
  await page.unroute('**/api/v3/licenses/move');

  // From a plate's own row only its bin has to be scanned.
  await choose(page, 'STEP-LP-1', 'Move');
  await next('Scan the location for STEP-LP-1');
  await scanAll(scan, 'STEP-BIN-1');
  await expect(log).toHaveText(beginsWith('STEP-LP-1 is at STEP-BIN-1'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'STEP-LP-1')).toContainText('STEP-BIN-1');
});

test('a plate is broken, and cannot be deleted because it has movements', async ({ page }) => {
  const call = await connectApi(page);
  const plate = `BREAK-${Date.now()}`;
  await call('POST', '/licenses', { license: plate, client_id: 1, uom_id: 1 });
  const item = await call<{ id: number }>('POST', '/inventories', {
    client_id: 1,
    type: 'Item',
    sku: plate,
    name: 'Goods of a plate that is broken',
  });
  await call('POST', '/operations/inventories/adjust', { inventory_id: item.id, qty: 10, license: plate });
  await keepLoginOf(page, 'super');
  const dialog = dialogOf(page);
  await search(page, 'licenses', plate);
  // A failed read shows an error and can be retried in place.
  const refuse = '**/api/v3/licenses/*/util/inventories';
  await page.route(refuse, (route) => route.fulfill({ status: 500, json: { message: '', reference: 'no-items' } }));
  await rowOf(page, plate).getByRole('button', { name: 'Items' }).click();
  await expect(dialog.getByText('no-items')).toBeVisible();
  await page.unroute(refuse);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('row').nth(1)).toContainText(plate);
  await page.keyboard.press('Escape');
  await choose(page, plate, 'Break');
  await dialog.getByLabel('Number of licenses').fill('999');
  await dialog.getByRole('button', { name: 'Break' }).click();
  await expect(dialog.getByText('More plates than units', { exact: false }).first()).toBeVisible();
  await dialog.getByLabel('Number of licenses').fill('2');
  await dialog.getByRole('button', { name: 'Break' }).click();
  await expect(dialog.getByText(`${plate}-1 to ${plate}-2`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, `${plate}-2`)).toHaveCount(1);
  await rowOf(page, `${plate}-2`)
    .getByRole('button', { name: new RegExp(`${plate}-2`) })
    .last()
    .click();
  const gone = page.getByRole('menuitem', { name: 'Delete license plate' });
  await expect(gone).toBeDisabled();
  await gone.hover();
  await expect(page.getByRole('tooltip', { name: 'Cannot delete used license plate(s)' })).toBeVisible();
});
