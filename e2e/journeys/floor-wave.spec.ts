import { expect, type Page, test } from '@playwright/test';
import { as, connectApi } from '../people.ts';
import { connectScanner } from '../scanner.ts';
import { ownWarehouse } from '../warehouse.ts';

test.use({ viewport: { width: 360, height: 800 } });

interface Pick {
  line_id: number;
  sku: string;
  tote: string;
  quantity: number;
  location: string;
}
interface Wave {
  id: number;
  state: string;
  units: number;
  picked: number;
  stops: { location: string; picks: (Pick & { done: boolean })[] }[];
  shorts: { sku: string; quantity: number; why: string; location: string }[];
}

interface Floor {
  tasks: { kind: string; record_id: number; holder: { name: string } | null }[];
}

const strip = (page: Page) => page.locator('[data-strip]');

/** Two shipments of three items in three bins of an aisle of the journey's own, with a cart and totes. */
async function makeWave(page: Page) {
  const house = await ownWarehouse(page, 'FW');
  const skus = ['FW-ASH', 'FW-ELM', 'FW-OAK'];
  const items = [];
  for (const [at, sku] of skus.entries()) {
    const item = await house.item(sku);
    const [license, location] = [`FW-LP-${at + 1}`, `FW-0${at + 1}-1`];
    await house.make('/locations', { location, type: 'P' });
    await house.plate(license);
    await house.call('POST', '/operations/inventories/adjust', {
      inventory_id: item.id,
      license,
      qty: 10,
      reference: 'Journey',
    });
    await house.call('POST', '/licenses/move', { license, location });
    items.push(item.id);
  }
  const [ash = 0, elm = 0, oak = 0] = items;
  const first = await house.shipped('Customer Order', 'FW-1', [
    [ash, 3],
    [elm, 2],
  ]);
  const second = await house.shipped('Customer Order', 'FW-2', [
    [ash, 2],
    [oak, 4],
  ]);
  await house.call('POST', '/totes/batch', { start: 'FW-T1', count: 40 });
  const cart = await house.make('/carts', { cart: 'FW cart', totes: 2 });
  const wave = await house.call<Wave>('POST', '/waves', {
    cart_id: cart.id,
    shipments: [first.shipmentId, second.shipmentId],
  });
  const read = () => house.call<Wave>('GET', `/waves/${wave.id}`);
  const picks = wave.stops.flatMap(({ location, picks: at }) => at.map((pick) => ({ ...pick, location })));
  return { wave, picks, read };
}

