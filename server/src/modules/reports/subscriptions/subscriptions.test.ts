import { api, type Subscription } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { registry } from '../../../app.ts';
import { lookAtKinds } from '../../exceptions/index.ts';
import { queueDueJob } from '../scheduled-mails.ts';

const { reportSubscriptions: subscriptions, operationReports, operations } = api;
let it: TestApp;
/** Another server on the same database. */
let other: TestApp;
let boss: Caller;
let client: Caller;
let ownId: number;
let otherId: number;

beforeAll(async () => {
  it = await testApp({ worker: true });
  other = await testApp({ worker: true, database: it.database });
  [boss, client] = [await it.as('super'), await it.as('client')];
  const [own] = await it.database.owner<{ client_id: number; other: number }>(
    `select client_id, (select max(id) from clients where id <> u.client_id) as other from users u where email = 'client@longshore.test'`,
  );
  [ownId, otherId] = [own?.client_id ?? 0, own?.other ?? 0];
});
beforeEach(() => it.database.owner('delete from report_subscriptions'));

const input = (fields: object = {}) => ({
  report: 'inventory',
  clientId: ownId,
  frequency: 'Day',
  receivers: ['books@kestrel.test'],
  ...fields,
});
const subscribe = (fields: object = {}, by = boss) => by.ok(subscriptions.create, { body: input(fields) as never });
const refusal = async (fields: object, by = boss) => {
  const { status, body } = await by.call(subscriptions.create, { body: input(fields) as never });
  return [status, body.keys];
};
/** As if it had been made at this moment. */
const since = async (moment: string, fields: object = {}, by = boss) => {
  const made = await subscribe(fields, by);
  await it.database.owner('update report_subscriptions set active_since = $2 where id = $1', [made.id, moment]);
  return made;
};
const tick = (now: string, app = it) =>
  queueDueJob({ clock: { now: () => new Date(now) } })(
    { open: app.app.open, log: {} as never },
    {},
    { number: 1, isLast: false },
  );
const runsOf = ({ id }: { id: number }) =>
  it.database.owner<{ days: string; state: string; attempts: number; problem: string }>(
    `select from_day::text || ' ' || to_day::text as days, state, attempts, problem from auto_task_runs where subscription_id = $1 order by id`,
    [id],
  );
const ended = (made: { id: number }, count = 1) =>
  eventually(async () => {
    const runs = await runsOf(made);
    return runs.length >= count && runs.every(({ state }) => state !== 'waiting') ? runs : undefined;
  });
const mailsTo = async (address: string) => (await boss.ok(operations.outbox)).filter(({ to }) => to.includes(address));
const shown = async ({ id }: { id: number }, by = boss) =>
  (await by.ok(subscriptions.list)).find((each) => each.id === id) as Subscription;
const one = ({ id }: { id: number }) => ({ params: { id } });
const fileOf = async (address: string) => {
  const [mail] = await mailsTo(address);
  const file = await boss.ok(operations.mailFile, { params: { id: mail?.files[0]?.id ?? 0 } });
  return { mail, name: mail?.files[0]?.name ?? '', bytes: Buffer.from(file.content, 'base64') };
};

