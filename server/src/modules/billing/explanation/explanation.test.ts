import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { givenStorage } from '../../../../test/given-storage.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { ordering } from '../../../../test/ordering.ts';
import { processRun } from '../accrual/process-run.ts';

const { billingActivities: activities, billingEntries, billingItems: items, shipmentBilling, shipments, orders } = api;
let it: TestApp;
let main: Caller;
let clientId: number;
const idOf: Record<string, number> = {};
const linkOf: Record<string, { id: number; itemId: number }> = {};

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  clientId = await it.given.client('Explained Goods');
  await it.database.owner('update clients set shipping_charge_modify = 0.1 where id = $1', [clientId]);
  for (const [activity, charge, item, uom, rate] of [
    ['Out', 'Outbound', 'E order', 'Order', '2.40'],
    ['Out', 'Outbound', 'E carton', 'Carton', '0.65'],
    ['Freight', 'Shipping-Charge', 'E freight', '', '1'],
    ['By hand', 'Manual', 'E tape', '', '3'],
  ] as const) {
    idOf[activity] ??= (await main.ok(activities.create, { body: { name: activity, charge, client_id: clientId } })).id;
    const made = await main.ok(items.create, { body: { name: item, uom } });
    linkOf[item] = { id: idOf[activity], itemId: made.id };
    await main.ok(activities.addItem, { params: linkOf[item], body: { rate, valid_from: '2020-01-01' } });
  }
});

/** A shipment of 25 units in cartons of 12 with a courier of 10.50, that is Ready. */
async function readyShipment() {
  const put = ordering(it, main);
  const item = await put.item(25, clientId);
  const [carton] = await it.database.owner<{ id: number }>("select id from uoms where name = 'Carton'");
  const uom = { uom_id: carton?.id ?? 0, qty_per_base: 12 };
  await main.ok(api.inventories.addUom, { params: { id: item.id }, body: uom });
  const orderId = await put.order({ clientId, lines: [[item.id, 25]] });
  const { shipments: made } = await main.ok(orders.shipFull, { params: { id: orderId } });
  const params = { id: made[0]?.id ?? 0 };
  const { shipment_lines } = await main.ok(shipments.get, { params });
  await main.ok(shipments.fulfilLine, { params, body: { lineId: shipment_lines[0]?.id ?? 0, quantity: 25 } });
  await main.ok(shipments.update, { params, body: { field: 'cost', value: '10.50' } });
  return { id: params.id, item };
}

/** The explanations of a shipment's entries, by the name of the item. */
async function explain(shipmentId: number) {
  const rows = await it.database.owner<{ id: number }>(
    "select id from billing_entries where billable_type = 'shipment' and billable_id = $1 and deleted_at is null order by id",
    [shipmentId],
  );
  const all = await Promise.all(rows.map(({ id }) => main.ok(api.billingExplanation.get, { params: { id } })));
  return new Map(all.map((each) => [each.entry.meta_name, each]));
}

