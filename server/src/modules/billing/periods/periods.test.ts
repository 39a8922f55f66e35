import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { ordering } from '../../../../test/ordering.ts';
import { untilWaiting, whileHeld } from '../../../../test/waiting.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { periodChecks } from './period-checks.ts';

const { billingActivities, billingEntries: entries, billingItems, billingPeriods, billingStatements } = api;
const { shipmentBilling, shipments, records } = api;
let it: TestApp;
let main: Caller;
let activityId: number;
let itemId: number;
let internalId: number;
let clientId: number;

/** A client whose activity has an item of 2.50 and an internal one of 1, and an accrual that is done through 2025. */
async function priced(name: string) {
  const id = await it.given.client(name);
  await it.database.owner('update clients set tax_rate = 0.13 where id = $1', [id]);
  const activity = await main.ok(billingActivities.create, { body: { name: 'Work', client_id: id } });
  const add = async (item: string, rate: string, internal: 0 | 1) => {
    const made = await main.ok(billingItems.create, { body: { name: `${name} ${item}`, internal } });
    await main.ok(billingActivities.addItem, {
      params: { id: activity.id, itemId: made.id },
      body: { rate, valid_from: '2020-01-01' },
    });
    return made.id;
  };
  return { id, activity: activity.id, item: await add('hour', '2.5', 0), internal: await add('cost', '1', 1) };
}

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  await it.database.owner("update billing_accrual set through = '2025-12-31'");
  const made = await priced('Period Goods');
  [clientId, activityId, itemId, internalId] = [made.id, made.activity, made.item, made.internal];
});

const enter = (bill_date: string, line: object = {}, caller = main) =>
  caller.call(entries.create, {
    body: {
      client_id: clientId,
      billing_activity_id: activityId,
      bill_date,
      reference: 'R',
      entries: [{ billing_item_id: itemId, ...line }],
    },
  });
const entered = async (bill_date: string, line: object = {}) => {
  const [entry] = (await enter(bill_date, line)).data;
  if (!entry) throw new Error('No entry was made.');
  return entry;
};
const at = (month: string) => ({ clientId, month });
const close = (month: string, unbilled = 0, caller = main) =>
  caller.call(billingPeriods.close, { params: at(month), body: { unbilled } });
const reopen = (month: string) => main.call(billingPeriods.reopen, { params: at(month) });
const today = async () => {
  const [row] = await it.database.owner<{ day: string }>(
    'select (now() at time zone timezone)::date::text as day from company',
  );
  return row?.day ?? '';
};
const put = (entry: { id: number; reference: string }, change: object) =>
  main.call(entries.update, {
    params: { id: entry.id },
    body: { reference: 'R', note: '', quantity: '1', price: '2.5', bill_date: '2025-01-15', ...change },
  });

