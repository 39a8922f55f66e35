import { describe, expect, onTestFinished, test } from 'vitest';
import { CallerGone, DatabaseUnavailable } from './errors.ts';
import { FairQueue, type QueueLimits } from './fair-queue.ts';

const limits: QueueLimits = { running: 4, perClient: 3, perUser: 2, waitingPerUser: 3, waitMs: 30_000 };
const user = (userId: number, clientId: number | null = null) => ({ userId, clientId });

/** Enters in order and writes down who was let in. */
function entrance(queue: FairQueue) {
  const inside: string[] = [];
  const leaves = new Map<string, () => void>();
  // Who still waits at the end of the test would be refused during another one.
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const enter = async (name: string, who: ReturnType<typeof user>, signal: AbortSignal = ended.signal) => {
    const leave = await queue.enter(who, signal).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
    if (!leave) return;
    inside.push(name);
    leaves.set(name, leave);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const leave = async (name: string) => {
    leaves.get(name)?.();
    await settle();
  };
  return { inside, enter, leave, settle };
}

describe('the queue for connections', () => {
  test('limits each user, lets others overtake, and continues when a connection is free', async () => {
    const { inside, enter, leave, settle } = entrance(new FairQueue(limits));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name, user(1));
    void enter('b1', user(2));
    await settle();
    expect(inside).toEqual(['a1', 'a2', 'b1']);
    await leave('a1');
    expect(inside).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('limits the users of one client together', async () => {
    const { inside, enter, leave, settle } = entrance(new FairQueue(limits));
    for (const id of [1, 2, 3, 4]) void enter(`of client 7: ${id}`, user(id, 7));
    void enter('of client 8', user(5, 8));
    await settle();
    expect(inside).toEqual(['of client 7: 1', 'of client 7: 2', 'of client 7: 3', 'of client 8']);
    await leave('of client 7: 2');
    expect(inside.at(-1)).toBe('of client 7: 4');
  });

  test('gives a free connection to the client with the fewest, however long others have waited', async () => {
    const { inside, enter, leave, settle } = entrance(new FairQueue(limits));
    for (const id of [1, 2, 3]) void enter(`seven ${id}`, user(id, 7));
    void enter('eight 1', user(4, 8));
    for (const id of [5, 6]) void enter(`seven ${id}`, user(id, 7));
    void enter('nine', user(7, 9));
    await settle();
    await leave('seven 1');
    expect(inside.at(-1)).toBe('nine');
  });

  test('refuses a user with too many waiting, and a transaction that waits too long', async () => {
    const queue = new FairQueue({ ...limits, waitMs: 20 });
    await queue.enter(user(1));
    await queue.enter(user(1));
    const waiting = [1, 2, 3].map(() => queue.enter(user(1)));
    for (const each of waiting) each.catch(() => {});
    await expect(queue.enter(user(1))).rejects.toThrow('are waiting');
    for (const each of waiting) await expect(each).rejects.toBeInstanceOf(DatabaseUnavailable);
    await queue.enter(user(2));
  });

  test('drops a caller that disconnects while waiting, and releasing twice counts once', async () => {
    const queue = new FairQueue(limits);
    const [first] = [await queue.enter(user(1)), await queue.enter(user(1))];
    const caller = new AbortController();
    const gone = queue.enter(user(1), caller.signal);
    const next = queue.enter(user(1));
    caller.abort();
    await expect(gone).rejects.toBeInstanceOf(CallerGone);
    first?.();
    first?.();
    await next;
    let isIn = false;
    const ended = new AbortController();
    onTestFinished(() => ended.abort());
    void queue.enter(user(1), ended.signal).then(
      () => (isIn = true),
      () => undefined,
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
  });

  test('does not count what hangs, up to a limit, and never gives out more connections than there are', async () => {
    const hanging = { ...limits, waitingPerUser: 10, running: 6, perUser: 2, hangMs: 50, hangingMax: 3 };
    const { inside, enter, leave, settle } = entrance(new FairQueue(hanging));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']) void enter(name, user(1));
    await settle();
    expect(inside).toEqual(['a1', 'a2']);
    await expect.poll(() => inside).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Three hang, two have the places of their user.
    expect(inside).toHaveLength(5);
    void enter('b1', user(2));
    void enter('b2', user(2));
    await settle();
    expect(inside.slice(5)).toEqual(['b1']);
    // One that hung leaves its connection, not a place.
    await leave('a1');
    expect(inside.slice(6)).toEqual(['b2']);
    await leave('a5');
    expect(inside.slice(7)).toEqual(['a6']);
  });
});