test('of a shipment: what was counted, at which rate, and the same amount again', async () => {
  const { id, item } = await readyShipment();
  const { billing } = await main.ok(shipmentBilling.load, { params: { id } });
  await main.ok(shipmentBilling.charge, { params: { id }, body: billing });
  const all = await explain(id);
  expect([...all.values()].map(({ entry, recomputed }) => [entry.meta_name, recomputed])).toEqual([
    ['E carton', { price: 0.65, quantity: 3, amount: 1.95, difference: 0 }],
    ['E order', { price: 2.4, quantity: 1, amount: 2.4, difference: 0 }],
    ['E freight', { price: 11.55, quantity: 1, amount: 11.55, difference: 0 }],
  ]);
  expect(all.get('E carton')).toMatchObject({
    entry: { charge: 'Outbound', charge_day: billing.bill_date },
    how: { by: 'Carton', counted: 3 },
    link: { rate: 0.65, quantity: 1, valid_from: '2020-01-01' },
    cause: { type: 'shipment', id, items: [{ id: item.id, sku: item.sku, units: 25, per: 12, count: 3 }] },
  });

  // What it was counted from stays as it was: other units of measure and another modifier change nothing.
  await it.database.owner('update inventory_uoms set qty_per_base = 5 where inventory_id = $1 and not is_base', [
    item.id,
  ]);
  await it.database.owner('update clients set shipping_charge_modify = 0.2 where id = $1', [clientId]);
  await it.database.owner("update inventories set sku = sku || '-NEW' where id = $1", [item.id]);
  await it.database.owner("update billing_activities set charge = 'Manual' where id = $1", [idOf.Out]);
  const renamed = (await explain(id)).get('E carton')?.cause;
  expect(renamed).toMatchObject({ items: [{ id: item.id, sku: `${item.sku}-NEW`, count: 3 }] });
  expect([...(await explain(id)).values()].map(({ recomputed }) => recomputed?.difference)).toEqual([0, 0, 0]);
  await it.database.owner('update clients set shipping_charge_modify = 0.1 where id = $1', [clientId]);
  await it.database.owner("update billing_activities set charge = 'Outbound' where id = $1", [idOf.Out]);

  // A rate that is corrected for the past is another amount; nothing is written.
  const params = linkOf['E carton'] ?? { id: 0, itemId: 0 };
  await main.ok(activities.saveItem, { params, body: { rate: '0.7', valid_from: '2021-01-01' } });
  const changed = (await explain(id)).get('E carton');
  expect([changed?.recomputed, changed?.entry.total]).toEqual([
    { price: 0.7, quantity: 3, amount: 2.1, difference: -0.15 },
    1.95,
  ]);
  await main.ok(activities.saveItem, { params, body: { rate: '0', valid_from: '2022-01-01' } });
  expect((await explain(id)).get('E carton')).toMatchObject({
    link: null,
    recomputed: { amount: 0, difference: 1.95 },
  });
  await main.ok(activities.addItem, { params, body: { rate: '0.65', valid_from: '2022-01-01' } });
});

test('of a charge that a person corrected: what is proposed, and what was entered', async () => {
  const { id } = await readyShipment();
  const { billing } = await main.ok(shipmentBilling.load, { params: { id } });
  const entries = billing.entries.map((entry) => (entry.meta_name === 'E carton' ? { ...entry, quantity: 5 } : entry));
  await main.ok(shipmentBilling.charge, { params: { id }, body: { ...billing, entries } });
  expect((await explain(id)).get('E carton')).toMatchObject({
    how: null,
    entry: { quantity: 5, total: 3.25 },
    cause: { items: [{ units: 25, per: 12, count: 3 }] },
    recomputed: { quantity: 3, amount: 1.95, difference: 1.3 },
  });
});

test('of a charge typed in by hand: nothing to compute it from', async () => {
  const [entry] = await main.ok(billingEntries.create, {
    body: {
      client_id: clientId,
      billing_activity_id: idOf['By hand'] ?? 0,
      bill_date: '2026-03-04',
      reference: 'Tape',
      entries: [{ billing_item_id: linkOf['E tape']?.itemId ?? 0 }],
    },
  });
  const params = { id: entry?.id ?? 0 };
  expect(await main.ok(api.billingExplanation.get, { params })).toMatchObject({
    how: null,
    cause: null,
    recomputed: null,
    corrections: [],
    corrects: null,
    gaps: [],
    link: { rate: 3 },
    entry: { created_by: expect.any(String), charge_day: null },
  });
  const none = { id: 2_000_000_000 };
  expect((await main.call(api.billingExplanation.get, { params: none })).status).toBe(404);
});