describe('closing a month', () => {
  test('freezes its entries against every command, until it is reopened', async () => {
    const entry = await entered('2025-01-15', { quantity: '3' });
    const other = await entered('2025-02-15');
    const closed = await close('2025-01');
    expect([closed.status, closed.data.period.is_closed, closed.data.entries]).toEqual([200, true, 1]);
    const outcomes = [
      await enter('2025-01-31'),
      await put(entry, { quantity: '4' }),
      await put(entry, { bill_date: '2025-02-01' }),
      await put(entry, { quantity: '0' }),
      await put(other, { bill_date: '2025-01-31' }),
    ];
    expect(outcomes.map(({ status, body }) => [status, body.keys])).toEqual([
      [422, { bill_date: ['PeriodIsClosed'] }],
      [422, { bill_date: ['EntryIsInClosedPeriod'] }],
      [422, { bill_date: ['EntryIsInClosedPeriod'] }],
      [422, { bill_date: ['EntryIsInClosedPeriod'] }],
      [422, { bill_date: ['PeriodIsClosed'] }],
    ]);
    expect((await enter('2025-02-01')).status).toBe(200);
    expect(await main.ok(entries.get, { params: { id: entry.id } })).toMatchObject({ quantity: 3, is_closed: 1 });
    expect((await close('2025-01')).body.keys).toEqual({ month: ['PeriodIsClosedAlready:2025-01'] });
    expect((await reopen('2025-01')).data.period.is_closed).toBe(false);
    expect((await put(entry, { quantity: '4' })).status).toBe(200);
    expect((await reopen('2025-01')).body.keys).toEqual({ month: ['PeriodIsNotClosed:2025-01'] });
    const { data: traces } = await main.ok(records.traces, {
      query: { traceable_type: 'Client', traceable_id: clientId },
    });
    expect(traces.slice(0, 2).map(({ subject, array_log }) => [subject, array_log[1]])).toEqual([
      ['Billing month reopened', { field: 'billing_month.total', newValue: '7.5' }],
      ['Billing month closed', { field: 'billing_month.total', newValue: '7.5' }],
    ]);
  });

  test('needs a month that is over and charged through its end, and what is unbilled to be confirmed', async () => {
    const now = (await today()).slice(0, 7);
    expect((await close(now)).body.keys).toEqual({ month: [`PeriodIsNotOver:${now}`] });
    await it.database.owner("update billing_accrual set through = '2025-12-30'");
    expect((await close('2025-12')).body.keys).toEqual({ month: ['PeriodIsNotAccrued:2025-12-30\t2025-12-31'] });
    await it.database.owner("update billing_accrual set through = '2025-12-31'");
    await it.database.owner(
      `insert into billing_gaps (client_id, day, reason, billable_type, billable_id)
       values ($1, '2025-12-31', 'no_rate', 'snapshot', 1), ($1, '2025-12-31', 'no_size', 'snapshot', 1), ($1, '2026-01-01', 'no_rate', 'snapshot', 2)`,
      [clientId],
    );
    expect((await main.ok(billingStatements.get, { params: at('2025-12') })).unbilled).toBe(2);
    expect((await close('2025-12', 1)).body.keys).toEqual({ unbilled: ['PeriodHasUnbilled:2'] });
    expect((await close('2025-12', 2)).status).toBe(200);
    expect((await close('2025-13')).status).toBe(404);
  });

  test('is for those who may change and delete entries', async () => {
    for (const key of ['update_entry_model', 'delete_billing_entry'] as const) {
      const { caller } = await it.given.mainUser([key, 'view_entry_list']);
      expect((await close('2025-11', 0, caller)).status).toBe(403);
      expect((await caller.call(billingPeriods.reopen, { params: at('2025-12') })).status).toBe(403);
      const body = { month: '2025-11', clients: [{ client_id: clientId }] };
      expect((await caller.call(billingPeriods.closeMany, { body })).status).toBe(403);
    }
    const { caller } = await it.given.mainUser(['update_entry_model', 'delete_billing_entry']);
    expect((await close('2025-11', 0, caller)).status).toBe(200);
    const { caller: client } = await it.given.clientUser(clientId);
    expect((await client.call(billingStatements.get, { params: at('2025-11') })).status).toBe(403);
  });

  test('of several clients closes those that can be', async () => {
    const second = (await priced('Second Goods')).id;
    await close('2025-10');
    const clients = [{ client_id: clientId }, { client_id: second }, { client_id: 2_000_000_000 }];
    const results = await main.ok(billingPeriods.closeMany, { body: { month: '2025-10', clients } });
    expect(results.map(({ result, message_key }) => [result, message_key])).toEqual([
      [false, 'PeriodIsClosedAlready:2025-10'],
      [true, ''],
      [false, ''],
    ]);
    const { clients: rows } = await main.ok(billingStatements.list, { query: { month: '2025-10' } });
    const closed = rows.filter(({ period }) => period.is_closed).map(({ client_id }) => client_id);
    expect(closed).toEqual([clientId, second]);
  });

  test('waits for entries that are being written, and those that come later are refused', async () => {
    const text = `insert into billing_entries (client_id, activity_id, item_id, bill_date, reference, meta_name, price, quantity, created_by)
      values ($1, $2, $3, '2025-09-09', 'R', 'Late', 2.5, 2, 'Dana')`;
    const values = [clientId, activityId, itemId];
    const [closing, later] = await whileHeld(it.database, { text, values }, async () => {
      const closed = close('2025-09');
      await untilWaiting(it.database, 1, [closed]);
      const after = enter('2025-09-10');
      await untilWaiting(it.database, 2, [closed, after]);
      return [closed, after] as const;
    });
    expect((await closing).data).toMatchObject({ entries: 1, subtotal: 5 });
    expect((await later).body.keys).toEqual({ bill_date: ['PeriodIsClosed'] });
    const [stored] = await it.database.owner<{ total: string; entries: number }>(
      "select total::text, entries from billing_periods where client_id = $1 and month = '2025-09-01'",
      [clientId],
    );
    expect(stored).toEqual({ total: '5', entries: 1 });
  });
});

