import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from './call.ts';
import { reportReachable, reportUnreachable } from './connection.ts';
import { closeScans, openScans, scanStore } from './kept-scans.ts';
import { ScanQueue } from './scan-queue.ts';
import { sessionState, signIn } from './session.ts';
import { registerUnsavedWork } from './unsaved.ts';

/** A server that does each command once per key, and can be cut off before or after it has done so. */
function makeServer() {
  const done: string[] = [];
  const answers = new Map<string, string>();
  const server = { done, calls: 0, fault: undefined as 'cut' | 'answer lost' | 'busy' | 'ended' | undefined };
  const run = async (code: string, key: string): Promise<string> => {
    server.calls += 1;
    await Promise.resolve();
    if (server.fault === 'ended') throw new ApiFailure(401);
    if (server.fault === 'busy') throw new ApiFailure(503);
    if (server.fault !== 'cut') {
      if (code.startsWith('BAD')) throw new ApiFailure(422, { message: 'unknown' });
      if (!answers.has(key)) done.push(code);
      answers.set(key, `done ${code}`);
      reportReachable();
      if (!server.fault) return `done ${code}`;
    }
    reportUnreachable();
    throw new ApiFailure(0);
  };
  return Object.assign(server, { run });
}

let server = makeServer();
let log: string[] = [];
let queue: ScanQueue<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  // The probe of the connection has no answer of its own: reconnecting is the test's.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  server = makeServer();
  log = [];
  queue = new ScanQueue<string, string>({
    run: server.run,
    onDone: (result) => log.push(result),
    onRefused: (failure, { input }) => log.push(`refused ${input} ${failure.message}`),
  });
});
afterEach(() => {
  queue.stop();
  reportReachable();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(20);
const states = () => queue.pending().map(({ input, state }) => `${input} ${state}`);
const reconnect = async () => {
  server.fault = undefined;
  reportReachable();
  await settle();
};

test('executes in order, and a refused one does not hold up the others', async () => {
  for (const code of ['A', 'BAD', 'B']) queue.add(code);
  await settle();
  expect(log).toEqual(['done A', 'refused BAD unknown', 'done B']);
  expect(queue.pending()).toEqual([]);
});

test('waits while there is no connection, then goes on in order', async () => {
  reportUnreachable();
  for (const code of ['A', 'B', 'C']) queue.add(code);
  await settle();
  expect([server.calls, states()]).toEqual([0, ['A waiting', 'B waiting', 'C waiting']]);
  await reconnect();
  expect(log).toEqual(['done A', 'done B', 'done C']);
});

test('repeats a command whose answer was lost under its key: it is done once', async () => {
  server.fault = 'answer lost';
  queue.add('A');
  queue.add('B');
  await settle();
  expect([server.done, states(), log]).toEqual([['A'], ['A unsure', 'B waiting'], []]);
  await reconnect();
  expect([server.done, log]).toEqual([
    ['A', 'B'],
    ['done A', 'done B'],
  ]);
});

test('a cancelled command is never sent; one that was sent cannot be cancelled', async () => {
  server.fault = 'cut';
  for (const code of ['A', 'B', 'C']) queue.add(code);
  await settle();
  const keyOf = (code: string) => queue.pending().find(({ input }) => input === code)?.key ?? '';
  queue.cancel([keyOf('A'), keyOf('B')]);
  expect(states()).toEqual(['A unsure', 'C waiting']);
  await reconnect();
  expect(server.done).toEqual(['A', 'C']);
});

test('a busy server is asked again after a while', async () => {
  server.fault = 'busy';
  queue.add('A');
  await settle();
  expect(states()).toEqual(['A waiting']);
  server.fault = undefined;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(log).toEqual(['done A']);
});

test('an ended session ends for the whole page, and the command is sent when the user has signed in again', async () => {
  const auth = { jwt: 'token', expire: '2099-01-01T00:00:00.000Z', timezone: 'UTC' };
  const answers: Record<string, unknown> = {
    login: auth,
    boot: { ...auth, user: { id: 7 }, resources: {}, preferences: { currency: 'USD' } },
  };
  vi.stubGlobal('fetch', async (address: string) => Response.json({ data: answers[address.split('/').pop() ?? ''] }));
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  // The timers are the test's: storage would wait for them.
  vi.stubGlobal('indexedDB', undefined);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  await signIn('staff@longshore.test', 'password');
  const release = registerUnsavedWork(() => true);
  server.fault = 'ended';
  queue.add('A');
  await settle();
  expect([sessionState(), states()]).toMatchObject([{ isEnded: true }, ['A waiting']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toBe(1);
  server.fault = undefined;
  await signIn('staff@longshore.test', 'password');
  await settle();
  expect(log).toEqual(['done A']);
  release();
  errors.mockRestore();
  closeScans();
});

test('an error of our own, in the command or in what the screen does with its answer, holds up no other scan', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failing = new ScanQueue<string, string>({
    run: async (code, key) => (code === 'BROKEN' ? Promise.reject(new TypeError('no data')) : server.run(code, key)),
    onDone: (result) => {
      log.push(result);
      if (result === 'done A') throw new Error('no audio');
    },
    onRefused: (failure, { input }) => {
      log.push(`refused ${input} ${failure.status}`);
      throw new Error('no audio');
    },
  });
  for (const code of ['A', 'BROKEN', 'BAD', 'B']) failing.add(code);
  await settle();
  failing.add('C');
  await settle();
  expect(log).toEqual(['done A', 'refused BROKEN 500', 'refused BAD 422', 'done B', 'done C']);
  expect(errors).toHaveBeenCalledTimes(4);
  errors.mockRestore();
});

test('stopped, it sends nothing more when the connection is back', async () => {
  reportUnreachable();
  queue.add('A');
  queue.stop();
  await reconnect();
  expect([server.calls, log]).toEqual([0, []]);
});

test('what waits survives a closed tab with its keys, and what had been done is not done again', async () => {
  vi.useRealTimers();
  const owner = '7 2026-01-01';
  await openScans(owner);
  let held = '';
  const open = () =>
    new ScanQueue<string, string>({
      run: server.run,
      onDone: (result) => {
        held = result;
        log.push(result);
      },
      onRefused: (failure, { input }) => log.push(`refused ${input} ${failure.message}`),
      kept: { store: scanStore('put-away'), context: () => held },
    });
  const before = open();
  before.start();
  before.add('A');
  await vi.waitFor(() => expect(before.pending()).toEqual([]));
  server.fault = 'answer lost';
  for (const code of ['B', 'C']) before.add(code);
  await vi.waitFor(() => expect(before.pending()[0]?.state).toBe('unsure'));
  const keys = before.pending().map(({ key }) => key);
  expect(scanStore('put-away').read().context).toBe('done A');
  await scanStore('put-away').saved();
  before.leave();

  // The tab is closed and opened again: nothing of the old page runs on.
  closeScans();
  await openScans(owner);
  const after = open();
  expect(after.pending().map(({ key, state }) => [key, state])).toEqual([
    [keys[0], 'unsure'],
    [keys[1], 'waiting'],
  ]);
  after.start();
  server.fault = undefined;
  reportReachable();
  await vi.waitFor(() => expect(server.done).toEqual(['A', 'B', 'C']));
  await vi.waitFor(() => expect(after.pending()).toEqual([]));
  // Left on purpose, what waits is discarded.
  reportUnreachable();
  after.add('D');
  after.stop();
  await scanStore('put-away').saved();
  closeScans();
  await openScans(owner);
  expect(scanStore('put-away').read().commands).toEqual([]);
  closeScans();
});

test('commands that depend on each other stop behind a refused one, until it is retried or dropped', async () => {
  const strict = new ScanQueue<string, string>({
    run: server.run,
    onDone: (result) => log.push(result),
    onRefused: (_failure, { input }) => log.push(`refused ${input}`),
    stops: true,
  });
  for (const code of ['A', 'BAD', 'B']) strict.add(code);
  await settle();
  const refused = () => strict.pending()[0]?.key ?? '';
  expect([log, strict.pending().map(({ input, state }) => `${input} ${state}`)]).toEqual([
    ['done A', 'refused BAD'],
    ['BAD refused', 'B waiting'],
  ]);
  expect(strict.pending()[0]?.failure).toMatchObject({ status: 422, message: 'unknown' });
  strict.retry(refused());
  await settle();
  expect(log).toEqual(['done A', 'refused BAD', 'refused BAD']);
  strict.drop(refused());
  await settle();
  expect([log.at(-1), strict.pending()]).toEqual(['done B', []]);
});