describe('a subscription', () => {
  test('is made, listed with its next run, changed, paused, resumed and deleted', async () => {
    const made = await subscribe({
      frequency: 'Week',
      weekday: 3,
      hour: 18,
      receivers: ['A@b.test', 'a@b.test', 'c@d.test'],
    });
    expect(made).toMatchObject({
      report: 'inventory',
      title: 'Inventory',
      frequency: 'Week',
      weekday: 3,
      hour: 18,
      receivers: ['a@b.test', 'c@d.test'],
      format: 'excel',
      when_empty: 0,
      state: 'active',
      user_name: 'Marta Oliveira',
      is_own: 1,
      may_change: 1,
      last_run: null,
      last_sent_at: null,
    });
    expect(made.client).not.toBe('');
    expect(new Date(made.next_run ?? 0).getUTCDay()).toBe(4); // 18:00 on Wednesday in Los Angeles
    const schedule = {
      frequency: 'Month',
      month_day: 28,
      hour: 0,
      receivers: ['e@f.test'],
      format: 'csv',
      when_empty: 1,
    };
    const changed = await boss.ok(subscriptions.update, { ...one(made), body: schedule as never });
    expect(changed).toMatchObject({ ...schedule, report: 'inventory', client: made.client });
    expect(await boss.ok(subscriptions.pause, one(made))).toMatchObject({ state: 'paused', next_run: null });
    await tick('2040-01-01T00:00:00Z');
    expect(await runsOf(made)).toEqual([]);
    expect((await boss.ok(subscriptions.resume, one(made))).state).toBe('active');
    await boss.ok(subscriptions.delete, one(made));
    expect(await boss.ok(subscriptions.list)).toEqual([]);
    for (const call of [subscriptions.delete, subscriptions.pause, subscriptions.resume, subscriptions.send])
      expect((await boss.call(call, one(made) as never)).status).toBe(404);
  });

  test('is in the history of the client whose rows are mailed', async () => {
    const made = await subscribe({ clientId: null, receivers: ['trace@history.test'] }, client);
    await boss.ok(subscriptions.delete, one(made));
    const { data } = await boss.ok(api.records.traces, { query: { traceable_type: 'Client', traceable_id: ownId } });
    const [removed, added] = data.filter(({ array_log }) =>
      array_log.some(({ newValue }) => newValue === 'trace@history.test'),
    );
    expect([removed?.subject, removed?.user]).toEqual(['Subscription removed', 'Marta Oliveira']);
    expect([added?.subject, added?.user, added?.array_log[0]?.newValue]).toEqual([
      'Subscription added',
      'Priya Nair',
      'inventory, Day',
    ]);
  });

  test.each([
    ['no address', { receivers: [] }, { receivers: ['SubscriptionNeedsAddress'] }],
    ['no address that is one', { receivers: ['books'] }, { 'receivers.0': ['EmailIsInvalid'] }],
    ['two in one', { receivers: ['a@b.test, c@d.test'] }, { 'receivers.0': ['EmailIsInvalid'] }],
    [
      'six addresses',
      { receivers: [1, 2, 3, 4, 5, 6].map((n) => `a${n}@b.test`) },
      { receivers: ['TooManyAddresses:5'] },
    ],
    ['an unknown report', { report: 'nothing' }, { report: ['ReportIsUnknown'] }],
    ['no client', { clientId: null }, { clientId: ['ReportNeedsClient'] }],
    ['all clients of a report of one', { clientId: 'all' }, { clientId: ['ReportNeedsClient'] }],
    ['an unknown client', { clientId: 2_000_000_000 }, { clientId: ['ClientIsUnknown'] }],
    ['the 29th', { month_day: 29 }, { month_day: ['InvalidFormat'] }],
    ['hour 24', { hour: 24 }, { hour: ['InvalidFormat'] }],
    ['no serial', { report: 'serial-lookup' }, { text_criteria_1: ['ReportNeedsSerial'] }],
  ])('is refused at its field: %s', async (_, wrong, keys) => {
    expect(await refusal(wrong)).toEqual([422, keys]);
  });

  test('of one user there are at most 20', async () => {
    await it.database.owner(
      `insert into report_subscriptions (user_id, user_name, report, frequency, receivers, format)
       select u.id, u.name, 'inventory', 'Day', array['a@b.test'], 'csv' from users u, generate_series(1, 19) where u.email = 'super@longshore.test'`,
    );
    await subscribe();
    expect(await refusal({})).toEqual([422, { _: ['TooManySubscriptions:20'] }]);
  });
});

