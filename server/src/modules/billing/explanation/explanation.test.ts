import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { ordering } from '../../../../test/ordering.ts';

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
  return { id: params.id, item, uomId: uom.uom_id };
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
    ...{ entry: { charge: 'Outbound', charge_day: billing.bill_date }, how: { by: 'Carton', counted: 3 } },
    link: { rate: 0.65, quantity: 1, valid_from: '2020-01-01' },
    cause: { type: 'shipment', id, items: [{ id: item.id, sku: item.sku, units: 25, per: 12, count: 3 }] },
  });

  // What it was counted from stays as it was: other units of measure and another modifier change nothing.
  await main.ok(api.inventories.updateUom, {
    params: { id: item.id, uomId: (await readyShipment()).uomId },
    body: { uom_id: (await readyShipment()).uomId, qty_per_base: 5 },
  });
  await it.database.owner('update clients set shipping_charge_modify = 0.2 where id = $1', [clientId]);
  expect([...(await explain(id)).values()].map(({ recomputed }) => recomputed?.difference)).toEqual([0, 0, 0]);
  await it.database.owner('update clients set shipping_charge_modify = 0.1 where id = $1', [clientId]);

  // A rate that is corrected for the past is another amount; nothing is written.
  const params = linkOf['E carton'] ?? { id: 0, itemId: 0 };
  await main.ok(activities.saveItem, { params, body: { rate: '0.7', valid_from: '2021-01-01' } });
  const changed = (await explain(id)).get('E carton');
  expect([changed?.recomputed, changed?.entry.total]).toEqual([
    { price: 0.7, quantity: 3, amount: 2.1, difference: -0.15 },
    1.95,
  ]);
  await main.ok(activities.saveItem, { params, body: { rate: '0', valid_from: '2022-01-01' } });
  expect((await explain(id)).get('E carton')).toMatchObject({ link: null, recomputed: { amount: 0, difference: 1.95 } });
  await main.ok(activities.addItem, { params, body: { rate: '0.65', valid_from: '2022-01-01' } });
});

test('of a charge that a person corrected: what is proposed, and what was entered', async () => {
  const { id } = await readyShipment();
  const { billing } = await main.ok(shipmentBilling.load, { params: { id } });
  const entries = billing.entries.map((entry) => (entry.meta_name === 'E carton' ? { ...entry, quantity: 5 } : entry));
  await main.ok(shipmentBilling.charge, { params: { id }, body: { ...billing, entries } });
  expect((await explain(id)).get('E carton')).toMatchObject({
    ...{ how: null, entry: { quantity: 5, total: 3.25 }, cause: { items: [{ units: 25, per: 12, count: 3 }] } },
    recomputed: { quantity: 3, amount: 1.95, difference: 1.3 },
  });
});

test('of a charge typed in by hand: nothing to compute it from', async () => {
  const [entry] = await main.ok(billingEntries.create, {
    body: {
      ...{ client_id: clientId, billing_activity_id: idOf['By hand'] ?? 0, bill_date: '2026-03-04', reference: 'Tape' },
      entries: [{ billing_item_id: linkOf['E tape']?.itemId ?? 0 }],
    },
  });
  const params = { id: entry?.id ?? 0 };
  expect(await main.ok(api.billingExplanation.get, { params })).toMatchObject({
    ...{ how: null, cause: null, recomputed: null, corrections: [], corrects: null, gaps: [] },
    ...{ link: { rate: 3 }, entry: { created_by: expect.any(String), charge_day: null } },
  });
  const none = { id: 2_000_000_000 };
  expect((await main.call(api.billingExplanation.get, { params: none })).status).toBe(404);
});
