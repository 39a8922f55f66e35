/** The worker begins after the first screen, so that what it stores is loaded later than that. */
const START_AFTER_MS = 2_000;
/** A device on the floor is seldom loaded again, and then finds no newer version by itself. */
const LOOK_EVERY_MS = 3_600_000;

/** Which version this page is: the address of its script names its content. */
const ownScript = () => {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]');
  return new URL([...scripts].at(-1)?.src ?? location.href).pathname;
};

/** Lets each version that is ready know of this page (`app/shell.worker.ts`). */
function introduce(registration: ServiceWorkerRegistration): void {
  const meet = (worker: ServiceWorker | null) => worker?.postMessage({ script: ownScript() });
  meet(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && meet(installing));
  });
}

/**
 * Registers the service worker, by which the floor starts without the network. `onNewVersion` is called when a newer
 * version is ready: the page stays as it is until it is loaded again. Browsers allow it on https and on localhost only.
 */
export function startShellWorker(onNewVersion: () => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !import.meta.env.PROD) return () => {};
  const hear = ({ data }: MessageEvent) => data === 'new-version' && onNewVersion();
  let registered: ServiceWorkerRegistration | undefined;
  const register = async () => {
    registered = await workers.register('/sw.js', { updateViaCache: 'none' });
    introduce(registered);
  };
  // Without the network, or when the browser refuses to store anything, the app works as it does without a worker.
  const start = setTimeout(() => void register().catch((error: unknown) => console.warn(error)), START_AFTER_MS);
  const look = setInterval(() => void registered?.update().catch(() => {}), LOOK_EVERY_MS);
  workers.addEventListener('message', hear);
  return () => {
    clearTimeout(start);
    clearInterval(look);
    workers.removeEventListener('message', hear);
  };
}
