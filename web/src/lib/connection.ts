import { useSyncExternalStore } from 'react';

/**
 * Whether the server can be reached: `slow` while a call has waited long for its answer, `back` for a moment after it
 * could not be reached, so that people see it.
 */
export type Connection = { state: 'up' | 'slow' | 'back' } | { state: 'down'; retryAt: number };

const RETRY_MS = 5_000;
const PROBE_MS = 4_000;
const BACK_SHOWN_MS = 4_000;
const PROBED = '/healthz';

let connection: Connection = { state: 'up' };
let waitingCalls = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const connectionNow = () => connection;
export const useConnection = () => useSyncExternalStore(subscribe, connectionNow);

/** Runs when the server answers again after it did not. */
export function onReconnect(run: () => void): () => void {
  let wasDown = connection.state === 'down';
  return subscribe(() => {
    if (wasDown && connection.state === 'back') run();
    wasDown = connection.state === 'down';
  });
}

function probeLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void probeNow(), RETRY_MS);
  become({ state: 'down', retryAt: Date.now() + RETRY_MS });
}

/** Asks the server for a sign of life now, without waiting for the next turn. */
export async function probeNow(): Promise<void> {
  clearTimeout(timer);
  try {
    await fetch(PROBED, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
    reportReached();
  } catch {
    if (connection.state === 'down') probeLater();
  }
}

/** Any answer, whatever it says, means that the server is there. */
export function reportReached(): void {
  if (connection.state !== 'down') return;
  clearTimeout(timer);
  become({ state: 'back' });
  timer = setTimeout(() => become({ state: 'up' }), BACK_SHOWN_MS);
}

/** A call has waited long for its answer. Answers what to do when its wait is over. */
export function reportWaiting(): () => void {
  waitingCalls += 1;
  if (connection.state === 'up') become({ state: 'slow' });
  return () => {
    waitingCalls -= 1;
    if (waitingCalls === 0 && connection.state === 'slow') become({ state: 'up' });
  };
}

/** A call got no answer: look for the server until it is there again. */
export function reportUnreached(): void {
  if (connection.state !== 'down') probeLater();
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', reportUnreached);
  window.addEventListener('online', () => void probeNow());
}
