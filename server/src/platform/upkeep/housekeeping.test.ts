import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { housekeeping, KEPT_DAYS } from './housekeeping.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const run = () => housekeeping({ open: it.app.open, log: it.http.log as never }, {}, { number: 1, isLast: false });
const count = async (from: string) =>
  (await it.database.owner<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n;

test('deletes old sign-ins and dispatched events, in batches; keeps recent ones and waiting events', async () => {
  await it.database.owner(
    `insert into sign_ins (at, email, succeeded, address)
     select now() - make_interval(days => $1, hours => h), 'old@house.test', false, '203.0.113.1'
     from generate_series(1, 5200) h`,
    [KEPT_DAYS.sign_ins],
  );
  await it.database.owner(
    `insert into sign_ins (at, email, succeeded, address)
     values (now() - make_interval(days => $1) + interval '1 hour', 'young@house.test', true, '203.0.113.1')`,
    [KEPT_DAYS.sign_ins],
  );
  await it.database.owner(
    `insert into events (kind, dispatched_at) values
       ('house.old', now() - make_interval(days => $1, hours => 1)), ('house.young', now()), ('house.waits', null)`,
    [KEPT_DAYS.events],
  );
  await it.database.owner(`update events set at = now() - interval '1 year' where kind = 'house.waits'`);
  await run();
  expect(await count("sign_ins where email = 'old@house.test'")).toBe(0);
  expect(await count("sign_ins where email = 'young@house.test'")).toBe(1);
  const events = await it.database.owner<{ kind: string }>(
    "select kind from events where kind like 'house.%' order by kind",
  );
  expect(events.map((event) => event.kind)).toEqual(['house.waits', 'house.young']);
});