describe('client users', () => {
  test('subscribe within their own client only, and see nobody else’s', async () => {
    expect(await refusal({ clientId: otherId }, client)).toEqual([422, { clientId: ['ClientIsUnknown'] }]);
    expect(await refusal({ clientId: 'all' }, client)).toEqual([422, { clientId: ['ClientIsUnknown'] }]);
    expect((await client.call(subscriptions.create, { body: input({ report: 'unbilled' }) as never })).status).toBe(
      403,
    );
    const staffs = await subscribe();
    const { caller: stranger } = await it.given.clientUser(otherId);
    const strangers = await subscribe({ clientId: null }, stranger);
    const own = await subscribe({ clientId: null }, client);
    expect((await client.ok(subscriptions.list)).map(({ id }) => id)).toEqual([own.id]);
    expect((await boss.ok(subscriptions.list)).map(({ id }) => id)).toEqual([staffs.id, strangers.id, own.id]);
    for (const made of [staffs, strangers])
      for (const call of [subscriptions.delete, subscriptions.pause, subscriptions.resume, subscriptions.send])
        expect((await client.call(call, one(made) as never)).status).toBe(404);
    // Staff may end what a client’s users get, but not have it read with their own access.
    const taken = await boss.call(subscriptions.update, { ...one(own), body: { receivers: ['a@b.test'] } as never });
    expect([taken.status, taken.body.keys]).toEqual([422, { _: ['SubscriptionOfClient'] }]);
    expect((await boss.ok(subscriptions.pause, one(own))).state).toBe('paused');
    expect(await boss.ok(subscriptions.resume, one(own))).toMatchObject({ state: 'active', user_name: 'Priya Nair' });
  });

  test('are mailed what they see on the screen, without amounts', async () => {
    const made = await subscribe({ clientId: null, format: 'csv', receivers: ['own@client.test'] }, client);
    await client.ok(subscriptions.send, one(made));
    await ended(made);
    const { name, bytes } = await fileOf('own@client.test');
    expect(name).toMatch(/^inventory-\d{4}-\d\d-\d\d\.csv$/);
    const grid = await client.ok(operationReports.run, { body: { name: 'inventory' } as never });
    const lines = bytes.toString().replace('\ufeff', '').trim().split('\r\n');
    expect(lines[0]).toBe(grid.columns.map(({ heading }) => heading).join(','));
    expect(lines).toHaveLength(grid.rows.length + 1);
    expect((await shown(made, client)).last_run).toMatchObject({ state: 'sent', mail: null });
  });
});

describe('Send now', () => {
  test('mails the last whole period with its file, besides the regular runs', async () => {
    const made = await subscribe({
      report: 'transactions',
      frequency: 'Month',
      receivers: ['one@now.test', 'two@now.test'],
    });
    await boss.ok(subscriptions.send, one(made));
    await ended(made);
    const { mail, name, bytes } = await fileOf('one@now.test');
    expect(mail?.to).toBe('one@now.test, two@now.test');
    expect(mail?.subject).toMatch(/^Harrow Street Logistics: Transactions, \w{3} 01, \d{4} to \w{3} \d\d, \d{4}$/);
    expect(mail?.text).toMatch(
      /Client: Kestrel.*\n\nFile: .*\nHarrow Street Logistics sends this report every month, with the access of Marta/,
    );
    expect(name).toMatch(/\.xlsx$/);
    const [run] = await runsOf(made);
    const [from, to] = (run?.days ?? '').split(' ');
    const grid = await boss.ok(operationReports.run, {
      body: { name: 'transactions', clientId: ownId, from_date: from, to_date: to } as never,
    });
    expect((await readXlsx(bytes)).sheets[0]?.rows).toHaveLength(grid.rows.length + 1);
    const { last_sent_at, last_run } = await shown(made);
    expect([last_run?.by_hand, last_run?.state, last_sent_at]).toEqual([true, 'sent', last_run?.ended_at]);
  });

  test('is refused after ten times in a day', async () => {
    const made = await subscribe();
    await it.database.owner(
      `insert into auto_task_runs (subscription_id, from_day, to_day, by_hand, state)
       select $1, current_date, current_date, true, 'sent' from generate_series(1, 10)`,
      [made.id],
    );
    const { status, body } = await boss.call(subscriptions.send, one(made));
    expect([status, body.keys]).toEqual([422, { _: ['SentOftenToday:10'] }]);
  });
});

