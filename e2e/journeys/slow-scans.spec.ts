import { expect, type Page, test } from '@playwright/test';
import { between, randomFrom } from '../../web/src/test/random.ts';
import { as } from '../people.ts';
import { connectSlowScanner } from '../scanner.ts';
import { type OwnWarehouse, ownWarehouse } from '../warehouse.ts';

/**
 * Scans with real pauses of up to 800 ms inside them, on a processor that is six times slower, on the screens of the
 * floor and the order form: all are read completely, once and in order. This is a sample of the thousand that
 * web/src/ui/scan/many-scans.test.tsx scans with the clock of the test.
 */
const SLOWER = 6;
const ITEMS = 8;

/** Most keys at once, some after a pause. */
function pausesOf(seed: number): () => number {
  const random = randomFrom(seed);
  return () => (random() < 0.07 ? between(random, 40, 800) : between(random, 0, 15));
}

/**
 * Changes how fast the page's processor is: it is slow while codes are scanned, and loads the screens between at full
 * speed.
 */
async function connectProcessor(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const run = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return {
    slowDown: () => run(SLOWER),
    async load(address: string): Promise<void> {
      await run(1);
      await page.goto(address);
    },
  };
}

async function givenItems(house: OwnWarehouse, mark: string) {
  const items = [];
  for (let n = 0; n < ITEMS; n++) items.push(await house.item(`${mark}-${100 + n}`));
  return items;
}

const dialogOf = (page: Page) => page.getByRole('dialog').first();

test('put-away, fulfilment, packing and counting take slow scans whole, once and in order', async ({ page }) => {
  // On a machine that is busy with something else it took five minutes.
  test.setTimeout(600_000);
  const house = await ownWarehouse(page, 'slow');
  const mark = `S${house.clientId}`;
  const items = await givenItems(house, mark);
  const [plate, bin] = [`${mark}-LP0`, `${mark}-B0`];
  await house.make('/locations', { location: bin, type: 'P' });
  await house.plate(plate);
  const receipt = await house.shipped(
    'Vendor Order',
    'PO-1',
    items.map(({ id }) => [id, 1]),
  );
  await house.signIn();
  const processor = await connectProcessor(page);
  const scan = await connectSlowScanner(page, pausesOf(house.clientId));
  const dialog = dialogOf(page);

  // Receiving, each line of one unit: the plate, every item, and the bin of the plate.
  await processor.load(`/f/inbound/${receipt.shipmentId}`);
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await processor.slowDown();
  await scan(plate);
  for (const { sku } of items) await scan(sku);
  await expect(dialog.getByText('Everything is fulfilled')).toBeVisible({ timeout: 120_000 });
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  expect(await house.totals(items)).toEqual(items.map(() => [1, 0, 0]));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  // Put-away: pairs of a plate and a bin.
  const pairs = Array.from({ length: 5 }, (_, n) => [`${mark}-P${n}`, `${mark}-B${n + 1}`] as const);
  for (const [license, location] of pairs) {
    await house.make('/locations', { location, type: 'S' });
    await house.plate(license);
  }
  await processor.load('/licenses/on_page%3D1');
  await page.getByRole('button', { name: 'Put-Away', exact: true }).click();
  await expect(dialog.getByLabel('Scan the license plate')).toBeFocused();
  await processor.slowDown();
  for (const code of [...pairs.flat(), plate, bin]) await scan(code);
  await expect(dialog.getByText('6 plates put away')).toBeVisible({ timeout: 120_000 });
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('list', { name: 'Put away just now' }).getByRole('listitem')).toHaveText([
    new RegExp(`^${plate} is at ${bin}`),
    ...pairs.toReversed().map(([license, location]) => new RegExp(`^${license} is at ${location}`)),
  ]);
  await dialog.getByRole('button', { name: 'Done' }).click();

  // Counting: the bin, and each item with its quantity; nothing becomes a figure that was not said.
  const count = await house.make('/operations/counts', { client_id: house.clientId, name: 'Slow' });
  await processor.load(`/counts/${count.id}/action/count`);
  await expect(page.locator('[data-scan-field]')).toBeFocused();
  await processor.slowDown();
  await scan(bin);
  for (const { sku } of items) {
    await scan(sku);
    await scan('1*');
  }
  const log = page.getByRole('list', { name: 'Counted just now' }).getByRole('listitem');
  await expect(log.first()).toContainText(`1 × ${items.at(-1)?.sku}`, { timeout: 120_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
  const { figures } = await house.call<{ figures: { counted: number } }>('GET', `/operations/counts/${count.id}`);
  expect(figures.counted).toBe(items.length);

  // Picking the plate, then packing item by item.
  const order = await house.shipped(
    'Customer Order',
    'SO-1',
    items.map(({ id }) => [id, 1]),
  );
  await processor.load(`/f/outbound/${order.shipmentId}`);
  await page.getByRole('button', { name: 'Pick', exact: true }).click();
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await processor.slowDown();
  for (const { sku } of items) {
    await scan(sku);
    await scan(plate);
  }
  await expect(dialog.getByText('Everything is fulfilled')).toBeVisible({ timeout: 120_000 });
  await processor.load(`/f/outbound/${order.shipmentId}/action/pack`);
  await expect(page.locator('[data-scan-field]')).toBeFocused();
  await processor.slowDown();
  for (const { sku } of items) await scan(sku);
  // No carton is open: all of them wait for their package.
  const packages = page.getByRole('region', { name: 'Which package does it go into?' });
  await packages.getByRole('button', { name: 'Own carton' }).click();
  const summary = page.getByRole('complementary', { name: 'Item summary' });
  await expect(summary).toContainText(`${ITEMS} of ${ITEMS} packed`);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the order form takes slow scans whole, once and in order', async ({ page }) => {
  const codes = ['KC-BRA-1KG', '852116004591', 'KC-COL-1KG', '4*KC-COL-E250', 'KC-DEC-1KG', '6*KC-DEC-E250'];
  const skus = ['KC-BRA-1KG', 'KC-BRA-E250', 'KC-COL-1KG', 'KC-COL-E250', 'KC-DEC-1KG', 'KC-DEC-E250'];
  await as(page, 'staff', '/orders/Customer-Order/new/action/edit');
  const { slowDown } = await connectProcessor(page);
  const scan = await connectSlowScanner(page, pausesOf(7));
  const finder = page.getByLabel('Find or scan an item');
  await finder.focus();
  await slowDown();
  for (const code of codes) await scan(code);
  const quantities = page.getByLabel(/^Quantity of/);
  await expect(quantities).toHaveCount(skus.length, { timeout: 30_000 });
  for (const [at, sku] of skus.entries()) await expect(quantities.nth(at)).toHaveAccessibleName(`Quantity of ${sku}`);
  expect(await quantities.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual([
    '1',
    '1',
    '1',
    '4',
    '1',
    '6',
  ]);
  await expect(finder).toBeFocused();
});
