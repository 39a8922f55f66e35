import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';

const { operations } = api;
let it: TestApp;
let boss: Caller;

beforeAll(async () => {
  it = await testApp({ worker: true });
  boss = await it.as('super');
});

interface EventRow {
  id: number;
  tries: number;
  problem: string;
  dispatched_at: string | null;
  parked_at: string | null;
}

/** Its job cannot be queued: the queue takes task names of at most 128 characters. */
const badEvent = async (values: { task?: string; kind?: string; payload?: object } = {}) => {
  const { task = 'x'.repeat(200), kind = 'job.retried' } = values;
  const payload = values.payload ?? { job_id: '1', task, payload: {} };
  const [row] = await it.database.owner<{ id: number }>(
    'insert into events (kind, payload) values ($1, $2) returning id::int',
    [kind, payload],
  );
  return row?.id ?? 0;
};
const eventById = async (id: number) =>
  (await it.database.owner<EventRow>('select * from events where id = $1', [id]))[0] as EventRow;
const triedMore = (id: number, than: number) =>
  eventually(async () => {
    const row = await eventById(id);
    return row.tries > than ? row : undefined;
  });
/** As if it had failed so often already, and its next try were due. */
const due = (id: number, tries: number) =>
  it.database.owner('update events set tries = $2, next_try_at = now() where id = $1', [id, tries]);

async function parked() {
  const id = await badEvent();
  await triedMore(id, 0);
  await due(id, 9);
  await triedMore(id, 9);
  return id;
}

const listed = async (id: number) =>
  (await boss.ok(operations.parkedEvents, { query: { per_page: 100 } })).records.find((row) => row.id === id);

describe('an event that cannot be dispatched', () => {
  test('does not block later events, and is retried', async () => {
    const id = await badEvent();
    await it.guest.ok(api.session.forgotPassword, { body: { email: boss.email } });
    await eventually(async () => {
      const [mail] = await boss.ok(operations.outbox);
      return mail?.to === boss.email && mail.state === 'kept' ? true : undefined;
    });
    const first = await triedMore(id, 0);
    expect(first).toMatchObject({ tries: 1, dispatched_at: null, parked_at: null });
    expect(first.problem).toContain('tasks_identifier_check');
    const [wait] = await it.database.owner<{ seconds: number }>(
      'select extract(epoch from next_try_at - now())::float as seconds from events where id = $1',
      [id],
    );
    expect(wait?.seconds).toBeLessThanOrEqual(2);
    await due(id, 4);
    await triedMore(id, 4);
    const [later] = await it.database.owner<{ seconds: number }>(
      'select extract(epoch from next_try_at - now())::float as seconds from events where id = $1',
      [id],
    );
    expect(later?.seconds).toBeGreaterThan(10);
  });

  test('is dispatched by a later attempt once it can be', async () => {
    const id = await badEvent();
    await triedMore(id, 0);
    await it.database.owner(
      `update events set payload = jsonb_set(payload, '{task}', '"housekeeping"'), next_try_at = now() where id = $1`,
      [id],
    );
    await eventually(async () => ((await eventById(id)).dispatched_at ? true : undefined));
  });

  test.each([
    ['of an unknown kind', { kind: 'planet.discovered' }, 'does not know events of the kind "planet.discovered"'],
    ['without its payload', { kind: 'mail.queued', payload: { mail: 1 } }, 'mail_id'],
  ])('%s says so', async (_, values, problem) => {
    expect((await triedMore(await badEvent(values), 0)).problem).toContain(problem);
  });

  test('is parked after ten failures, where a super user finds it and can retry it', async () => {
    const id = await parked();
    const row = await listed(id);
    expect(row).toMatchObject({ kind: 'job.retried', tries: 10, company: '', subject_id: null });
    expect(row?.problem).toContain('tasks_identifier_check');
    await boss.ok(operations.retryEvent, { params: { id } });
    await triedMore(id, 10);
    expect((await listed(id))?.tries).toBe(11);
    await it.database.owner(
      `update events set payload = jsonb_set(payload, '{task}', '"housekeeping"') where id = $1`,
      [id],
    );
    await boss.ok(operations.retryEvent, { params: { id } });
    await eventually(async () => ((await eventById(id)).dispatched_at ? true : undefined));
    expect(await listed(id)).toBeUndefined();
    expect((await boss.call(operations.retryEvent, { params: { id } })).status).toBe(404);
  });

  test('cannot be retried while it is not parked', async () => {
    const id = await badEvent();
    await triedMore(id, 0);
    expect((await boss.call(operations.retryEvent, { params: { id } })).status).toBe(404);
  });
});

test('hundreds of events with bad ones among them are all dispatched or tried', async () => {
  await it.database.owner(
    `insert into events (kind, payload) select 'job.retried',
       jsonb_build_object('job_id', n::text, 'task', repeat('x', case when n % 200 = 0 then 200 else 5 end), 'payload', '{}'::jsonb)
     from generate_series(1, 600) n`,
  );
  await eventually(async () => {
    const rows = await it.database.owner('select from events where dispatched_at is null and tries = 0');
    return rows.length ? undefined : true;
  });
});

test('the metrics show the backlog, its age and the parked events', async () => {
  const quiet = await testApp();
  await quiet.database.owner(
    `insert into events (kind, at, tries, parked_at, next_try_at) values
       ('y3pl.message', now() - interval '90 seconds', 0, null, null),
       ('y3pl.message', now() - interval '30 seconds', 3, null, now()),
       ('y3pl.message', now() - interval '1 hour', 10, now(), now())`,
  );
  const { body } = await quiet.app.operator.inject('/metrics');
  const value = (name: string) => Number(new RegExp(`^longshore_events_${name} (.*)$`, 'm').exec(body)?.[1]);
  const [waiting] = await quiet.database.owner<{ n: number }>(
    'select count(*)::int as n from events where dispatched_at is null and parked_at is null',
  );
  expect(waiting?.n).toBeGreaterThanOrEqual(2);
  expect([value('waiting'), value('parked')]).toEqual([waiting?.n, 1]);
  expect(value('oldest_seconds')).toBeGreaterThanOrEqual(90);
});