describe('the statement', () => {
  test('adds up its entries to the cent, with tax and internal items apart', async () => {
    for (const [quantity, price] of [
      ['3', '3.335'],
      ['0.5', '0.01'],
      ['1', '0.0049'],
      ['7', '1.1150'],
    ])
      await entered('2025-05-31', { quantity, price });
    await entered('2025-05-01', { billing_item_id: internalId, quantity: '4.25' });
    await entered('2025-06-01', { quantity: '100' });
    const statement = await main.ok(billingStatements.get, { params: at('2025-05') });
    // 10.005 + 0.005 + 0.0049 + 7.805 = 17.8199, rounded in the total; tax 2.3166 → 2.32.
    expect(statement).toMatchObject({
      subtotal: 17.82,
      tax_rate: 0.13,
      tax: 2.32,
      total: 20.14,
      internal: 4.25,
      entries: 5,
    });
    expect(
      statement.lines.map(({ internal, quantity, amount, average_price }) => [
        internal,
        quantity,
        amount,
        average_price,
      ]),
    ).toEqual([
      [true, 4.25, 4.25, 1],
      [false, 11.5, 17.82, 1.5496],
    ]);
    const { clients } = await main.ok(billingStatements.list, { query: { month: '2025-05' } });
    expect(clients.find(({ client_id }) => client_id === clientId)).toMatchObject({ subtotal: 17.82, total: 20.14 });
    const { records: drilled, total } = await main.ok(entries.list, {
      query: {
        filter_by: {
          client_id: [String(clientId)],
          month: ['2025-05'],
          activity_id: [String(activityId)],
          item_id: [String(itemId)],
        },
      },
    });
    expect([total, drilled.reduce((sum, { total: each }) => sum + Math.round(each * 100), 0)]).toEqual([4, 1783]);
  });

  test('of a closed month keeps its tax rate, what was internal and the names of its activities', async () => {
    await close('2025-05');
    const named = async () =>
      (await main.ok(billingStatements.get, { params: at('2025-05') })).lines.map(({ activity }) => activity);
    await main.ok(billingActivities.update, { params: { id: activityId }, body: { name: 'Other work' } });
    expect(await named()).toEqual(['Work', 'Work']);
    await reopen('2025-05');
    expect(await named()).toEqual(['Other work', 'Other work']);
    await main.ok(billingActivities.update, { params: { id: activityId }, body: { name: 'Work' } });
    await close('2025-05');
    await it.database.owner('update clients set tax_rate = 0.5 where id = $1', [clientId]);
    await it.database.owner('update billing_items set internal = true where id = $1', [itemId]);
    expect(await main.ok(billingStatements.get, { params: at('2025-05') })).toMatchObject({
      subtotal: 17.82,
      total: 20.14,
    });
    await it.database.owner('update billing_items set internal = false where id = $1', [itemId]);
    await it.database.owner('update clients set tax_rate = 0.13 where id = $1', [clientId]);
  });

  test('shows items as they were called and counted when they were charged', async () => {
    await entered('2024-03-10', { quantity: '2' });
    const renamed = "update billing_items set name = $2, uom = 'Pallet' where id = $1";
    await it.database.owner(renamed, [itemId, 'Period Goods shift']);
    await entered('2024-03-11');
    const { lines, subtotal } = await main.ok(billingStatements.get, { params: at('2024-03') });
    await it.database.owner("update billing_items set name = 'Period Goods hour', uom = '' where id = $1", [itemId]);
    expect(lines.map(({ item, uom, quantity, item_id }) => [item, uom, quantity, item_id])).toEqual([
      ['Period Goods hour', '', 2, itemId],
      ['Period Goods shift', 'Pallet', 1, itemId],
    ]);
    expect(subtotal).toBe(7.5);
  });
});

