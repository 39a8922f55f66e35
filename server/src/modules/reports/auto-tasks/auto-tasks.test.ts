import { type AutoTask, api } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { queueDueJob } from '../scheduled-mails.ts';

const { autoTasks, operations, records } = api;
let it: TestApp;
let boss: Caller;
/** Another server on the same database. */
let other: TestApp;

beforeAll(async () => {
  it = await testApp({ worker: true });
  other = await testApp({ worker: true, database: it.database });
  boss = await it.as('super');
});
beforeEach(() => it.database.owner('delete from auto_tasks'));

const input = (fields: object = {}) => ({
  frequency: 'Month',
  report_type: 1,
  file_type: 'excel',
  receiver_1: 'books@kestrel.test',
  params: { clients: [1] },
  ...fields,
});
const create = async (fields: object = {}, by = boss) => by.ok(autoTasks.create, { body: input(fields) as never });
/** As if the task had been created at this moment. */
const createdAt = async (moment: string, fields: object = {}, by = boss) => {
  const task = await create(fields, by);
  await it.database.owner('update auto_tasks set created_at = $2 where id = $1', [task.id, moment]);
  return task;
};
const tick = (now: string, app = it) =>
  queueDueJob({ clock: { now: () => new Date(now) } })(
    { open: app.app.open, log: {} as never },
    {},
    { number: 1, isLast: false },
  );
const runsOf = (task: { id: number }) =>
  it.database.owner<{ id: number; days: string; state: string; attempts: number; problem: string }>(
    `select id, from_day::text || ' ' || to_day::text as days, state, attempts, problem from auto_task_runs where task_id = $1 order by id`,
    [task.id],
  );
const mailsTo = async (address: string) => (await boss.ok(operations.outbox)).filter(({ to }) => to.includes(address));
const taskNow = async ({ id }: { id: number }) =>
  (await boss.ok(autoTasks.list)).find((task) => task.id === id) as AutoTask;
const ended = (task: { id: number }, count = 1) =>
  eventually(async () => {
    const runs = await runsOf(task);
    return runs.length >= count && runs.every(({ state }) => state !== 'waiting') ? runs : undefined;
  });

test('a task is created, listed with its next run, changed and deleted', async () => {
  const task = await create({ params: { clients: '2,1' }, receiver_2: 'CFO@kestrel.test' });
  expect(task).toMatchObject({
    frequency: 'Month',
    report_type: 1,
    file_type: 'excel',
    receiver_2: 'cfo@kestrel.test',
    params: { clients: [2, 1] },
    user_name: 'Marta Oliveira',
    last_run: null,
  });
  expect(task.companies).toHaveLength(2);
  const { data } = await boss.call(autoTasks.setParams, {
    params: { id: task.id },
    body: { params: { clients: [3] } },
  });
  expect(data.params.clients).toEqual([3]);
  await boss.ok(autoTasks.delete, { params: { id: task.id } });
  expect(await boss.ok(autoTasks.list)).toEqual([]);
  // Who received the bills of a client stays in the client's history.
  const tracesOf = async (id: number) =>
    (await boss.ok(records.traces, { query: { traceable_type: 'Client', traceable_id: id } })).data
      .filter(({ subject }) => subject.startsWith('Auto task'))
      .map(({ subject, array_log }) => [subject, array_log.map(({ newValue }) => newValue)]);
  const values = ['default-billing, Month', 'books@kestrel.test, cfo@kestrel.test'];
  expect(await tracesOf(3)).toEqual([
    ['Auto task removed', values],
    ['Auto task added', values],
  ]);
  expect(await tracesOf(2)).toEqual([
    ['Auto task removed', values],
    ['Auto task added', values],
  ]);
  expect((await boss.call(autoTasks.delete, { params: { id: task.id } })).status).toBe(404);
  expect((await boss.call(autoTasks.run, { params: { id: task.id } })).status).toBe(404);
});

test('a task needs a client and valid addresses', async () => {
  const refusal = async (fields: object) =>
    (await boss.call(autoTasks.create, { body: input(fields) as never })).body.errors;
  expect(await refusal({ params: { clients: [] }, receiver_1: 'books', receiver_2: 'x@' })).toEqual({
    'params.clients': ['Must select at least 1 client'],
    receiver_1: ['Send To 1 must be a valid email address'],
    receiver_2: ['Send To 2 must be a valid email address'],
  });
  expect(await refusal({ receiver_1: 'a@b.test, c@d.test' })).toHaveProperty('receiver_1');
  expect(await refusal({ params: { clients: [2_000_000_000] } })).toEqual({
    'params.clients': ['One of the clients does not exist'],
  });
  const task = await create();
  const reply = await boss.call(autoTasks.setParams, { params: { id: task.id }, body: { params: { clients: '' } } });
  expect(reply.body.errors).toEqual({ 'params.clients': ['Must select at least 1 client'] });
});

