import { api, type OrderType } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Ordering, ordering } from '../../../../test/ordering.ts';
import { orderForm } from '../../../../test/orders.ts';
import { type StockFloor, stockFloor } from '../../../../test/stock-floor.ts';
import { shipmentChecks } from '../shipment-checks.ts';

let it: TestApp;
let main: Caller;
let desk: Ordering;
let floor: StockFloor;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  desk = ordering(it, main);
  floor = stockFloor(it, main);
});

/** An order that is shipped in full, with the ids of its shipment and lines. */
async function shipped(type: OrderType, ...lines: (readonly [number, number])[]) {
  const orderId = await desk.order({ type, lines });
  expect((await desk.ship(orderId)).status).toBe(200);
  const [shipment] = await desk.shipments(orderId);
  return { orderId, shipmentId: shipment?.id ?? 0, lines: shipment?.lines ?? [] };
}
const viewOf = ({ orderId, shipmentId }: { orderId: number; shipmentId: number }) =>
  main.ok(api.orders.shipment, { params: { id: orderId, shipmentId } });
const ledger = async (id: number) => {
  const { records } = await main.ok(api.stock.movements, { params: { id } });
  return records.map(({ kind, quantity, cause, user }) => [kind, quantity, cause, user]);
};

describe('fulfilling', () => {
  test('outbound takes the units and their reservation, until the shipment is Ready', async () => {
    const [tea, cup] = [await desk.item(10), await desk.item(3)];
    const made = await shipped('Customer Order', [tea.id, 6], [cup.id, 3]);
    const { shipmentId, lines } = made;
    await desk.fulfil({ shipmentId, lineId: lines[0] ?? 0, quantity: 4 });
    expect(await desk.totals(tea.id)).toEqual([6, 2, 0]);
    await desk.fulfil({ shipmentId, lineId: lines[0] ?? 0, quantity: 2 });
    expect((await viewOf(made)).status).toBe('In Warehouse');
    await desk.fulfil({ shipmentId, lineId: lines[1] ?? 0, quantity: 3 });
    const view = await viewOf(made);
    expect([view.status, view.shipment_lines.map(({ fulfilled }) => fulfilled)]).toEqual(['Ready', [6, 3]]);
    expect(view.tracking_status.map(({ status }) => status)).toEqual(['ready', 'created']);
    expect([await desk.totals(tea.id), await desk.totals(cup.id)]).toEqual([
      [4, 0, 0],
      [0, 0, 0],
    ]);
    expect((await ledger(tea.id)).slice(0, 2)).toEqual([
      ['ship', -2, `shipment ${shipmentId}`, 'Dana'],
      ['ship', -4, `shipment ${shipmentId}`, 'Dana'],
    ]);
    const order = await desk.get(made.orderId);
    expect(order.lines.map(({ line_status }) => line_status.shipped_qty)).toEqual([6, 3]);
    await desk.assertSound();
  });

  test('inbound receives to a plate, pristine or into quarantine with a reason', async () => {
    const item = await desk.item(0);
    const plate = await floor.plate();
    const made = await shipped('Customer Return', [item.id, 5]);
    const of = { shipmentId: made.shipmentId, lineId: made.lines[0] ?? 0, licenseId: plate.id };
    await desk.fulfil({ ...of, quantity: 3 });
    await expect(desk.fulfil({ ...of, quantity: 2, quarantine: true })).rejects.toThrow(/reason/);
    await desk.fulfil({ ...of, quantity: 2, quarantine: true, reason: 'to inspect' });
    expect(await desk.totals(item.id)).toEqual([3, 0, 2]);
    const view = await viewOf(made);
    expect([view.status, view.shipment_lines[0]]).toMatchObject(['Ready', { fulfilled: 5, quarantined: 2 }]);
    const { lines } = await desk.get(made.orderId);
    expect(lines[0]?.line_status).toMatchObject({ pristine_qty: 3, quarantined_qty: 2, shipped_qty: 0 });
    await desk.assertSound();
  });

  test('of a bucket: a new one is received, shipped, and comes back', async () => {
    const { id: item } = await floor.item({ serial: 1 });
    const { id: bucketId } = await floor.bucket(item, 2);
    for (const type of ['Vendor Order', 'Customer Order', 'Customer Return', 'Vendor Return'] as const) {
      const { shipmentId, lines } = await shipped(type, [item, 2]);
      const of = { shipmentId, lineId: lines[0] ?? 0, quantity: 2 };
      await expect(desk.fulfil(of)).rejects.toThrow(/serial-controlled/);
      await desk.fulfil({ ...of, bucketId });
    }
    expect((await main.ok(api.serials.get, { params: { id: bucketId } })).state).toBe('shipped');
    await desk.assertSound();
  });

  test('is refused beyond the line, elsewhere, by a missing or foreign lot, and when it is no longer in the warehouse', async () => {
    const item = await desk.item(5);
    const made = await shipped('Customer Order', [item.id, 5]);
    const of = { shipmentId: made.shipmentId, lineId: made.lines[0] ?? 0 };
    const { id: empty } = await floor.plate();
    const { id: theirs } = await floor.plate(2);
    const { id: byLot } = await floor.item({ lot: 1 });
    const inbound = await shipped('Vendor Order', [byLot, 5]);
    const received = { shipmentId: inbound.shipmentId, lineId: inbound.lines[0] ?? 0, quantity: 1 };
    const refusals: [() => Promise<void>, number | RegExp][] = [
      [() => desk.fulfil({ ...of, quantity: 6 }), 40007],
      [() => desk.fulfil({ ...of, quantity: 0 }), 40008],
      [() => desk.fulfil({ ...of, quantity: 1.5 }), 40008],
      [() => desk.fulfil({ ...of, lineId: 999_999, quantity: 1 }), 40005],
      [() => desk.fulfil({ ...of, shipmentId: 999_999, quantity: 1 }), 40001],
      [() => desk.fulfil({ ...of, quantity: 1, licenseId: empty }), 40002],
      [() => desk.fulfil({ ...of, quantity: 1, quarantine: true }), 40002],
      [() => desk.fulfil({ ...of, quantity: 1, lotId: 1 }), /lot/],
      [() => desk.fulfil(received), /lot/],
      [() => desk.fulfil({ ...received, lotId: 999_999 }), /There is no such lot of this item/],
    ];
    for (const [refusal, expected] of refusals)
      if (typeof expected === 'number')
        await expect(refusal(), String(expected)).rejects.toMatchObject({ body: { error_code: expected } });
      else await expect(refusal()).rejects.toThrow(expected);
    const vendor = await shipped('Vendor Order', [item.id, 1]);
    const elsewhere = { shipmentId: vendor.shipmentId, lineId: vendor.lines[0] ?? 0, quantity: 1, licenseId: theirs };
    await expect(desk.fulfil(elsewhere)).rejects.toThrow(/plate/i);
    await desk.fulfil({ ...of, quantity: 5 });
    await expect(desk.fulfil({ ...of, quantity: 1 })).rejects.toMatchObject({ body: { error_code: 40011 } });
    await desk.assertSound();
  });
});

