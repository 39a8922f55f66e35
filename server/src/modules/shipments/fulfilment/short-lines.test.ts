import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Counting, counting } from '../../../../test/counting.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Ordering, ordering } from '../../../../test/ordering.ts';

const { shipments, stock } = api;

let it: TestApp;
let main: Caller;
let desk: Ordering;
let counts: Counting;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  desk = ordering(it, main);
  counts = counting(it, main);
});

/** An item of which two shipments hold units, the older one first. */
async function promised(inStock: number, [older, newer]: readonly [number, number]) {
  const item = await desk.item(inStock);
  const made = [];
  for (const units of [older, newer]) {
    const orderId = await desk.order({ lines: [[item.id, units]] });
    await desk.ship(orderId);
    const [shipment] = await desk.shipments(orderId);
    made.push({ orderId, id: shipment?.id ?? 0, lineId: shipment?.lines[0] ?? 0 });
  }
  return { item, made: made as [(typeof made)[0], (typeof made)[0]] };
}
const unitsOf = async ({ orderId }: { orderId: number }) => {
  const [shipment] = await desk.shipments(orderId);
  return shipment?.voided ? 'voided' : shipment?.units[0];
};
const body = (inventory_id: number, qty: number) => ({ inventory_id, license: '', qty });

describe('goods that are gone but promised', () => {
  test('the refusal lists who holds them; shorting takes from the newest, and the orders have it left', async () => {
    const { item, made } = await promised(10, [6, 4]);
    const [older, newer] = made;
    const { records } = await (await it.as('client')).ok(stock.reservations, { params: { id: item.id } });
    const held = [older, newer].map(({ id, orderId, lineId }) => ({
      holder: { kind: 'shipment_line', id: lineId },
      shipment: { id, order_id: orderId },
    }));
    expect(records).toMatchObject(held);
    const refused = await main.call(stock.adjust, { body: body(item.id, -3) });
    expect([refused.status, refused.body.error_code]).toEqual([400, 40002]);
    expect(refused.body.details?.shipments).toMatchObject([
      { shipment_id: newer.id, order_id: newer.orderId, units: 4, locked_by: '' },
      { shipment_id: older.id, units: 6 },
    ]);
    expect(await desk.totals(item.id)).toEqual([10, 10, 0]);

    const after = await main.ok(stock.adjust, { body: { ...body(item.id, -3), short_lines: 1 } });
    expect(after).toMatchObject({ in_stock: 7, reserved: 7, available: 0 });
    expect([await unitsOf(older), await unitsOf(newer)]).toEqual([6, 1]);
    expect(await desk.get(newer.orderId)).toMatchObject({ bo: 1, lines: [{ line_status: { leftover: 3 } }] });
    const { data } = await main.ok(api.records.traces, {
      query: { traceable_type: 'Shipment', traceable_id: newer.id },
    });
    expect(data[0]).toMatchObject({ subject: 'Lines shortened', user: expect.any(String) });

    // The newest gives up everything and is voided; the older one gives the rest.
    await main.ok(stock.adjust, { body: { ...body(item.id, -3), is_disposal: 1, short_lines: 1 } });
    expect([await unitsOf(older), await unitsOf(newer)]).toEqual([4, 'voided']);
    expect(await desk.get(newer.orderId)).toMatchObject({ status: 'Open', bo: 0 });
    await desk.assertSound();
  });

  test('what is fulfilled stays: the line is lowered to it, and the shipment is Ready', async () => {
    const { item, made } = await promised(5, [1, 4]);
    await desk.fulfil({ shipmentId: made[1].id, lineId: made[1].lineId, quantity: 3 });
    await main.ok(stock.move, {
      body: { inventory_id: item.id, from_lp: '', to_lp: '', is_to_quarantine: 1, qty: 1, short_lines: 1 },
    });
    expect(await main.ok(shipments.get, { params: { id: made[1].id } })).toMatchObject({
      status: 'Ready',
      shipment_lines: [{ quantity: 3, fulfilled: 3 }],
    });
    expect(await desk.totals(item.id)).toEqual([1, 1, 1]);
    await desk.assertSound();
  });

  test('more than the place holds shorts nobody; somebody who works on the shipment is named', async () => {
    const { item, made } = await promised(4, [2, 2]);
    const tooMany = await main.call(stock.adjust, { body: { ...body(item.id, -5), short_lines: 1 } });
    expect(tooMany.body.error_code).toBe(40002);
    const { caller } = await it.given.mainUser(['fulfill_shipment', 'view_shipment_model']);
    const { user } = await caller.ok(shipments.lock, { params: { id: made[1].id } });
    const held = await main.call(stock.adjust, { body: { ...body(item.id, -1), short_lines: 1 } });
    expect([held.body.error_code, held.body.message]).toEqual([40005, expect.stringContaining(user?.name ?? '?')]);
    expect(await desk.totals(item.id)).toEqual([4, 4, 0]);
    expect([await unitsOf(made[0]), await unitsOf(made[1])]).toEqual([2, 2]);
    // A count posts what it can and says why not the rest.
    const count = await counts.counted(item.sku, { Counted: 3 });
    await main.ok(api.counts.post, { params: { id: count.id }, body: { short_lines: 1 } });
    expect((await counts.lines(count.id))[0]).toMatchObject({
      status: 'refused',
      problem_key: expect.stringMatching(/^40005:ShipmentIsLockedBy/),
    });
    await desk.assertSound();
  });

  test('a count posts the truth with the lines shortened', async () => {
    const { item, made } = await promised(6, [3, 3]);
    const count = await counts.counted(item.sku, { Counted: 2 });
    expect((await counts.lines(count.id))[0]).toMatchObject({ status: 'refused' });
    await main.ok(api.counts.post, { params: { id: count.id }, body: { short_lines: 1 } });
    expect((await counts.lines(count.id))[0]).toMatchObject({ status: 'posted', variance: -4 });
    expect([await unitsOf(made[0]), await unitsOf(made[1])]).toEqual([2, 'voided']);
    expect(await desk.totals(item.id)).toEqual([2, 2, 0]);
    await desk.assertSound();
  });

  test('two at once break no promise twice', async () => {
    const { item } = await promised(8, [4, 4]);
    const adjust = () => main.call(stock.adjust, { body: { ...body(item.id, -3), short_lines: 1 } });
    const replies = await Promise.all([adjust(), adjust()]);
    const done = replies.filter(({ status }) => status === 200).length;
    expect(done).toBeGreaterThan(0);
    expect(await desk.totals(item.id)).toEqual([8 - 3 * done, 8 - 3 * done, 0]);
    await desk.assertSound();
  });
});
