import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { accruing } from '../../../../test/accruing.ts';
import { givenStorage } from '../../../../test/given-storage.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import { billingChecks } from '../billing-checks.ts';
import { accrueJob, startDueRuns } from './accrual.jobs.ts';
import { processRun } from './process-run.ts';

const { billingActivities: activities, billingEntries: entries, billingRuns: runs } = api;
let it: TestApp;
let main: Caller;
let given: ReturnType<typeof accruing>['given'];
let start: ReturnType<typeof accruing>['start'];
let run: ReturnType<typeof accruing>['run'];
let charged: ReturnType<typeof accruing>['charged'];
let brief: ReturnType<typeof accruing>['brief'];
let gapsOf: ReturnType<typeof accruing>['gapsOf'];
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  ({ given, start, run, charged, brief, gapsOf } = accruing(it, main));
});

describe('a day', () => {
  test('is charged by the stock of its end, with plates where they were then', async () => {
    const clientId = await givenStorage(it, {
      items: [{ sku: 'BOX', size: [50, 40, 30], uoms: { Carton: 10 } }, { sku: 'BAG' }],
      bins: { 'ZZ-1': 'Cold room', 'ZZ-2': 'Dry room' },
      plates: [
        {
          license: 'ZZ-P1',
          uom: 'Pallet',
          bins: [
            ['ZZ-1', '2024-05-01T12:00Z'],
            ['ZZ-2', '2024-05-03T12:00Z'],
          ],
        },
        { license: 'ZZ-P2', uom: 'Carton', bins: [['ZZ-2', '2024-05-03T12:00Z']] },
      ],
      moves: [
        { sku: 'BOX', plate: 'ZZ-P1', quantity: 25, at: '2024-05-01T12:00Z' },
        { sku: 'BOX', plate: 'ZZ-P1', quantity: 5, at: '2024-05-01T12:00Z', quarantine: true },
        { sku: 'BAG', plate: 'ZZ-P2', quantity: 3, at: '2024-05-02T12:00Z' },
        { sku: 'BOX', plate: 'ZZ-P1', quantity: -20, at: '2024-05-03T12:00Z' },
      ],
    });
    await given(clientId, 'Daily-Cubic', '', { rate: '0.5' });
    await given(clientId, 'Daily-Location', '', { rate: '0.2' });
    await given(clientId, 'Daily-Location', '', { rate: '0.3' }, 'COLD ROOM');
    const done = await run(clientId, '2024-05-02', '2024-05-03');
    expect(done).toMatchObject({ state: 'done', days: 2, days_done: 2, added: 5, kept: 0, problem: '' });
    expect(await brief(clientId)).toEqual([
      // 30 × 0.06 m³; the second plate was put away only on the next day.
      '2024-05-02 Daily-Cubic 1.8 × 0.5',
      '2024-05-02 Daily-Location 1 × 0.2',
      '2024-05-02 Daily-Location 1 × 0.3',
      '2024-05-03 Daily-Cubic 0.6 × 0.5',
      '2024-05-03 Daily-Location 1 × 0.2',
    ]);
    const gaps = await gapsOf(clientId);
    expect(gaps.map(({ day, reason }) => `${day} ${reason}`)).toEqual([
      '2024-05-02 no_size',
      '2024-05-02 no_location',
      '2024-05-02 no_location',
      '2024-05-03 no_size',
    ]);
    expect(gaps[1]?.details).toEqual({ units: 3 });
    const again = await run(clientId, '2024-05-02', '2024-05-03');
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 0 });
    expect((await gapsOf(clientId)).length).toBe(gaps.length);
  });

  test('without a rate is a gap, and counts are charged by their lines', async () => {
    const moves = [{ sku: 'A', quantity: 9, at: '2024-06-04T15:00Z' }];
    const clientId = await givenStorage(it, { items: [{ sku: 'A' }], moves });
    const [count] = await it.database.owner<{ id: number }>(
      `with made as (insert into counts (client_id, state, sheet_at, user_id, user_name, posted_at)
         values ($1, 'posted', '2024-06-05T12:00Z', 1, 'Test', '2024-06-05T13:00Z') returning id, client_id)
       insert into count_lines (client_id, count_id, inventory_id, quarantine, expected, counted, uploaded_at)
       select made.client_id, made.id, i.id, n.q, 9, n.counted, '2024-06-05T13:00Z'::timestamptz + n.late
       from made join inventories i on i.client_id = made.client_id
       cross join (values (false, 9, interval '0'), (true, null, null)) n (q, counted, late) returning count_id as id`,
      [clientId],
    );
    await run(clientId, '2024-06-05');
    expect((await gapsOf(clientId)).map(({ reason }) => reason)).toEqual(['no_rate', 'no_rate']);
    await given(clientId, 'Count', '', { rate: '0.4', quantity: '2' });
    await given(clientId, 'Week-End', 'Unit', { rate: '1' });
    expect(await run(clientId, '2024-06-05')).toMatchObject({ added: 1, gaps: 0 });
    expect(await brief(clientId)).toEqual(['2024-06-05 Count 2 × 0.4']);
    expect(await gapsOf(clientId)).toEqual([]);
    const [entry] = await it.database.owner<object>(
      'select billable_type, billable_id, reference, created_by, how from billing_entries where client_id = $1',
      [clientId],
    );
    expect(entry).toMatchObject({
      billable_type: 'count',
      billable_id: count?.id,
      reference: `Count ${count?.id}`,
      created_by: 'Accrual',
      how: { by: 'Line', counted: 1, link_quantity: '2', rate: '0.4', valid_from: '2020-01-01' },
    });
  });
});

