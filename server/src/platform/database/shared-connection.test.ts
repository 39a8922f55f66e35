import { api } from '@longshore/contract';
import { expect, test } from 'vitest';
import { eventually, testApp } from '../../../test/harness.ts';
import { whileStopped } from '../../../test/stopped-backends.ts';

const LOOK_UPS = "from pg_stat_activity where datname = current_database() and application_name = 'longshore look-ups'";
const MOST = 2;

test('a connection lost under load is reopened, and none leaks', async () => {
  const it = await testApp();
  const staff = await it.as('super');
  const pids = async () => (await it.database.server(`select pid ${LOOK_UPS} order by pid`)).map(({ pid }) => pid);
  let busy = true;
  const hand = async () => {
    while (busy) expect((await staff.call(api.session.boot)).status).toBe(200);
  };
  const hands = Array.from({ length: 8 }, hand);
  for (let loss = 0; loss < 5; loss++) {
    const before = await eventually(async () => ((await pids()).length ? pids() : undefined));
    // The first connection only: a second loss at the same moment would find both gone.
    await it.database.server('select pg_terminate_backend($1::int)', [before[0]]);
    await eventually(async () => ((await pids()).includes(before[0]) ? undefined : true));
  }
  busy = false;
  await Promise.all(hands);
  expect((await staff.call(api.session.boot)).status).toBe(200);
  expect((await pids()).length).toBeLessThanOrEqual(MOST);
});

test('look-ups use another connection when a backend stops answering', async () => {
  const it = await testApp();
  const staff = await it.as('super');
  await staff.ok(api.session.boot);
  await whileStopped(it.database, ['longshore look-ups'], async () => {
    const before = performance.now();
    const calls = await Promise.all(Array.from({ length: 5 }, () => staff.call(api.session.boot)));
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
    expect(performance.now() - before).toBeLessThan(5_000);
    await staff.ok(api.session.boot);
  });
  await staff.ok(api.session.boot);
});
