import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { connectScanner, type Scanner } from '../scanner.ts';
import { type OwnWarehouse, ownWarehouse } from '../warehouse.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PAPERS = [
  'Picking ticket',
  'Controlled picking ticket',
  'Mobile labels',
  'Carton labels',
  'Packing slip',
  'Packing slip by carton',
  'Packing slip, kits only',
  'Invoice',
  'Shipment report (BOL)',
  'Commercial invoice',
];

const RECEIVING_PAPERS = [
  'Receiving ticket',
  'Receiving ticket with plates and lots',
  'Mobile labels',
  'Receiving report',
];

const dialogOf = (page: Page) => page.getByRole('dialog').first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const logOf = (page: Page) => dialogOf(page).getByRole('list', { name: 'Last scans' }).getByRole('listitem');

/** Types like a person: what is faster is taken for a scan. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 70 });
  await page.keyboard.press('Enter');
}

/** Opens the fulfilment dialog of a shipment by its key. */
async function openFulfilment(page: Page, direction: 'inbound' | 'outbound', id: number): Promise<Scanner> {
  await page.goto(`/f/${direction}/${id}`);
  await expect(heading(page)).toContainText(`Shipment ${id}`);
  await page.keyboard.press('f');
  await expect(dialogOf(page).getByRole('textbox').first()).toBeFocused();
  return connectScanner(page);
}

