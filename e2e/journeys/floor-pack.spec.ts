import { expect, test } from '@playwright/test';
import { as } from '../people.ts';
import { connectScanner } from '../scanner.ts';
import { ownWarehouse } from '../warehouse.ts';

test.use({ viewport: { width: 360, height: 800 } });

interface Wave {
  id: number;
  stops: { location: string; picks: { line_id: number; tote: string; quantity: number }[] }[];
}

test("a tote's code opens the packing of its shipment on the floor", async ({ page }) => {
  const house = await ownWarehouse(page, 'FK');
  const item = await house.item('FK-OAK');
  await house.make('/locations', { location: 'FK-01-1', type: 'P' });
  await house.plate('FK-LP-1');
  await house.call('POST', '/operations/inventories/adjust', {
    inventory_id: item.id,
    license: 'FK-LP-1',
    qty: 5,
    reference: 'Journey',
  });
  await house.call('POST', '/licenses/move', { license: 'FK-LP-1', location: 'FK-01-1' });
  const { shipmentId } = await house.shipped('Customer Order', 'FK-1', [[item.id, 3]]);
  const couriers = await house.call<{ id: number; shippo_id: string }[]>('GET', '/couriers');
  const courier_id = couriers.find(({ shippo_id }) => shippo_id !== '')?.id;
  await house.call('PUT', `/shipments/${shipmentId}/util/carrier`, { courier_id, payment_method: 'prepaid' });
  await house.call('POST', '/totes/batch', { start: 'FK-T1', count: 40 });
  const cart = await house.make('/carts', { cart: 'FK cart', totes: 1 });
  const wave = await house.call<Wave>('POST', '/waves', { cart_id: cart.id, shipments: [shipmentId] });
  const [stop] = wave.stops;
  const [pick] = stop?.picks ?? [];
  if (!stop || !pick) throw new Error('The wave has a pick.');

  await as(page, 'super', '/floor');
  await page.getByRole('link', { name: /^Pack/ }).click();
  const scan = await connectScanner(page);
  await expect(page.getByLabel('Scan a tote or a shipment ticket.')).toBeFocused();
  await scan('FK-01-1');
  await expect(page.getByRole('alert')).toContainText('FK-01-1 is a location. Scan a tote or a shipment ticket.');
  await scan(pick.tote);
  await expect(page.getByRole('alert')).toContainText(`Tote ${pick.tote} waits for 3 units: pick them first.`);
  await house.call('POST', `/waves/${wave.id}/picks`, {
    line_id: pick.line_id,
    place: stop.location,
    item: 'FK-OAK',
    tote: pick.tote,
    quantity: pick.quantity,
  });
  await scan(pick.tote);
  await expect(page).toHaveURL(new RegExp(`/floor/pack/${shipmentId}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // It has one line: one press packs it, and its label comes next.
  await page.getByRole('button', { name: /^All in Large box/ }).click();
  await expect(page).toHaveURL(new RegExp(`/f/outbound/${shipmentId}$`));
  await expect(page.getByRole('heading', { name: /label/i })).toBeVisible();
  const shipment = await house.call<{ packed: number }>('GET', `/shipments/${shipmentId}`);
  expect(shipment.packed).toBe(1);
});
