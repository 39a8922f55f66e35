import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { ordering } from '../../../test/ordering.ts';

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
