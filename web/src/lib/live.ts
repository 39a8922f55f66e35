import { queryClient } from './api.ts';
import { bearerToken } from './call.ts';
import { liveRefresher, type Notice } from './live-refresh.ts';

/**
 * Screens hear of changes that others make. One stream per browser, because HTTP/1.1 allows six connections to a host
 * and many tabs would use them up: the tab that holds the lock reads the stream and tells the others.
 */
const LOCK = 'longshore-live';
const RETRY_MS = 5_000;

const refreshFor = liveRefresher(queryClient);

/** The stream's own lines: `hello` when it begins, `still` now and then. */
function hear(notice: Notice): void {
  if (notice.kind !== 'hello' && notice.kind !== 'still') refreshFor(notice);
}

async function readStream(onNotice: (notice: Notice) => void, signal: AbortSignal): Promise<void> {
  const answer = await fetch('/api/v3/live', { headers: { authorization: `Bearer ${bearerToken()}` }, signal });
  const reader = answer.ok ? answer.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (text + part.value).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) onNotice(JSON.parse(line) as Notice);
  }
}

/** Listens until the tab goes or `signal` says so. */
export function listenLive(signal: AbortSignal): void {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(LOCK);
  channel.addEventListener('message', ({ data }: MessageEvent<Notice>) => hear(data));
  signal.addEventListener('abort', () => channel.close());
  const pass = (notice: Notice) => {
    hear(notice);
    channel.postMessage(notice);
  };
  const lead = async () => {
    for (let streams = 0; !signal.aborted; streams++) {
      await readStream((notice) => {
        // What happened between two streams was heard by nobody.
        pass(notice.kind === 'hello' && streams > 0 ? { kind: '' } : notice);
      }, signal).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  navigator.locks.request(LOCK, { signal }, lead).catch(() => {});
}