test('a wave is picked on the floor, also without the network, with a short pick', async ({ page, context }) => {
  test.setTimeout(240_000);
  const { wave, picks, read } = await makeWave(page);
  const [first, second, third, fourth] = picks;
  if (!first || !second || !third || !fourth) throw new Error('The wave has four picks.');
  const task = { kind: 'pick', record_id: wave.id };
  const somebody = await connectApi(page, 'staff@longshore.test');
  await somebody('POST', '/tasks/action/take', task);
  await as(page, 'super', '/floor');
  const scan = await connectScanner(page);
  const log = page.getByRole('status').getByRole('listitem');
  const progress = page.getByRole('banner').or(page.locator('header'));

  // The cart's label opens its wave.
  await scan('FW cart');
  await expect(page.getByRole('heading', { level: 1, name: `Wave ${wave.id}` })).toBeVisible();
  await expect(page.getByLabel(`Scan bin ${first.location}`)).toBeFocused();
  await expect(progress).toContainText('0 of 11');

  // Somebody else works on it; when they leave it, it is taken over.
  const held = page.getByRole('alert').filter({ hasText: 'has worked on this since' });
  const takeOver = held.getByRole('button', { name: 'Take it over' });
  await takeOver.click();
  await expect(held).toBeVisible();
  await somebody('POST', '/tasks/action/release', task);
  await expect(takeOver).toBeEnabled();
  await takeOver.click();
  await expect(held).toHaveCount(0);
  const { tasks } = await connectApi(page).then((call) => call<Floor>('GET', '/tasks/action/floor'));
  expect(tasks.find(({ kind, record_id: id }) => kind === 'pick' && id === wave.id)?.holder?.name).toBe(
    'Marta Oliveira',
  );
  await page.getByRole('textbox').first().focus();

  // What is wrong is refused with words, and nothing that was scanned is lost.
  await scan('FW-NOWHERE');
  await expect(page.getByRole('alert')).toContainText(`FW-NOWHERE is the wrong place: go to ${first.location}.`);
  await scan(first.location);
  await scan('FW-NOTHING');
  await expect(page.getByRole('alert')).toContainText(`FW-NOTHING is the wrong item: pick ${first.sku}.`);
  await scan(first.sku);
  await expect(page.getByLabel(`Scan tote ${first.tote}: ${first.quantity}`)).toBeFocused();
  const other = picks.find(({ tote }) => tote !== first.tote);
  await scan(other?.tote ?? '');
  await expect(page.getByRole('alert')).toContainText(`is the wrong tote: this goes into ${first.tote}.`);

  // One of them first, then the others; the first one is taken back and picked again.
  await scan('1*');
  await scan(first.tote);
  await expect(log).toContainText([`1 × ${first.sku} → ${first.tote}`]);
  await expect(page.getByLabel(`Scan tote ${first.tote}: ${first.quantity - 1}`)).toBeFocused();
  await expect.poll(async () => (await read()).picked).toBe(1);
  await log.first().getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await read()).picked).toBe(0);
  await scan(first.tote);
  await expect.poll(async () => (await read()).picked).toBe(first.quantity);
  await expect(progress).toContainText(`${first.quantity} of 11`);

  await context.setOffline(true);
  await expect(strip(page)).toContainText('No connection since', { timeout: 30_000 });
  // The same item goes on into the next tote.
  await expect(page.getByLabel(`Scan tote ${second.tote}: ${second.quantity}`)).toBeVisible();
  await scan(second.tote);
  await scan(third.location);
  await scan(third.sku);
  await expect(page.getByLabel(`Scan tote ${third.tote}: ${third.quantity}`)).toBeVisible();
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Units that are missing').fill('1');
  await dialog.getByLabel('Damaged').check();
  await dialog.getByRole('button', { name: 'Report short' }).click();
  await expect(page.getByLabel(`Scan tote ${third.tote}: ${third.quantity - 1}`)).toBeFocused();
  await scan(third.tote);
  await expect(page.getByLabel(`Scan bin ${fourth.location}`)).toBeVisible();
  await scan(fourth.location);
  await scan(fourth.sku);
  // The tote takes one of them and is full: the rest goes into another one. After an undo that one is named again.
  await scan('1*');
  await scan(fourth.tote);
  const full = page.getByRole('button', { name: 'Tote full' });
  await full.click();
  await scan(first.tote === fourth.tote ? second.tote : first.tote);
  await expect(page.getByRole('alert')).toContainText('holds shipment');
  await scan('FW-T40');
  await expect(page.getByLabel(`Scan tote FW-T40: ${fourth.quantity - 1}`)).toBeVisible();
  await log
    .first()
    .getByRole('button', { name: `Undo ${fourth.tote} is full → FW-T40` })
    .click();
  await expect(page.getByLabel(`Scan tote ${fourth.tote}: ${fourth.quantity - 1}`)).toBeVisible();
  await full.click();
  await scan('FW-T40');
  await scan('FW-T40');
  await expect(page.getByText('Everything is picked.')).toBeVisible();
  await expect(progress).toContainText('10 of 10');
  await expect(strip(page)).toContainText('6 scans wait on this device');
  expect((await read()).picked).toBe(first.quantity);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await context.setOffline(false);
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('done');
  expect(await read()).toMatchObject({
    units: 10,
    picked: 10,
    shorts: [{ sku: third.sku, quantity: 1, why: 'damaged', location: third.location }],
  });
  await expect(strip(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByText('Everything is picked.')).toBeVisible();

  // The pack station knows both totes of the shipment, by either of them.
  await page.goto('/floor/pack');
  const totes = `${fourth.tote}, FW-T40`;
  await expect(page.getByText(totes)).toBeVisible();
  await scan(fourth.tote);
  await expect(page.getByText(`2 totes: ${totes}`)).toBeVisible();
});
