import { expect, type Page, test } from '@playwright/test';
import { as, connectApi, keepLoginOf } from '../people.ts';
import { connectScanner } from '../scanner.ts';
import { ownWarehouse } from '../warehouse.ts';

test.use({ viewport: { width: 360, height: 800 } });

interface Plate {
  license: string;
  locations: { location: string; pivot: { in_location: number } }[];
}

const strip = (page: Page) => page.locator('[data-strip]');

/** Plates and bins of the journey's own. */
async function makePlates(page: Page, name: string, count: number) {
  const call = await connectApi(page);
  for (let at = 1; at <= count; at++) await call('POST', '/locations', { location: `${name}-B${at}` });
  const plates = await call<{ id: number; license: string }[]>('POST', '/licenses/batch', {
    start: `${name}-LP-1`,
    count,
    client_id: 1,
    uom_id: 1,
  });
  const binOf = async (id: number) => {
    const plate = await call<Plate>('GET', `/licenses/${id}`);
    return plate.locations.find(({ pivot }) => pivot.in_location === 1)?.location;
  };
  return { plates, binOf };
}

test('the home shows what waits; a scan on it starts the work', async ({ page }) => {
  const { plates } = await makePlates(page, 'FH', 1);
  await as(page, 'super', '/floor');
  for (const name of ['Receive', 'Put away', 'Pick', 'Count', 'Move', 'Look up'])
    await expect(page.getByRole('link', { name: new RegExp(`${name}`) })).toBeVisible();
  for (const tile of await page.getByRole('main').getByRole('link').all()) {
    const box = await tile.boundingBox();
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(88);
  }
  // No keyboard covers the screen unless somebody asks for it.
  await expect(page.getByLabel('Scan anything to begin')).toHaveAttribute('inputmode', 'none');
  await page.getByRole('button', { name: 'Keyboard' }).click();
  await expect(page.getByLabel('Scan anything to begin')).toHaveAttribute('inputmode', 'text');
  const scan = await connectScanner(page);
  await scan('NOWHERE-1');
  await expect(page.getByRole('alert')).toContainText('Nothing here has the code NOWHERE-1');
  await scan(plates[0]?.license ?? '');
  await expect(page).toHaveURL(/\/floor\/look-up\/FH-LP-1$/);
  await expect(page.getByText('no bin')).toBeVisible();
  await scan('OAK-CHAIR-NOWHERE');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing here has the code');
});

test('plates are moved, also without the network; what is refused stops its own plate only', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const { plates, binOf } = await makePlates(page, 'FM', 4);
  const [first, second, third, fourth] = plates.map(({ license }) => license);
  await as(page, 'super', '/floor/move');
  const scan = await connectScanner(page);
  const log = page.getByRole('status').getByRole('listitem');
  await scan(first ?? '');
  await expect(page.getByLabel(`Scan the location for ${first}`)).toBeFocused();
  await scan('NOWHERE-2');
  await expect(page.getByRole('alert')).toContainText(
    `Nothing here has the code NOWHERE-2. Scan the location for ${first}`,
  );
  await scan('FM-B1');
  await expect(log).toHaveText([/^FM-LP-1 → FM-B1/]);
  await expect.poll(() => binOf(plates[0]?.id ?? 0)).toBe('FM-B1');

  await context.setOffline(true);
  await expect(strip(page)).toContainText('No connection since', { timeout: 30_000 });
  for (const code of [second, 'FM-B2', third, 'FM-NO-BIN', third, 'FM-B3', fourth, 'FM-B4']) await scan(code ?? '');
  await expect(strip(page)).toContainText('4 scans wait on this device');
  // The last one is taken back before it is sent.
  await log.first().getByRole('button').click();
  await expect(strip(page)).toContainText('3 scans wait on this device');
  // The tab is loaded again as soon as the network is back: what waits is sent, without anybody opening a screen of it.
  await context.setOffline(false);
  await page.reload();
  await expect(strip(page).filter({ hasText: 'Refused' })).toContainText('Refused: FM-LP-3 → FM-NO-BIN', {
    timeout: 30_000,
  });
  await expect.poll(() => binOf(plates[1]?.id ?? 0)).toBe('FM-B2');
  expect(await binOf(plates[2]?.id ?? 0)).toBeUndefined();
  await page.getByRole('button', { name: 'Give it up' }).click();
  await expect.poll(() => binOf(plates[2]?.id ?? 0)).toBe('FM-B3');
  expect(await binOf(plates[3]?.id ?? 0)).toBeUndefined();
  await expect(strip(page)).toHaveCount(0, { timeout: 20_000 });
});

