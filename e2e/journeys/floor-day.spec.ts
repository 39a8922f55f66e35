import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { waitForWorker } from '../floor-worker.ts';
import { OwnServer } from '../own-server.ts';
import { as } from '../people.ts';
import { connectScanner, type Scanner } from '../scanner.ts';
import { type Item, type OwnWarehouse, ownWarehouse } from '../warehouse.ts';

const phone = { width: 360, height: 740 };
test.use({ viewport: phone, serviceWorkers: 'allow' });

const LINES = 20;
const UNITS = 12;
const ORDERS = 8;
/** So long the phone has no network, in the middle of the work. */
const OFFLINE_MS = 5 * 60_000;
/** Lines on one plate. */
const ON_PLATE = 4;
const PLATES = LINES / ON_PLATE;
/** Those whose goods are ordered; the others are put away without the network. */
const ORDERED_PLATES = [0, 2, 3];

interface Wave {
  state: string;
  units: number;
  picked: number;
  shorts: { sku: string; quantity: number; why: string }[];
  shipments: { shipment_id: number; tote: string; state: string }[];
  stops: { location: string; picks: { sku: string; license: string }[] }[];
}
interface Shipment {
  packed: number;
  shipment_lines: { quantity: number; inventory: { sku: string } }[];
}

const plateName = (at: number) => `FD-LP-${at + 1}`;
const strip = (page: Page) => page.locator('[data-strip]');
const scanField = (page: Page) => page.locator('[data-scan-field]');
const tile = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^\\S*\\s*${name}`) }).first();

/** What the scan field asks for. */
const askedFor = (page: Page): Promise<string> =>
  scanField(page).evaluate(
    (field: HTMLInputElement) => field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '',
  );

/** Items, plates, and a delivery of all items. */
async function expectDelivery(house: OwnWarehouse) {
  const items: Item[] = [];
  for (let n = 1; n <= LINES; n++) items.push(await house.item(`FD-${String(n).padStart(2, '0')}`));
  for (let n = 0; n < PLATES; n++) await house.plate(plateName(n));
  const delivery = await house.shipped(
    'Vendor Order',
    'FD-IN',
    items.map(({ id }) => [id, UNITS]),
  );
  return { items, delivery };
}

/** Receives every line onto its plate. */
async function receive(page: Page, scan: Scanner, items: readonly Item[]) {
  await tile(page, 'Receive').click();
  await page.getByRole('link', { name: /FD-IN/ }).click();
  await expect(scanField(page)).toBeFocused();
  for (const [at, { sku }] of items.entries()) {
    if (at % ON_PLATE === 0) await scan(plateName(at / ON_PLATE));
    await scan(`${UNITS}*${sku}`);
  }
  await expect(page.getByText('Everything is fulfilled')).toBeVisible({ timeout: 60_000 });
}

/** Puts plates into the bins that are proposed for them; answers the bins. */
async function putAwayDirected(page: Page, scan: Scanner, plates: readonly string[]): Promise<string[]> {
  const bins: string[] = [];
  await page.goto('/floor');
  await tile(page, 'Put away').click();
  for (const plate of plates) {
    await expect(page.getByLabel('Scan the license plate')).toBeFocused();
    await scan(plate);
    const proposed = page.getByText('Proposed', { exact: true }).locator('xpath=following-sibling::span[1]');
    await expect(page.getByLabel(`Scan the location for ${plate}`)).toBeFocused();
    const bin = (await proposed.textContent()) ?? '';
    expect(bin).not.toBe('');
    await scan(bin);
    await expect(page.getByRole('status').getByRole('listitem').first()).toContainText(`${plate} → ${bin}`);
    bins.push(bin);
  }
  return bins;
}

/** Eight orders of the goods on the plates that were put away, on one cart. */
async function startWave(house: OwnWarehouse, items: readonly Item[]) {
  const goods = ORDERED_PLATES.flatMap((plate) => items.slice(plate * ON_PLATE, (plate + 1) * ON_PLATE));
  const idAt = (at: number) => goods[at]?.id ?? 0;
  const shipments: number[] = [];
  for (let n = 0; n < ORDERS; n++) {
    const lines: [number, number][] =
      n < 4
        ? [
            [idAt(n), 2],
            [idAt(n + 4), 1],
          ]
        : [[idAt(n + 4), 3]];
    shipments.push((await house.shipped('Customer Order', `FD-${n + 1}`, lines)).shipmentId);
  }
  await house.call('POST', '/totes/batch', { start: 'FD-T01', count: ORDERS });
  const cart = await house.make('/carts', { cart: 'FD cart', totes: ORDERS });
  const wave = await house.call<Wave & { id: number }>('POST', '/waves', { cart_id: cart.id, shipments });
  const read = () => house.call<Wave>('GET', `/waves/${wave.id}`);
  // The last of the walk, so that it is met without the network.
  const short = wave.stops.at(-1)?.picks.at(-1);
  return { read, short: short?.sku ?? '', shipments };
}

/** Scans what the screen asks for, as a person does who reads nothing else; answers when it asks for something else. */
async function scanAsked(page: Page, scan: Scanner): Promise<string> {
  const asked = await askedFor(page);
  const code = /^Scan (?:bin|plate|item|tote) (.+?)(?:: \d+)?$/.exec(asked)?.[1];
  if (!code) throw new Error(`The screen asks for "${asked}".`);
  await scan(code);
  await expect.poll(async () => (await isPicked(page)) || (await askedFor(page)) !== asked).toBe(true);
  return asked;
}
const isPicked = (page: Page) => page.getByText('Everything is picked.').isVisible();

/** One unit of the pick that is shown is damaged. */
async function reportShort(page: Page) {
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Units that are missing').fill('1');
  await dialog.getByLabel('Damaged').check();
  await dialog.getByRole('button', { name: 'Report short' }).click();
  await expect(dialog).toBeHidden();
}

async function goOffline(page: Page, context: BrowserContext) {
  await context.setOffline(true);
  await expect(strip(page)).toContainText('No connection since', { timeout: 30_000 });
}

/** Picks until nothing is left; the network goes in the middle. Answers when it went. */
async function pickWave(page: Page, context: BrowserContext, scan: Scanner, short: string) {
  await scan('FD cart');
  await expect(page.getByRole('heading', { level: 1, name: /^Wave / })).toBeVisible();
  let totes = 0;
  let isReported = false;
  let offlineSince = 0;
  while (!(await isPicked(page))) {
    const asked = await askedFor(page);
    if (asked === `Scan item ${short}` && !isReported) {
      isReported = true;
      await reportShort(page);
      continue;
    }
    await scanAsked(page, scan);
    if (asked.startsWith('Scan tote') && ++totes === 3) {
      offlineSince = Date.now();
      await goOffline(page, context);
    }
  }
  expect(isReported).toBe(true);
  return offlineSince;
}

/** Without the network no bin is proposed: the person knows one. */
async function putAwayOffline(page: Page, scan: Scanner, plates: readonly string[]) {
  await page.goto('/floor');
  await tile(page, 'Put away').click();
  for (const plate of plates) {
    await scan(plate);
    await expect(page.getByLabel(`Scan the location for ${plate}`)).toBeFocused();
    await scan('FD-SPARE');
    await expect(page.getByRole('status').getByRole('listitem').first()).toContainText(`${plate} → FD-SPARE`);
  }
}

/** Packs what is in the totes: the one that has waited longest by a tap, the others by their code. */
async function packTotes(page: Page, scan: Scanner, house: OwnWarehouse, wave: Wave) {
  await page.goto('/floor');
  await tile(page, 'Pack').click();
  const waiting = page.getByRole('main').getByRole('listitem').getByRole('link');
  const ours = wave.shipments.map(({ tote }) => waiting.filter({ hasText: tote }));
  for (const one of ours) await expect(one).toHaveCount(1);
  for (const [at, { shipment_id, tote }] of wave.shipments.entries()) {
    await expect(page.getByLabel('Scan a tote or a shipment ticket.')).toBeFocused();
    if (at === 0) await ours[0]?.click();
    else await scan(tote);
    await expect(page).toHaveURL(new RegExp(`/floor/pack/${shipment_id}$`));
    const { shipment_lines } = await house.call<Shipment>('GET', `/shipments/${shipment_id}`);
    await page.getByRole('button', { name: /^Large box/ }).click();
    for (const { quantity, inventory } of shipment_lines) await scan(`${quantity}*${inventory.sku}`);
    await expect(page.getByRole('button', { name: /^Save/ })).not.toContainText('left');
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page).toHaveURL(/\/floor\/pack$/);
    expect((await house.call<Shipment>('GET', `/shipments/${shipment_id}`)).packed).toBe(1);
  }
  for (const one of ours) await expect(one).toHaveCount(0);
}

/** Counts the item of which a unit was damaged: that one is gone. */
async function countShort(page: Page, scan: Scanner, house: OwnWarehouse, sku: string, plate: string, left: number) {
  const count = await house.make('/operations/counts', { client_id: house.clientId, item: sku, name: 'FD count' });
  await page.goto('/floor');
  await tile(page, 'Count').click();
  await page.getByRole('link', { name: /FD count/ }).click();
  await expect(scanField(page)).toBeFocused();
  await scan(plate);
  await scan(sku);
  await scan(`${left}*`);
  const log = page.getByRole('list', { name: 'Counted just now' }).getByRole('listitem');
  await expect(log.first()).toContainText(`${left} × ${sku}`, { timeout: 30_000 });
  await house.call('POST', `/operations/counts/${count.id}/post`);
}

test('a day on the floor with a phone: receiving, put-away, a wave, packing and a count, in the middle without the network', async ({
  browser,
}) => {
  test.setTimeout(300_000 + OFFLINE_MS);
  const server = await OwnServer.start({ LONGSHORE_DEMO_PEOPLE: 'off' });
  try {
    const context = await browser.newContext({ baseURL: server.origin, viewport: phone });
    const page = await context.newPage();
    const house = await ownWarehouse(page, 'FD');
    const { items } = await expectDelivery(house);
    await house.make('/locations', { location: 'FD-SPARE', type: 'S' });
    await as(page, 'super', '/floor');
    await waitForWorker(page);
    const scan = await connectScanner(page);

    await receive(page, scan, items);
    expect(await house.totals(items)).toEqual(items.map(() => [UNITS, 0, 0]));
    await putAwayDirected(page, scan, ORDERED_PLATES.map(plateName));

    const { read, short, shipments } = await startWave(house, items);
    await page.goto('/floor');
    await expect(page.getByLabel('Scan anything to begin')).toBeFocused();
    const offlineSince = await pickWave(page, context, scan, short);
    const before = await read();
    expect(before.state).toBe('picking');
    const others = [...Array(PLATES).keys()].filter((at) => !ORDERED_PLATES.includes(at)).map(plateName);
    await putAwayOffline(page, scan, others);
    await expect(strip(page)).toContainText('scans wait on this device');
    const waits = (await strip(page).textContent()) ?? '';
    await page.waitForTimeout(Math.max(0, offlineSince + OFFLINE_MS - Date.now()));
    await expect(strip(page)).toHaveText(waits);
    expect((await read()).picked).toBe(before.picked);
    await context.setOffline(false);
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('done');
    await expect(strip(page)).toHaveCount(0, { timeout: 60_000 });
    const wave = await read();
    const ordered = 4 * 3 + 4 * 3;
    expect(wave).toMatchObject({ state: 'done', units: ordered - 1, picked: ordered - 1 });
    expect(wave.shorts).toMatchObject([{ sku: short, quantity: 1, why: 'damaged' }]);
    expect(wave.shipments.map(({ state }) => state)).toEqual(shipments.map(() => 'picked'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);

    await packTotes(page, scan, house, wave);
    const item = items.find(({ sku }) => sku === short);
    if (!item) throw new Error('One of the items was short.');
    const [[inStock = 0] = []] = await house.totals([item]);
    const plate = plateName(Math.floor(items.indexOf(item) / ON_PLATE));
    await countShort(page, scan, house, short, plate, inStock - 1);
    const units = (await house.totals(items)).map(([there = 0]) => there);
    expect(units.reduce((sum, each) => sum + each, 0)).toBe(LINES * UNITS - ordered);

    const found = await server.doctor();
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((line) => !line.startsWith('ok'))).toEqual([]);
    await context.close();
  } finally {
    await server.stop();
  }
});
