import { api } from '@longshore/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { DEMO_PASSWORD } from '../demo-password.ts';
import { startPeopleAtWork } from './people-at-work.ts';

const PEOPLE = ['Tomasz Nowak', 'Kofi Mensah', 'Rosa Delgado'];
const FAST = { stepMs: 5, restMs: 20 };

let it: TestApp;

beforeAll(async () => {
  it = await testApp();
});
afterAll(() => it.stop());

const figures = async () => {
  const [row] = await it.database.owner<{
    picked: number;
    put: number;
    brought: number;
    counted: number;
    received: number;
  }>(`
    select
      (select count(*)::int from fulfillments f join shipments s on s.id = f.shipment_id where s.direction = 'outbound') as picked,
      (select count(*)::int from license_locations where user_name = 'Kofi Mensah') as put,
      (select count(*)::int from movements where kind = 'move' and user_name in ('Kofi Mensah', 'Rosa Delgado')) as brought,
      (select count(*)::int from count_lines where counted is not null) as counted,
      (select count(*)::int from fulfillments f join shipments s on s.id = f.shipment_id where s.direction = 'inbound') as received`);
  if (!row) throw new Error('No figures.');
  return row;
};

test('three people pick, count, receive, put away and replenish, leave what somebody else holds, and stop', async () => {
  const boss = await it.as('super');
  const { tasks } = await boss.ok(api.tasks.floor);
  const { record_id = 0 } = tasks.find(({ kind }) => kind === 'replenish') ?? {};
  await boss.ok(api.tasks.take, { body: { kind: 'replenish', record_id } });
  const before = await figures();
  const atWork = startPeopleAtWork(it.http, DEMO_PASSWORD, pino({ level: 'silent' }), FAST);
  try {
    await eventually(async () => {
      const now = await figures();
      return (Object.keys(now) as (keyof typeof now)[]).every((kind) => now[kind] > before[kind]) || undefined;
    });
  } finally {
    await atWork.stop();
  }
  const after = await figures();
  expect((await boss.ok(api.tasks.mine)).held).toMatchObject({ kind: 'replenish', record_id });
  const sessions = await it.database.owner(
    'select from sessions s join users u on u.id = s.user_id where u.name = any($1) and s.ended_at is null',
    [PEOPLE],
  );
  expect(sessions).toEqual([]);
  expect(it.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  expect(await figures()).toEqual(after);
});
