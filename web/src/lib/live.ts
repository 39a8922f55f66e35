import { queryClient } from './api.ts';
import { bearerToken } from './call.ts';

/**
 * Screens hear of changes that others make. One stream per browser, because HTTP/1.1 allows six connections to a host
 * and many tabs would use them up: the tab that holds the lock reads the stream and tells the others.
 */
const LOCK = 'longshore-live';
const RETRY_MS = 5_000;
/** Changes come in bursts (an import, say); screens look again once per burst. */
const SETTLE_MS = 400;

interface Notice {
  /** `relation.saved`; empty when anything may have changed. */
  kind: string;
}

const waiting = new Set<string>();
let settling = false;

/** Events are named in the singular, paths in the plural: inventory.saved is about /inventories. */
export const isAbout = (noun: string, path: string) => path.includes(`/${noun.replace(/y$/, 'i')}`);

/** Looks again at what is on the screen of that kind: `relation.saved` touches every call with /relation… in it. */
function hear({ kind }: Notice): void {
  if (kind === 'hello' || kind === 'still') return;
  waiting.add(kind.split('.')[0] ?? '');
  if (settling) return;
  settling = true;
  setTimeout(() => {
    settling = false;
    const nouns = [...waiting];
    waiting.clear();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => nouns.some((noun) => isAbout(noun, String(path))),
    });
  }, SETTLE_MS);
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
  const lead = async () => {
    while (!signal.aborted) {
      await readStream((notice) => {
        hear(notice);
        channel.postMessage(notice);
      }, signal).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  navigator.locks.request(LOCK, { signal }, lead).catch(() => {});
}