describe('a report is mailed', () => {
  test('once for each period, whichever server asks and however often', async () => {
    // The clocks in Los Angeles go forward on the 8th of March at the hour of the subscription.
    const made = await since('2026-03-06T20:00:00Z', {
      report: 'transactions',
      hour: 2,
      receivers: ['dst@once.test'],
      when_empty: 1,
    });
    const at = '2026-03-09T20:00:00Z';
    await Promise.all([tick(at), tick(at, other), tick(at), tick(at, other)]);
    await tick('2026-03-09T20:15:00Z');
    expect((await ended(made, 3)).map(({ days, state, attempts }) => [days, state, attempts])).toEqual([
      ['2026-03-06 2026-03-06', 'sent', 1],
      ['2026-03-07 2026-03-07', 'sent', 1],
      ['2026-03-08 2026-03-08', 'sent', 1],
    ]);
    expect(await mailsTo('dst@once.test')).toHaveLength(3);
  });

  test('once after an outage when it reports what is true now', async () => {
    const made = await since('2026-03-06T20:00:00Z', { receivers: ['now@once.test'] });
    await tick('2026-03-12T20:00:00Z');
    await tick('2026-03-12T20:15:00Z');
    expect((await ended(made)).map(({ days }) => days)).toEqual(['2026-03-11 2026-03-11']);
  });

  test('again when the server died before it could', async () => {
    const made = await since('2026-03-06T20:00:00Z', { receivers: ['lost@once.test'] });
    await it.database.owner(
      `insert into auto_task_runs (subscription_id, from_day, to_day, on_day, created_at)
       values ($1, '2026-03-06', '2026-03-06', '2026-03-07', '2026-03-07T14:00:00Z')`,
      [made.id],
    );
    await tick('2026-03-07T14:30:00Z');
    expect((await runsOf(made)).map(({ state }) => state)).toEqual(['waiting']);
    await tick('2026-03-07T15:15:00Z');
    expect((await ended(made)).map(({ state }) => state)).toEqual(['sent']);
    expect(await mailsTo('lost@once.test')).toHaveLength(1);
  });

  test('only when there is something to report, unless it was asked for', async () => {
    const fields = { report: 'transactions', clientId: await it.given.client() };
    const quiet = await since('2026-03-06T20:00:00Z', { ...fields, receivers: ['quiet@empty.test'] });
    const always = await since('2026-03-06T20:00:00Z', { ...fields, receivers: ['always@empty.test'], when_empty: 1 });
    await tick('2026-03-07T20:00:00Z');
    expect((await ended(quiet)).map(({ state }) => state)).toEqual(['empty']);
    expect((await ended(always)).map(({ state }) => state)).toEqual(['sent']);
    expect(await mailsTo('quiet@empty.test')).toEqual([]);
    const [mail] = await mailsTo('always@empty.test');
    expect([mail?.files, mail?.text]).toEqual([[], expect.stringContaining('no record found')]);
    expect((await shown(quiet)).last_run).toMatchObject({ state: 'empty', problem: '' });
  });

  test('in the language of its owner', async () => {
    const { id, caller } = await it.given.mainUser();
    await it.database.owner("update users set lang = 'ch' where id = $1", [id]);
    const made = await subscribe({ receivers: ['chinese@lang.test'] }, caller);
    await caller.ok(subscriptions.send, one(made));
    await ended(made);
    const { mail } = await fileOf('chinese@lang.test');
    expect(mail?.subject).toContain('库存');
  });
});

