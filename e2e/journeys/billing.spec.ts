import { expect, type Page, test } from '@playwright/test';
import { type Item, type OwnWarehouse, ownWarehouse } from '../warehouse.ts';

interface Shipment {
  shipment_lines: { id: number; quantity: number }[];
}
interface Boot {
  resources: { uoms: { id: number; name: string }[] };
}

/** A client that pays per order and per carton for what it receives. */
async function givenRates(own: OwnWarehouse, name: string): Promise<void> {
  const activity = await own.make('/billing/activities', { name, charge: 'Inbound', client_id: own.clientId });
  for (const [item, uom, rate] of [
    [`${name} order`, 'Order', '2.40'],
    [`${name} carton`, 'Carton', '0.65'],
  ]) {
    const { id } = await own.make('/billing/items', { name: item, uom });
    await own.make(`/billing/activities/${activity.id}/items/${id}`, { rate, valid_from: '2020-01-01' });
  }
}

/** Goods that were received and are not billed yet. */
async function received(own: OwnWarehouse, reference: string, item: Item, units: number): Promise<number> {
  const { shipmentId } = await own.shipped('Vendor Order', reference, [[item.id, units]]);
  const { shipment_lines } = await own.call<Shipment>('GET', `/shipments/${shipmentId}`);
  for (const { id: lineId, quantity } of shipment_lines)
    await own.call('POST', `/shipments/${shipmentId}/fulfill/line`, { lineId, quantity });
  return shipmentId;
}

const unbilledOf = (clientId: number) =>
  `/billing/unbilled/${encodeURIComponent(`on_page=1&filter_by[client_id]=${clientId}`)}`;

async function addCartons(page: Page, per: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a unit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('UOM').click();
  await page.getByRole('option', { name: 'Carton' }).click();
  await dialog.getByLabel('# of base unit').fill(per);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('a charge explains itself, and what is not billed is corrected and run again', async ({ page }) => {
  const own = await ownWarehouse(page, 'billed');
  const name = `B${Date.now().toString(36)}`;
  const [boxed, loose] = [await own.item(`${name}-BOX`), await own.item(`${name}-LOOSE`)];
  const { resources } = await own.call<Boot>('GET', '/boot');
  const uomId = (unit: string) => resources.uoms.find((uom) => uom.name === unit)?.id;
  await own.make(`/inventories/${boxed.id}/uoms`, { uom_id: uomId('Carton'), qty_per_base: 12 });
  await own.make(`/inventories/${loose.id}/uoms`, { uom_id: uomId('Unit'), is_base: 1, qty_per_base: 1 });
  await givenRates(own, name);
  const [billed, finished] = [await received(own, `${name}-1`, boxed, 25), await received(own, `${name}-2`, loose, 7)];
  await own.call('POST', '/shipments/action/batch/finish', { ids: [finished], options: { bill: 1, email: 0 } });
  await own.signIn();

  // Bill a shipment: quantities are numbers, not amounts of money.
  await page.goto(`/f/inbound/${billed}`);
  await page.getByRole('button', { name: 'Bill', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Quantity').first()).toHaveValue('3');
  // A charge that was left out is added again, at the rate of the day.
  await dialog.getByRole('button', { name: `Leave out ${name} order` }).click();
  await dialog.getByLabel('Add a charge').click();
  await page.getByRole('option', { name: `${name} order` }).click();
  await expect(dialog.getByLabel('Price').last()).toHaveValue('2.40');
  await dialog.getByRole('button', { name: 'Post charges' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/billing/entries/${encodeURIComponent(`on_page=1&filter_by[client_id]=${own.clientId}`)}`);
  await page.getByRole('link', { name: `How it was computed: ${name} carton, ${name}-1` }).click();
  await expect(page.getByText('3 × $0.65 = $1.95')).toBeVisible();
  await expect(page.getByRole('link', { name: boxed.sku })).toBeVisible();
  await page.getByRole('button', { name: 'Recompute' }).click();
  await expect(page.getByText('Recomputed: the same, $1.95.')).toBeVisible();

  // What was typed for a shipment is not offered for another.
  const byHand = (id: number) =>
    `/billing/entries/action/${encodeURIComponent(`type=manual&client_id=${own.clientId}&reference=R${id}&billable_id=${id}&billable_type=shipment`)}`;
  await page.goto(byHand(billed));
  await page.getByLabel('Note').fill('Of the first shipment');
  await page.getByLabel('Note').blur();
  await page.goto(byHand(finished));
  await expect(page.getByRole('link', { name: `Charges of shipment ${finished}` })).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('');
  await page.getByRole('combobox', { name: 'Activity' }).click();
  await page.getByRole('option', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Add line' }).click();
  await expect(page.getByLabel('Price')).toHaveAttribute('placeholder', '0.65');

  // The other one has a SKU that cartons cannot be counted of.
  await page.goto(unbilledOf(own.clientId));
  await page.getByRole('button', { name: 'SKU without the unit', exact: true }).click();
  await expect(dialog.getByText('These SKUs have no unit Carton')).toBeVisible();
  await dialog.getByRole('link', { name: 'Add the unit' }).click();
  await addCartons(page, '4');
  await page.goto(unbilledOf(own.clientId));
  await page.getByRole('button', { name: 'SKU without the unit', exact: true }).click();
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(dialog.getByText('1 entry added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: 'SKU without the unit', exact: true })).toBeHidden();
});