describe('finishing', () => {
  test('the last shipment finishes the order, and moves no stock', async () => {
    const item = await desk.item(10);
    const orderId = await desk.order({ lines: [[item.id, 6]] });
    await desk.shipPart(orderId, [4]);
    await desk.ship(orderId);
    const made = await desk.shipments(orderId);
    await expect(desk.finish(made[0]?.id ?? 0)).rejects.toMatchObject({ body: { error_code: 40005 } });
    for (const { id: shipmentId, lines, units } of made)
      await desk.fulfil({ shipmentId, lineId: lines[0] ?? 0, quantity: units[0] ?? 0 });
    const before = await desk.totals(item.id);
    await desk.finish(made[0]?.id ?? 0);
    expect(await desk.state(orderId)).toEqual(['Processed', 0]);
    await desk.finish(made[1]?.id ?? 0);
    expect(await desk.state(orderId)).toEqual(['Finished', 0]);
    expect(await desk.totals(item.id)).toEqual(before);
    const view = await viewOf({ orderId, shipmentId: made[1]?.id ?? 0 });
    expect([view.status, view.finished_date]).toEqual(['Finished', expect.any(String)]);
    expect(view.tracking_status[0]?.status).toBe('finished');
    expect(
      await it.database.owner(
        "select kind from events where kind like 'shipment.f%' and (payload->>'order_id')::int = $1",
        [orderId],
      ),
    ).toHaveLength(2);
    await expect(desk.finish(made[1]?.id ?? 0)).rejects.toMatchObject({ body: { error_code: 40005 } });
    await expect(desk.voided(made[1]?.id ?? 0)).rejects.toMatchObject({ body: { error_code: 40010 } });
    await desk.assertSound();
  });

  test('a back-ordered order stays back-ordered', async () => {
    const item = await desk.item(10);
    const orderId = await desk.order({ lines: [[item.id, 6]] });
    await desk.shipPart(orderId, [4]);
    const [made] = await desk.shipments(orderId);
    await desk.fulfil({ shipmentId: made?.id ?? 0, lineId: made?.lines[0] ?? 0, quantity: 4 });
    await desk.finish(made?.id ?? 0);
    expect(await desk.state(orderId)).toEqual(['Processed BO', 2]);
    await desk.assertSound();
  });
});

