import { api } from '@longshore/contract';
import { expect, test } from 'vitest';
import { eventually, testApp } from '../../../test/harness.ts';

const LOOK_UPS = "from pg_stat_activity where datname = current_database() and application_name = 'longshore look-ups'";

test('a connection lost under load is opened anew, and none is left behind', async () => {
  const it = await testApp();
  const staff = await it.as('super');
  const pids = () => it.database.server(`select pid ${LOOK_UPS}`);
  let busy = true;
  const hand = async () => {
    while (busy) await staff.call(api.session.boot);
  };
  const hands = Array.from({ length: 8 }, hand);
  for (let loss = 0; loss < 5; loss++) {
    const before = await eventually(async () => ((await pids()).length === 1 ? pids() : undefined));
    await it.database.server(`select pg_terminate_backend(pid) ${LOOK_UPS}`);
    await eventually(async () => (JSON.stringify(await pids()) === JSON.stringify(before) ? undefined : true));
  }
  busy = false;
  await Promise.all(hands);
  expect((await staff.call(api.session.boot)).status).toBe(200);
  expect(await pids()).toHaveLength(1);
});