describe('a day that is charged again', () => {
  const moves = [{ sku: 'A', quantity: 10, at: '2024-07-01T15:00Z' }];
  const make = async () => {
    const clientId = await givenStorage(it, { items: [{ sku: 'A', size: [100, 100, 10] }], moves });
    const link = await given(clientId, 'Daily-Cubic', '', { rate: '1' });
    await run(clientId, '2024-07-02', '2024-07-04');
    return { clientId, link };
  };
  const setRate = (link: { id: number; itemId: number }, rate: string) =>
    main.ok(activities.saveItem, { params: link, body: { rate, valid_from: '2020-01-01' } });

  test('has the rate of the day and the sizes of now; entries that people touched stay', async () => {
    const { clientId, link } = await make();
    const [first, second] = await charged(clientId);
    const body = { bill_date: '2024-07-02', reference: 'Agreed', price: '5', note: '' };
    await main.ok(entries.update, { params: { id: first?.id ?? 0 }, body: { ...body, quantity: '1' } });
    await main.ok(entries.update, { params: { id: second?.id ?? 0 }, body: { ...body, quantity: '0' } });
    await it.database.owner('update inventory_uoms set height = 20 where client_id = $1', [clientId]);
    expect(await run(clientId, '2024-07-02', '2024-07-04')).toMatchObject({
      added: 0,
      changed: 1,
      removed: 0,
      kept: 2,
    });
    expect(await brief(clientId)).toEqual(['2024-07-02 Daily-Cubic 1 × 5', '2024-07-04 Daily-Cubic 2 × 1']);
    await setRate(link, '0');
    expect(await run(clientId, '2024-07-02', '2024-07-04')).toMatchObject({ removed: 1, kept: 1 });
    await main.ok(activities.addItem, { params: link, body: { rate: '3', valid_from: '2020-01-01' } });
    expect(await run(clientId, '2024-07-02', '2024-07-04')).toMatchObject({ added: 1, kept: 2 });
    expect(await brief(clientId)).toEqual(['2024-07-02 Daily-Cubic 1 × 5', '2024-07-04 Daily-Cubic 2 × 3']);
  });

  test('in a closed month is charged on the first open day, and nothing in the month changes', async () => {
    const { clientId, link } = await make();
    await it.database.owner(
      `insert into billing_periods (client_id, month, user_name) values ($1, '2024-07-01', 'Test'), ($1, '2024-08-01', 'Test')`,
      [clientId],
    );
    await setRate(link, '2');
    expect(await run(clientId, '2024-07-02', '2024-07-05')).toMatchObject({ added: 1, changed: 0, kept: 3 });
    const rows = (await charged(clientId)).map(({ day, price, bill_date }) => `${day} ${price} ${bill_date}`);
    expect(rows).toEqual([
      '2024-07-02 1 2024-07-02',
      '2024-07-03 1 2024-07-03',
      '2024-07-04 1 2024-07-04',
      '2024-07-05 2 2024-09-01',
    ]);
  });

  test('a gap that was waived stays waived; one that is corrected disappears', async () => {
    const clientId = await givenStorage(it, { items: [{ sku: 'A' }], moves });
    await given(clientId, 'Daily-Cubic', '', { rate: '1' });
    await run(clientId, '2024-07-02', '2024-07-03');
    await it.database.owner(
      `update billing_gaps set waived_at = now(), waived_by = 'Test' where client_id = $1 and day = '2024-07-02'`,
      [clientId],
    );
    await it.database.owner('update inventory_uoms set length = 100 where client_id = $1', [clientId]);
    await run(clientId, '2024-07-02', '2024-07-03');
    const left = await it.database.owner<object>(
      'select day::text as day, waived_by from billing_gaps where client_id = $1',
      [clientId],
    );
    expect(left).toEqual([{ day: '2024-07-02', waived_by: 'Test' }]);
  });
});

