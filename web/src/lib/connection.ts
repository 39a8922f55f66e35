import { useSyncExternalStore } from 'react';

/**
 * Whether the server is reachable: `slow` while a call has been waiting long for its response, `back` for a moment
 * after an outage, so that users notice.
 */
export type Connection = { state: 'up' | 'slow' | 'back' } | { state: 'down'; retryAt: number };

const RETRY_MS = 5_000;
const PROBE_MS = 4_000;
const BACK_SHOWN_MS = 4_000;
const PROBE_PATH = '/healthz';

let connection: Connection = { state: 'up' };
let slowCalls = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setState(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const currentConnection = () => connection;
export const useConnection = () => useSyncExternalStore(subscribe, currentConnection);

/** Calls back when the server responds again after an outage. */
export function onReconnect(run: () => void): () => void {
  let wasDown = connection.state === 'down';
  return subscribe(() => {
    if (wasDown && connection.state === 'back') run();
    wasDown = connection.state === 'down';
  });
}

function scheduleProbe(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void probeNow(), RETRY_MS);
  setState({ state: 'down', retryAt: Date.now() + RETRY_MS });
}

/** Whether the server answers at this moment. */
export const isReachable = (): Promise<boolean> =>
  fetch(PROBE_PATH, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
    () => true,
    () => false,
  );

/** Probes the server now, without waiting for the next scheduled probe. */
export async function probeNow(): Promise<void> {
  // Otherwise the timer is the one that ends `back`.
  if (connection.state === 'down') clearTimeout(timer);
  if (await isReachable()) reportReachable();
  else if (connection.state === 'down') scheduleProbe();
}

/** Any response, whatever its status, means that the server is reachable. */
export function reportReachable(): void {
  if (connection.state !== 'down') return;
  clearTimeout(timer);
  setState({ state: 'back' });
  timer = setTimeout(() => setState({ state: 'up' }), BACK_SHOWN_MS);
}

/** Reports a call that has been waiting long. Returns a function to call when it ends. */
export function reportSlowCall(): () => void {
  slowCalls += 1;
  if (connection.state === 'up') setState({ state: 'slow' });
  return () => {
    slowCalls -= 1;
    if (slowCalls === 0 && connection.state === 'slow') setState({ state: 'up' });
  };
}

/** Reports a call without a response: the server is probed until it responds. */
export function reportUnreachable(): void {
  if (connection.state !== 'down') scheduleProbe();
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', reportUnreachable);
  window.addEventListener('online', () => void probeNow());
}
