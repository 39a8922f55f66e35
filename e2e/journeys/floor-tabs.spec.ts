import { expect, type Page, type Route, test } from '@playwright/test';
import { as, connectApi } from '../people.ts';
import { connectScanner } from '../scanner.ts';

test.use({ viewport: { width: 360, height: 800 } });

const BINS = ['TAB-B1', 'TAB-B2'];
const PLATES = ['TAB-LP-1', 'TAB-LP-2', 'TAB-LP-3', 'TAB-LP-4'];

const strip = (page: Page) => page.locator('[data-strip]');
const keyOf = (route: Route) => route.request().headers()['idempotency-key'] ?? '';
const plateOf = (route: Route) => (route.request().postDataJSON() as { license: string }).license;

/**
 * Each plate into one bin and then into the other one: a move that is done twice, or too late, shows in its history.
 */
async function scanMoves(page: Page, plates: readonly string[]): Promise<void> {
  const scan = await connectScanner(page);
  for (const plate of plates)
    for (const bin of BINS) {
      await scan(plate);
      await scan(bin);
    }
  await expect(strip(page)).toContainText(`${plates.length * BINS.length} scans wait on this device`);
}

test('two tabs with one outbox send every scan once, also when one is closed in the middle', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const call = await connectApi(page);
  for (const location of BINS) await call('POST', '/locations', { location });
  const made = await call<{ id: number; license: string }[]>('POST', '/licenses/batch', {
    start: PLATES[0],
    count: PLATES.length,
    client_id: 1,
    uom_id: 1,
  });
  const other = await context.newPage();
  for (const tab of [page, other]) await as(tab, 'super', '/floor/move');
  await context.setOffline(true);
  for (const tab of [page, other]) await expect(strip(tab)).toContainText('No connection since', { timeout: 30_000 });
  await scanMoves(other, PLATES.slice(0, 2));
  await scanMoves(page, PLATES.slice(2));

  // The server does the first move of the other tab and its answer is lost; the next one never reaches the server.
  const sentBy = { page: new Set<string>(), other: new Set<string>() };
  const held: Promise<unknown>[] = [];
  await other.route('**/licenses/move', (route) => {
    sentBy.other.add(keyOf(route));
    if (plateOf(route) === PLATES[0]) held.push(route.fetch());
  });
  let isOtherOpen = true;
  const sentTwice: string[] = [];
  await page.route('**/licenses/move', async (route) => {
    const key = keyOf(route);
    const isOfOther = isOtherOpen && (sentBy.other.has(key) || PLATES.indexOf(plateOf(route)) < 2);
    if (isOfOther || sentBy.page.has(key)) sentTwice.push(key);
    sentBy.page.add(key);
    await route.continue();
  });
  await context.setOffline(false);
  await expect.poll(() => sentBy.other.size, { timeout: 30_000 }).toBe(2);
  await Promise.all(held);
  await expect(strip(page)).toHaveCount(0, { timeout: 30_000 });
  isOtherOpen = false;
  await other.close();

  // What the closed tab has left is sent by this one, under the same keys.
  await expect.poll(() => sentBy.page.size, { timeout: 60_000 }).toBe(PLATES.length * BINS.length);
  await expect(strip(page)).toHaveCount(0, { timeout: 30_000 });
  expect(sentTwice).toEqual([]);
  expect([...sentBy.other].every((key) => sentBy.page.has(key))).toBe(true);
  for (const { id, license } of made) {
    const places = await call<{ location: string }[]>('GET', `/licenses/${id}/util/locations`);
    expect(places.map(({ location }) => location).reverse(), license).toEqual(BINS);
  }
});
