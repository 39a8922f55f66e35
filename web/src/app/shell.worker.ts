/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope;
/** Written into the worker by the build (`web/shell-worker.ts`), wherever it is named: so once. */
declare const SHELL: { version: string; files: readonly string[]; onUse: readonly string[]; script: string };
const shell = SHELL;

/**
 * The service worker: the floor starts without the network (decision 0105). It keeps the code of one version and the page
 * that belongs to it, what reads codes from the camera once it was used, and nothing of the API. Whatever it does not answer goes to the server as if it were not there.
 */
const PREFIX = 'longshore-shell-';
const CACHE = PREFIX + shell.version;
/** The one page of the app, whatever its address. */
const PAGE = '/floor';
/** A network that is there and too weak must not keep anybody from working. */
const NETWORK_MS_MAX = 3_000;
const keptOnUse = new Set(shell.onUse);
const files = new Set([...shell.files, ...shell.onUse]);

/** Their names contain a hash of their content. */
const neverChanges = (path: string) => path.startsWith('/assets/');
const isOnFloor = (path: string) => path === '/floor' || path.startsWith('/floor/');
/** Signing out leads to the sign-in page, which then says that it needs the network. */
const isKeptPage = (path: string) => isOnFloor(path) || path === '/auth/login';

/** What this device has used of an older version, it will use again. */
async function usedBefore(): Promise<string[]> {
  const answers = await Promise.all(shell.onUse.map((path) => caches.match(path, { ignoreVary: true })));
  return shell.onUse.filter((_, at) => answers[at] !== undefined);
}

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = [...shell.files, ...(await usedBefore())];
  // What the page has loaded already comes from the browser's own cache.
  await cache.addAll(wanted.map((path) => new Request(path, { cache: neverChanges(path) ? 'default' : 'no-cache' })));
  const page = await fetch(PAGE, { cache: 'reload' });
  const isSameVersion = page.ok && (await page.clone().text()).includes(shell.script);
  if (!isSameVersion) throw new Error('A server of another version has answered: the next visit tries again');
  await cache.put(PAGE, page);
}

/** Once this version answers, no page of another one is open on the floor. */
async function removeOthers(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const keepUsed = async (path: string, answer: Response) => (await caches.open(CACHE)).put(path, answer);
const kept = async (path: string) => (await caches.open(CACHE)).match(path, { ignoreVary: true });

/** The page of the server; the kept one when the server does not answer in time, or its proxy answers for it. */
async function answerPage(request: Request): Promise<Response> {
  const fromServer = fetch(request).then((page) => (page.status < 500 ? page : undefined));
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_MS_MAX));
  const page = await Promise.race([fromServer, tooLate]).catch(() => undefined);
  return page ?? (await kept(PAGE)) ?? fetch(request);
}

async function answerFile(request: Request, path: string): Promise<Response> {
  const stored = await kept(path);
  if (stored && neverChanges(path)) return stored;
  const answer = await fetch(request).catch((error) => {
    if (stored) return stored;
    throw error;
  });
  // A device that cannot store it works on with the network.
  if (answer.ok && keptOnUse.has(path)) await keepUsed(path, answer.clone()).catch(() => {});
  return answer;
}

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(removeOthers()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isKeptPage(pathname)) event.respondWith(answerPage(request));
  } else if (files.has(pathname)) event.respondWith(answerFile(request, pathname));
});

/**
 * A page says by its script which version it is. The last page on the floor that is of this version lets it take over;
 * one of an older version is informed that a newer one is ready, and keeps its own code until it is loaded again.
 */
async function meet(page: Client, script: string): Promise<void> {
  if (script !== shell.script) return page.postMessage('new-version');
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const onFloor = windows.filter(({ url }) => isOnFloor(new URL(url).pathname));
  if (onFloor.length <= 1) await self.skipWaiting();
}

self.addEventListener('message', (event) => {
  if (event.source instanceof Client) event.waitUntil(meet(event.source, String(event.data?.script)));
});
