import { api, type GapReason, keyOfUnbilled, type UnbilledRow } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { givenStorage } from '../../../../test/given-storage.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { ordering } from '../../../../test/ordering.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { processRun } from '../accrual/process-run.ts';
import { billingChecks } from '../billing-checks.ts';

const { billingActivities: activities, billingEntries, billingItems: items, shipmentBilling, shipments, orders } = api;
const { unbilled } = api;
let it: TestApp;
let main: Caller;
let put: ReturnType<typeof ordering>;
const idOf: Record<string, number> = {};

/** Two clients: one with rates, one without any. */
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  put = ordering(it, main);
  idOf.client = await it.given.client('Gap Goods');
  idOf.bare = await it.given.client('Bare Goods');
  for (const [activity, charge, item, uom, rate] of [
    ['Out', 'Outbound', 'G order', 'Order', '2.40'],
    ['Out', 'Outbound', 'G carton', 'Carton', '0.65'],
    ['Out', 'Outbound', 'G crate', 'Crate', '1'],
    ['Freight', 'Shipping-Charge', 'G freight', '', '1'],
  ] as const) {
    idOf[activity] ??= (
      await main.ok(activities.create, { body: { name: activity, charge, client_id: idOf.client } })
    ).id;
    idOf[item] = (await main.ok(items.create, { body: { name: item, uom } })).id;
    const params = { id: idOf[activity], itemId: idOf[item] };
    await main.ok(activities.addItem, { params, body: { rate, valid_from: '2020-01-01' } });
  }
  const [carton] = await it.database.owner<{ id: number }>("select id from uoms where name = 'Carton'");
  idOf.cartonUom = carton?.id ?? 0;
});

const addCarton = (itemId: number, per: number) =>
  main.ok(api.inventories.addUom, {
    params: { id: itemId },
    body: { uom_id: idOf.cartonUom ?? 0, qty_per_base: per },
  });

/** An outbound shipment of two SKUs that is Ready: 25 units in cartons of 12, and 7 of an item without cartons. */
async function readyShipment(clientId = idOf.client ?? 0) {
  const [boxed, loose] = [await put.item(25, clientId), await put.item(7, clientId)];
  await addCarton(boxed.id, 12);
  const orderId = await put.order({
    clientId,
    lines: [
      [boxed.id, 25],
      [loose.id, 7],
    ],
  });
  const { shipments: made } = await main.ok(orders.shipFull, { params: { id: orderId } });
  const id = made[0]?.id ?? 0;
  const { shipment_lines } = await main.ok(shipments.get, { params: { id } });
  for (const [at, quantity] of [25, 7].entries())
    await main.ok(shipments.fulfilLine, { params: { id }, body: { lineId: shipment_lines[at]?.id ?? 0, quantity } });
  return { id, loose };
}

const finish = (id: number, bill: 0 | 1) =>
  main.ok(shipments.finishMany, { body: { ids: [id], options: { bill, email: 0 } } });

const list = async (filter: Record<string, string[]> = {}, client = idOf.client) => {
  const filter_by = { client_id: [String(client)], ...filter };
  return (await main.ok(unbilled.list, { query: { per_page: 100, filter_by } })).records;
};
const rowOf = async (reason: GapReason, filter = {}) => {
  const row = (await list({ reason: [reason], ...filter }))[0];
  if (!row) throw new Error(`No row of ${reason}`);
  return row;
};
const rerun = (...rows: UnbilledRow[]) =>
  main.ok(unbilled.rerun, { body: { rows: rows.map((row) => keyOfUnbilled(row)) } });
const entriesOf = async (id: number) =>
  (
    await it.database.owner<{ meta_name: string; quantity: string; charge_day: string; bill_date: string }>(
      `select meta_name, trim_scale(quantity)::text as quantity, charge_day::text, bill_date::text
       from billing_entries where billable_type = 'shipment' and billable_id = $1 and deleted_at is null order by id`,
      [id],
    )
  ).map(({ meta_name, quantity }) => [meta_name, quantity]);

