// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentConnection, onReconnect, reportReachable, reportSlowCall, reportUnreachable } from './connection.ts';

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
  reportReachable();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the connection', () => {
  it('is down after the first call without a response and probed every five seconds', async () => {
    isReachable = false;
    reportUnreachable();
    expect(currentConnection()).toEqual({ state: 'down', retryAt: Date.now() + 5_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(currentConnection()).toEqual({ state: 'down', retryAt: Date.now() + 5_000 });
    isReachable = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(currentConnection()).toEqual({ state: 'back' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(currentConnection()).toEqual({ state: 'up' });
  });

  it('is back after any response', () => {
    reportUnreachable();
    reportReachable();
    expect(currentConnection()).toEqual({ state: 'back' });
  });

  it("follows the browser's online and offline events", async () => {
    window.dispatchEvent(new Event('offline'));
    expect(currentConnection().state).toBe('down');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(currentConnection().state).toBe('back');
  });

  it('is not back for ever when the browser comes online after a response has arrived', async () => {
    reportUnreachable();
    reportReachable();
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(currentConnection()).toEqual({ state: 'up' });
  });

  it('is slow while a call waits long', () => {
    const [first, second] = [reportSlowCall(), reportSlowCall()];
    expect(currentConnection()).toEqual({ state: 'slow' });
    first();
    expect(currentConnection()).toEqual({ state: 'slow' });
    second();
    expect(currentConnection()).toEqual({ state: 'up' });
  });

  it('calls back once per reconnect', async () => {
    const onBack = vi.fn();
    const stop = onReconnect(onBack);
    reportReachable();
    expect(onBack).not.toHaveBeenCalled();
    reportUnreachable();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onBack).toHaveBeenCalledTimes(1);
    stop();
  });
});
