// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

// A module of its own: test files share modules, and a call that another file left waiting would count as slow here.
let connection: typeof import('./connection.ts');
let isReachable = true;

beforeAll(async () => {
  vi.resetModules();
  connection = await import('./connection.ts');
});

beforeEach(() => {
  vi.useFakeTimers();
  isReachable = true;
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
});
afterEach(async () => {
  connection.reportReachable();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the connection', () => {
  it('is down after the first call without a response and probed every five seconds', async () => {
    isReachable = false;
    connection.reportUnreachable();
    expect(connection.currentConnection()).toEqual({ state: 'down', retryAt: Date.now() + 5_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.currentConnection()).toEqual({ state: 'down', retryAt: Date.now() + 5_000 });
    isReachable = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.currentConnection()).toEqual({ state: 'back' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(connection.currentConnection()).toEqual({ state: 'up' });
  });

  it('is back after any response', () => {
    connection.reportUnreachable();
    connection.reportReachable();
    expect(connection.currentConnection()).toEqual({ state: 'back' });
  });

  it("follows the browser's online and offline events", async () => {
    window.dispatchEvent(new Event('offline'));
    expect(connection.currentConnection().state).toBe('down');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.currentConnection().state).toBe('back');
  });

  it('is not back for ever when the browser comes online after a response has arrived', async () => {
    connection.reportUnreachable();
    connection.reportReachable();
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(connection.currentConnection()).toEqual({ state: 'up' });
  });

  it('is slow while a call waits long', () => {
    const [first, second] = [connection.reportSlowCall(), connection.reportSlowCall()];
    expect(connection.currentConnection()).toEqual({ state: 'slow' });
    first();
    expect(connection.currentConnection()).toEqual({ state: 'slow' });
    second();
    expect(connection.currentConnection()).toEqual({ state: 'up' });
  });

  it('calls back once per reconnect', async () => {
    const onBack = vi.fn();
    const stop = connection.onReconnect(onBack);
    connection.reportReachable();
    expect(onBack).not.toHaveBeenCalled();
    connection.reportUnreachable();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onBack).toHaveBeenCalledTimes(1);
    stop();
  });
});
