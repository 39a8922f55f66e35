import { expect, type Page } from '@playwright/test';
import { ownCode } from '../../contract/src/scan/own-codes.ts';
import { withCamera } from '../camera.ts';
import { as, connectApi } from '../people.ts';
import { connectScanner } from '../scanner.ts';

const BIN = 'CAM-B1';
const PLATE = 'CAM-LP-1';

/** Two labels, one after the other, with a pause between them. */
const test = withCamera([
  { code: ownCode('location', BIN) ?? '', seconds: 3 },
  { code: '', seconds: 3 },
  { code: ownCode('license', PLATE) ?? '', seconds: 3 },
  { code: '', seconds: 3 },
]);

test.use({ viewport: { width: 360, height: 740 } });

const button = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Camera' });
const viewfinder = (page: Page) => page.getByRole('region', { name: 'Camera' });

/** The bin and the plate of the labels. */
async function makeRecords(page: Page): Promise<void> {
  const call = await connectApi(page);
  const { records } = await call<{ records: unknown[] }>('GET', `/locations?search=${BIN}`);
  if (records.length > 0) return;
  await call('POST', '/locations', { location: BIN });
  await call('POST', '/licenses/batch', { start: PLATE, count: 1, client_id: 1, uom_id: 1 });
}

/** Whether any of the page's cameras films, by its tracks. */
const watchTracks = (page: Page) =>
  page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { isFilming: () => tracks.some(({ readyState }) => readyState === 'live') });
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
const isFilming = (page: Page) => page.evaluate(() => (window as unknown as { isFilming(): boolean }).isFilming());

test('codes in front of the camera are looked up, one after the other', async ({ page, baseURL }) => {
  await makeRecords(page);
  await watchTracks(page);
  const elsewhere: string[] = [];
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin) elsewhere.push(request.url());
    if (pathname.endsWith('.wasm')) loaded.push(pathname);
  });
  await as(page, 'super', '/floor/look-up');
  expect(loaded).toEqual([]);
  expect(page.workers()).toEqual([]);
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(new RegExp(`/floor/look-up/${ownCode('location', BIN)}$`));
  await expect(viewfinder(page).getByRole('status')).toHaveText(ownCode('location', BIN) ?? '');
  await expect(page.getByRole('main')).toContainText(BIN);
  // It stays open for the next one.
  await expect(page).toHaveURL(new RegExp(`/floor/look-up/${ownCode('license', PLATE)}$`));
  await expect(page.getByText('no bin')).toBeVisible();
  // What reads the codes is our own, was loaded once, and works beside the page.
  expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([
    expect.stringMatching(/^\/assets\/code-reader\.worker-/),
  ]);
  expect(loaded).toEqual([expect.stringMatching(/^\/assets\/zxing_reader-/)]);
  expect(elsewhere).toEqual([]);
  expect(await isFilming(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(viewfinder(page)).toHaveCount(0);
  expect(await isFilming(page)).toBe(false);
});

test('a plate and a bin that the camera sees are moved as those of the scanner', async ({ page }) => {
  await makeRecords(page);
  await as(page, 'super', '/floor/move');
  await button(page).click();
  const log = page.getByRole('main').getByRole('status').getByRole('listitem');
  await expect(log.first()).toHaveText(new RegExp(`^${PLATE} → ${BIN}`), { timeout: 30_000 });
  await viewfinder(page).getByRole('button', { name: 'Close the camera' }).click();
  await expect(viewfinder(page)).toHaveCount(0);
});

test.describe('without the network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a device that has used the camera reads codes with it', async ({ page, context }) => {
    test.setTimeout(240_000);
    await as(page, 'super', '/floor');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((resume) => setTimeout(resume, 50));
    });
    const isKept = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return kept.flat().some(({ url }) => url.endsWith('.wasm'));
      });
    // Most devices have a scanner, and need not load what reads the codes.
    expect(await isKept()).toBe(false);
    await button(page).click();
    await expect(viewfinder(page).getByRole('status')).toContainText('CAM-', { timeout: 30_000 });
    await expect.poll(isKept).toBe(true);
    await context.setOffline(true);
    await page.goto('/floor/look-up');
    await button(page).click();
    await expect(viewfinder(page).getByRole('status')).toContainText('CAM-', { timeout: 60_000 });
  });
});

test('without permission a sentence says what to do, and the scanner works', async ({ page }) => {
  await makeRecords(page);
  // As browsers answer when somebody has said no, until it is allowed in their settings.
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    let isAllowed = false;
    const allowCamera = () => {
      isAllowed = true;
    };
    Object.assign(window, { allowCamera });
    devices.getUserMedia = async (wanted) => {
      if (!isAllowed) throw new DOMException('Permission denied', 'NotAllowedError');
      return open(wanted);
    };
  });
  await as(page, 'super', '/floor/look-up');
  await button(page).click();
  const problem = viewfinder(page).getByRole('alert');
  await expect(problem).toContainText('The browser does not allow the camera here.');
  await expect(problem).toContainText('Scanner and keyboard work as before.');
  const scan = await connectScanner(page);
  await scan(BIN);
  await expect(page).toHaveURL(new RegExp(`/floor/look-up/${BIN}$`));
  await page.getByRole('textbox').fill(PLATE);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/floor/look-up/${PLATE}$`));
  await page.evaluate(() => (window as unknown as { allowCamera(): void }).allowCamera());
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(new RegExp(`/floor/look-up/${ownCode('location', BIN)}$`), { timeout: 30_000 });
});