/** Each test has its own rows. */
const clear = () => it.database.owner('delete from billing_gaps where client_id = any($1)', [[idOf.client, idOf.bare]]);

describe('what a batch could not charge', () => {
  test('is listed once per item and reason, with what it is about', async () => {
    await clear();
    const { id, loose } = await readyShipment();
    await finish(id, 1);
    expect(await entriesOf(id)).toEqual([
      ['G carton', '3'],
      ['G order', '1'],
    ]);
    const rows = await list();
    expect(rows.map(({ reason, activity, item }) => [reason, activity, item]).sort()).toEqual([
      ['no_cost', 'Freight', 'G freight'],
      ['no_uom', 'Out', 'G carton'],
      ['unknown_uom', 'Out', 'G crate'],
    ]);
    expect(await rowOf('no_uom')).toMatchObject({
      client: 'Gap Goods',
      causes: 1,
      billable_type: 'shipment',
      named: [{ id, direction: 'outbound' }],
      details: { uom: 'Carton', skus: [{ id: loose.id, sku: loose.sku, units: 7 }] },
    });
    const { attention } = await main.ok(api.dashboard.get, { query: { period: 'day' } });
    expect(attention.unbilled?.total).toBeGreaterThanOrEqual(3);
  });

  test('is charged by running again once the cause is gone, and only then', async () => {
    await clear();
    const { id, loose } = await readyShipment();
    await finish(id, 1);
    const row = await rowOf('no_uom');
    expect(await rerun(row)).toMatchObject({ entries: 0, shipments: 1, left: 1 });
    expect((await list()).map(({ reason }) => reason).sort()).toEqual(['no_cost', 'no_uom', 'unknown_uom']);
    await addCarton(loose.id, 4);
    // An item that was counted is not charged again under another name.
    await it.database.owner(
      `update inventories i set sku = sku || '-NEW' from shipment_lines l where l.inventory_id = i.id and l.shipment_id = $1 and l.quantity = 25`,
      [id],
    );
    const answers = await Promise.all([rerun(row), rerun(row)]);
    expect(answers.map(({ entries }) => entries).sort()).toContain(1);
    expect((await entriesOf(id)).slice(2)).toEqual([['G carton', '2']]);
    expect((await list()).map(({ reason }) => reason).sort()).toEqual(['no_cost', 'unknown_uom']);
    // The item gets a unit that exists.
    const item = await main.ok(items.get, { params: { id: idOf['G crate'] ?? 0 } });
    await main.ok(items.update, { params: { id: item.id }, body: { ...item, uom: 'Sku' } });
    expect(await rerun(await rowOf('unknown_uom'))).toMatchObject({ entries: 1, left: 1 });
    await main.ok(items.update, { params: { id: item.id }, body: { ...item, updated_at: undefined } });
    expect((await entriesOf(id)).slice(3)).toEqual([['G crate', '2']]);
  });

  test('is charged by hand, and dropped when the shipment is voided', async () => {
    await clear();
    const { id } = await readyShipment();
    await finish(id, 1);
    const { today } = (await it.database.owner<{ today: string }>('select current_date::text as today'))[0] ?? {
      today: '',
    };
    await main.ok(billingEntries.create, {
      body: {
        client_id: idOf.client ?? 0,
        billing_activity_id: idOf.Freight ?? 0,
        bill_date: today,
        reference: 'Courier',
        billable_id: id,
        billable_type: 'shipment',
        entries: [{ billing_item_id: idOf['G freight'] ?? 0, price: 12 }],
      },
    });
    expect((await list()).map(({ reason }) => reason).sort()).toEqual(['no_uom', 'unknown_uom']);
    await main.ok(shipments.voidFinished, { params: { id } });
    expect(await list()).toEqual([]);
  });

  test('a person who bills says what is charged: only what was left out is listed', async () => {
    await clear();
    const { id } = await readyShipment();
    const { billing } = await main.ok(shipmentBilling.load, { params: { id } });
    const entries = billing.entries.filter(({ meta_name }) => meta_name === 'G carton');
    await main.ok(shipmentBilling.charge, { params: { id }, body: { ...billing, entries } });
    expect((await list()).map(({ reason }) => reason).sort()).toEqual(['no_cost', 'unknown_uom']);
  });

  test('a client without rates has one row, and is charged when it has some', async () => {
    await clear();
    const { id } = await readyShipment(idOf.bare);
    await finish(id, 1);
    const [row] = await list({}, idOf.bare);
    expect(row).toMatchObject({ reason: 'no_rate', activity: '', item: '', causes: 1 });
    const { id: activity } = await main.ok(activities.create, {
      body: { name: 'Out', charge: 'Outbound', client_id: idOf.bare ?? 0 },
    });
    const params = { id: activity, itemId: idOf['G order'] ?? 0 };
    await main.ok(activities.addItem, { params, body: { rate: '3', valid_from: '2020-01-01' } });
    expect(row && (await rerun(row))).toMatchObject({ entries: 1, left: 0 });
    expect([await entriesOf(id), await list({}, idOf.bare)]).toEqual([[['G order', '1']], []]);
  });
});