test('put-away proposes a bin with its reason, and is undone', async ({ page }) => {
  const house = await ownWarehouse(page, 'FP');
  const { id: inventory_id } = await house.item('FP-OAK');
  await house.make('/locations', { location: 'FP-B1' });
  // The other plate of the item is in the bin that is proposed.
  const plates = await Promise.all(['FP-LP-0', 'FP-LP-1'].map((license) => house.plate(license)));
  for (const license of ['FP-LP-0', 'FP-LP-1'])
    await house.call('POST', '/operations/inventories/adjust', { inventory_id, license, qty: 5, reference: 'Journey' });
  await house.call('POST', '/licenses/move', { license: 'FP-LP-0', location: 'FP-B1' });
  const binOf = async () => {
    const plate = await house.call<Plate>('GET', `/licenses/${plates[1]?.id}`);
    return plate.locations.find(({ pivot }) => pivot.in_location === 1)?.location;
  };
  await as(page, 'super', '/floor/put-away');
  const scan = await connectScanner(page);
  await scan('FP-LP-1');
  await expect(page.getByText('Proposed', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('FP-B1');
  await scan('FP-B1');
  const log = page.getByRole('status').getByRole('listitem');
  await expect(log).toHaveText([/^FP-LP-1 → FP-B1/]);
  await expect.poll(binOf).toBe('FP-B1');
  await log.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(binOf).toBeUndefined();
});

test('scans survive a closed tab; signing out with them asks, and leaves nothing behind', async ({ page, context }) => {
  const { plates, binOf } = await makePlates(page, 'FS', 1);
  await as(page, 'super', '/floor/move');
  const scan = await connectScanner(page);
  await context.route('**/api/v3/**', (route) => route.abort('connectionreset'));
  await scan('FS-LP-1');
  await scan('FS-B1');
  await expect(strip(page)).toContainText('1 scan waits on this device', { timeout: 30_000 });
  await page.close();
  const next = await context.newPage();
  await context.unroute('**/api/v3/**');
  // The session begins, and no command is done.
  await context.route('**/api/v3/licenses/move', (route) => route.abort('connectionreset'));
  await next.goto('/floor');
  await expect(next.getByText(/scan waits on this device|of 1 sent/)).toBeVisible({ timeout: 30_000 });
  await next.getByRole('main').getByRole('button').first().click();
  await next.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = next.getByRole('dialog');
  await expect(question).toContainText('1 scan of yours waits on this device and has not been done.');
  await question.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(next).toHaveURL(/\/auth\/login/);
  await context.unroute('**/api/v3/licenses/move');
  await keepLoginOf(next, 'super');
  await next.goto('/floor/waiting');
  await expect(next.getByText('Nothing waits on this device')).toBeVisible();
  expect(await binOf(plates[0]?.id ?? 0)).toBeUndefined();
});

test('receiving, picking and counting open from their lists', async ({ page }) => {
  await as(page, 'super', '/floor');
  for (const [tile, one] of [
    ['Receive', 'Shipment'],
    ['Pick', 'Shipment'],
  ] as const) {
    await page
      .getByRole('link', { name: new RegExp(`${tile}`) })
      .first()
      .click();
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${one}`) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Shipment/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Back' }).click();
  }
  await page.getByRole('link', { name: /Count/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Count' })).toBeVisible();
});