describe('Run now', () => {
  test('mails the report of last month with its file, which a super user can open', async () => {
    const task = await create({ params: { clients: [1, 2] }, receiver_1: 'one@now.test', receiver_2: 'two@now.test' });
    const started = await boss.ok(autoTasks.run, { params: { id: task.id } });
    expect(started.last_run).toMatchObject({ by_hand: true, user_name: 'Marta Oliveira' });
    await ended(task);
    // There is no mail server: the mail is kept in the outbox, and the task says so.
    const last_run = await eventually(async () => {
      const { last_run: run } = await taskNow(task);
      return run?.mail?.state === 'kept' ? run : undefined;
    });
    expect(last_run).toMatchObject({ state: 'sent', attempts: 1, problem: '', waits_since: null });
    await it.database.owner(
      "update mails set state = 'failed', problem = '550 no such mailbox' where id = (select max(mail_id) from auto_task_runs)",
    );
    expect((await taskNow(task)).last_run?.mail).toEqual({ state: 'failed', problem: '550 no such mailbox' });
    const [mail] = await mailsTo('one@now.test');
    expect(mail?.to).toBe('one@now.test, two@now.test');
    expect(mail?.subject).toMatch(/^Harrow Street Logistics: 3PL default billing, \w{3} 01, \d{4} to/);
    expect(mail?.text).toMatch(/Kestrel Coffee Roasters: \$[\d,]+\.\d\d\n.*Northfield.*: \$[\d,]+\.\d\d\nTotal: \$/);
    expect(mail?.files).toMatchObject([{ name: expect.stringMatching(/^default-billing-.*\.xlsx$/) }]);
    const file = await boss.ok(operations.mailFile, { params: { id: mail?.files[0]?.id ?? 0 } });
    const bytes = Buffer.from(file.content, 'base64');
    expect([bytes.length, (await readXlsx(bytes)).sheets.length]).toEqual([mail?.files[0]?.size, 2]);
    // Not to be read in the database.
    const [stored] = await it.database.owner<{ plain: boolean }>(
      "select substring(bytes_sealed from 1 for 2) = '\\x504b'::bytea as plain from mail_files order by id desc limit 1",
    );
    expect(stored?.plain).toBe(false);
    const { caller } = await it.given.mainUser(['run_billing_report']);
    expect((await caller.call(operations.mailFile, { params: { id: mail?.files[0]?.id ?? 0 } })).status).toBe(403);
  });

  test('as a PDF in the language of who created it', async () => {
    const { caller } = await it.given.mainUser(['run_billing_report']);
    await it.database.owner("update users set lang = 'ch' where email = $1", [caller.email]);
    const task = await create({ file_type: 'pdf', report_type: 3, receiver_1: 'chinese@now.test' }, caller);
    await caller.ok(autoTasks.run, { params: { id: task.id } });
    await ended(task);
    const [mail] = await mailsTo('chinese@now.test');
    expect(mail?.subject).toContain('按项目计费');
    const { content, media } = await boss.ok(operations.mailFile, { params: { id: mail?.files[0]?.id ?? 0 } });
    expect(media).toBe('application/pdf');
    expect(readPdf(Buffer.from(content, 'base64')).pages[0]?.text).toContain('按项目计费');
  });
});

