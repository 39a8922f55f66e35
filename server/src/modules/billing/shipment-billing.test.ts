import { setTimeout as wait } from 'node:timers/promises';
import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { ordering } from '../../../test/ordering.ts';
import { sql } from '../../platform/database/sql.ts';
import { staffScope } from '../../platform/database/tx.ts';

const { billingActivities: activities, billingEntries, billingItems: items, shipmentBilling, shipments, orders } = api;
let it: TestApp;
let main: Caller;
let clientId: number;
let put: ReturnType<typeof ordering>;

/** A client with its own rates: order handling, picks per carton, and the shipping charge with 10 % on top. */
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  clientId = await it.given.client('Billed Goods');
  await it.database.owner('update clients set shipping_charge_modify = 0.1 where id = $1', [clientId]);
  put = ordering(it, main);
  for (const [activity, charge, item, uom, rate] of [
    ['Out', 'Outbound', 'B order', 'Order', '2.40'],
    ['Out', 'Outbound', 'B carton', 'Carton', '0.65'],
    ['In', 'Inbound', 'B unit in', 'Unit', '0.1'],
    ['Freight', 'Shipping-Charge', 'B freight', '', '1'],
    ['By hand', 'Manual', 'B tape', '', '3'],
  ] as const) {
    const found = (await main.ok(activities.load, { params: { clientId } })).find(({ name }) => name === activity);
    const { id } =
      found ?? (await main.ok(activities.create, { body: { name: activity, charge, client_id: clientId } }));
    const made = await main.ok(items.create, { body: { name: item, uom } });
    await main.ok(activities.addItem, { params: { id, itemId: made.id }, body: { rate, valid_from: '2020-01-01' } });
  }
});

/** An outbound shipment of 25 units in cartons of 12 that is Ready, with what the courier cost. */
async function readyShipment(cost = '10.50') {
  const item = await put.item(25, clientId);
  const [carton] = await it.database.owner<{ id: number }>("select id from uoms where name = 'Carton'");
  await main.ok(api.inventories.addUom, {
    params: { id: item.id },
    body: { uom_id: carton?.id ?? 0, qty_per_base: 12 },
  });
  const orderId = await put.order({ clientId, lines: [[item.id, 25]] });
  const order = await main.ok(orders.shipFull, { params: { id: orderId } });
  const id = order.shipments[0]?.id ?? 0;
  const shipment = await main.ok(shipments.get, { params: { id } });
  await main.ok(shipments.fulfilLine, {
    params: { id },
    body: { lineId: shipment.shipment_lines[0]?.id ?? 0, quantity: 25 },
  });
  if (Number(cost)) await main.ok(shipments.update, { params: { id }, body: { field: 'cost', value: cost } });
  return { id, orderId };
}

const load = (id: number) => main.ok(shipmentBilling.load, { params: { id } });
const entriesOf = (id: number) =>
  it.database.owner<{ meta_name: string; price: string; quantity: string; deleted: boolean; how: unknown }>(
    `select meta_name, trim_scale(price)::text as price, trim_scale(quantity)::text as quantity, deleted_at is not null as deleted, how
     from billing_entries where billable_type = 'shipment' and billable_id = $1 order by id`,
    [id],
  );

/** As a bug would: whatever is charged for this shipment is an unexpected error. */
async function breakChargesOf(shipmentId: number): Promise<void> {
  await it.database.owner(`
    create function break_${shipmentId}() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_${shipmentId} before insert on billing_entries for each row
      when (new.billable_id = ${shipmentId}) execute function break_${shipmentId}()`);
}

