import { api, type Endpoint } from '@longshore/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CallInput, keyOf } from './api.ts';
import { makeLiveRefresher, type Notice } from './live-refresh.ts';

let client: QueryClient;
let fetched: string[];
const unsubscribers: (() => void)[] = [];
const session = { userId: () => 5, renew: vi.fn(async () => false) };

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  fetched = [];
  session.renew.mockClear();
  session.renew.mockResolvedValue(false);
});
afterEach(() => {
  for (const stop of unsubscribers.splice(0)) stop();
  client.clear();
  vi.useRealTimers();
});

/** Mounts a query, as a screen would. */
async function show<E extends Endpoint>(name: string, endpoint: E, input: CallInput<E> = {}) {
  const observer = new QueryObserver(client, {
    queryKey: keyOf(endpoint, input),
    queryFn: async () => fetched.push(name),
  });
  const stop = observer.subscribe(() => {});
  unsubscribers.push(stop);
  await vi.advanceTimersByTimeAsync(0);
  return stop;
}

async function showSeveral() {
  const ofRelation = (id: number) => ({ commentable_id: id, commentable_type: 'Relation' as const });
  await show('relations', api.relations.list, { query: { search: 'harbor' } });
  await show('relation 1', api.relations.get, { params: { id: 1 } });
  await show('relation 2', api.relations.get, { params: { id: 2 } });
  await show('addresses of 1', api.relations.addresses, { params: { id: 1 } });
  await show('comments on 1', api.panels.comments, { query: ofRelation(1) });
  await show('comments on 2', api.panels.comments, { query: ofRelation(2) });
  await show('inventories', api.inventories.list, { query: {} });
  await show('inventory 1', api.inventories.get, { params: { id: 1 } });
  await show('movements of 1', api.stock.movements, { params: { id: 1 }, query: {} });
  await show('movements of 2', api.stock.movements, { params: { id: 2 }, query: {} });
  await show('lines of count 1', api.counts.lines, { query: { filter_by: { count_id: ['1'] } } });
  await show('lines of count 2', api.counts.lines, { query: { filter_by: { count_id: ['2'] } } });
  fetched.length = 0;
}

async function receive(...notices: Notice[]) {
  const refreshFor = makeLiveRefresher(client, session);
  for (const notice of notices) refreshFor(notice);
  await vi.advanceTimersByTimeAsync(500);
  return fetched.toSorted();
}

test.each<[string, Notice, string[]]>([
  ['a relation was saved', { kind: 'relation.saved', id: 1 }, ['addresses of 1', 'relation 1', 'relations']],
  ['a relation that is not shown', { kind: 'relation.saved', id: 9 }, ['relations']],
  ['many relations', { kind: 'relation.saved', id: null }, ['addresses of 1', 'relation 1', 'relation 2', 'relations']],
  ['a comment', { kind: 'upload.comment', id: 2 }, ['comments on 2']],
  ['stock moved', { kind: 'inventory.moved', id: 1 }, ['inventories', 'inventory 1', 'movements of 1']],
  ['a count', { kind: 'count.saved', id: 2 }, ['lines of count 2']],
  ['a mail', { kind: 'mail.queued', id: null }, []],
])('%s: only affected queries are fetched again', async (_, notice, expected) => {
  await showSeveral();
  expect(await receive(notice)).toEqual(expected);
});

test('a notice without a kind fetches every active query', async () => {
  await showSeveral();
  expect(await receive({ kind: '' })).toHaveLength(12);
});

test('an unknown kind fetches every active query', async () => {
  await showSeveral();
  expect(await receive({ kind: 'planet.discovered', id: 1 })).toHaveLength(12);
});

test('inactive queries are fetched when they become active again', async () => {
  const hide = await show('relation 1', api.relations.get, { params: { id: 1 } });
  hide();
  fetched.length = 0;
  expect(await receive({ kind: 'relation.saved', id: 1 })).toEqual([]);
  await show('relation 1', api.relations.get, { params: { id: 1 } });
  expect(fetched).toEqual(['relation 1']);
});

test('a burst is one refresh', async () => {
  await showSeveral();
  const burst = Array.from({ length: 1000 }, (_, n) => ({ kind: 'relation.saved', id: n + 100 }));
  expect(await receive(...burst)).toEqual(['relations']);
});

test('a burst without a pause refreshes every two seconds', async () => {
  await show('relations', api.relations.list, { query: {} });
  fetched.length = 0;
  const refreshFor = makeLiveRefresher(client, session);
  for (let n = 0; n < 60; n++) {
    refreshFor({ kind: 'relation.saved', id: n });
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched.length).toBeGreaterThanOrEqual(2);
  expect(fetched.length).toBeLessThanOrEqual(4);
});

test.each<[Notice, number]>([
  [{ kind: 'role.saved', id: 2 }, 1],
  [{ kind: 'user.saved', id: 5 }, 1],
  [{ kind: 'user.saved', id: 6 }, 0],
  [{ kind: 'relation.saved', id: 5 }, 0],
  [{ kind: '' }, 1],
])('%j reads the session %d times', async (notice, times) => {
  await receive(notice);
  expect(session.renew).toHaveBeenCalledTimes(times);
});

test('with other permissions every open screen is read again', async () => {
  await showSeveral();
  expect(await receive({ kind: 'role.saved', id: 2 })).toEqual([]);
  session.renew.mockResolvedValue(true);
  expect(await receive({ kind: 'role.saved', id: 2 })).toContain('relation 1');
});