describe('a task is due', () => {
  // The company is in Los Angeles.
  test.each([
    ['Week', '2026-03-01T00:00:00Z', '2026-03-02T13:59:59Z', '2026-03-02T14:00:00Z', '2026-02-23 2026-03-01'],
    // The clocks were put forward the day before, and back.
    ['Week', '2026-03-07T00:00:00Z', '2026-03-09T12:59:59Z', '2026-03-09T13:00:00Z', '2026-03-02 2026-03-08'],
    ['Week', '2026-10-31T00:00:00Z', '2026-11-02T13:59:59Z', '2026-11-02T14:00:00Z', '2026-10-26 2026-11-01'],
    ['Month', '2026-02-15T00:00:00Z', '2026-03-01T13:59:59Z', '2026-03-01T14:00:00Z', '2026-02-01 2026-02-28'],
    ['Month', '2026-06-15T00:00:00Z', '2026-07-01T12:59:59Z', '2026-07-01T13:00:00Z', '2026-06-01 2026-06-30'],
  ])('%s after %s at 06:00 by the clock on the wall', async (frequency, created, before, at, days) => {
    const task = await createdAt(created, { frequency });
    await tick(before);
    expect(await runsOf(task)).toEqual([]);
    await tick(at);
    await tick(at);
    expect((await runsOf(task)).map((run) => run.days)).toEqual([days]);
    await ended(task);
  });

  test('once for each period that was missed, and not for those before it was created', async () => {
    const task = await createdAt('2026-05-06T20:00:00Z', { frequency: 'Week', receiver_1: 'missed@due.test' });
    await tick('2026-05-26T00:00:00Z');
    await tick('2026-05-26T00:15:00Z');
    expect((await ended(task, 3)).map(({ days, state }) => [days, state])).toEqual([
      ['2026-05-04 2026-05-10', 'sent'],
      ['2026-05-11 2026-05-17', 'sent'],
      ['2026-05-18 2026-05-24', 'sent'],
    ]);
    expect(await mailsTo('missed@due.test')).toHaveLength(3);
  });

  test('and waits until its days are charged', async () => {
    const [accrual] = await it.database.owner<{ through: string }>('select through::text from billing_accrual');
    const through = (day: string) => it.database.owner('update billing_accrual set through = $1', [day]);
    const task = await createdAt('2026-03-15T00:00:00Z', { receiver_1: 'waits@due.test' });
    await through('2026-03-30');
    await tick('2026-04-01T13:00:00Z');
    const waiting = await eventually(async () => {
      const { last_run } = await taskNow(task);
      return last_run?.waits_since ? last_run : undefined;
    });
    expect(waiting).toMatchObject({ state: 'waiting', to_date: '2026-03-31', attempts: 0, mail: null });
    await tick('2026-04-01T13:15:00Z');
    expect(await mailsTo('waits@due.test')).toEqual([]);
    await through('2026-03-31');
    await tick('2026-04-01T13:30:00Z');
    expect(await ended(task)).toMatchObject([{ state: 'sent', days: '2026-03-01 2026-03-31' }]);
    await through(accrual?.through ?? '');
    expect(await mailsTo('waits@due.test')).toHaveLength(1);
  });

  test('once for all servers', async () => {
    const task = await createdAt('2026-08-02T00:00:00Z', { frequency: 'Week', receiver_1: 'nodes@due.test' });
    const at = '2026-08-10T20:00:00Z';
    await Promise.all([tick(at), tick(at, other), tick(at), tick(at, other)]);
    expect((await ended(task, 2)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ]);
    expect(await mailsTo('nodes@due.test')).toHaveLength(2);
  });
});

/** The queue would wait a little longer each time; the test does not. */
const retryNow = () =>
  it.database.scoped({ role: 'app_worker' }, async (client) => {
    await client.query('update graphile_worker._private_jobs set run_at = now() where attempts > 0');
    await client.query('commit');
  });

describe('a run that fails', () => {
  test('is tried again, shows why meanwhile, and mails once', async () => {
    const task = await create({ receiver_1: 'retry@fail.test' });
    await it.database.owner('alter table mail_files rename to mail_files_away');
    await boss.ok(autoTasks.run, { params: { id: task.id } });
    await eventually(async () => ((await runsOf(task))[0]?.attempts === 1 ? true : undefined));
    expect((await taskNow(task)).last_run).toMatchObject({
      state: 'waiting',
      problem: 'An unexpected error stopped the run',
      problem_key: 'TaskStopped',
    });
    // Another click does not start a second run while this one waits.
    await boss.ok(autoTasks.run, { params: { id: task.id } });
    await it.database.owner('alter table mail_files_away rename to mail_files');
    const runs = await eventually(async () => {
      await retryNow();
      const found = await runsOf(task);
      return found[0]?.state === 'sent' ? found : undefined;
    });
    expect(runs).toMatchObject([{ attempts: 2, problem: '' }]);
    expect(await mailsTo('retry@fail.test')).toHaveLength(1);
  });

  test('because its user is disabled or its clients are gone says so at once', async () => {
    const { id, caller } = await it.given.mainUser(['run_billing_report']);
    const task = await createdAt('2026-08-08T00:00:00Z', { frequency: 'Week' }, caller);
    const gone = await createdAt('2026-08-08T00:00:00Z', { frequency: 'Week' });
    await it.database.owner('update auto_tasks set client_ids = array[2000000000] where id = $1', [gone.id]);
    await it.database.owner('update users set is_active = false where id = $1', [id]);
    await tick('2026-08-10T20:00:00Z');
    expect(await ended(task)).toMatchObject([{ state: 'failed', attempts: 1, problem: 'TaskUserIsDisabled' }]);
    expect(await ended(gone)).toMatchObject([{ state: 'failed', attempts: 1, problem: 'TaskHasNoClients' }]);
    // Somebody else may still send it.
    await boss.ok(autoTasks.run, { params: { id: task.id } });
    expect((await ended(task, 2)).at(-1)).toMatchObject({ state: 'sent' });
  });
});