describe('it stops and says so', () => {
  const day = '2026-03-07T20:00:00Z';
  const before = '2026-03-06T20:00:00Z';
  const look = () =>
    lookAtKinds(
      it.app.open,
      registry,
      registry.list('exceptions').filter(({ name }) => name === 'subscription-stopped'),
    );
  const exceptionsOf = async (caller: Caller) => {
    await look();
    const query = { filter_by: { kind: ['subscription-stopped'], state: ['open'] }, per_page: 100 };
    return (await caller.ok(api.exceptions.list, { query })).records;
  };

  test('when its owner was disabled; somebody else may go on with their own access', async () => {
    const { id, caller } = await it.given.clientUser(ownId);
    const made = await since(before, { clientId: null, receivers: ['gone@stop.test'] }, caller);
    await it.database.owner('update users set is_active = false where id = $1', [id]);
    await tick(day);
    expect(await ended(made)).toMatchObject([{ state: 'failed', problem: 'SubscriptionOwnerIsDisabled' }]);
    expect(await shown(made, client)).toMatchObject({
      state: 'stopped',
      stop_reason_key: 'SubscriptionOwnerIsDisabled',
      next_run: null,
      is_own: 0,
      may_change: 1,
    });
    await tick('2026-03-09T20:00:00Z');
    expect(await runsOf(made)).toHaveLength(1);
    expect(await mailsTo('gone@stop.test')).toEqual([]);
    for (const caller of [boss, client]) expect(await exceptionsOf(caller)).toHaveLength(1);
    const resumed = await client.ok(subscriptions.resume, one(made));
    expect(resumed).toMatchObject({ state: 'active', stop_reason: '', user_name: 'Priya Nair', is_own: 1 });
    expect(await exceptionsOf(boss)).toEqual([]);
    await client.ok(subscriptions.send, one(made));
    await ended(made, 2);
    expect(await mailsTo('gone@stop.test')).toHaveLength(1);
  });

  test.each([
    [
      'its owner was deleted',
      'SubscriptionOwnerIsDisabled',
      'update report_subscriptions set user_id = 2000000000 where user_id = $1',
    ],
    [
      'its owner belongs to another client',
      'SubscriptionOwnerMoved',
      'update users set client_id = (select min(id) from clients) where id = $1',
    ],
    [
      'the client of its owner is disabled',
      'SubscriptionOwnerIsDisabled',
      'update clients set is_active = false where id = (select client_id from users where id = $1)',
    ],
    [
      'its report is not for its owner any more',
      'SubscriptionNotAllowed',
      "update report_subscriptions set report = 'unbilled' where user_id = $1",
    ],
    ['its report is gone', 'ReportIsUnknown', "update report_subscriptions set report = 'gone' where user_id = $1"],
  ])('when %s', async (_, reason, change) => {
    const { id, caller } = await it.given.clientUser(await it.given.client());
    const made = await since(before, { clientId: null, when_empty: 1 }, caller);
    await it.database.owner(change, [id]);
    await tick(day);
    await ended(made);
    expect(await shown(made)).toMatchObject({ state: 'stopped', stop_reason_key: reason });
  });

  test('when its client is gone', async () => {
    const gone = await since(before, {});
    await it.database.owner('update report_subscriptions set of_client = 2000000000 where id = $1', [gone.id]);
    await tick(day);
    await ended(gone);
    expect(await shown(gone)).toMatchObject({ state: 'stopped', stop_reason: 'One of the clients does not exist' });
  });

  test('when its saved filter was deleted, which was mailed as the list has it before', async () => {
    const body = { name: 'Open ones', page: 'Order', param: { filter_by: { status: 'Open,Processed' } } } as never;
    const filter = await boss.ok(api.records.saveFilter, { body });
    const fields = { report: 'customized', text_criteria_1: String(filter.id), receivers: ['filter@stop.test'] };
    const made = await since(before, fields);
    expect(made).toMatchObject({ title: 'Customized', criteria: 'Open ones' });
    await boss.ok(subscriptions.send, one(made));
    await ended(made);
    expect((await fileOf('filter@stop.test')).name).toMatch(/^customized-/);
    await boss.ok(api.records.deleteFilter, { params: { id: filter.id } });
    await tick(day);
    await ended(made, 2);
    expect(await shown(made)).toMatchObject({ state: 'stopped', stop_reason_key: 'ReportFilterIsGone' });
    const { status, body: answer } = await boss.call(subscriptions.resume, one(made));
    expect([status, answer.keys]).toEqual([422, { text_criteria_1: ['ReportFilterIsGone'] }]);
  });
});
