// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './api.ts';
import { startLiveUpdates } from './live.ts';

/** The streams that the page has opened: what the server sends on them, and whether the page still listens. */
interface Stream {
  send: (kind: string) => void;
  isOpen: () => boolean;
}
let streams: Stream[];
let stop: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  stop = new AbortController();
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    signal?.addEventListener('abort', () => controller.error(signal.reason));
    streams.push({
      send: (kind) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify({ kind })}\n`)),
      isOpen: () => !signal?.aborted,
    });
    return new Response(body);
  });
});

afterEach(async () => {
  stop.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  queryClient.clear();
});

test('a connection that is half open is given up, and screens catch up with what they missed', async () => {
  const read = vi.fn(async () => 1);
  const unsubscribe = new QueryObserver(queryClient, { queryKey: ['anything'], queryFn: read }).subscribe(() => {});
  startLiveUpdates(stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  streams[0]?.send('hello');
  // The server beats every 20 seconds.
  for (let beats = 0; beats < 5; beats++) {
    await vi.advanceTimersByTimeAsync(20_000);
    streams[0]?.send('still');
  }
  await vi.advanceTimersByTimeAsync(0);
  expect([streams.length, streams[0]?.isOpen(), read.mock.calls.length]).toEqual([1, true, 1]);
  // From here on nothing arrives, and nobody closes it.
  await vi.advanceTimersByTimeAsync(60_000);
  expect([streams.length, streams[0]?.isOpen()]).toEqual([2, false]);
  streams[1]?.send('hello');
  await vi.waitFor(() => expect(read.mock.calls.length).toBe(2), { timeout: 30_000, interval: 100 });
  unsubscribe();
});
