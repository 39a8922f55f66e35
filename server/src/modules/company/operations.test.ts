import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';

const { operations, company } = api;
let it: TestApp;
let boss: Caller;

beforeAll(async () => {
  it = await testApp({ worker: true });
  boss = await it.as('super');
});

describe('jobs', () => {
  const failedRun = async (job: string, task = 'housekeeping', state = 'given up') =>
    (
      await it.database.owner<{ id: number }>(
        `insert into job_runs (job_id, task, attempt, state, problem, started_at) values ($1, $2, 1, $3, 'broken pipe', now()) returning id::int`,
        [job, task, state],
      )
    )[0]?.id ?? 0;

  test('a failed one is found with its reason and can be run again', async () => {
    const id = await failedRun('9001');
    const found = await boss.ok(operations.jobs, {
      query: { filter_by: { state: ['given up'] }, search: 'broken pipe' },
    });
    expect(found.records[0]).toMatchObject({ id, problem: 'broken pipe', payload: '{}' });
    const before = (
      await boss.ok(operations.jobs, { query: { search: 'housekeeping', filter_by: { state: ['done'] } } })
    ).total;
    await boss.ok(operations.retryJob, { params: { id } });
    await boss.ok(operations.retryJob, { params: { id } });
    const after = await eventually(async () => {
      const { total } = await boss.ok(operations.jobs, {
        query: { search: 'housekeeping', filter_by: { state: ['done'] } },
      });
      return total > before ? total : undefined;
    });
    expect(after).toBe(before + 1);
    expect((await boss.ok(operations.job, { params: { id } })).state).toBe('given up');
  });

  test('one that has since succeeded does not', async () => {
    const id = await failedRun('9002', 'housekeeping', 'failed');
    const done = await failedRun('9002', 'housekeeping', 'done');
    const story = await boss.ok(operations.job, { params: { id } });
    expect([story.can_retry, story.runs.map((run) => run.id)]).toEqual([false, [done, id]]);
    expect((await boss.call(operations.retryJob, { params: { id } })).body.keys).toEqual({ id: ['JobIsDone'] });
  });
});

test('sign-ins: who, whether it worked, from where; by newest', async () => {
  await it.guest.call(api.session.login, { body: { email: 'nobody@nowhere.test', password: 'x' } });
  const failed = await boss.ok(operations.signIns, { query: { filter_by: { succeeded: ['0'] } } });
  expect(failed.records[0]).toMatchObject({ email: 'nobody@nowhere.test', name: '', user_id: null, succeeded: false });
  const own = await boss.ok(operations.signIns, { query: { search: 'marta' } });
  expect(own.records.every((row) => row.name === 'Marta Oliveira')).toBe(true);
  expect(own.total).toBeGreaterThan(0);
});

test('a message is published, corrected and deleted, for everybody', async () => {
  const viewer = await it.as('viewer');
  const titles = async () => (await viewer.ok(company.messages)).map(({ title }) => title);
  const made = await boss.ok(company.createMessage, { body: { title: 'Closed on Friday', body: 'All day.' } });
  expect((await titles())[0]).toBe('Closed on Friday');
  const changed = await boss.ok(company.updateMessage, {
    params: { id: made.id },
    body: { title: 'Closed on Monday' },
  });
  expect(changed).toEqual({ ...made, title: 'Closed on Monday' });
  await boss.ok(company.deleteMessage, { params: { id: made.id } });
  expect(await titles()).not.toContain('Closed on Monday');
  const blank = await boss.call(company.createMessage, { body: { title: ' ' } });
  expect(blank.body.keys).toEqual({ title: ['TitleIsRequired'] });
});

test('a mail encrypted with another key is listed without its text', async () => {
  await it.database.owner(
    "insert into mails (recipient, subject, body_sealed, state) values ('a@b.test', 'Old', '\\x00', 'kept')",
  );
  const [mail] = await boss.ok(operations.outbox);
  expect(mail).toMatchObject({ subject: 'Old', text: '' });
});

describe('the first steps', () => {
  test('are done in the demo', async () => {
    expect(await boss.ok(operations.firstSteps)).toEqual({ company: true, couriers: true, client: true, user: true });
  });

  test('are completed automatically', async () => {
    await it.database.owner("delete from traces where traceable_type = 'Company'");
    const steps = () => boss.ok(operations.firstSteps);
    expect(await steps()).toMatchObject({ company: false, couriers: false });
    const [courier] = await boss.ok(company.couriers);
    if (!courier) throw new Error('The demo has no courier.');
    const { status: _, is_active, ...fields } = courier;
    await boss.ok(company.updateCourier, { params: { id: courier.id }, body: { ...fields, is_active } });
    expect(await steps()).toMatchObject({ company: false, couriers: true });
  });
});