describe('a batch', () => {
  const finish = (ids: number[], headers: Record<string, string> = {}) =>
    main.call(shipments.finishMany, { body: { ids, options: { bill: 1, email: 0 } }, headers });

  test.each([{ key: '' }, { key: 'finish-with-a-bug' }])(
    'answers for each shipment when one meets an unexpected error, under the key "$key"',
    async ({ key }) => {
      const made = [await readyShipment(), await readyShipment(), await readyShipment()];
      const [one = 0, broken = 0, three = 0] = made.map(({ id }) => id);
      await breakChargesOf(broken);
      const { status, data } = await finish([one, broken, three], key ? { 'idempotency-key': key } : {});
      expect(status).toBe(200);
      expect(data.map(({ id, result }) => [id, result])).toEqual([
        [one, true],
        [broken, false],
        [three, true],
      ]);
      expect(data[1]?.message).toContain('An unexpected error has occurred on the server. Reference: ');
      expect(data[1]?.message_key).toMatch(/^UnexpectedProblem:/);
      expect((await main.ok(shipments.get, { params: { id: broken } })).status).toBe('Ready');
    },
  );

  test('answers for each when the last one meets an unexpected error', async () => {
    const [one, broken] = [(await readyShipment()).id, (await readyShipment()).id];
    await breakChargesOf(broken);
    const { status, data } = await finish([one, broken], { 'idempotency-key': 'finish-with-a-bug-last' });
    expect([status, data.map(({ result }) => result)]).toEqual([200, [true, false]]);
  });

  test('of what is unbilled answers for each shipment too', async () => {
    const made = [await readyShipment(), await readyShipment()];
    const [one = 0, broken = 0] = made.map(({ id }) => id);
    await main.ok(shipments.finishMany, { body: { ids: [one, broken], options: { bill: 0, email: 0 } } });
    await breakChargesOf(broken);
    const { records } = await main.ok(api.unbilled.list, { query: `filter_by[client_id]=${clientId}` });
    const rows = records.filter(({ billable_type, reason }) => billable_type === 'shipment' && reason === 'not_billed');
    const { status, data } = await main.call(api.unbilled.rerun, { body: { rows } });
    expect([status, data.refused.map(({ shipment_id }) => shipment_id)]).toEqual([200, [broken]]);
    expect((await main.ok(shipments.get, { params: { id: one } })).billed).toBe(1);
  });
});

test('a link counts more than 0 of something', async () => {
  const [activity] = await main.ok(activities.load, { params: { clientId } });
  const [item] = activity?.items ?? [];
  const params = { id: activity?.id ?? 0, itemId: item?.id ?? 0 };
  const saved = await main.call(activities.saveItem, { params, body: { rate: 1, quantity: 0 } });
  expect([saved.status, saved.body.keys]).toEqual([422, { quantity: ['LinkQuantityAboveZero'] }]);
  const other = await main.ok(items.create, { body: { name: 'B nothing' } });
  const added = await main.call(activities.addItem, {
    params: { ...params, itemId: other.id },
    body: { quantity: '0.0000' },
  });
  expect(added.status).toBe(422);
});

describe('a charge typed in', () => {
  async function enter(shipmentId: number) {
    const byHand = (await main.ok(activities.load, { params: { clientId } })).find(({ name }) => name === 'By hand');
    return main.call(billingEntries.create, {
      body: {
        client_id: clientId,
        billing_activity_id: byHand?.id ?? 0,
        bill_date: '2024-02-01',
        reference: 'Tape',
        billable_id: shipmentId,
        billable_type: 'shipment',
        entries: [{ billing_item_id: byHand?.items[0]?.id ?? 0 }],
      },
    });
  }

  test('can be changed: the answer of production has no unit of measure, no shipment and a note', async () => {
    const production = await testApp({ database: it.database, checkAnswers: false });
    const caller = await production.as('super');
    const byHand = (await main.ok(activities.load, { params: { clientId } })).find(({ name }) => name === 'By hand');
    const [made] = await main.ok(billingEntries.create, {
      body: {
        client_id: clientId,
        billing_activity_id: byHand?.id ?? 0,
        bill_date: '2024-02-01',
        reference: 'Tape',
        entries: [{ billing_item_id: byHand?.items[0]?.id ?? 0 }],
      },
    });
    const { status, data } = await caller.call(billingEntries.update, {
      params: { id: made?.id ?? 0 },
      body: { bill_date: '2024-02-02', reference: 'Tape', quantity: 2, price: '3.5', note: 'two rolls' },
    });
    expect([status, data]).toMatchObject([200, { note: 'two rolls', billable_type: null, total: 7 }]);
  });

  test('for a shipment waits until it is certain that it is not voided', async () => {
    const { id } = await readyShipment();
    await main.ok(shipments.finishMany, { body: { ids: [id], options: { bill: 1, email: 0 } } });
    let entered: Promise<Awaited<ReturnType<typeof enter>>> | undefined;
    await it.app.open(staffScope, async (tx) => {
      await sql`update shipments set voided_at = now() where id = ${id}`.execute(tx);
      entered = enter(id);
      await Promise.race([entered, wait(500)]);
    });
    expect((await entered)?.body.error_code).toBe(40001);
  });
});