test('of days and counts: the part of the snapshot that was counted, and the same amounts again', async () => {
  const stored = await givenStorage(it, {
    items: [{ sku: 'EX-BOX', size: [50, 40, 30], uoms: { Carton: 10 } }, { sku: 'EX-BAG' }],
    bins: { 'EX-1': 'Cold room', 'EX-2': 'Dry room' },
    plates: [
      { license: 'EX-P1', uom: 'Pallet', bins: [['EX-1', '2024-05-01T12:00Z']] },
      { license: 'EX-P2', uom: 'Carton', bins: [['EX-2', '2024-05-01T12:00Z']] },
    ],
    moves: [
      { sku: 'EX-BOX', plate: 'EX-P1', quantity: 25, at: '2024-05-01T12:00Z' },
      { sku: 'EX-BAG', plate: 'EX-P2', quantity: 3, at: '2024-05-01T12:00Z' },
    ],
  });
  for (const [name, charge, uom, link] of [
    ['S volume', 'Daily-Cubic', '', { rate: '0.333' }],
    ['S place', 'Daily-Location', '', { rate: '0.2', minimum_charge: '5' }],
    ['Cold room', 'Daily-Location', '', { rate: '0.3', minimum_quantity: '4' }],
    ['S pallet', 'Month-End', 'Pallet', { rate: '14.5' }],
    ['S carton', 'Month-End', 'Carton', { rate: '1.005', quantity: '0.5' }],
    ['S line', 'Count', '', { rate: '0.07' }],
  ] as const) {
    const activity = await main.ok(activities.create, { body: { name, client_id: stored, charge } });
    const item = await main.ok(items.create, { body: { name, uom } });
    const params = { id: activity.id, itemId: item.id };
    await main.ok(activities.addItem, { params, body: { valid_from: '2020-01-01', ...link } });
  }
  const [count] = await it.database.owner<{ id: number }>(
    `insert into counts (client_id, name, state, sheet_at, user_id, user_name, posted_by, posted_at)
     values ($1, 'May', 'posted', '2024-05-31T10:00Z', 1, 'Dana', 'Dana', '2024-05-31T12:00Z') returning id`,
    [stored],
  );
  await it.database.owner(
    `insert into count_lines (client_id, count_id, inventory_id, expected, counted, uploaded_at, outcome)
     select $1, $2, id, 3, case when sku = 'EX-BAG' then 3 end, case when sku = 'EX-BAG' then now() end, 'same'
     from inventories where client_id = $1`,
    [stored, count?.id],
  );
  const run = await main.ok(api.billingRuns.start, {
    body: { from: '2024-05-31', to: '2024-05-31', client_ids: [stored] },
  });
  await processRun(it.app.open, run.id);
  const rows = await it.database.owner<{ id: number }>(
    "select id from billing_entries where client_id = $1 and charge_day = '2024-05-31'",
    [stored],
  );
  const found = await Promise.all(rows.map(({ id }) => main.ok(api.billingExplanation.get, { params: { id } })));
  const all = new Map(found.map((each) => [each.entry.meta_name, each]));
  expect(found.map(({ entry, recomputed }) => [entry.meta_name, entry.total, recomputed?.difference]).sort()).toEqual([
    ['Cold room', 1.2, 0],
    ['S carton', 1.5075, 0],
    ['S line', 0.07, 0],
    ['S pallet', 14.5, 0],
    ['S place', 5, 0],
    ['S volume', 0.4995, 0],
  ]);
  expect(all.get('S volume')).toMatchObject({
    cause: {
      type: 'snapshot',
      day: '2024-05-31',
      items: [{ sku: 'EX-BOX', units: 25, volume: 0.06, count: 1.5 }],
      places: [],
    },
    gaps: [{ reason: 'no_size', details: { skus: [{ sku: 'EX-BAG' }] } }],
  });
  expect(all.get('S place')).toMatchObject({ how: { minimum: 'charge' }, cause: { items: [], places_total: 2 } });
  expect(all.get('Cold room')).toMatchObject({
    how: { minimum: 'quantity', category: 'Cold room' },
    cause: { places: [{ location: 'EX-1' }] },
  });
  expect(all.get('S pallet')).toMatchObject({ cause: { pallets: [{ license: 'EX-P1' }], items: [] } });
  expect(all.get('S carton')).toMatchObject({
    cause: { items: [{ sku: 'EX-BOX', per: 10, count: 3 }] },
    gaps: [{ reason: 'no_uom' }],
  });
  expect(all.get('S line')).toMatchObject({
    cause: { type: 'count', name: 'May', lines: [{ sku: 'EX-BAG', counted: 3 }] },
  });
});
