import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Locator, test } from '@playwright/test';
import { OwnServer } from '../own-server.ts';
import { as, connectApi } from '../people.ts';
import { connectScanner } from '../scanner.ts';

const PLATES = 200;
const BINS = 20;
/** Ten scans a second. */
const SCAN_MS = 100;
const CUTS_AT = [60, 150, 320];
const CUT_MS = 2_500;
const KILLED_AT = 230;
/** A busy machine takes its time, but something always happens. */
const STALL_MS = 60_000;

const plateName = (at: number) => `RUSH-${String(at + 1).padStart(3, '0')}`;
const binName = (at: number) => `RB-${String((at % BINS) + 1).padStart(2, '0')}`;

/** Waits as long as the count grows. */
async function waitUntilPutAway(dialog: Locator): Promise<void> {
  const all = `${PLATES} plates put away`;
  const count = dialog.getByText(/^\d+ plates? put away$/);
  const grows = (now: string) =>
    expect(count)
      .not.toHaveText(now, { timeout: STALL_MS })
      .then(() => true)
      .catch(() => false);
  let now = '';
  do now = (await count.textContent()) ?? '';
  while (now !== all && (await grows(now)));
  // The whole dialog, so that a failure shows which scan was refused or waits.
  await expect(dialog).toContainText(all);
}

test('200 plates are put away at ten scans a second, with the network cut three times and the server killed once', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const server = await OwnServer.start();
  try {
    const context = await browser.newContext({ baseURL: server.origin });
    const page = await context.newPage();
    const call = await connectApi(page);
    for (let at = 0; at < BINS; at++) await call('POST', '/locations', { location: binName(at) });
    await call('POST', '/licenses/batch', { start: plateName(0), count: PLATES, client_id: 1, uom_id: 1 });
    await as(page, 'super', '/licenses/on_page%3D1');
    await page.getByRole('button', { name: 'Put-Away' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Scan the license plate')).toBeFocused();
    const scan = await connectScanner(page);

    const codes = Array.from({ length: PLATES }, (_, at) => [plateName(at), binName(at)]).flat();
    const waiting = dialog.getByText(/scans? (is|are) waiting for the connection/);
    const faults: Promise<void>[] = [];
    const cut = async () => {
      await context.setOffline(true);
      await expect(waiting).toBeVisible();
      await sleep(CUT_MS);
      await context.setOffline(false);
    };
    const crash = async () => {
      await server.kill();
      await server.start();
    };
    const start = Date.now();
    for (const [at, code] of codes.entries()) {
      if (CUTS_AT.includes(at)) faults.push(cut());
      if (at === KILLED_AT) faults.push(crash());
      await sleep(Math.max(0, start + at * SCAN_MS - Date.now()));
      await scan(code);
    }
    await Promise.all(faults);
    await waitUntilPutAway(dialog);
    await expect(waiting).toHaveCount(0);
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expect(dialog.getByRole('list', { name: 'Put away just now' }).getByRole('listitem').first()).toContainText(
      `${plateName(PLATES - 1)} is at ${binName(PLATES - 1)}`,
    );
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();

    const rows: { license: string; locations: { location: string }[] }[] = [];
    for (let onPage = 1; onPage <= 2; onPage++) {
      const query = `search=RUSH-&per_page=100&on_page=${onPage}`;
      rows.push(...(await call<{ records: typeof rows }>('GET', `/licenses?${query}`)).records);
    }
    const bins = Object.fromEntries(rows.map((row) => [row.license, row.locations.map(({ location }) => location)]));
    expect(bins).toEqual(Object.fromEntries(Array.from({ length: PLATES }, (_, at) => [plateName(at), [binName(at)]])));
    await context.close();
  } finally {
    await server.stop();
  }
});
