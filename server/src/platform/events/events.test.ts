import { api } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { housekeeping } from '../upkeep/housekeeping.ts';

const waiting = async (it: TestApp) =>
  (await it.database.owner<{ n: number }>('select count(*)::int as n from events where dispatched_at is null'))[0]?.n;

describe('events', () => {
  test('wait without a dispatcher; a second process takes over from the first', async () => {
    const first = await testApp({ worker: true });
    const second = await testApp({ worker: true, database: first.database });
    const client = await second.as('client');
    await second.given.relation(client);
    await eventually(async () => ((await waiting(second)) === 0 ? true : undefined));
    await first.halt();
    await second.given.relation(client);
    await eventually(async () => ((await waiting(second)) === 0 ? true : undefined));
    await second.halt();
    const third = await testApp({ database: first.database });
    await third.given.relation(await third.as('client'));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await waiting(third)).toBe(1);
    await third.halt();
  });

  test('of a refused call are not recorded', async () => {
    const it = await testApp();
    const before = await waiting(it);
    await (await it.as('client')).call(api.relations.create, {
      body: { type: 'customer', name: 'x', default_courier: 2_000_000_000 },
    });
    expect(await waiting(it)).toBe(before);
  });
});

/** Reads the lines of a live stream as they come. */
async function listen(it: TestApp, token: string) {
  const stop = new AbortController();
  const response = await fetch(`${it.url}/api/v3/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const heard: { kind: string; id?: number }[] = [];
  void (async () => {
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const lines = (rest + Buffer.from(chunk).toString()).split('\n');
      rest = lines.pop() ?? '';
      heard.push(...lines.map((line) => JSON.parse(line)));
    }
  })().catch(() => {});
  await eventually(async () => (heard.length ? true : undefined));
  return { heard, response, stop: () => stop.abort() };
}

describe('the live stream', () => {
  test('notifies each client of its own records, and staff of all', async () => {
    const it = await testApp({ worker: true, listen: true });
    const [client, other, staff] = [
      await it.as('client'),
      await it.signIn('liwei@northfield.test'),
      await it.as('staff'),
    ];
    const streams = await Promise.all([client, other, staff].map((caller) => listen(it, caller.token)));
    const [mine, theirs, all] = streams.map((stream) => stream.heard) as [
      { kind: string; id?: number }[],
      { kind: string; id?: number }[],
      { kind: string; id?: number }[],
    ];
    expect(mine[0]).toEqual({ kind: 'hello' });
    const first = await it.given.relation(client);
    const second = await it.given.relation(other);
    await it.guest.ok(api.session.forgotPassword, { body: { email: client.email } });
    const third = await it.given.relation(client);
    const saw = (heard: { id?: number }[], id: number) => eventually(async () => heard.find((line) => line.id === id));
    await Promise.all([saw(mine, third.id), saw(all, third.id), saw(theirs, second.id)]);
    const ids = (heard: { kind: string; id?: number }[]) =>
      heard.filter((line) => line.kind === 'relation.saved').map((line) => line.id);
    expect(ids(mine)).toEqual([first.id, third.id]);
    expect(ids(theirs)).toEqual([second.id]);
    expect(ids(all)).toEqual([first.id, second.id, third.id]);
    for (const heard of [mine, theirs]) expect(heard.some((line) => line.kind.startsWith('mail'))).toBe(false);
    for (const { response } of streams) {
      expect(response.headers.get('content-type')).toBe('application/x-ndjson');
      expect(response.headers.get('x-request-id')).toBeTruthy();
    }
    for (const stream of streams) stream.stop();
  });

  test('names every record of a burst, so that screens need not reload everything', async () => {
    const it = await testApp({ worker: true, listen: true });
    const stream = await listen(it, (await it.as('staff')).token);
    await it.database.owner(
      `insert into events (kind, client_id, subject_id)
       select 'relation.saved', 1, 100000 + n from generate_series(1, 1200) n`,
    );
    const heard = () => stream.heard.filter(({ id }) => (id ?? 0) > 100_000);
    await eventually(async () => (heard().length >= 1200 ? true : undefined));
    expect(new Set(heard().map(({ id }) => id)).size).toBe(1200);
    expect(stream.heard.filter(({ kind }) => kind === '')).toEqual([]);
    stream.stop();
  });

  test('needs a token', async () => {
    const it = await testApp();
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'nonsense' }])
      expect((await it.http.inject({ url: '/api/v3/live', headers })).statusCode).toBe(401);
  });
});

test('housekeeping removes expired records, and nothing else', async () => {
  const it = await testApp();
  const client = await it.as('client');
  for (const key of ['old', 'new'])
    await client.ok(api.relations.create, {
      body: { type: 'customer', name: key },
      headers: { 'idempotency-key': key },
    });
  await it.guest.ok(api.session.forgotPassword, { body: { email: client.email } });
  await it.database.owner(`
    update idempotency_keys set created_at = now() - interval '49 hours' where key = 'old';
    update events set dispatched_at = now() - interval '8 days' where id = (select min(id) from events);
    insert into job_runs (job_id, task, attempt, state, started_at, finished_at) values
      ('1', 'x', 1, 'done', now(), now() - interval '91 days'), ('2', 'x', 1, 'done', now(), now());
    insert into sessions (id, user_id, expires_at) values (gen_random_uuid(), 3, now() - interval '8 days');
    update password_resets set expires_at = now() - interval '8 days'`);
  const counts = async () => {
    const found: Record<string, number> = {};
    for (const table of ['idempotency_keys', 'events', 'job_runs', 'sessions', 'password_resets'])
      found[table] = (await it.database.owner(`select from ${table}`)).length;
    return found;
  };
  const before = await counts();
  await housekeeping({ open: it.app.open, log: it.app.http.log as never }, {}, { number: 1, isLast: true });
  const after = await counts();
  expect(Object.keys(before).map((table) => (before[table] ?? 0) - (after[table] ?? 0))).toEqual([1, 1, 1, 1, 1]);
});
