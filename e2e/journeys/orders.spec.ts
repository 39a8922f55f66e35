import { expect, type Locator, type Page, test } from '@playwright/test';
import { as, keepLoginOf } from '../people.ts';
import { connectScanner, connectTypist } from '../scanner.ts';

const quantityOf = (page: Page, sku: string) => page.getByLabel(`Quantity of ${sku}`, { exact: true });
const itemField = (page: Page) => page.getByLabel('Find or scan an item');
/** The heading of the order's page: the reference, which may have a count behind it. */
const heading = (page: Page, reference: string) => page.getByRole('heading', { level: 1, name: reference });

const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0;

const type = async (page: Page, text: string) => (await connectTypist(page))(text);

/** Adds an item by its code, and by how many; the focus stays in the finder. */
async function addLine(page: Page, code: string, sku: string): Promise<void> {
  await type(page, code);
  await page.keyboard.press('Enter');
  await expect(quantityOf(page, sku)).toBeVisible();
  await expect(itemField(page)).toBeFocused();
}

/** Chooses the customer; the focus then is in the reference. */
async function chooseCustomer(page: Page, name: string): Promise<void> {
  await expect(page.getByLabel(/^Customer/)).toBeFocused();
  await type(page, name);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Reference/)).toBeFocused();
  await expect(page.getByLabel(/^Courier \*?$|^Courier$/).first()).not.toHaveValue('');
}

/** SKU, what is typed for it, and how many. */
const TEN_LINES: [sku: string, code: string, quantity: string][] = [
  ['KC-BRA-1KG', 'KC-BRA-1KG', '2'],
  ['KC-BRA-E250', '852116004591', '3'],
  ['KC-COL-1KG', 'kc-col-1kg', '1'],
  ['KC-COL-E250', 'KC-COL-E250', '4'],
  ['KC-DEC-1KG', 'KC-DEC-1KG', '5'],
  ['KC-DEC-E250', 'KC-DEC-E250', '6'],
  ['KC-ETH-1KG', 'KC-ETH-1KG', '7'],
  ['KC-ETH-E250', 'KC-ETH-E250', '8'],
  ['KC-HSE-1KG', 'KC-HSE-1KG', '9'],
  ['KC-KIT-OFFICE', 'KC-KIT-OFFICE', '1'],
];

/** Keys that an ordinary typist presses in a minute. */
const KEYS_PER_MINUTE = 200;

/** Counts the keys pressed on a page from now on. */
async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as Window & { keys?: number };
    counted.keys = 0;
    window.addEventListener('keydown', () => (counted.keys = (counted.keys ?? 0) + 1), { capture: true });
  });
  return () => page.evaluate(() => (window as Window & { keys?: number }).keys ?? 0);
}