describe('what a courier cost', () => {
  test('is unbilled where the client has no rate for it, and charged when it has one', async () => {
    const clientId = await it.given.client('No Freight Goods');
    const price = async (name: string, charge: 'Outbound' | 'Shipping-Charge', item: string, quantity = '1') => {
      const { id } = await main.ok(activities.create, { body: { name, charge, client_id: clientId } });
      const params = { id, itemId: idOf[item] ?? 0 };
      await main.ok(activities.addItem, { params, body: { rate: '1', quantity, valid_from: '2020-01-01' } });
    };
    await price('Out', 'Outbound', 'G order');
    await price('Huge', 'Outbound', 'G carton', '99999999999');
    const [billed, byPerson] = [await readyShipment(clientId), await readyShipment(clientId)];
    for (const { id } of [billed, byPerson])
      await main.ok(shipments.update, { params: { id }, body: { field: 'cost', value: '12.5' } });
    const { billing, not_proposed } = await main.ok(shipmentBilling.load, { params: { id: byPerson.id } });
    expect(not_proposed.map(({ reason_key }) => reason_key)).toEqual([
      `SkuHasNoUom:${byPerson.loose.sku}\tCarton`,
      'ChargeIsTooLarge',
      'CostHasNoRate:12.5',
    ]);
    await main.ok(shipmentBilling.charge, { params: { id: byPerson.id }, body: billing });
    await finish(billed.id, 1);
    const rows = await list({ reason: ['no_rate'] }, clientId);
    expect(rows.map(({ item, causes, details }) => [item, causes, details]).sort()).toEqual([
      ['', 2, { charges: ['Shipping-Charge'], cost: 25 }],
      ['G carton', 2, { too_large: true }],
    ]);
    const check = billingChecks.find(({ name }) => name.startsWith('What a courier cost'));
    const broken = () => it.app.open(staffScope, async (tx) => (await check?.broken(tx)) ?? []);
    expect(await broken()).toEqual([]);
    await it.database.owner(
      `delete from billing_gaps where billable_type = 'shipment' and billable_id = $1 and activity_id is null`,
      [byPerson.id],
    );
    expect(await broken()).toEqual([
      `shipment ${byPerson.id} of client ${clientId} cost 12.5000, which is neither charged nor unbilled`,
    ]);
    await price('Freight', 'Shipping-Charge', 'G freight');
    const [row] = await list({ reason: ['no_rate'] }, clientId).then((all) => all.filter(({ item }) => item === ''));
    expect(row && (await rerun(row))).toMatchObject({ entries: 1, shipments: 1 });
    expect(await entriesOf(billed.id)).toEqual([
      ['G order', '1'],
      ['G freight', '1'],
    ]);
    expect((await list({ reason: ['no_rate'] }, clientId)).map(({ item }) => item)).toEqual(['G carton']);
  });
});

test('a row names the SKUs of all its causes', async () => {
  await clear();
  const [one, two] = [await readyShipment(), await readyShipment()];
  for (const { id } of [one, two]) await finish(id, 1);
  const row = await rowOf('no_uom');
  expect(row.causes).toBe(2);
  expect(row.details).toEqual({
    uom: 'Carton',
    skus: [one, two].map(({ loose: { id, sku } }) => ({ id, sku, units: 7 })),
  });
});

