// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionNow, onReconnect, reportReached, reportUnreached, reportWaiting } from './connection.ts';

let isReachable = true;

beforeEach(() => {
  vi.useFakeTimers();
  isReachable = true;
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
});
afterEach(async () => {
  reportReached();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the connection', () => {
  it('is down from the first call without an answer and tried again every five seconds', async () => {
    isReachable = false;
    reportUnreached();
    expect(connectionNow()).toEqual({ state: 'down', retryAt: Date.now() + 5_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connectionNow()).toEqual({ state: 'down', retryAt: Date.now() + 5_000 });
    isReachable = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connectionNow()).toEqual({ state: 'back' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(connectionNow()).toEqual({ state: 'up' });
  });

  it('is back with any answer', () => {
    reportUnreached();
    reportReached();
    expect(connectionNow()).toEqual({ state: 'back' });
  });

  it('follows what the browser knows', async () => {
    window.dispatchEvent(new Event('offline'));
    expect(connectionNow().state).toBe('down');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connectionNow().state).toBe('back');
  });

  it('is slow while a call waits long', () => {
    const [first, second] = [reportWaiting(), reportWaiting()];
    expect(connectionNow()).toEqual({ state: 'slow' });
    first();
    expect(connectionNow()).toEqual({ state: 'slow' });
    second();
    expect(connectionNow()).toEqual({ state: 'up' });
  });

  it('tells once that it is back', async () => {
    const heard = vi.fn();
    const stop = onReconnect(heard);
    reportReached();
    expect(heard).not.toHaveBeenCalled();
    reportUnreached();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
  });
});
