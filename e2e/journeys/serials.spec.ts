import { expect, type Page, test } from '@playwright/test';
import { as, callApi, keepLoginOf } from '../people.ts';
import { connectScanner } from '../scanner.ts';

const lastOf = (page: Page) => page.getByRole('list', { name: 'Serial numbers' }).getByRole('listitem');

async function startBucket(page: Page): Promise<void> {
  await page.goto('/serials/on_page%3D1');
  await page.getByRole('link', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create serial bucket');
  // A scan of the SKU selects the item and moves the focus to the serials.
  await page.getByLabel('Item', { exact: true }).fill('KC-MCH-EG1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Electric grinder, flat burr')).toBeVisible();
  await expect(page.getByLabel('Scan a serial number')).toBeFocused();
}

test('a bucket is generated, rejected while its serials are duplicates, and edited', async ({ page }) => {
  await keepLoginOf(page, 'super');
  await startBucket(page);
  await page.getByLabel('Serial lead').fill('JRN-A9999');
  await page.getByLabel('Units').fill('3');
  const generate = page.getByRole('button', { name: 'Generate' });
  await generate.click();
  await expect(page.getByText('Cannot parse the serial number, please use manual scan')).toBeVisible();
  await page.getByLabel('Serial lead').fill('JRN-ABC');
  await generate.click();
  await expect(
    page.getByText('The last 4 characters must be a number (auto generate)', { exact: false }),
  ).toBeVisible();
  // Some serials that the item already has.
  await page.getByLabel('Serial lead').fill('EG126-1000');
  await generate.click();
  await expect(lastOf(page)).toHaveCount(3);
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByText('Another bucket of this item holds this serial number: EG126-1001').first(),
  ).toBeVisible();
  await page.getByLabel('Serial lead').fill('JRN-1000');
  await page.getByLabel('Increment').fill('-5');
  await generate.click();
  await expect(page.getByText('Must be at least 1')).toBeVisible();
  await page.getByLabel('Increment').fill('5');
  await generate.click();
  await page.keyboard.press('Control+Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JRN-1000');
  await expect(page.getByText('To receive', { exact: true })).toBeVisible();
  await expect(lastOf(page)).toHaveText(['JRN-1000', 'JRN-1005', 'JRN-1010']);
  await page.getByRole('button', { name: 'JRN-1005' }).click();
  await page.getByRole('dialog').getByLabel('Serial number').fill('JRN-1006');
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(page)).toHaveText(['JRN-1000', 'JRN-1006', 'JRN-1010']);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // Two serials one after the other are both added; one that is there already is refused.
  const added = page.getByRole('dialog').getByRole('list', { name: 'Added just now' }).getByRole('listitem');
  await expect(page.getByRole('dialog').getByLabel('Scan a serial number')).toBeFocused();
  const send = await connectScanner(page);
  await Promise.all(['JRN-1099', 'JRN-1006', 'JRN-1100'].map((serial) => send(serial)));
  await expect(added).toHaveText([/^JRN-1100/, /^JRN-1099/]);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('JRN-1006');
  await added.first().getByRole('button', { name: 'Undo JRN-1100' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(lastOf(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'JRN-1000', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // The lead was this serial; now the next one is.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JRN-1006');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete bucket' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Serial numbers');
});

test('serials are scanned one after the other; a duplicate is rejected', async ({ page }) => {
  await keepLoginOf(page, 'super');
  await startBucket(page);
  const scan = page.getByLabel('Scan a serial number');
  for (const serial of ['SCN-X1', 'SCN-X2', 'scn-x1', 'SCN-X3']) {
    await scan.fill(serial);
    await page.keyboard.press('Enter');
    if (serial === 'scn-x1') await expect(page.getByText('This serial number is given twice: scn-x1')).toBeVisible();
    await expect(scan).toBeFocused();
  }
  await expect(lastOf(page)).toHaveText(['SCN-X1', 'SCN-X2', 'SCN-X3']);
  await expect(page.getByLabel('Units')).toHaveValue('3');
  // A scanner with a buffer sends all scans at once.
  const send = await connectScanner(page);
  await Promise.all(['SCN-X4', 'SCN-X1', 'SCN-X5'].map((serial) => send(serial)));
  await expect(lastOf(page)).toHaveText(['SCN-X1', 'SCN-X2', 'SCN-X3', 'SCN-X4', 'SCN-X5']);
  for (const serial of ['SCN-X2', 'SCN-X4', 'SCN-X5'])
    await page.getByRole('button', { name: `Remove ${serial}` }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SCN-X1');
  await expect(lastOf(page)).toHaveText(['SCN-X1', 'SCN-X3']);
});

test('a bucket is split in place and moved as a unit, and its form redirects to its page', async ({ page }) => {
  const { records } = await callApi<{ records: { id: number; lead: string; sku: string; inventory_id: number }[] }>(
    page,
    'super@longshore.test',
    '/serials?search=KC-MCH-ESP&filter_by[state]=in_stock&order_by[lead]=asc',
  );
  const bucketRow = records[0];
  if (!bucketRow) throw new Error('The demo has no espresso machine in stock.');
  await as(page, 'super', `/serials/${bucketRow.id}/action/edit`);
  await expect(page).toHaveURL(new RegExp(`/serials/${bucketRow.id}/action/view$`));
  await page.getByRole('button', { name: 'Split' }).click();
  const dialog = page.getByRole('dialog');
  const names = await dialog.getByRole('list', { name: 'Serial numbers' }).getByRole('button').allTextContents();
  const scan = dialog.getByLabel('Scan a serial to split off');
  await expect(scan).toBeFocused();
  await scan.fill('nobody');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This bucket has no such serial number: nobody')).toBeVisible();
  await scan.fill((names[1] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: names[2] ?? '', exact: true }).click();
  await expect(dialog.getByText(`of ${names.length} for the new bucket.`, { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Split off 2' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[1] ?? '');
  await expect(lastOf(page)).toHaveText([names[1] ?? '', names[2] ?? '']);
  await expect(page.getByText('Split from')).toBeVisible();

  // On the item's page a scan of any serial finds its bucket, and the bucket moves as a unit.
  const { place } = await callApi<{ place: { license: string } }>(
    page,
    'super@longshore.test',
    `/serials/${bucketRow.id}`,
  );
  await page.goto(`/inventories/${bucketRow.inventory_id}/action/view`);
  await page.getByRole('row').filter({ hasText: place.license }).getByRole('button', { name: 'Move' }).first().click();
  const move = page.getByRole('dialog');
  const bucket = move.getByRole('combobox', { name: 'Serial bucket' });
  await bucket.fill('nobody');
  await page.keyboard.press('Enter');
  await expect(move.getByText('No bucket here holds nobody')).toBeVisible();
  await bucket.fill(names[2] ?? '');
  await page.keyboard.press('Enter');
  await expect(move.getByLabel('Quantity')).toHaveValue('2');
  await move.getByLabel('Reference').fill('Journey of a part');
  await page.keyboard.press('Control+Enter');
  await expect(move).toBeHidden();
  await expect(page.getByText('Journey of a part', { exact: false }).first()).toBeVisible();
});

test('a serial that another user has split off meanwhile is rejected in the dialog', async ({ page, browser }) => {
  // Block live updates, so that this screen does not see the other user's change.
  await page.route('**/api/v3/live', (route) => route.abort());
  await keepLoginOf(page, 'super');
  const { records } = await callApi<{ records: { id: number; units: number }[] }>(
    page,
    'super@longshore.test',
    '/serials?search=KC-MCH-EG2&filter_by[state]=in_stock&order_by[lead]=asc',
  );
  const bucketRow = records.find(({ units }) => units > 3);
  const other = await browser.newPage();
  await keepLoginOf(other, 'super');
  for (const each of [page, other]) {
    await each.goto(`/serials/${bucketRow?.id}/action/view`);
    await each.getByRole('button', { name: 'Split' }).click();
  }
  const dialog = page.getByRole('dialog');
  const chips = (of: Page) => of.getByRole('dialog').getByRole('list', { name: 'Serial numbers' }).getByRole('button');
  const first = (await chips(page).first().textContent()) ?? '';
  for (const each of [other, page]) {
    await chips(each).first().click();
    await each.getByRole('dialog').getByRole('button', { name: 'Split off 1' }).click();
    if (each === other) await expect(other.getByRole('heading', { level: 1 })).toHaveText(first);
  }
  await expect(dialog.getByRole('alert')).toHaveText(`This bucket has no such serial number: ${first}`);
  // The dialog shows the current bucket, without that serial.
  await expect(chips(page).first()).not.toHaveText(first);
  await expect(dialog.getByText('0 of', { exact: false })).toBeVisible();
  await other.close();
});