describe('a finished shipment that nobody billed', () => {
  test('is charged at the rates of the day it was finished, on the first open day', async () => {
    await clear();
    const params = { id: idOf.Out ?? 0, itemId: idOf['G order'] ?? 0 };
    await main.ok(activities.saveItem, { params, body: { rate: '1.90', valid_from: '2021-01-01' } });
    await main.ok(activities.saveItem, { params, body: { rate: '2.40', valid_from: '2021-02-01' } });
    const { id } = await readyShipment();
    await finish(id, 0);
    await it.database.owner("update shipments set finished_date = '2021-01-15T20:00:00Z' where id = $1", [id]);
    await it.database.owner(
      "insert into billing_periods (client_id, month, user_name) values ($1, '2021-01-01', 'Dana')",
      [idOf.client],
    );
    expect(await rerun(await rowOf('not_billed'))).toMatchObject({ entries: 2, refused: [] });
    await it.database.owner('delete from billing_periods where client_id = $1', [idOf.client]);
    const charged = await it.database.owner(
      `select trim_scale(price)::text as price, charge_day::text, bill_date::text from billing_entries
       where billable_id = $1 and billable_type = 'shipment' and item_id = $2`,
      [id, params.itemId],
    );
    expect(charged).toEqual([{ price: '1.9', charge_day: '2021-01-15', bill_date: '2021-02-01' }]);
  });

  test('is listed, waived with a note, taken back, and billed as proposed', async () => {
    await clear();
    const { id } = await readyShipment();
    await finish(id, 0);
    const row = await rowOf('not_billed');
    expect(row).toMatchObject({ causes: 1, direction: 'outbound', named: [{ id, direction: 'outbound' }] });
    const other = await readyShipment();
    await finish(other.id, 0);
    // One of two.
    const rows = [keyOfUnbilled(await rowOf('not_billed'), id)];
    expect((await main.call(unbilled.waive, { body: { rows, note: ' ' } })).body.keys).toEqual({
      note: ['WaiverNeedsNote'],
    });
    expect(await main.ok(unbilled.waive, { body: { rows, note: 'A favour' } })).toEqual({ waived: 1 });
    expect(await main.ok(unbilled.waive, { body: { rows, note: 'Again' } })).toEqual({ waived: 0 });
    expect(await list({ reason: ['not_billed'] })).toMatchObject([{ causes: 1, named: [{ id: other.id }] }]);
    const waived = await rowOf('not_billed', { state: ['waived'] });
    expect(waived).toMatchObject({ waived_note: 'A favour', waived_by: expect.stringContaining(' ') });
    const waived_at = waived.waived_at ?? '';
    expect(await main.ok(unbilled.unwaive, { body: { rows: [{ ...keyOfUnbilled(waived), waived_at }] } })).toEqual({
      reopened: 1,
    });
    const { data: traces } = await main.ok(api.records.traces, {
      query: { traceable_type: 'Client', traceable_id: idOf.client ?? 0 },
    });
    const day = waived.from_day;
    expect(
      traces.slice(0, 2).map(({ subject, array_log }) => [subject, array_log.map(({ newValue }) => newValue)]),
    ).toEqual([
      ['Waiver taken back', ['not_billed', day, day, '1', 'A favour']],
      ['Charge waived', ['not_billed', day, day, '1', 'A favour']],
    ]);
    const both = await rowOf('not_billed');
    // What is refused says why, and stays on the list.
    const hold = (user: number | null) =>
      it.database.owner(
        `update shipments set locked_by = $2, locked_by_name = 'Dana', lock_used_at = case when $2::int is not null then now() end
         where id = any($1)`,
        [[id, other.id], user],
      );
    await hold(2_000_000_000);
    const refusals = [id, other.id].map((shipment_id) => ({
      shipment_id,
      message_key: '40005:ShipmentIsLockedBy:Dana',
    }));
    expect(await rerun(both)).toMatchObject({ entries: 0, shipments: 2, refused: refusals });
    expect((await rowOf('not_billed')).causes).toBe(2);
    await hold(null);
    expect(await rerun(both)).toMatchObject({
      entries: 4,
      shipments: 2,
      left: 2,
      left_shipments: [id, other.id].map((each) => ({ id: each, direction: 'outbound' })),
      postponed: 0,
      last: other.id,
      refused: [],
    });
    expect(await list({ reason: ['not_billed'] })).toEqual([]);
    const after = await main.ok(unbilled.rerun, { body: { rows: [keyOfUnbilled(both)], after: other.id } });
    expect(after).toMatchObject({ entries: 0, shipments: 0 });
  });
});