/** Prints papers of the shipment whose page is open. */
async function print(page: Page, id: number, papers: readonly string[]): Promise<void> {
  const dialog = dialogOf(page);
  for (const paper of papers) {
    const printed = page.waitForResponse((answer) => answer.url().includes('/docs/pdf/s/'));
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('menuitem', { name: paper, exact: true }).click();
    // Their items have no customs value, HS code and origin.
    if (paper === 'Commercial invoice') await dialog.getByRole('button', { name: 'Print anyway' }).click();
    expect((await printed).status(), paper).toBe(200);
    await expect(dialog).toContainText(`${paper} of shipment ${id}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

/** A client that pays for each order that leaves. */
async function givenRate(house: OwnWarehouse, rate: string): Promise<void> {
  const name = `V${house.clientId} order`;
  const activity = await house.make('/billing/activities', { name, charge: 'Outbound', client_id: house.clientId });
  const { id } = await house.make('/billing/items', { name, uom: 'Order' });
  await house.make(`/billing/activities/${activity.id}/items/${id}`, { rate, valid_from: '2020-01-01' });
}

const chargesOf = async (house: OwnWarehouse): Promise<number[]> => {
  const query = `filter_by[client_id]=${house.clientId}`;
  const { records } = await house.call<{ records: { total: number }[] }>('GET', `/billing/entries?${query}`);
  return records.map(({ total }) => total);
};

/** The file that is saved when something is chosen from a menu. */
async function saved(page: Page, button: string, item: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('goods are received with lots onto plates, put away, shipped with a kit, packed by scanning, printed, billed and voided', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const house = await ownWarehouse(page, 'voyage');
  const mark = `V${house.clientId}`;
  const [ham, cup] = [
    await house.item(`${mark}-HAM`, { config: { lot: 1, serial: 0 } }),
    await house.item(`${mark}-CUP`),
  ];
  const kit = await house.item(`${mark}-KIT`, { type: 'Kit' });
  await house.make(`/inventories/${kit.id}/assemblies`, { itemId: cup.id, qty: 2 });
  // A plate may be a short number: scanned, it is no quantity.
  const [bin, plate, other] = [`${mark}-01-1`, `${mark}-LP1`, String(100 + house.clientId)];
  await house.make('/locations', { location: bin, type: 'P' });
  await house.plate(plate);
  await house.plate(other);
  const receipt = await house.shipped('Vendor Order', 'PO-1', [
    [ham.id, 12],
    [cup.id, 10],
  ]);
  await house.signIn();

  // Receiving: plate, item, lot with its expiry and quantity in any order; a bin puts the plate away.
  const scan = await openFulfilment(page, 'inbound', receipt.shipmentId);
  const dialog = dialogOf(page);
  await scan(ham.sku);
  await expect(dialog.getByRole('textbox', { name: `Scan the lot of ${ham.sku}` })).toBeFocused();
  await expect(dialog.locator('[aria-current=step]')).toHaveText('Lot');
  await scan(`${mark}-LOT-A`);
  await expect(dialog.getByText(`When does lot ${mark}-LOT-A expire?`)).toBeVisible();
  await expect(dialog.locator('[aria-current=step]')).toHaveText('Expiry');
  await type(page, '2027-04-30');
  await scan('NO-SUCH-PLATE');
  await expect(dialog.getByRole('alert')).toContainText('Nothing here has the code NO-SUCH-PLATE.');
  await scan(plate);
  await expect(dialog.getByText(`How many of ${ham.sku}? 12 left`)).toBeVisible();
  await type(page, '*');
  await expect(logOf(page).first()).toContainText(`Received 12 × ${ham.sku}, ${plate}`);
  await scan(other);
  await type(page, '4*');
  await scan(cup.sku);
  await expect(logOf(page).first()).toContainText(`Received 4 × ${cup.sku}, ${other}`);
  await page.getByRole('button', { name: 'Undo last' }).click();
  await expect(logOf(page).first()).toContainText('Undone');
  // Scanned again where a quantity is expected, the units are counted one by one.
  await scan(cup.sku);
  await scan(cup.sku);
  await scan(cup.sku);
  await expect(logOf(page).first()).toContainText(`Received 1 × ${cup.sku}`);
  await scan(bin);
  await expect(logOf(page).first()).toContainText(`${other} is in ${bin}`);
  await type(page, '*');
  await scan(cup.sku);
  await expect(dialog.getByText('Everything is fulfilled')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(heading(page).locator('xpath=ancestor::header')).toContainText('Ready');
  await print(page, receipt.shipmentId, RECEIVING_PAPERS);
  await page.goto('/licenses/on_page%3D1');
  await page.getByRole('button', { name: 'Put-Away', exact: true }).click();
  await scan(plate);
  await scan(bin);
  await expect(dialog.getByRole('list', { name: 'Put away just now' })).toContainText(`${plate} is at ${bin}`);
  await page.keyboard.press('Escape');

  // Another receipt by its sheet, which comes filled in.
  const tin = await house.item(`${mark}-TIN`);
  const bySheet = await house.shipped('Vendor Order', 'PO-2', [[tin.id, 7]]);
  await page.goto(`/f/inbound/${bySheet.shipmentId}`);
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the sheet' }).click(),
  ]);
  await page.getByRole('button', { name: 'Upload the sheet' }).click();
  const file = { name: sheet.suggestedFilename(), mimeType: XLSX, buffer: readFileSync(await sheet.path()) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(heading(page).locator('xpath=ancestor::header')).toContainText('Ready');
  expect(await house.totals([tin])).toEqual([[7, 0, 0]]);

  // Shipping: what the stock, the order and the reservations are now, they are after the void.
  const before = await house.totals([ham, cup]);
  expect(before).toEqual([
    [12, 0, 0],
    [10, 0, 0],
  ]);
  const order = await house.shipped('Customer Order', 'SO-1', [
    [ham.id, 5],
    [kit.id, 3],
  ]);
  await openFulfilment(page, 'outbound', order.shipmentId);
  await expect(dialog.getByText(plate, { exact: true }).first()).toBeVisible();
  await scan(other);
  await expect(logOf(page).first()).toContainText(`Took 6 × ${cup.sku}, ${other}`);
  await scan(plate);
  await expect(dialog.getByText('Everything is fulfilled')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  // Packing two cartons by scanning; what is missing keeps it from being saved.
  await page.getByRole('link', { name: 'Pack' }).click();
  await expect(page.getByRole('textbox', { name: /Add a carton/ })).toBeFocused();
  await scan(`5*${ham.sku}`);
  // No carton is open: what was scanned waits for its package.
  const packages = page.getByRole('region', { name: 'Which package does it go into?' });
  await packages.getByRole('button', { name: 'Own carton' }).click();
  await expect(page.getByRole('article', { name: 'Carton 1' })).toContainText(ham.sku);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText(`${cup.sku} packed quantity does not equal to shipped quantity`);
  await type(page, 'n');
  await expect(page.getByRole('textbox', { name: 'Scan an item into carton 2' })).toBeFocused();
  for (let unit = 0; unit < 6; unit += 1) await scan(cup.sku);
  const summary = page.getByRole('complementary', { name: 'Item summary' });
  await expect(summary).toContainText('11 of 11 packed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(summary).toContainText('10 of 11 packed');
  await scan(cup.sku);
  await expect(summary).toContainText('11 of 11 packed');
  await scan(cup.sku);
  await expect(page.getByRole('alert')).toContainText(`All units of ${cup.sku} are packed.`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(heading(page)).toHaveText(`Shipment ${order.shipmentId}`);
  const packed = await house.call<{ packed: number; carton_count: number }>('GET', `/shipments/${order.shipmentId}`);
  expect([packed.packed, packed.carton_count]).toEqual([1, 2]);

  await print(page, order.shipmentId, PAPERS);
  expect((await saved(page, 'Print', 'Item packing list (Excel)')).name).toMatch(/^ItemPackingList.*xlsx$/);

  // Finished with billing; voiding says what becomes of the charge, and removes it.
  await givenRate(house, '2.40');
  await page.getByRole('button', { name: 'Finish' }).click();
  await dialog.getByRole('checkbox', { name: 'Bill them' }).check();
  await dialog.getByRole('button', { name: /^Finish/ }).click();
  await expect(dialog).toContainText('1 shipment was finished');
  await page.keyboard.press('Escape');
  expect(await house.orderState(order.orderId)).toEqual(['Finished', 0, 0, 0]);
  await page.goto('/f/outbound/default/on_page%3D1');
  const tracking = await saved(page, 'Excel', 'Tracking as CSV');
  expect(tracking.name).toMatch(/^Tracking-\d{4}-\d\d-\d\d\.csv$/);
  expect(tracking.text).toContain(`${order.shipmentId},`);
  await page.goto(`/f/outbound/${order.shipmentId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Void' }).click();
  await expect(dialog).toContainText('Its billing entries are removed; those of a closed month stay');
  expect(await chargesOf(house)).toEqual([2.4]);
  await dialog.getByRole('button', { name: 'Void shipment' }).click();
  await expect(page).toHaveURL(/\/f\/outbound\/default\//);
  expect(await chargesOf(house)).toEqual([]);
  expect(await house.totals([ham, cup])).toEqual(before);
  expect(await house.orderState(order.orderId)).toEqual(['Open', 0, 5, 6]);
});

test('a receipt of twenty lines needs a scanner and a number pad only', async ({ page }) => {
  test.setTimeout(120_000);
  const house = await ownWarehouse(page, 'receipt');
  const mark = `R${house.clientId}`;
  const items = await Promise.all(Array.from({ length: 20 }, (_, n) => house.item(`${mark}-${10 + n}`)));
  await house.plate(`${mark}-LP`);
  const { shipmentId } = await house.shipped(
    'Vendor Order',
    'PO-20',
    items.map(({ id }, n) => [id, n + 1]),
  );
  await house.signIn();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/f/inbound/${shipmentId}`);
  await expect(heading(page)).toContainText(`Shipment ${shipmentId}`);
  let clicks = 0;
  page.on('console', (message) => {
    if (message.text() === 'clicked') clicks += 1;
  });
  await page.evaluate(() => window.addEventListener('pointerdown', () => console.log('clicked'), { capture: true }));
  await page.keyboard.press('f');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  const scan = await connectScanner(page);
  await scan(`${mark}-LP`);
  for (const [n, { sku }] of items.entries()) {
    // A line of one unit needs no quantity; the others are entered before or after the item.
    if (n % 2) await scan(`${n + 1}*`);
    await scan(sku);
    if (n > 0 && n % 2 === 0) await scan('*');
  }
  await expect(dialog.getByText('Everything is fulfilled')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole('textbox', { name: 'Nothing is left to scan. Enter closes.' })).toBeFocused();
  // A person reads it first: an Enter right after a scan belongs to the scanner and presses nothing. The time of the
  // scanner's keys may be ahead of the clock, so that this Enter has the time after them.
  await scan('', { gap: 1_000 });
  await expect(dialog).toBeHidden();
  expect(clicks).toBe(0);
  expect((await house.totals(items)).map(([inStock]) => inStock)).toEqual(items.map((_, n) => n + 1));
});

test('picking another lot than the earliest asks once; a reload in between reopens the panel as it was', async ({
  page,
}) => {
  const house = await ownWarehouse(page, 'lots');
  const mark = `L${house.clientId}`;
  const ham = await house.item(`${mark}-HAM`, { config: { lot: 1, serial: 0 } });
  for (const [license, lot, expire] of [
    [`${mark}-LP1`, 'EARLY', '2040-01-31'],
    [`${mark}-LP2`, 'LATE', '2041-01-31'],
  ] as const) {
    await house.plate(license);
    const newLot = { lot, expire };
    await house.make('/operations/inventories/adjust', { inventory_id: ham.id, qty: 10, license, newLot });
  }
  const { shipmentId } = await house.shipped('Customer Order', 'SO-LOTS', [[ham.id, 9]]);
  await house.signIn();
  const scan = await openFulfilment(page, 'outbound', shipmentId);
  const dialog = dialogOf(page);
  await scan(`4*${mark}-LP2`);
  await expect(dialog.getByRole('alert')).toContainText('Lot EARLY expires earlier');
  expect((await house.totals([ham]))[0]?.[0]).toBe(20);
  await dialog.getByRole('button', { name: 'Take lot LATE all the same' }).click();
  await expect(logOf(page).first()).toContainText(`Took 4 × ${ham.sku}, ${mark}-LP2`);
  await scan('3*');
  const held = dialog.getByRole('list', { name: 'Scanned so far' });
  await expect(held).toHaveText('Quantity 3');
  const step = await dialog.locator('[aria-current=step]').textContent();
  const log = await logOf(page).allTextContents();

  await page.reload();
  await expect(held).toHaveText('Quantity 3');
  await expect(dialog.locator('[aria-current=step]')).toHaveText(step ?? '');
  await expect(logOf(page)).toHaveText(log);
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  // The same lot again, after the reload too: it was agreed to.
  await scan(`${mark}-LP2`);
  await expect(logOf(page).first()).toContainText(`Took 3 × ${ham.sku}, ${mark}-LP2`);
  await expect(dialog.getByRole('alert')).toBeHidden();
  expect((await house.totals([ham]))[0]?.[0]).toBe(13);
});