describe('voiding', () => {
  test('an outbound shipment releases what it reserved and brings back what was picked', async () => {
    const [tea, cup] = [await desk.item(10), await desk.item(3)];
    const made = await shipped('Customer Order', [tea.id, 6], [cup.id, 3]);
    await desk.fulfil({ shipmentId: made.shipmentId, lineId: made.lines[0] ?? 0, quantity: 4 });
    await desk.voided(made.shipmentId);
    expect([await desk.totals(tea.id), await desk.totals(cup.id)]).toEqual([
      [10, 0, 0],
      [3, 0, 0],
    ]);
    expect(await desk.state(made.orderId)).toEqual(['Open', 6, 3]);
    expect((await ledger(tea.id))[0]).toEqual(['reverse', 4, `shipment ${made.shipmentId}`, 'Dana']);
    const params = { id: made.orderId, shipmentId: made.shipmentId };
    expect((await main.call(api.orders.shipment, { params })).status).toBe(404);
    await expect(desk.voided(made.shipmentId)).rejects.toMatchObject({ body: { error_code: 40001 } });
    // It keeps its number; the next shipment has the next one.
    await desk.ship(made.orderId);
    const [first, second] = await desk.shipments(made.orderId);
    expect([first?.voided, (second?.pt_sequence ?? 0) - (first?.pt_sequence ?? 0)]).toEqual([true, 1]);
    await desk.assertSound();
  });

  test('one of two leaves a back-order, and a cancelled back-order stays cancelled', async () => {
    const item = await desk.item(20);
    const orderId = await desk.order({ lines: [[item.id, 10]] });
    await desk.shipPart(orderId, [4]);
    await desk.shipPart(orderId, [3]);
    const [first, second] = await desk.shipments(orderId);
    await desk.voided(second?.id ?? 0);
    expect(await desk.state(orderId)).toEqual(['Processed BO', 6]);
    await main.ok(api.orders.cancel, { params: { id: orderId } });
    await desk.voided(first?.id ?? 0);
    expect(await desk.state(orderId)).toEqual(['Open', 4]);
    await desk.assertSound();
  });

  test('leaves an order that can be edited: of a changed quantity nothing is cancelled any more', async () => {
    const [tea, cup] = [await desk.item(20), await desk.item(20)];
    const orderId = await desk.order({
      lines: [
        [tea.id, 10],
        [cup.id, 5],
      ],
    });
    await desk.shipPart(orderId, [4, 2]);
    await main.ok(api.orders.cancel, { params: { id: orderId } });
    await desk.voided((await desk.shipments(orderId))[0]?.id ?? 0);
    const save = async (quantities: readonly number[], comment = '') => {
      const order = orderForm(await desk.get(orderId));
      const lines = quantities.map((quantity, n) => ({ ...order.lines[n], quantity, comment }));
      return main.ok(api.orders.update, { params: { id: orderId }, body: { ...order, lines } as never });
    };
    await save([10, 5], 'a word changes no quantity');
    expect(await desk.state(orderId)).toEqual(['Open', 4, 2]);
    await save([5, 5]);
    expect(await desk.state(orderId)).toEqual(['Open', 5, 2]);
    const of = { traceable_type: 'Order' as const, traceable_id: orderId };
    const { data: traces } = await main.ok(api.records.traces, { query: of });
    expect(traces[0]?.array_log).toEqual(expect.arrayContaining([{ field: 'line.cancelled', newValue: '0' }]));
    await save([12]);
    expect(await desk.state(orderId)).toEqual(['Open', 12]);
    await desk.assertSound();
  });

  test('an inbound shipment takes back what was received, or is refused when it is gone', async () => {
    const item = await desk.item(0);
    const made = await shipped('Vendor Order', [item.id, 5]);
    const of = { shipmentId: made.shipmentId, lineId: made.lines[0] ?? 0 };
    await desk.fulfil({ ...of, quantity: 3 });
    await desk.fulfil({ ...of, quantity: 2, quarantine: true, reason: 'wet' });
    await main.ok(api.stock.adjust, { body: { inventory_id: item.id, qty: -1 } });
    await expect(desk.voided(made.shipmentId)).rejects.toMatchObject({ body: { error_code: 40002 } });
    expect([await desk.totals(item.id), await desk.state(made.orderId)]).toEqual([
      [2, 0, 2],
      ['Processed', 0],
    ]);
    await main.ok(api.stock.adjust, { body: { inventory_id: item.id, qty: 1 } });
    await desk.voided(made.shipmentId);
    expect([await desk.totals(item.id), await desk.state(made.orderId)]).toEqual([
      [0, 0, 0],
      ['Open', 5],
    ]);
    await desk.assertSound();
  });
});

