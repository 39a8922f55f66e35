import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  closeScans,
  isStorageFull,
  keptScans,
  openScans,
  type PendingCommand,
  removeScans,
  scanStore,
  waitingCount,
} from './kept-scans.ts';

const ANNA = '7 2026-01-01';
const BORIS = '8 2026-01-01';

const command = (key: string, state: PendingCommand<string>['state'] = 'waiting'): PendingCommand<string> => ({
  key,
  input: `code ${key}`,
  at: Date.now(),
  moment: Date.now(),
  state,
});

/** Another page of the same device. */
async function reload(owner: string) {
  closeScans();
  await openScans(owner);
}

async function write(name: string, commands: readonly PendingCommand<string>[], context = '') {
  const store = scanStore<string>(name);
  store.write({ commands, context });
  await store.saved();
}

beforeEach(() => openScans(ANNA));
afterEach(async () => {
  vi.restoreAllMocks();
  closeScans();
  for (const owner of [ANNA, BORIS]) {
    await openScans(owner);
    await removeScans();
    closeScans();
  }
});

test('what waits is there again after the tab was closed: in order, with keys and moments', async () => {
  const scans = [command('b'), command('a'), command('c')];
  await write('put-away', scans.slice(0, 2), 'LP-1');
  await write('put-away', scans, 'LP-2');
  await write('put-away', scans.slice(1), 'LP-2');
  await reload(ANNA);
  expect(scanStore('put-away').read()).toEqual({ commands: scans.slice(1), context: 'LP-2' });
  expect(waitingCount()).toBe(2);
  // Taken over by this page, it is the same after the next.
  await reload(ANNA);
  expect(scanStore('put-away').read()).toEqual({ commands: scans.slice(1), context: 'LP-2' });
});

test('one that was on its way is unsure; one that was refused keeps its reason', async () => {
  const failure = { status: 422, message: 'no', errors: { lot: ['unknown'] } };
  await write('count 1', [command('sent', 'sending'), { ...command('refused', 'refused'), failure }]);
  await reload(ANNA);
  expect(
    scanStore('count 1')
      .read()
      .commands.map(({ state }) => state),
  ).toEqual(['unsure', 'refused']);
  expect(scanStore('count 1').read().commands[1]?.failure).toEqual(failure);
});

test('nobody reads what another user, or a user of another database, has left; signing out removes only the own', async () => {
  await write('put-away', [command('anna')]);
  await reload(BORIS);
  expect(keptScans()).toEqual([]);
  await write('put-away', [command('boris')]);
  await reload('7 2026-11-11');
  expect(keptScans()).toEqual([]);
  await reload(ANNA);
  await removeScans();
  // An answer that comes afterwards brings nothing back.
  await write('put-away', [command('late')]);
  await reload(ANNA);
  expect(keptScans()).toEqual([]);
  await reload(BORIS);
  expect(
    scanStore('put-away')
      .read()
      .commands.map(({ key }) => key),
  ).toEqual(['boris']);
});

test('a name that is open in this tab is left to its screen', async () => {
  const close = scanStore('put-away').open();
  await write('put-away', [command('a')]);
  expect(keptScans()).toMatchObject([{ name: 'put-away', isOpen: true }]);
  close();
  expect(keptScans()).toMatchObject([{ name: 'put-away', isOpen: false }]);
});

test('a screen that was open a day ago is not opened again; its scans are kept', async () => {
  await write('fulfil 1', [], '{"held":1}');
  await write('fulfil 2', [command('a')], '{"held":2}');
  const later = Date.now() + 25 * 3_600_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  await reload(ANNA);
  expect(scanStore('fulfil 1').read().context).toBe('');
  expect(scanStore('fulfil 2').read()).toMatchObject({ context: '{"held":2}', commands: [{ key: 'a' }] });
});

test('a device that is full says so, and goes on in memory', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await write('put-away', [command('a')]);
  expect([isStorageFull(), waitingCount()]).toEqual([true, 1]);
  vi.restoreAllMocks();
  await write('put-away', [command('a'), command('b')]);
  expect(isStorageFull()).toBe(false);
  errors.mockRestore();
  // What could not be stored is stored with the next one.
  await reload(ANNA);
  expect(
    scanStore('put-away')
      .read()
      .commands.map(({ key }) => key),
  ).toEqual(['a', 'b']);
});