describe('a correction', () => {
  const correct = (id: number, body: object, caller = main) =>
    caller.call(entries.correct, { params: { id }, body: { note: 'agreed', ...body } as never });

  test('takes the entry back and charges what is right, today', async () => {
    const entry = await entered('2025-07-01', { quantity: '10' });
    expect((await correct(entry.id, { quantity: '8', price: '2.5' })).body.keys).toEqual({
      _: ['EntryIsInOpenPeriod'],
    });
    await close('2025-07');
    expect((await correct(entry.id, { quantity: '10.0', price: '2.50' })).body.keys).toEqual({
      quantity: ['CorrectionChangesNothing'],
    });
    const day = await today();
    const { data } = await correct(entry.id, { quantity: '8', price: '2.25' });
    expect(
      data.map(({ bill_date, quantity, price, total, corrects }) => [bill_date, quantity, price, total, corrects]),
    ).toEqual([
      [day, -10, 2.5, -25, entry.id],
      [day, 8, 2.25, 18, entry.id],
    ]);
    const [back, right] = data;
    expect(await main.ok(entries.get, { params: { id: entry.id } })).toMatchObject({
      is_closed: 1,
      total: 25,
      corrected_by: [back?.id, right?.id],
    });
    expect((await correct(entry.id, { quantity: '1', price: '1' })).body.keys).toEqual({ _: ['EntryIsCorrected'] });
    // What takes back cannot be changed; deleted, it goes with what replaced the charge.
    const reversal = { id: back?.id ?? 0, reference: 'R' };
    expect((await put(reversal, { quantity: '1', bill_date: day })).body.keys).toEqual({
      quantity: ['EntryTakesBack'],
    });
    expect((await put(reversal, { quantity: '0', bill_date: day })).data).toBe(true);
    expect((await main.call(entries.get, { params: { id: right?.id ?? 0 } })).status).toBe(404);
    expect(await main.ok(entries.get, { params: { id: entry.id } })).toMatchObject({ corrected_by: [] });
    const { caller } = await it.given.mainUser(['update_entry_model']);
    expect((await correct(entry.id, { quantity: '0', price: '0' }, caller)).status).toBe(403);
    const only = await correct(entry.id, { quantity: '0', price: '0' });
    expect(only.data.map(({ total }) => total)).toEqual([-25]);
  });

  test('is deleted before the entry of a reopened month is changed', async () => {
    const entry = await entered('2024-04-01', { quantity: '10' });
    await close('2024-04');
    const [back] = (await correct(entry.id, { quantity: '8', price: '2.5' })).data;
    await reopen('2024-04');
    for (const quantity of ['9', '0'])
      expect((await put(entry, { quantity, bill_date: '2024-04-01' })).body.keys).toEqual({
        _: ['EntryHasCorrection'],
      });
    await put({ id: back?.id ?? 0, reference: 'R' }, { quantity: '0', bill_date: await today() });
    expect((await put(entry, { quantity: '9', bill_date: '2024-04-01' })).status).toBe(200);
    // Who made it and who changed it.
    const { data } = await main.ok(records.traces, {
      query: { traceable_type: 'BillingEntry', traceable_id: entry.id },
    });
    expect(data.map(({ subject }) => subject)).toEqual(['Updated', 'Billing entry corrected', 'Created']);
  });

  test('of a voided shipment takes back what is in a closed month, once', async () => {
    const ordered = ordering(it, main);
    const load = async () => {
      const item = await ordered.item(5, clientId);
      const orderId = await ordered.order({ clientId, lines: [[item.id, 5]] });
      const order = await main.ok(api.orders.shipFull, { params: { id: orderId } });
      const id = order.shipments[0]?.id ?? 0;
      const shipment = await main.ok(shipments.get, { params: { id } });
      const lineId = shipment.shipment_lines[0]?.id ?? 0;
      await main.ok(shipments.fulfilLine, { params: { id }, body: { lineId, quantity: 5 } });
      return id;
    };
    const charge = (id: number, bill_date: string) =>
      main.call(shipmentBilling.charge, {
        params: { id },
        body: {
          client_id: clientId,
          billing_activity_id: activityId,
          bill_date,
          reference: 'S',
          entries: [
            { billing_item_id: itemId, price: '2.5', quantity: '2' },
            { billing_item_id: internalId, price: '1', quantity: '3' },
          ],
        },
      });
    const id = await load();
    expect((await charge(id, '2025-07-31')).body.keys).toEqual({ bill_date: ['PeriodIsClosed'] });
    expect((await main.ok(shipments.get, { params: { id } })).status).toBe('Ready');
    expect((await charge(id, '2025-08-31')).status).toBe(200);
    await close('2025-08');
    const { records: billed } = await main.ok(entries.list, {
      query: { filter_by: { client_id: [String(clientId)], month: ['2025-08'], item_id: [String(itemId)] } },
    });
    // Corrected in an open month: the void removes the correction and takes the original back.
    await correct(billed[0]?.id ?? 0, { quantity: '1', price: '2.5' });
    await main.ok(shipments.voidFinished, { params: { id } });
    const left = await it.database.owner<{ bill_date: string; amount: string; corrects: number | null; note: string }>(
      `select bill_date::text, amount::text, corrects, note from billing_entries
       where billable_type = 'shipment' and billable_id = $1 and deleted_at is null order by id`,
      [id],
    );
    const day = await today();
    expect(left.map(({ bill_date, amount, note }) => [bill_date, amount, note])).toEqual([
      ['2025-08-31', '5.00', ''],
      ['2025-08-31', '3.00', ''],
      [day, '-5.00', `Shipment ${id} was voided`],
      [day, '-3.00', `Shipment ${id} was voided`],
    ]);
  });
});

test('the checks of a live database know an entry that came into a closed month', async () => {
  const broken = () => it.app.open(staffScope, async (tx) => (await periodChecks[0]?.broken(tx)) ?? []);
  expect(await broken()).toEqual([]);
  await it.database.owner('update billing_periods set entries = entries + 1 where client_id = $1 and month = $2', [
    clientId,
    '2025-07-01',
  ]);
  expect(await broken()).toEqual([`client ${clientId}, 2025-07: closed with 25 in 2 entries, has 25 in 1`]);
});