test('days are charged again by a run of the accrual, and leave the list', async () => {
  const clientId = await givenStorage(it, {
    items: [{ sku: 'UN-BAG' }],
    bins: { 'UN-1': 'Dry room' },
    plates: [{ license: 'UN-P1', uom: 'Pallet', bins: [['UN-1', '2024-05-01T12:00Z']] }],
    moves: [{ sku: 'UN-BAG', plate: 'UN-P1', quantity: 3, at: '2024-05-01T12:00Z' }],
  });
  const activity = await main.ok(activities.create, {
    body: { name: 'Volume', client_id: clientId, charge: 'Daily-Cubic' },
  });
  const params = { id: activity.id, itemId: (await main.ok(items.create, { body: { name: 'U volume' } })).id };
  await main.ok(activities.addItem, { params, body: { rate: '1', valid_from: '2020-01-01' } });
  const first = await main.ok(api.billingRuns.start, {
    body: { from: '2024-05-02', to: '2024-05-04', client_ids: [clientId] },
  });
  await processRun(it.app.open, first.id);
  const [row] = await list({}, clientId);
  expect(row).toMatchObject({
    reason: 'no_size',
    item: 'U volume',
    causes: 3,
    from_day: '2024-05-02',
    to_day: '2024-05-04',
    named: [],
    details: { skus: [{ sku: 'UN-BAG', units: 3 }] },
  });
  await it.database.owner(
    'update inventory_uoms set length = 50, width = 40, height = 30 where client_id = $1 and is_base',
    [clientId],
  );
  // The transaction that starts the run fails once, as after a deadlock, and is run again.
  await it.database.owner(`
    create sequence tries;
    create function fail_once() returns trigger language plpgsql security definer as $$
      begin if nextval('tries') = 1 then raise exception 'again' using errcode = '40001'; end if; return null; end $$;
    create constraint trigger fail_once after insert on billing_runs deferrable initially deferred
      for each row execute function fail_once()`);
  const { runs, entries } = row ? await rerun(row) : { runs: [], entries: 0 };
  await it.database.owner('drop trigger fail_once on billing_runs; drop function fail_once; drop sequence tries');
  expect([runs.length, entries]).toEqual([1, 0]);
  await processRun(it.app.open, runs[0] ?? 0);
  expect(await main.ok(api.billingRuns.get, { params: { id: runs[0] ?? 0 } })).toMatchObject({
    cause: 'unbilled',
    state: 'done',
    added: 3,
    gaps: 0,
  });
  expect(await list({}, clientId)).toEqual([]);
});

test('gaps that are waived stay so when the shipment is computed again', async () => {
  await clear();
  const { id } = await readyShipment();
  await finish(id, 1);
  const row = await rowOf('unknown_uom');
  expect(await main.ok(unbilled.waive, { body: { rows: [keyOfUnbilled(row)], note: 'Old item' } })).toEqual({
    waived: 1,
  });
  await rerun(await rowOf('no_uom'));
  expect((await list()).map(({ reason }) => reason).sort()).toEqual(['no_cost', 'no_uom']);
  expect((await list({ state: ['waived'] })).map(({ reason }) => reason)).toEqual(['unknown_uom']);
});

