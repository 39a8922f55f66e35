import { session } from '@longshore/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiFailure, call, readLink } from './call.ts';
import { reportReachable } from './connection.ts';

/** The parts of a body, with the milliseconds before each; without a last one it never ends. */
type Parts = readonly (readonly [number, string])[];

function answer(status: number, parts: Parts, isComplete = true) {
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    if (address === '/healthz') return Promise.reject(new Error('offline'));
    const body = new ReadableStream({
      async start(controller) {
        signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
        for (const [delay, text] of parts) {
          await new Promise((resolve) => setTimeout(resolve, delay));
          if (signal?.aborted) return;
          controller.enqueue(new TextEncoder().encode(text));
        }
        if (isComplete) controller.close();
      },
    });
    return Promise.resolve(new Response(body, { status }));
  });
}

/** The result within a time, or the failure; undefined while it waits. */
async function resultAfter(milliseconds: number, calling: Promise<unknown>) {
  let result: unknown;
  calling.then(
    (value) => {
      result = value;
    },
    ({ status, hasTimedOut }: ApiFailure) => {
      result = { status, hasTimedOut };
    },
  );
  await vi.advanceTimersByTimeAsync(milliseconds);
  return result;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  reportReachable();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a body that stops arriving ends the call at its time limit', async () => {
  answer(200, [[10, '{"data":']], false);
  const calling = call(session.boot);
  expect(await resultAfter(14_900, calling)).toBeUndefined();
  expect(await resultAfter(200, calling)).toEqual({ status: 0, hasTimedOut: true });
});

test('a refusal whose body does not arrive is not taken for one without details', async () => {
  answer(422, [[10, '{"errors":']], false);
  expect(await resultAfter(15_100, call(session.boot))).toEqual({ status: 0, hasTimedOut: true });
});

test('a refusal with the page of a proxy has its status', async () => {
  answer(502, [[10, '<html>']]);
  expect(await resultAfter(100, call(session.boot))).toEqual({ status: 502, hasTimedOut: false });
});

test('a large file takes as long as it keeps arriving', async () => {
  const minutes: Parts = Array.from({ length: 5 }, () => [50_000, 'x'] as const);
  answer(200, minutes);
  expect(await resultAfter(260_000, readLink('/file'))).toHaveProperty('size', 5);
  answer(200, minutes, false);
  expect(await resultAfter(320_000, readLink('/file'))).toEqual({ status: 0, hasTimedOut: true });
});