test('ten lines are entered without the mouse in a minute, and the order is shipped in full', async ({ page }) => {
  await as(page, 'staff', '/orders/Customer-Order/new/action/edit');
  const keys = await countKeys(page);
  await chooseCustomer(page, 'Harvest Lane Market');
  await type(page, 'SO-KEYS-1');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('PO', { exact: true })).toBeFocused();
  await type(page, 'PO-77');
  await page.keyboard.press('Enter');
  await expect(itemField(page)).toBeFocused();
  for (const [sku, code, quantity] of TEN_LINES) {
    await addLine(page, `${quantity}*${code}`, sku);
    await expect(quantityOf(page, sku)).toHaveValue(quantity);
  }
  // Saving takes two more.
  expect((await keys()) + 2).toBeLessThan(KEYS_PER_MINUTE);
  // The same item again is not a second line, and it is said where it is.
  await addLine(page, 'KC-BRA-1KG', 'KC-BRA-1KG');
  await expect(page.getByRole('alert')).toContainText('KC-BRA-1KG is on line 1 already.');
  await expect(quantityOf(page, 'KC-BRA-1KG')).toHaveValue('2');
  // A scan while the quantity is focused is an item, and the quantity stays.
  const scanner = await connectScanner(page);
  await quantityOf(page, 'KC-BRA-1KG').focus();
  await scanner('852116004416');
  await expect(page.getByRole('alert')).toContainText('KC-ETH-1KG is on line 7 already.');
  await expect(quantityOf(page, 'KC-BRA-1KG')).toBeFocused();
  await expect(quantityOf(page, 'KC-BRA-1KG')).toHaveValue('2');
  await expect(page.getByRole('heading', { name: 'Lines 10' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/Weight[\d.,]+ kg/);

  await page.keyboard.press('Control+Enter');
  await expect(heading(page, 'SO-KEYS-1')).toBeVisible();
  await expect(page.getByText('KC-KIT-OFFICE @ 1').first()).toBeVisible();
  const ship = page.getByRole('button', { name: 'Ship everything' }).first();
  await ship.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Processed', { exact: true })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^OrderLines-\d+-\d{4}-\d\d-\d\d\.xlsx$/);
  // The papers of its only shipment.
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.getByRole('menuitem', { name: 'Picking ticket', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const shipment = page.getByRole('link', { name: /^Shipment \d+$/ });
  await shipment.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Shipment \d+/ })).toBeVisible();
  await expect(page.getByText('In warehouse', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tracking' }).getByText('Created')).toBeVisible();
});

test('a client user places an order on a phone, and a viewer cannot', async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await as(page, 'client', '/orders/Customer-Order/default/on_page%3D1');
  await page.getByRole('link', { name: 'Create customer order' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const problems = page.getByRole('alert');
  await expect(problems).toContainText('Data Submission Error(s)');
  for (const message of ['Relation is required', 'Reference is required', 'Courier is required', 'Address is required'])
    await expect(problems).toContainText(message);
  await expect(problems).toContainText('At least one line item is required');

  await page.getByLabel(/^Customer/).fill('Fjord Grocers');
  await page.getByRole('option', { name: /Fjord Grocers/ }).click();
  await page.getByLabel(/^Reference/).fill('SO-PHONE-1');
  await page.getByRole('button', { name: 'Ship to: Edit address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Street', { exact: true }).fill('Back door 3');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await itemField(page).fill('KC-PER-1KG');
  await itemField(page).press('Enter');
  await quantityOf(page, 'KC-PER-1KG').fill('3');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  // A line is a card of three rows, and everything in it can be touched.
  const line = page.locator('tr').filter({ has: quantityOf(page, 'KC-PER-1KG') });
  expect(await heightOf(line)).toBeLessThan(160);
  for (const control of await line.locator('button, input').all())
    expect(await heightOf(control)).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(heading(page, 'SO-PHONE-1')).toBeVisible();
  expect(await heightOf(page.getByRole('listitem').filter({ hasText: 'KC-PER-1KG' }))).toBeLessThan(130);
  await expect(page.getByText(/Back door 3/)).toBeVisible();

  const viewer = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await as(viewer, 'viewer', new URL(page.url()).pathname);
  await expect(heading(viewer, 'SO-PHONE-1')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Ship everything' })).toHaveCount(0);
  await expect(viewer.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await viewer.goto('/orders/Customer-Order/new/action/edit');
  await expect(viewer.getByText(/your role does not have access/)).toBeVisible();
  await viewer.context().close();
});

/** Creates an order of one line. */
async function givenOrder(page: Page, reference: string, sku: string, quantity: number): Promise<void> {
  await page.goto('/orders/Customer-Order/new/action/edit');
  await chooseCustomer(page, 'Harvest Lane Market');
  await type(page, reference);
  await itemField(page).focus();
  await addLine(page, sku, sku);
  await quantityOf(page, sku).fill(String(quantity));
  await page.keyboard.press('Control+Enter');
  await expect(heading(page, reference)).toBeVisible();
}

test('orders are processed in a batch, and the one that is short is named', async ({ page }) => {
  await keepLoginOf(page, 'staff');
  await givenOrder(page, 'SO-BATCH-GOOD', 'KC-RWA-1KG', 2);
  await givenOrder(page, 'SO-BATCH-SHORT', 'KC-KEN-F250', 900_000);
  await expect(page.getByText(/, short /)).toBeVisible();
  await page.goto('/orders/Customer-Order/default/search%3DSO-BATCH/basic');
  const row = (reference: string) => page.getByRole('row', { name: new RegExp(reference) });
  await expect(row('SO-BATCH-GOOD').getByRole('img', { name: 'Enough stock to fulfil' })).toBeVisible();
  await expect(row('SO-BATCH-SHORT').getByRole('img', { name: 'Enough stock to fulfil' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Process 2 selected' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 order could not be processed')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /SO-BATCH-SHORT/ })).toContainText('Insufficient quantity');
  await expect(dialog.getByRole('row', { name: /SO-BATCH-SHORT/ })).toContainText('KC-KEN-F250');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row('SO-BATCH-GOOD')).toContainText('Processed');
  // Nothing is left of it: it cannot be selected again.
  await expect(row('SO-BATCH-GOOD').getByRole('checkbox')).toBeDisabled();
  await expect(row('SO-BATCH-SHORT')).toContainText('Open');
});