describe('the proposal', () => {
  test('counts what the shipment holds, and says how', async () => {
    const { id } = await readyShipment();
    const { billing, not_proposed, need_entries, courier_charged } = await load(id);
    expect(billing.entries.map((entry) => [entry.meta_name, entry.price, entry.quantity])).toEqual([
      ['B carton', 0.65, 3],
      ['B order', 2.4, 1],
      ['B freight', 11.55, 1],
    ]);
    expect(billing.entries[0]?.how).toMatchObject({ by: 'Carton', counted: 3, skus: [{ units: 25, per: 12 }] });
    expect([not_proposed, need_entries, courier_charged]).toEqual([[], false, true]);
  });

  test('names what it could not charge', async () => {
    const { id } = await readyShipment('0');
    const { not_proposed, need_entries } = await load(id);
    expect([not_proposed.map(({ item, reason_key }) => [item, reason_key]), need_entries]).toEqual([
      [['B freight', 'ShipmentHasNoCost']],
      true,
    ]);
  });

  test('is that of the bill date, with what else may be added', async () => {
    const out = (await main.ok(activities.load, { params: { clientId } })).find(({ name }) => name === 'Out');
    const item = out?.items.find(({ name }) => name === 'B order');
    const params = { id: out?.id ?? 0, itemId: item?.id ?? 0 };
    await main.ok(activities.saveItem, { params, body: { rate: '1.90', valid_from: '2021-01-01' } });
    await main.ok(activities.saveItem, { params, body: { rate: '2.40', valid_from: '2021-02-01' } });
    const { id } = await readyShipment();
    const { billing, addable, tracking } = await main.ok(shipmentBilling.load, {
      params: { id },
      query: { day: '2021-01-31' },
    });
    expect([billing.bill_date, billing.entries[1]?.price, tracking.cost]).toEqual(['2021-01-31', 1.9, 10.5]);
    expect(addable.map(({ activity, meta_name, price }) => [activity, meta_name, price])).toEqual([
      ['By hand', 'B tape', 3],
      ['Out', 'B carton', 0.65],
      ['Out', 'B order', 1.9],
      ['Freight', 'B freight', 11.55],
    ]);
    const [tape] = addable;
    const body = { ...billing, entries: [billing.entries[1], { ...tape, quantity: 1 }] };
    await main.ok(shipmentBilling.charge, { params: { id }, body: body as never });
    // Posted as it was proposed for that day.
    expect(await entriesOf(id)).toMatchObject([{ price: '1.9', how: { rate: '1.9' } }, { meta_name: 'B tape' }]);
    const before = await main.ok(activities.load, { params: { clientId }, query: { day: '2021-01-31' } });
    expect(before.find(({ name }) => name === 'Out')?.items.map(({ pivot }) => pivot.rate)).toEqual([0.65, 1.9]);
    const none = await main.ok(activities.load, { params: { clientId }, query: { day: '2019-12-31' } });
    expect(none.every(({ items: priced }) => priced.length === 0)).toBe(true);
  });

  test('is refused while the shipment is in the warehouse', async () => {
    const item = await put.item(5, clientId);
    const orderId = await put.order({ clientId, lines: [[item.id, 5]] });
    const { shipments: made } = await main.ok(orders.shipFull, { params: { id: orderId } });
    const reply = await main.call(shipmentBilling.load, { params: { id: made[0]?.id ?? 0 } });
    expect([reply.status, reply.body.error_code]).toEqual([400, 40005]);
    expect((await main.call(shipmentBilling.load, { params: { id: 2_000_000_000 } })).body.error_code).toBe(40001);
  });
});

