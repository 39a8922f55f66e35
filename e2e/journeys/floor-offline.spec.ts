import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { waitForWorker } from '../floor-worker.ts';
import { NextVersion } from '../next-version.ts';
import { OwnServer } from '../own-server.ts';
import { as, connectApi } from '../people.ts';
import { connectScanner } from '../scanner.ts';

test.use({ viewport: { width: 360, height: 800 }, serviceWorkers: 'allow' });

const strip = (page: Page) => page.locator('[data-strip]');
const home = (page: Page) => page.getByRole('heading', { level: 1, name: /^Hello / });

/** The paths that the service worker keeps. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

const keptVersions = (page: Page) => page.evaluate(() => caches.keys());

interface KeptSession {
  owner: string;
  session: { user: { name: string } };
}

/** What the device keeps of the person, by its own storage. */
const keptSessions = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<KeptSession[]>((resolve, reject) => {
        const opening = indexedDB.open('longshore-session');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const read = opening.result.transaction('session').objectStore('session').getAll();
          read.onsuccess = () => {
            opening.result.close();
            resolve(read.result);
          };
        };
      }),
  );

async function openFloor(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await as(page, 'super', '/floor');
  await expect(home(page)).toBeVisible();
  await waitForWorker(page);
  await expect.poll(async () => (await keptSessions(page)).length).toBe(1);
  return page;
}

test('the floor can be installed', async ({ request }) => {
  const manifest = await request.get('/manifest.webmanifest');
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const declared = await manifest.json();
  expect(declared).toMatchObject({ start_url: '/floor', scope: '/', display: 'standalone' });
  expect(declared.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of declared.icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type'], src).toBe('image/png');
    const bytes = await icon.body();
    // Width and height are the first facts of a PNG.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const page = await (await request.get('/floor')).text();
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  const worker = await request.get('/sw.js');
  expect(worker.headers()['content-type']).toContain('javascript');
  // A browser that kept the worker would never find a newer version.
  expect(worker.headers()['cache-control']).toBe('no-cache');
});

test('the floor starts without the server, and its scans are sent when it is back', async ({ browser }) => {
  test.setTimeout(300_000);
  const server = await OwnServer.start();
  try {
    const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 360, height: 800 } });
    const page = await openFloor(context);
    const { name } = (await keptSessions(page))[0]?.session.user ?? { name: '?' };
    const call = await connectApi(page);
    await call('POST', '/locations', { location: 'OFF-B1' });
    const [plate] = await call<{ id: number; license: string }[]>('POST', '/licenses/batch', {
      start: 'OFF-LP-1',
      count: 1,
      client_id: 1,
      uom_id: 1,
    });
    // No answer of the server about anybody's goods is kept; only the code, and the page that starts it.
    const others = (await keptPaths(page)).filter((path) => !path.startsWith('/assets/'));
    expect(others.sort()).toEqual(['/color-scheme.js', '/floor', '/logo.svg', '/manifest.webmanifest']);

    // A network that is there and does not answer.
    await context.route('**/api/**', () => {});
    await page.reload();
    await expect(home(page)).toBeVisible();
    await context.unroute('**/api/**');

    await server.kill();
    await page.close();
    const offline = await context.newPage();
    await offline.goto('/floor');
    await expect(offline.getByRole('heading', { level: 1, name: `Hello ${name}` })).toBeVisible();
    await expect(strip(offline)).toContainText('No connection since', { timeout: 30_000 });
    // Screens whose code was never loaded open as well.
    await offline.getByRole('link', { name: /^Move/ }).click();
    await expect(offline.getByRole('heading', { level: 1, name: 'Move' })).toBeVisible();
    const scan = await connectScanner(offline);
    await scan('OFF-LP-1');
    await scan('OFF-B1');
    await expect(strip(offline)).toContainText('1 scan waits on this device');
    await offline.reload();
    await expect(strip(offline)).toContainText('1 scan waits on this device');

    await server.start();
    await expect(strip(offline)).toHaveCount(0, { timeout: 60_000 });
    const moved = await (await connectApi(offline))<{ locations: { location: string }[] }>(
      'GET',
      `/licenses/${plate?.id}`,
    );
    expect(moved.locations.map(({ location }) => location)).toContain('OFF-B1');
    await context.close();
  } finally {
    await server.stop();
  }
});

test('signing out removes what the device keeps of the person; without it, signing in needs the network', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const server = await OwnServer.start();
  try {
    const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 360, height: 800 } });
    const page = await openFloor(context);
    await page.getByRole('button', { name: 'Marta Oliveira' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    expect(await keptSessions(page)).toEqual([]);

    await server.kill();
    await page.goto('/floor');
    await expect(page.getByRole('alert').filter({ hasText: 'Signing in needs the network.' })).toBeVisible();
    await expect(home(page)).toHaveCount(0);
    await context.close();
  } finally {
    await server.stop();
  }
});

/** The address of the script that a page was started with. */
const scriptOf = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('script[type=module]')].at(-1)?.getAttribute('src') ?? '');

test('a newer version is offered, loaded with the next page, and then starts without the network too', async ({
  browser,
  baseURL,
}) => {
  const server = new NextVersion(baseURL ?? '');
  await server.start();
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 360, height: 800 } });
  try {
    const page = await openFloor(context);
    const before = await scriptOf(page);
    server.isNewer = true;
    // As the page does every hour, and the browser with every visit.
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(page.getByRole('alert').filter({ hasText: 'A newer version of Longshore is here' })).toBeVisible();
    // The work goes on with the version that it was begun with.
    expect(await scriptOf(page)).toBe(before);
    await page.getByRole('button', { name: 'Load again' }).click();
    await expect.poll(() => scriptOf(page).catch(() => before)).toBe(server.script);
    await expect.poll(() => keptVersions(page)).toHaveLength(1);
    expect(await keptPaths(page)).toContain(server.script);
    await server.stop();
    await page.reload();
    await expect(home(page)).toBeVisible();
    expect(await scriptOf(page)).toBe(server.script);
  } finally {
    await context.close();
    await server.stop();
  }
});
