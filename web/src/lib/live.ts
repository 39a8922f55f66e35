import { queryClient } from './api.ts';
import { bearerToken } from './call.ts';
import type { Notice } from './live-refresh.ts';
import { endSession, renewPermissions, sessionUserId } from './session.ts';

/**
 * Keeps screens up to date with changes made by others. One stream per browser, because HTTP/1.1 allows six connections
 * per host and many tabs would use them up: the tab that holds the lock reads the stream and broadcasts to the others.
 */
const LOCK = 'longshore-live';
const RETRY_MS = 5_000;
/**
 * The server beats every 20 seconds. After two missed beats the connection is half open: nobody else would close it.
 */
const SILENCE_MS_MAX = 45_000;

/** The refresher knows every endpoint of the contract: it is loaded after the first screen, and notices wait for it. */
const LOAD_AFTER_MS = 5_000;
let refresher: Promise<(notice: Notice) => void> | undefined;

async function loadRefresher(): Promise<(notice: Notice) => void> {
  await new Promise((resolve) => setTimeout(resolve, LOAD_AFTER_MS - performance.now()));
  const { makeLiveRefresher } = await import('./live-refresh.ts');
  return makeLiveRefresher(queryClient, { userId: sessionUserId, renew: renewPermissions });
}

/** Ignores the stream's own lines: `hello` when it starts, `still` as a heartbeat. */
function handleNotice(notice: Notice): void {
  if (notice.kind === 'hello' || notice.kind === 'still') return;
  refresher ??= loadRefresher();
  refresher.then(
    (refreshFor) => refreshFor(notice),
    // Without a connection its code cannot be loaded: the next notice tries again.
    () => {
      refresher = undefined;
    },
  );
}

/** Aborted by `signal`, and when `isHeard` was not called for too long. */
function listenFor(signal: AbortSignal): { signal: AbortSignal; isHeard: () => void; stop: () => void } {
  const controller = new AbortController();
  const end = () => controller.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isHeard = () => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_MS_MAX);
  };
  const stop = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  };
  signal.addEventListener('abort', end);
  isHeard();
  return { signal: controller.signal, isHeard, stop };
}

async function readStream(onNotice: (notice: Notice) => void, until: AbortSignal): Promise<void> {
  const { signal, isHeard, stop } = listenFor(until);
  try {
    const answer = await fetch('/api/v3/live', { headers: { authorization: `Bearer ${bearerToken()}` }, signal });
    if (answer.status === 401) endSession();
    const reader = answer.ok ? answer.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
    let text = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      isHeard();
      const lines = (text + part.value).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) onNotice(JSON.parse(line) as Notice);
    }
  } finally {
    stop();
  }
}

/** How many streams this page has read: events between two of them were missed. */
let streams = 0;

async function readStreams(onNotice: (notice: Notice) => void, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; streams++) {
    await readStream((notice) => {
      onNotice(notice.kind === 'hello' && streams > 0 ? { kind: '' } : notice);
    }, signal).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** A stream of its own for the tab that people look at; hidden ones would use up the connections. */
function readWhileVisible(signal: AbortSignal): void {
  let reading: AbortController | undefined;
  const update = () => {
    if (document.hidden || signal.aborted) {
      reading?.abort();
      reading = undefined;
    } else if (!reading) {
      reading = new AbortController();
      void readStreams(handleNotice, reading.signal);
    }
  };
  update();
  document.addEventListener('visibilitychange', update, { signal });
  signal.addEventListener('abort', update);
}

/** Listens until the tab closes or `signal` is aborted. */
export function startLiveUpdates(signal: AbortSignal): void {
  // On a plain http address there are no locks.
  if (!navigator.locks) {
    readWhileVisible(signal);
    return;
  }
  const channel = new BroadcastChannel(LOCK);
  channel.addEventListener('message', ({ data }: MessageEvent<Notice>) => handleNotice(data));
  signal.addEventListener('abort', () => channel.close());
  const broadcast = (notice: Notice) => {
    handleNotice(notice);
    channel.postMessage(notice);
  };
  navigator.locks.request(LOCK, { signal }, () => readStreams(broadcast, signal)).catch(() => {});
}