describe('the checks', () => {
  /** What the check of this name finds after the statement, which is undone afterwards. */
  async function found(name: RegExp, change: string, undo: string, id: number): Promise<string[]> {
    const check = shipmentChecks.find((each) => name.test(each.name));
    if (!check) throw new Error(`There is no check ${name}.`);
    await it.database.owner(change, [id]);
    const { broken } = check;
    const problems = await it.app.open({ role: 'app_staff', clientId: null, userId: null }, broken);
    await it.database.owner(undo, [id]);
    return problems;
  }

  test('find what does not fit together', async () => {
    const item = await desk.item(10);
    const { orderId, shipmentId, lines } = await shipped('Customer Order', [item.id, 6]);
    const line = lines[0] ?? 0;
    const one = (text: string) => [expect.stringContaining(text)];
    const reservation = (units: number) =>
      `update reservations set quantity = quantity + ${units} where holder_kind = 'shipment_line' and holder_id = $1`;
    expect(await found(/^Reservations/, reservation(1), reservation(-1), line)).toEqual(
      one(`shipment line ${line}, item ${item.id}: 6 unfulfilled, 7 reserved`),
    );
    const processed = (units: number) =>
      `update order_lines set processed_qty = processed_qty + ${units} where order_id = $1`;
    expect(await found(/^The processed/, processed(-1), processed(1), orderId)).toEqual(
      one('processed 5, in shipments 6'),
    );
    const state = (status: string) => `update orders set status = '${status}' where id = $1`;
    for (const wrong of ['Open', 'Cancelled', 'Finished'])
      expect(await found(/^The status/, state(wrong), state('Processed'), orderId)).toEqual(one(`order ${orderId}`));
    const bo = (has: boolean) => `update orders set has_bo = ${has} where id = $1`;
    expect(await found(/^The status/, bo(true), bo(false), orderId)).toEqual(one('with a back-order'));
    const ready = (status: string) => `update shipments set status = '${status}' where id = $1`;
    expect(await found(/^A shipment is Ready/, ready('Ready'), ready('In Warehouse'), shipmentId)).toEqual(
      one(`shipment ${shipmentId}: Ready with 0 of 6`),
    );
    const fulfilled = (units: number) => `update shipment_lines set fulfilled = ${units} where id = $1`;
    expect(await found(/^The fulfilled/, fulfilled(2), fulfilled(0), line)).toEqual(one('fulfilled -2, fulfilments 0'));
    const number = (by: number) => `update shipments set pt_sequence = pt_sequence + ${by} where id = $1`;
    expect(await found(/^Picking/, number(1_000_000), number(-1_000_000), shipmentId)).toEqual(
      one(`shipment ${shipmentId}`),
    );
    const packed = (is: boolean) => `update shipments set packed = ${is} where id = $1`;
    expect(await found(/^The cartons/, packed(true), packed(false), shipmentId)).toEqual(
      one(`line ${line}: 6 units, 0 in cartons`),
    );
    const po = (text: string) => `update shipments set po = '${text}' where id = $1`;
    expect(await found(/^Shipments carry/, po('another'), po(''), shipmentId)).toEqual(one(`shipment ${shipmentId}`));
    const invoice = (number: string) => `update shipments set invoice_sequence = ${number} where id = $1`;
    expect(await found(/^Invoice/, invoice('1000000'), invoice('null'), shipmentId)).toEqual(one('invoice 1000000'));
    const bill = (number: string) => `update shipments set bol_number = ${number} where id = $1`;
    expect(await found(/^Numbers of bills/, bill('9000000000'), bill('null'), shipmentId)).toEqual(one('9000000000'));
    await desk.voided(shipmentId);
    expect(await found(/^A voided/, packed(true), packed(false), shipmentId)).toEqual(one(`shipment ${shipmentId}`));
    await desk.assertSound();
  });
});
