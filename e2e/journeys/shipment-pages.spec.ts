import { expect, type Page, test } from '@playwright/test';
import { as, callApi } from '../people.ts';

interface Row {
  id: number;
  client_id: number;
  reference: string;
  type: string;
}
interface Record {
  shipment_lines: { quantity: number; fulfilled: number; order_line: { sku: string; kit_id: number | null } }[];
}

const query = (text: string) => encodeURIComponent(text);
const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });
const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) }).locator('dd');
const choose = async (page: Page, field: string, option: string | RegExp) => {
  await page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
};

/** Shipments of the demo, read as the super user. */
const read = async (page: Page, filters: string) => {
  const { records } = await callApi<{ records: Row[] }>(page, 'super@longshore.test', `/shipments?${filters}`);
  return records;
};

test('Ready shipments are selected by their state and finished together', async ({ page }) => {
  const open = (status: string) => read(page, `filter_by[type]=outbound&filter_by[status]=${status}&per_page=100`);
  const waiting = await open('In%20Warehouse');
  // Of a client with others as well; journeys make clients of their own.
  const first = (await open('Ready')).find(({ client_id }) => waiting.some((other) => other.client_id === client_id));
  const client = first?.client_id ?? 0;
  const ready = await read(page, `filter_by[type]=outbound&filter_by[status]=Ready&filter_by[client_id]=${client}`);
  await as(page, 'staff');
  // The navigation opens the work that is open, of all clients.
  await page.getByRole('link', { name: 'Shipping' }).click();
  await expect(heading(page, 'Shipping')).toBeVisible();
  await expect(page.getByText('In warehouse, Ready')).toBeVisible();
  await page.goto(`/f/outbound/default/${query(`on_page=1&filter_by[client_id]=${client}`)}`);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ready' }).click();
  const selected = page.getByRole('checkbox', { name: 'Select this row', checked: true });
  const readyRows = await selected.count();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('menuitem', { name: 'All' }).click();
  // Those that are not Ready are selected to be printed, and are left out here.
  const others = (await selected.count()) - readyRows;
  await page.getByRole('button', { name: `Finish ${readyRows} selected` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`${others} more selected shipment`)).toBeVisible();
  await expect(dialog.getByLabel('Bill them')).not.toBeChecked();
  await expect(dialog.getByLabel('Send notification emails')).toBeChecked();
  await dialog.getByRole('button', { name: /^Finish \d+ shipment/ }).click();
  await expect(dialog.getByText(/^\d+ shipments? (was|were) finished\.$/)).toBeVisible();
  await expect(dialog.getByText('could not be finished')).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(`/f/outbound/default/${query(`on_page=1&search=${ready[0]?.id ?? ''}`)}`);
  const row = page.getByRole('row', { name: new RegExp(` ${ready[0]?.id} .*Finished`) });
  await row.getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: /^Finish/ })).toBeHidden();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mobile labels' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Download' })).toBeVisible();
});

/** A customer order in the warehouse with a line that is not part of a kit, of which nothing is picked. */
async function findOpen(page: Page): Promise<{ id: number; sku: string; quantity: number }> {
  const rows = await read(page, 'filter_by[type]=outbound&filter_by[status]=In Warehouse&per_page=100');
  for (const { id, type } of rows) {
    if (type !== 'Customer Order') continue;
    const { shipment_lines: lines } = await callApi<Record>(page, 'super@longshore.test', `/shipments/${id}`);
    const line = lines.find((each) => each.order_line.kit_id === null && each.fulfilled === 0 && each.quantity > 2);
    if (line && lines.length > 1) return { id, sku: line.order_line.sku, quantity: line.quantity };
  }
  throw new Error('The demo has no such shipment.');
}

test('two people work on one shipment: each sees what the other changes, and the lock decides', async ({
  page,
  browser,
}) => {
  const { id, sku, quantity } = await findOpen(page);
  const other = await (await browser.newContext()).newPage();
  await Promise.all([as(page, 'staff'), as(other, 'super')]);
  await Promise.all([page.goto(`/f/outbound/${id}`), other.goto(`/f/outbound/${id}`)]);
  await expect(heading(other, `Shipment ${id}`)).toBeVisible();
  await expect(heading(page, `Shipment ${id}`)).toBeVisible();

  // E opens the update; without a property nothing is sent.
  await page.keyboard.press('e');
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('e');
  await page.getByRole('dialog').getByLabel('Waybill').fill(`1Z-${id}`);
  await page.keyboard.press('Control+Enter');
  await expect(fact(page, 'Waybill')).toContainText(`1Z-${id}`);
  await expect(fact(other, 'Waybill')).toContainText(`1Z-${id}`);

  await page.getByRole('button', { name: `Change the quantity of ${sku}` }).click();
  const newQuantity = page.getByLabel('New quantity');
  await newQuantity.fill('-1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('New quantity should be greater or equal to 0').first()).toBeVisible();
  await newQuantity.fill(String(quantity - 1));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(other.getByText(`0 of ${quantity - 1}`, { exact: true }).first()).toBeVisible();

  await page.getByRole('region', { name: 'Courier' }).getByRole('button', { name: 'Change' }).click();
  await choose(page, 'Courier', 'FedEx 2Day');
  await page.keyboard.press('Control+Enter');
  await expect(fact(other, 'Courier')).toContainText('FedEx 2Day');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Lock for me' }).click();
  await expect(page.getByText(/^You have locked this shipment until/)).toBeVisible();
  await expect(other.getByText(/has locked this shipment until/)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Update' })).toBeHidden();
  await other.getByRole('button', { name: 'Take over' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await expect(other.getByText(/^You have locked this shipment until/)).toBeVisible();
  await expect(page.getByText(/has locked this shipment until/)).toBeVisible();

  // The holder voids it and is back in the list; on the other screen there is no such shipment any more.
  await other.getByRole('button', { name: 'More actions' }).click();
  await other.getByRole('menuitem', { name: 'Void' }).click();
  await other.getByRole('button', { name: 'Void shipment' }).click();
  await expect(heading(other, 'Shipping')).toBeVisible();
  await expect(page.getByText('Not found, or not yours to see')).toBeVisible();
  await other.context().close();
});
