import { expect, type Locator, type Page, test } from '@playwright/test';
import { as, callApi, connectApi } from '../people.ts';
import { connectScanner } from '../scanner.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
const box = async (element: Locator) => {
  const found = await element.boundingBox();
  if (!found) throw new Error('The element is not shown.');
  return found;
};

test('two scans are two searches, and two serials; a wrong scan keeps the focus', async ({ page }) => {
  const scan = await connectScanner(page);
  await as(page, 'super', '/inventories/default/on_page%3D1/list');
  const search = page.getByRole('searchbox');
  await search.focus();
  await scan('KC-GEAR-TIN');
  await expect(page.getByRole('link', { name: 'KC-GEAR-TIN' })).toBeVisible();
  // What the field had before it is not part of the next scan.
  await search.focus();
  await scan('KC-ETH-250');
  await expect(search).toHaveValue('KC-ETH-250');
  await expect(page.getByRole('link', { name: 'KC-ETH-250' })).toBeVisible();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Go to a screen or a record' });
  await expect(palette).toBeFocused();
  await page.keyboard.type('KC-GEAR-T', { delay: 80 });
  await scan('KC-GEAR-MUG');
  await expect(page).toHaveURL(/\/inventories\/\d+\/action\/view/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('KC-GEAR-MUG');

  await page.goto('/serials/new/action/edit');
  const item = page.getByLabel('Item', { exact: true });
  await item.focus();
  await scan('A-01-1');
  await expect(page.getByText('A-01-1 is a location. Scan an item.')).toBeVisible();
  await expect(item).toBeFocused();
  await scan('KC-MCH-EG1');
  const serial = page.getByLabel('Scan a serial number');
  await expect(serial).toBeFocused();
  await scan('Z9100');
  await scan('Z91010', { suffix: 'Tab', gap: 20 });
  await scan('Z91011', { gap: 400 });
  await scan('Z9102', { gap: 1 });
  await expect(page.getByRole('list', { name: 'Serial numbers' }).getByRole('listitem')).toHaveText([
    'Z9100',
    'Z91010',
    'Z91011',
    'Z9102',
  ]);
});

test('a scan presses no button; text in a field stays, with a prefix a scan is certain; with nothing focused it opens what it names', async ({
  page,
}) => {
  const scan = await connectScanner(page);
  await as(page, 'super', '/clients/1/action/view');
  const removals = page.getByRole('button', { name: /^Remove / });
  await expect(removals.first()).toBeVisible();
  const before = await removals.count();
  await removals.first().focus();
  await scan('KC-GEAR-TIN');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('KC-GEAR-TIN');
  await page.goBack();
  await expect(removals).toHaveCount(before);

  // Where somebody is typing on a screen that takes no scans, everything stays.
  await page.goto('/relations/vendor/new/action/edit');
  const name = page.getByLabel('Company', { exact: false }).first();
  await name.fill('Harbour ');
  await scan('LP-0001', { suffix: '' });
  await expect(name).toHaveValue('Harbour LP-0001');
  await name.fill('Harbour ');
  // With the prefix of this device it is certainly a scan: it is not typed, and can be entered on purpose.
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Use this prefix' }).click();
  await expect(page.getByRole('img', { name: 'The prefix ~ as a barcode' })).toBeVisible();
  await page.getByLabel('Try the scanner').focus();
  await scan('~LS-TEST-806', { gap: 300 });
  await expect(page.getByText('LS-TEST-806 arrived with the prefix.')).toBeVisible();
  await page.goto('/relations/vendor/new/action/edit');
  await name.fill('Harbour ');
  await scan('~LP-0001', { gap: 200 });
  await expect(page.getByText('LP-0001 is a license plate.')).toBeVisible();
  await expect(name).toHaveValue('Harbour ');
  await expect(name).toBeFocused();
  await page.getByRole('button', { name: 'Enter it here' }).click();
  await expect(name).toHaveValue('Harbour LP-0001');
  await name.fill('');
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Use no prefix' }).click();

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await scan('NOBODY-HAS-THIS');
  await expect(page.getByText('Nothing here has the code NOBODY-HAS-THIS.')).toBeVisible();
  // A plate and a location of the same name.
  await makePlateNamed(page, 'A-01-1');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await scan('A-01-1');
  await expect(dialogOf(page).getByRole('button', { name: /^(Location|License plate) A-01-1/ })).toHaveCount(2);
  await dialogOf(page)
    .getByRole('button', { name: /^Location A-01-1/ })
    .click();
  await expect(page).toHaveURL(/\/locations\//);
});

async function makePlateNamed(page: Page, license: string): Promise<void> {
  await page.goto('/licenses/on_page%3D1');
  await page.getByRole('button', { name: 'Batch create' }).click();
  await dialogOf(page).getByLabel('Start number').fill(license);
  await dialogOf(page).getByRole('button', { name: 'Create' }).click();
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
}

/** Writes down the frequency of every tone that the next page plays; answers how to read them. */
async function recordTones(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tones: number[] = [];
    Reflect.set(window, 'tones', tones);
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      tones.push(this.frequency.value);
      start.call(this, when);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'tones') as number[]);
}

