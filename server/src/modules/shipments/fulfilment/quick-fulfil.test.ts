import { api, type Shipment } from '@longshore/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { codeOf, type Warehouse, warehouse } from '../../../../test/warehouse.ts';

let it: TestApp;
let main: Caller;
let house: Warehouse;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  house = warehouse(it, main);
});
beforeEach(() => house.preference('quick_fulfill', true));

const of = ({ id }: Shipment) => ({ params: { id } });
const propose = (shipment: Shipment) => main.call(api.shipments.proposal, of(shipment));
const quick = (shipment: Shipment, body?: { picks?: object[] }) =>
  main.call(api.shipments.fulfilAll, { ...of(shipment), ...(body ? { body: body as never } : {}) });

/** An item in a picking bin, on a whole plate in storage, and on no plate. */
async function spreadItem(units: { face: number; storage: number; loose: number }) {
  const item = await house.item(0);
  const [face, storage] = [await house.plateNamed(), await house.plateNamed()];
  const [faceBin, storageBin] = [await house.bin('P'), await house.bin('S')];
  await house.putAway(face.license, faceBin);
  await house.putAway(storage.license, storageBin);
  await it.given.stock(item.id, units.face, { plate: face.id });
  await it.given.stock(item.id, units.storage, { plate: storage.id });
  await it.given.stock(item.id, units.loose);
  return { item, face, storage, faceBin, storageBin };
}

describe('quick fulfil, outbound', () => {
  test('proposes places with reasons, changes nothing, and then does it', async () => {
    const { item, face, storage, faceBin } = await spreadItem({ face: 20, storage: 6, loose: 3 });
    const made = await house.shipment('Customer Order', [item.id, 10]);
    const { data } = await propose(made);
    expect(data.picks.map(({ license, quantity, reason }) => [license, quantity, reason])).toEqual([
      [storage.license, 6, `The quantity takes the whole plate ${storage.license}`],
      [face.license, 4, expect.stringMatching(`^From picking location ${faceBin}, in stock there since 2`)],
    ]);
    expect([data.stored_at, data.short, await house.get(made.id)]).toEqual([null, [], made]);
    const { data: done } = await quick(made);
    expect([done.status, done.shipment_lines[0]?.fulfillments.map(({ quantity }) => quantity)]).toEqual([
      'Ready',
      [6, 4],
    ]);
    expect(await house.totals(item.id)).toEqual([19, 0, 0]);
    await house.assertSound();
  });

  test('takes what the person chose instead, and no more than the line', async () => {
    const { item, face } = await spreadItem({ face: 20, storage: 6, loose: 3 });
    const made = await house.shipment('Customer Order', [item.id, 10]);
    const line_id = made.shipment_lines[0]?.id;
    const picks = [
      { line_id, license: face.license, quantity: 5 },
      { line_id, license: '', quantity: 2 },
    ];
    expect(codeOf(await quick(made, { picks: [...picks, { line_id, license: face.license, quantity: 4 }] }))).toBe(
      40007,
    );
    expect((await quick(made, { picks })).data).toMatchObject({ status: 'In Warehouse' });
    // The rule does the rest.
    expect((await quick(made)).data.shipment_lines[0]?.fulfillments.map(({ quantity }) => quantity)).toEqual([5, 2, 3]);
    await house.assertSound();
  });

  test('is refused when it is off, by name for serials, and when only expired goods are there', async () => {
    const serial = await house.itemOf({ serial: 1 });
    const { id: bucketId } = await house.bucket(serial.id, 2);
    const inbound = await house.shipment('Vendor Order', [serial.id, 2]);
    await house.fulfilAt(inbound, 0, { serialId: bucketId });
    const byNumber = await house.shipment('Customer Order', [serial.id, 2]);
    for (const reply of [await propose(byNumber), await quick(byNumber)])
      expect([codeOf(reply), reply.body.message]).toEqual([
        40005,
        `Invalid shipment: ${serial.sku} is serial-controlled: choose its serials`,
      ]);
    const lots = await house.itemOf({ lot: 1 });
    await it.given.stock(lots.id, 5, { lot: await house.lot(lots.id, 'OLD', '2020-01-31') });
    const expired = await house.shipment('Customer Order', [lots.id, 5]);
    expect((await propose(expired)).data).toMatchObject({ picks: [], short: [{ sku: lots.sku, quantity: 5 }] });
    expect((await quick(expired)).body.message).toBe(
      `Insufficient quantity: ${lots.sku}: no place was found for a quantity of 5`,
    );
    await house.preference('quick_fulfill', false);
    for (const reply of [
      await propose(expired),
      await quick(expired),
      await quick(expired, { picks: [{ line_id: 1, quantity: 1 }] }),
    ])
      expect(codeOf(reply)).toBe(40009);
  });

  test('finds what is good behind any number of expired places', async () => {
    const lots = await house.itemOf({ lot: 1 });
    await it.given.stock(lots.id, 5, { lot: await house.lot(lots.id, 'GOOD', '2099-12-31') });
    const made = await house.shipment('Customer Order', [lots.id, 5]);
    await it.database.owner(
      `with l as (insert into lots (client_id, inventory_id, lot_number, expire_date)
         select client_id, id, 'OLD-' || n, '2020-01-31' from inventories, generate_series(1, 501) n where id = $1 returning *)
       insert into stock_rows (client_id, inventory_id, lot_id, quantity) select client_id, inventory_id, id, 1 from l`,
      [lots.id],
    );
    expect((await propose(made)).data).toMatchObject({ picks: [{ lot: 'GOOD', quantity: 5 }], short: [] });
    // They were never received: the other tests look at all goods.
    await it.database.owner(
      `delete from stock_rows s using lots l where l.id = s.lot_id and l.inventory_id = $1 and l.lot_number <> 'GOOD'`,
      [lots.id],
    );
  });

  test('of two shipments at the same time finds goods for both', async () => {
    const { item } = await spreadItem({ face: 4, storage: 5, loose: 3 });
    const both = [
      await house.shipment('Customer Order', [item.id, 6]),
      await house.shipment('Customer Order', [item.id, 6]),
    ];
    const replies = await Promise.all(both.map((shipment) => quick(shipment)));
    expect(replies.map(({ data }) => data.status)).toEqual(['Ready', 'Ready']);
    expect(await house.totals(item.id)).toEqual([0, 0, 0]);
    await house.assertSound();
  });
});

