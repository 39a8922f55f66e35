import { expect, type Page, test } from '@playwright/test';
import { as } from '../people.ts';
import { connectScanner } from '../scanner.ts';
import { ownWarehouse } from '../warehouse.ts';

test.use({ viewport: { width: 360, height: 800 } });

interface Replenishment {
  face: { units: number };
  wanted: number;
}

/** A picking face that lacks 40 units, with a plate of 30 and one of 60 in reserve. */
async function makeFace(page: Page) {
  const house = await ownWarehouse(page, 'FR');
  const item = await house.item('FR-OAK');
  const bin = await house.make('/locations', { location: 'FR-01-1', type: 'P' });
  await house.make('/locations', { location: 'FR-01-2', type: 'S' });
  for (const [license, qty] of [
    ['FR-LP-1', 30],
    ['FR-LP-2', 60],
  ] as const) {
    await house.plate(license);
    await house.call('POST', '/operations/inventories/adjust', {
      inventory_id: item.id,
      license,
      qty,
      reference: 'Journey',
    });
    await house.call('POST', '/licenses/move', { license, location: 'FR-01-2' });
  }
  const face = await house.make('/faces', { location_id: bin.id, inventory_id: item.id, minimum: 10, maximum: 40 });
  const read = () => house.call<Replenishment>('GET', `/faces/${face.id}/action/replenish`);
  return { id: face.id, read };
}

test('a picking face is filled: a whole plate, then a part of one without the network', async ({ page, context }) => {
  test.setTimeout(180_000);
  const { id, read } = await makeFace(page);
  await as(page, 'super', '/floor/replenish');
  await page.getByRole('link', { name: /FR-01-1/ }).click();
  await expect(page).toHaveURL(new RegExp(`/floor/replenish/${id}$`));
  const scan = await connectScanner(page);
  await expect(page.getByLabel('Scan the plate or its bin')).toBeFocused();
  await expect(page.getByText('the whole plate: 30')).toBeVisible();
  await scan('FR-01-1');
  await expect(page.getByRole('alert')).toContainText('Scan plate FR-LP-1 first, then FR-01-1.');
  await scan('FR-LP-1');
  await expect(page.getByLabel('Scan picking face FR-01-1')).toBeFocused();
  await scan('FR-01-2');
  await expect(page.getByRole('alert')).toContainText('FR-01-2 is the wrong place: bring it to FR-01-1.');
  await scan('FR-01-1');
  await expect.poll(async () => (await read()).face.units).toBe(30);
  await expect(page.getByText('10 of 60')).toBeVisible();

  await context.setOffline(true);
  await expect(page.locator('[data-strip]')).toContainText('No connection since', { timeout: 30_000 });
  // The bin of the plate says which plate is meant.
  await scan('FR-01-2');
  await scan('61*');
  await expect(page.getByRole('alert')).toContainText('61 are too many: 60 are on the plate.');
  await scan('4*');
  await scan('FR-01-1');
  await expect(page.getByText('6 of 56')).toBeVisible();
  await expect(page.locator('[data-strip]')).toContainText('1 scan waits on this device');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await context.setOffline(false);
  await expect.poll(async () => (await read()).face.units, { timeout: 30_000 }).toBe(34);
  expect((await read()).wanted).toBe(6);
  await expect(page.getByText('6 of 56')).toBeVisible();

  // A part goes back onto its plate, then the whole plate into its bin.
  const undo = (what: string) => page.getByRole('button', { name: new RegExp(`^Undo ${what}`) }).click();
  await undo('4 × FR-OAK');
  await expect.poll(async () => (await read()).face.units).toBe(30);
  await expect(page.getByText('10 of 60')).toBeVisible();
  await undo('30 × FR-OAK');
  await expect.poll(async () => (await read()).face.units).toBe(0);
  await expect(page.getByText('the whole plate: 30')).toBeVisible();
});