describe('a run', () => {
  test('is refused for days that are not over, nobody or the wrong way round', async () => {
    const refused = async (body: object) => (await main.call(runs.start, { body: body as never })).body.keys;
    expect(await refused({ from: '2024-01-02', to: '2024-01-01' })).toEqual({ to: ['RunEndsBeforeItBegins'] });
    expect(await refused({ from: '2024-01-02', to: '2999-01-01' })).toMatchObject({
      to: [expect.stringMatching(/^RunDayIsNotOver:/)],
    });
    expect(await refused({ from: '1999-01-02', to: '1999-01-03' })).toMatchObject({
      to: [expect.stringMatching(/^RunBeforeFirstMovement:/)],
    });
    expect(await refused({ from: '2024-01-02', to: '2024-01-03', client_ids: [999_999] })).toEqual({
      client_ids: ['RunClientIsUnknown'],
    });
    const staff = await it.as('staff');
    expect((await staff.call(runs.start, { body: { from: '2024-01-02', to: '2024-01-03' } })).status).toBe(403);
  });

  test('continues after the day at which it was cut off, and two processes share it', async () => {
    const items = [{ sku: 'A', size: [100, 100, 100] as const }];
    const moves = Array.from({ length: 29 }, (_, n) => ({
      sku: 'A',
      quantity: 1 + n,
      at: `2024-08-${String(n + 2).padStart(2, '0')}T12:00Z`,
    }));
    const clientId = await givenStorage(it, { items, moves });
    await given(clientId, 'Daily-Cubic', '', { rate: '1' });
    const { id } = await start(clientId, '2024-08-02', '2024-08-30');
    // The process dies in the middle of the fourth day: nothing of that day is there.
    let days = 0;
    const dying: Open = (scope, work) =>
      it.app.open(scope, async (tx) => {
        const result = await work(tx);
        if (++days === 4) throw new Error('killed');
        return result;
      });
    await expect(processRun(dying, id)).rejects.toThrow('killed');
    expect(await main.ok(runs.get, { params: { id } })).toMatchObject({ state: 'running', days_done: 3, added: 3 });
    const other = await testApp({ database: it.database });
    await Promise.all([processRun(it.app.open, id), processRun(other.app.open, id)]);
    expect(await main.ok(runs.get, { params: { id } })).toMatchObject({ state: 'done', days_done: 29, added: 29 });
    const quantities = (await charged(clientId)).map(({ quantity }) => Number(quantity));
    expect(quantities).toEqual(Array.from({ length: 29 }, (_, n) => ((n + 1) * (n + 2)) / 2));
    expect(await processRun(it.app.open, id)).toBe(true);
  });
});

test('the night charges missed days once, and continues a run that failed', async () => {
  const own = await testApp();
  const boss = await own.as('super');
  const state = () => boss.ok(runs.state);
  const look = () => own.app.open(staffScope, startDueRuns);
  // A day may have become due since the demo was made.
  await look();
  const [due] = (await state()).runs;
  if (due?.state === 'waiting') await processRun(own.app.open, due.id);
  const { last_day: last, through } = await state();
  expect(through).toBe(last);
  const written = () =>
    own.database.owner(
      `select client_id, day::text as day, units::text as of from billing_snapshots where day > $1::date - 4
       union all select client_id, charge_day::text, price || ' × ' || quantity from billing_entries where accrued and charge_day > $1::date - 4
       union all select client_id, day::text, reason from billing_gaps where billable_type <> 'shipment' and day > $1::date - 4 order by 1, 2, 3`,
      [last],
    );
  const before = await written();
  expect(before.length).toBeGreaterThan(10);
  // As if the server had not run for three nights.
  for (const statement of [
    'delete from billing_entries where accrued and charge_day > $1::date - 3',
    `delete from billing_gaps where billable_type <> 'shipment' and day > $1::date - 3`,
    'delete from billing_snapshots where day > $1::date - 3',
    'update billing_accrual set through = $1::date - 3',
  ])
    await own.database.owner(statement, [last]);
  await look();
  const [made] = (await state()).runs;
  expect(made).toMatchObject({ cause: 'nightly', state: 'waiting', days: 3, days_done: 0, clients: null });
  await look();
  expect((await state()).runs[0]?.id).toBe(made?.id);
  let calls = 0;
  const failing: Open = (scope, work) =>
    own.app.open(scope, async (tx) => {
      const result = await work(tx);
      if (calls++ === 1) throw new Error('no room');
      return result;
    });
  const work = (open: Open) =>
    accrueJob(own.clock)({ open, log: own.http.log as never }, { run_id: made?.id }, { number: 5, isLast: true });
  await expect(work(failing)).rejects.toThrow('no room');
  expect((await state()).runs[0]).toMatchObject({ id: made?.id, state: 'failed', days_done: 1, problem: 'no room' });
  await look();
  await work(own.app.open);
  expect(await state()).toMatchObject({
    through: last,
    runs: [{ id: made?.id, state: 'done', days: 3, days_done: 3, problem: '' }, {}],
  });
  expect(await written()).toEqual(before);
  for (const check of billingChecks) expect(await own.app.open(staffScope, check.broken), check.name).toEqual([]);
  // Each kind of loss is found.
  await own.database.owner('delete from billing_entries where accrued and charge_day = $1', [last]);
  await own.database.owner(
    'update billing_entries set quantity = quantity + 1 where accrued and charge_day = $1::date - 1',
    [last],
  );
  const broken = [];
  for (const check of billingChecks) if ((await own.app.open(staffScope, check.broken)).length) broken.push(check.name);
  expect(broken).toEqual([
    'Every charge that was due for a day of storage has an entry or is unbilled',
    'An entry of the accrual is what its explanation says',
  ]);
});