test('may be seen with the entries, changed by those who enter charges, and exported', async () => {
  const reader = (await it.given.mainUser(['view_entry_list'])).caller;
  const [row] = await list();
  const rows = row ? [keyOfUnbilled(row)] : [];
  expect((await reader.call(unbilled.list)).status).toBe(200);
  expect((await reader.call(unbilled.rerun, { body: { rows } })).status).toBe(403);
  expect((await reader.call(unbilled.waive, { body: { rows, note: 'x' } })).status).toBe(403);
  const sheet = await reader.call(unbilled.list, {
    headers: { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  });
  const [exported] = (await readXlsx(sheet.bytes)).sheets;
  const reasons = exported?.rows.slice(1).map((cells) => cells[1]) ?? [];
  // In words, not as codes.
  expect(reasons).toContain('SKU without the unit');
  expect(reasons.filter((reason) => String(reason).includes('_'))).toEqual([]);
});

describe('the cost of a billed shipment changes', () => {
  const setCost = (id: number, value: string) =>
    main.ok(shipments.update, { params: { id }, body: { field: 'cost', value } });
  const billed = async () => {
    const { id } = await readyShipment();
    await setCost(id, '10');
    await finish(id, 1);
    return id;
  };
  const differences = async () => (await list({ reason: ['cost_changed'] })).map(({ details }) => details);

  test('a higher one is listed with both amounts, and charged by a run', async () => {
    const id = await billed();
    expect(await differences()).toEqual([]);
    await setCost(id, '12.5');
    expect(await differences()).toEqual([{ cost: 12.5, charged: 10, due: 12.5 }]);
    const row = await rowOf('cost_changed');
    expect(row).toMatchObject({ activity: 'Freight', item: 'G freight', causes: 1, named: [{ id }] });
    expect(await rerun(row)).toMatchObject({ entries: 1, left: expect.any(Number) });
    expect(await differences()).toEqual([]);
    const charged = await it.database.owner<{ price: string }>(
      `select trim_scale(price * quantity)::text as price from billing_entries
       where billable_id = $1 and item_id = $2 and deleted_at is null order by id`,
      [id, idOf['G freight']],
    );
    expect(charged.map(({ price }) => price)).toEqual(['10', '2.5']);
    // Computed again, nothing is added.
    await setCost(id, '12.50');
    expect(await differences()).toEqual([]);
  });

  test('a lower one stays listed until somebody corrects the entry, or the cost is as it was', async () => {
    const id = await billed();
    await setCost(id, '4');
    expect(await differences()).toEqual([{ cost: 4, charged: 10, due: 4 }]);
    await rerun(await rowOf('cost_changed'));
    expect(await differences()).toHaveLength(1);
    await setCost(id, '10');
    expect(await differences()).toEqual([]);
    await setCost(id, '4');
    const filter_by = { client_id: [String(idOf.client)] };
    const { records } = await main.ok(billingEntries.list, { query: { per_page: 100, filter_by } });
    const entry = records.find((each) => each.billing_item_id === idOf['G freight'] && each.billable_id === id);
    const { id: entryId, bill_date, reference } = entry ?? { id: 0, bill_date: '', reference: '' };
    const body = { bill_date, reference, quantity: '1', price: '4', note: '' };
    await main.ok(billingEntries.update, { params: { id: entryId }, body });
    expect(await differences()).toEqual([]);
  });

  test('a waived difference is open again when the cost changes once more', async () => {
    const id = await billed();
    await setCost(id, '11');
    await main.ok(unbilled.waive, { body: { rows: [keyOfUnbilled(await rowOf('cost_changed'))], note: 'small' } });
    expect(await differences()).toEqual([]);
    await setCost(id, '30');
    expect(await differences()).toEqual([{ cost: 30, charged: 10, due: 30 }]);
  });

  test('a cost that comes after the bill, without a rate for it, is listed', async () => {
    const clientId = await it.given.client('Later Goods');
    const { id } = await readyShipment(clientId);
    await finish(id, 1);
    await setCost(id, '7');
    const rows = await list({ reason: ['no_rate'] }, clientId);
    expect(rows.map(({ details }) => details)).toEqual([
      expect.objectContaining({ charges: ['Outbound', 'Shipping-Charge'], cost: 7 }),
    ]);
  });
});