describe('quick fulfil, inbound', () => {
  test('receives everything on no plate; what a customer returns is quarantined to inspect', async () => {
    const item = await house.item(0);
    const vendor = await house.shipment('Vendor Order', [item.id, 7]);
    expect((await propose(vendor)).data.picks).toMatchObject([{ quantity: 7, license: '', quarantine: 0 }]);
    expect((await quick(vendor)).data.status).toBe('Ready');
    const customer = await house.shipment('Customer Return', [item.id, 2]);
    expect((await propose(customer)).data.picks[0]?.reason).toBe('Returned by a customer: into quarantine, to inspect');
    const { data } = await quick(customer);
    expect(data.shipment_lines[0]?.fulfillments).toMatchObject([{ quarantine: 1, reason: 'to inspect', quantity: 2 }]);
    expect(await house.totals(item.id)).toEqual([7, 0, 2]);
    const lot = await house.itemOf({ lot: 1 });
    const reply = await quick(await house.shipment('Vendor Order', [lot.id, 1], [item.id, 1]));
    expect([codeOf(reply), reply.body.message]).toEqual([
      40005,
      `Invalid shipment: ${lot.sku} is lot-controlled: enter its lot`,
    ]);
    await house.assertSound();
  });
});

describe('an allocation', () => {
  const allocation = (shipment: Shipment) => main.ok(api.shipments.allocation, of(shipment));
  const picksOf = async (shipment: Shipment) =>
    (await allocation(shipment)).picks.map(({ license, quantity }) => [license, quantity]);

  test('is stored without reserving, used up by fulfilling, and chosen again where goods are gone', async () => {
    const { item, face, storage } = await spreadItem({ face: 20, storage: 6, loose: 3 });
    const made = await house.shipment('Customer Order', [item.id, 10]);
    expect((await allocation(made)).stored_at).toBeNull();
    const before = await house.totals(item.id);
    const stored = await main.ok(api.shipments.allocate, of(made));
    expect([stored.stored_at, stored.picks.length]).toEqual([expect.any(String), 2]);
    expect(await house.totals(item.id)).toEqual(before);
    const { data: traces } = await main.ok(api.records.traces, {
      query: { traceable_type: 'Shipment', traceable_id: made.id },
    });
    expect(traces.map(({ subject }) => subject)).toEqual(['Allocated']);
    await house.fulfilAt(made, 0, { quantity: 2, license: face.license });
    expect(await picksOf(made)).toEqual([
      [storage.license, 6],
      [face.license, 2],
    ]);
    await main.ok(api.stock.move, {
      body: { inventory_id: item.id, qty: 5, from_lp: storage.license, to_lp: '' },
    });
    expect(await picksOf(made)).toEqual([
      [storage.license, 1],
      [face.license, 7],
    ]);
    const { data } = await quick(made);
    expect([data.status, await picksOf(made)]).toEqual(['Ready', []]);
    expect(await house.get(made.id)).toMatchObject(data);
    expect(codeOf(await main.call(api.shipments.allocate, of(made)))).toBe(40011);
    expect(await it.database.owner('select from allocations where shipment_id = $1', [made.id])).toEqual([]);
    const inbound = await house.shipment('Vendor Order', [item.id, 1]);
    expect(codeOf(await main.call(api.shipments.allocate, of(inbound)))).toBe(40005);
    expect(await allocation(inbound)).toMatchObject({ picks: [], short: [] });
  });
});