test('on a phone, put-away says what is wrong, undoes, and keeps scans without a connection', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const heard = await recordTones(page);
  const scan = await connectScanner(page);
  const whereIs = async (license: string) => {
    const { records } = await callApi<{ records: { license: string; location: string }[] }>(
      page,
      'super@longshore.test',
      `/licenses?search=${license}`,
    );
    return records.find((plate) => plate.license === license)?.location;
  };
  const [oldBin, otherBin] = [await whereIs('LP-0021'), await whereIs('LP-0022')];
  await as(page, 'super', '/licenses/on_page%3D1');
  await page.getByRole('button', { name: 'Put-Away' }).click();
  const dialog = dialogOf(page);
  const placed = dialog.getByRole('list', { name: 'Put away just now' }).getByRole('listitem');
  await expect(dialog.getByLabel('Scan the license plate')).toBeFocused();

  await scan('A-01-2');
  const refusal = dialog.getByRole('alert');
  await expect(refusal).toContainText('A-01-2 is a location. Scan a license plate.');
  await expect(refusal).toHaveCSS('font-size', '22px');
  await expect(dialog.getByLabel('Scan the license plate')).toBeFocused();
  // The button has the focus: the scan neither presses it nor is lost.
  await dialog.getByRole('button', { name: 'Done' }).focus();
  await scan('lp-0021');
  const field = dialog.getByLabel('Scan the location for LP-0021');
  await expect(field).toBeFocused();
  const step = dialog.getByText('LP-0021', { exact: true });
  expect(await step.evaluate((element) => getComputedStyle(element).fontSize)).toBe('48px');
  await scan('KC-ETH-250');
  await expect(dialog.getByRole('alert')).toContainText('KC-ETH-250 is an item. Scan the location for LP-0021.');
  await scan('A-02-1');
  await expect(placed).toHaveText([/^LP-0021 is at A-02-1/]);
  expect(await whereIs('LP-0021')).toBe('A-02-1');
  // The tones of two bad scans, of the plate between them and of its bin.
  const [bad, plate, ...others] = await heard();
  expect(plate).not.toBe(bad);
  expect(others).toEqual([bad, plate]);
  for (const target of [field, placed.getByRole('button'), dialog.getByRole('button', { name: 'Done' })])
    if (await target.count()) expect((await box(target)).height).toBeGreaterThanOrEqual(44);
  await placed.getByRole('button', { name: 'Undo' }).click();
  await expect(placed).toHaveText([new RegExp(`^LP-0021 is back at ${oldBin}`)]);
  expect(await whereIs('LP-0021')).toBe(oldBin);

  await context.setOffline(true);
  for (const code of ['LP-0021', 'A-03-1', 'LP-0022', 'A-03-2', 'LP-0024', 'NOWHERE', 'LP-0023', 'A-03-3'])
    await scan(code);
  await expect(dialog.getByText('8 scans are waiting for the connection')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel LP-0022 → A-03-2' }).click();
  await expect(dialog.getByText('6 scans are waiting for the connection')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const question = page.getByRole('dialog', { name: 'Leave with waiting scans?' });
  await expect(question).toContainText('6 scans have not been sent');
  await question.getByRole('button', { name: 'Stay', exact: true }).click();
  await context.setOffline(false);
  await expect(placed).toHaveText([/^LP-0023 is at A-03-3/, /^LP-0021 is at A-03-1/, /^LP-0021 is back/]);
  expect(await whereIs('LP-0022')).toBe(otherBin);
  // The refused one says why, and has held up none of the others.
  await expect(refusal).toContainText('Nothing here has the code NOWHERE. Scan the location for LP-0024.');
  await dialog.getByRole('button', { name: 'I have seen to it' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
});

test('scans that wait survive a reload of the tab and are done once', async ({ page }) => {
  const call = await connectApi(page);
  for (const location of ['KEEP-01', 'KEEP-02']) await call('POST', '/locations', { location });
  await call('POST', '/licenses/batch', { start: 'KEEP-LP-1', count: 2, client_id: 1, uom_id: 1 });
  await as(page, 'super', '/licenses/search%3DKEEP-LP');
  await page.getByRole('button', { name: 'Put-Away' }).click();
  const scan = await connectScanner(page);
  const dialog = dialogOf(page);
  await scan('KEEP-LP-1');
  await expect(dialog.getByLabel('Scan the location for KEEP-LP-1')).toBeFocused();
  // The calls are cut off and not the page, which could not be loaded again without a connection. They are let through
  // when the page with the scans is gone: otherwise it might still send them.
  let isCutOff = true;
  await page.route('**/api/v3/**', (route) => (isCutOff ? route.abort('connectionreset') : route.continue()));
  for (const code of ['KEEP-01', 'KEEP-LP-2', 'KEEP-02']) await scan(code);
  await expect(dialog.getByText(/3 scans are waiting/)).toBeVisible({ timeout: 30_000 });
  page.once('framenavigated', () => {
    isCutOff = false;
  });
  await page.reload();
  const placed = dialog.getByRole('list', { name: 'Put away just now' }).getByRole('listitem');
  await expect(placed).toHaveText([/^KEEP-LP-2 is at KEEP-02/, /^KEEP-LP-1 is at KEEP-01/], { timeout: 30_000 });
});