describe('billing a shipment', () => {
  const charge = async (id: number, change: object = {}) => {
    const { billing } = await load(id);
    return main.call(shipmentBilling.charge, { params: { id }, body: { ...billing, ...change } });
  };

  test('writes its entries once, and finishes it', async () => {
    const { id, orderId } = await readyShipment();
    const { billing } = await load(id);
    const { status, data } = await charge(id);
    expect([status, data.status, data.billed]).toEqual([200, 'Finished', 1]);
    expect((await main.ok(orders.get, { params: { id: orderId } })).status).toBe('Finished');
    const entries = await entriesOf(id);
    expect(entries.map(({ meta_name, quantity }) => [meta_name, quantity])).toEqual([
      ['B carton', '3'],
      ['B order', '1'],
      ['B freight', '1'],
    ]);
    expect(entries.every(({ how }) => how !== null)).toBe(true);
    const again = await main.call(shipmentBilling.charge, { params: { id }, body: billing });
    expect([again.status, again.body.error_code]).toEqual([400, 50005]);
  });

  test('takes corrections and further items of the client, and no others', async () => {
    const { id } = await readyShipment();
    const { billing } = await load(id);
    const [first] = billing.entries;
    const { records } = await main.ok(items.list, { query: { search: 'B tape' } });
    const tape = { billing_item_id: records[0]?.id ?? 0, price: 3, quantity: 2 };
    const { records: foreign } = await main.ok(items.list, { query: { search: 'Hour of work' } });
    const wrong = await charge(id, { entries: [first, { ...tape, billing_item_id: foreign[0]?.id ?? 0 }] });
    expect([wrong.body.error_code, await entriesOf(id)]).toEqual([50004, []]);
    expect((await charge(id, { client_id: 1 })).body.error_code).toBe(50002);
    expect((await charge(id, { entries: [] })).body.keys).toEqual({ entries: ['AtLeastOneItemIsRequired'] });
    expect((await charge(id, { entries: [{ ...first, quantity: 4 }, tape] })).status).toBe(200);
    // A corrected quantity was not computed: it explains nothing.
    expect(await entriesOf(id)).toMatchObject([
      { meta_name: 'B carton', quantity: '4', how: null },
      { meta_name: 'B tape', price: '3', quantity: '2', how: null },
    ]);
  });

  test('is done by finishing several with billing, and undone by voiding', async () => {
    const { id } = await readyShipment();
    const results = await main.ok(shipments.finishMany, { body: { ids: [id], options: { bill: 1, email: 0 } } });
    expect(results).toMatchObject([{ id, result: true }]);
    expect((await entriesOf(id)).map(({ deleted }) => deleted)).toEqual([false, false, false]);
    await main.ok(shipments.voidFinished, { params: { id } });
    expect((await entriesOf(id)).map(({ deleted }) => deleted)).toEqual([true, true, true]);
  });

  test('of a forgotten shipment costs what it cost on the day it was finished, by the dialog as by a run', async () => {
    const out = (await main.ok(activities.load, { params: { clientId } })).find(({ name }) => name === 'Out');
    const item = out?.items.find(({ name }) => name === 'B order');
    const params = { id: out?.id ?? 0, itemId: item?.id ?? 0 };
    await main.ok(activities.saveItem, { params, body: { rate: '1.10', valid_from: '2023-05-01' } });
    await main.ok(activities.saveItem, { params, body: { rate: '2.40', valid_from: '2023-06-01' } });
    const [byDialog, byRun] = [(await readyShipment()).id, (await readyShipment()).id];
    await main.ok(shipments.finishMany, { body: { ids: [byDialog, byRun], options: { bill: 0, email: 0 } } });
    await it.database.owner(`update shipments set finished_date = '2023-05-10T12:00:00Z' where id = any($1)`, [
      [byDialog, byRun],
    ]);
    const { billing } = await load(byDialog);
    expect(billing.bill_date).toBe('2023-05-10');
    await main.ok(shipmentBilling.charge, { params: { id: byDialog }, body: billing as never });
    const { records } = await main.ok(api.unbilled.list, { query: `filter_by[client_id]=${clientId}` });
    const rows = records.filter(({ billable_type, reason }) => billable_type === 'shipment' && reason === 'not_billed');
    await main.ok(api.unbilled.rerun, { body: { rows } });
    const pricesOf = async (id: number) =>
      (await entriesOf(id)).map(({ meta_name, price, quantity }) => [meta_name, price, quantity]).sort();
    expect(await pricesOf(byDialog)).toEqual(await pricesOf(byRun));
    expect(await pricesOf(byRun)).toContainEqual(['B order', '1.1', '1']);
  });

  test('of a finished shipment bills it without finishing it again', async () => {
    const { id } = await readyShipment();
    await main.ok(shipments.finishMany, { body: { ids: [id], options: { bill: 0, email: 0 } } });
    const { finished_date } = await main.ok(shipments.get, { params: { id } });
    expect((await charge(id)).data).toMatchObject({ status: 'Finished', billed: 1, finished_date });
    const { records } = await main.ok(billingEntries.list, { query: { search: 'Billed Goods' } });
    expect(records.filter(({ billable_id }) => billable_id === id)).toHaveLength(3);
  });
});

test('billing is in the history of the shipment, with each charge', async () => {
  const { id } = await readyShipment('0');
  const { billing } = await load(id);
  await main.ok(shipmentBilling.charge, { params: { id }, body: billing });
  const { data } = await main.ok(api.records.traces, { query: { traceable_type: 'Shipment', traceable_id: id } });
  const billed = data.find(({ subject }) => subject === 'Billed');
  expect(billed?.array_log).toEqual([
    { field: 'charge', newValue: 'B carton: 3 × 0.65' },
    { field: 'charge', newValue: 'B order: 1 × 2.4' },
  ]);
});
