/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope;
/** The build replaces every occurrence of this name by the value (`web/shell-worker.ts`), so it is used only once. */
declare const SHELL: { version: string; files: readonly string[]; onUse: readonly string[]; script: string };
const shell = SHELL;

/**
 * The service worker: the floor starts without the network (decision 0105). It stores the code of one version and the
 * page that belongs to it, and, once it was used, what reads codes from the camera; it stores nothing of the API. Every
 * other request goes to the server as if there were no worker.
 */
const PREFIX = 'longshore-shell-';
const CACHE = PREFIX + shell.version;
/** The one page of the app, whatever its address. */
const PAGE = '/floor';
/** A network that is there but too weak must not keep anybody from working. */
const NETWORK_MS_MAX = 3_000;
const keptOnUse = new Set(shell.onUse);
const files = new Set([...shell.files, ...shell.onUse]);

/** Their names contain a hash of their content. */
const neverChanges = (path: string) => path.startsWith('/assets/');
const isOnFloor = (path: string) => path === '/floor' || path.startsWith('/floor/');
/** Signing out leads to the sign-in page, which then says that it needs the network. */
const isKeptPage = (path: string) => isOnFloor(path) || path === '/auth/login';

/** Optional files that this device has used with an older version: it will use them again. */
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
 * A page tells by its script which version it is. When it is the last page on the floor and of this version, this
 * worker takes over; a page of an older version is told that a newer one is ready, and keeps its own code until it is
 * loaded again.
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
