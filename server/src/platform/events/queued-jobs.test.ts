import { beforeAll, expect, test } from 'vitest';
import { connect } from '../../../test/databases.ts';
import { eventually, type TestApp, testApp } from '../../../test/harness.ts';

let it: TestApp;

beforeAll(async () => {
  it = await testApp({ worker: true });
});

/** Orders of a shop went on: several kinds of exceptions are looked at soon. */
const shopEvent = async () => {
  const clientId = await it.given.client();
  const [row] = await it.database.owner<{ id: number }>(
    `insert into events (kind, client_id, subject_id, payload) values ('channel.orders', $1, 1, '{}') returning id::int`,
    [clientId],
  );
  return row?.id ?? 0;
};
const dispatched = (id: number) =>
  eventually(async () => {
    const [row] = await it.database.owner('select from events where id = $1 and dispatched_at is not null', [id]);
    return row ? true : undefined;
  });
const waiting = async () => {
  const rows = await it.database.owner<{ kind: string }>(
    "select payload ->> 'kind' as kind from graphile_worker._private_jobs where key like 'exceptions %' order by 1",
  );
  return rows.map(({ kind }) => kind);
};

test('a job that a worker takes at the moment when it is queued again is queued once more', async () => {
  // A sequence, because others see its value before the transaction ends.
  await it.database.owner('create sequence arrived');
  await it.database.owner(`
    create function slow() returns trigger language plpgsql security definer as
    'begin perform nextval(''arrived''); perform pg_sleep(0.5); return null; end'`);
  await dispatched(await shopEvent());
  // None of them begins by itself any more.
  await it.database.owner(
    `update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key like 'exceptions %'`,
  );
  const queued = await waiting();
  expect(queued).toContain('shop-order-changed');
  await it.database.owner('delete from exception_looks');

  // Between the statements that queue a job there is time for a worker to take the one that waits.
  await it.database.owner(
    'create trigger slow before insert on graphile_worker._private_jobs for each statement execute function slow()',
  );
  await shopEvent();
  await eventually(async () => {
    const [row] = await it.database.owner('select from arrived where is_called');
    return row ? true : undefined;
  });
  await it.database.owner(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key like 'exceptions %'`,
  );
  await eventually(async () => {
    const looks = await it.database.owner('select from exception_looks where kind = any($1)', [queued]);
    return looks.length === queued.length ? true : undefined;
  }, 15_000);
});

test('an event that is committed after a later one was dispatched is dispatched too', async () => {
  const late = await connect(it.database.ownerUrl);
  try {
    await late.query('begin');
    const { rows } = await late.query<{ id: number }>(
      `insert into events (kind, client_id, subject_id) select 'relation.saved', min(id), 1 from clients returning id::int`,
    );
    const id = rows[0]?.id ?? 0;
    const next = await shopEvent();
    expect(next).toBeGreaterThan(id);
    await dispatched(next);
    await late.query('commit');
    await dispatched(id);
  } finally {
    await late.end();
  }
});
