import {
  api,
  type In,
  ownCode,
  type Shipment,
  type Wave,
  type WavePickInput,
  type WaveStop,
} from '@longshore/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { codeOf, type Warehouse, warehouse } from '../../../../test/warehouse.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { waveChecks } from './wave-checks.ts';

const { waves, carts, totes } = api;

let it: TestApp;
let second: TestApp;
let main: Caller;
let house: Warehouse;
let cart: { id: number; cart: string };
let made = 0;

beforeAll(async () => {
  it = await testApp();
  second = await testApp({ database: it.database });
  main = await it.as('super');
  house = warehouse(it, main);
  await main.ok(totes.batch, { body: { start: 'TEST-001', count: 60 } });
});
beforeEach(async () => {
  cart = await main.ok(carts.create, { body: { cart: `Test cart ${++made}`, totes: 8 } });
});

const keysOf = ({ body }: { body: { keys?: Record<string, string[]> } }) => body.keys;

/** Units of an item on a plate of their own in a bin. */
async function put(item: number, units: number, bin: string, more: { lotId?: number; clientId?: number } = {}) {
  const { license } = await house.plateNamed(more.clientId ?? 1);
  await main.ok(api.stock.adjust, {
    body: { inventory_id: item, license, qty: units, reference: 'Test', ...(more.lotId ? { lotId: more.lotId } : {}) },
  });
  await house.putAway(license, bin);
  return license;
}
/** A bin of an aisle that only this test uses. */
async function bin(aisle: string, bay: number): Promise<string> {
  const location = `${aisle}-${String(bay).padStart(2, '0')}-1`;
  const { status } = await main.call(api.locations.create, { body: { location, type: 'P' } });
  expect([200, 400]).toContain(status);
  return location;
}
/** An item that lies in a bin, and a shipment of some of it. */
async function shipmentFrom(location: string, units: number, there = units): Promise<Shipment> {
  const { id: item } = await house.itemOf();
  await put(item, there, location);
  return house.shipment('Customer Order', [item, units]);
}
const start = (shipments: readonly Shipment[], cart_id = cart.id, caller = main) =>
  caller.call(waves.create, { body: { cart_id, shipments: shipments.map(({ id }) => id) } });
async function started(...shipments: Shipment[]): Promise<Wave> {
  const reply = await start(shipments);
  expect(reply.body.message).toBeUndefined();
  return reply.data;
}
const picksOf = (wave: Pick<Wave, 'stops'>) =>
  wave.stops.flatMap(({ picks, location }: WaveStop) => picks.map((pick) => ({ ...pick, location })));
/** What a person scans for a pick of the wave, from 0. */
function scansOf(wave: Wave, at = 0): In<typeof WavePickInput> {
  const pick = picksOf(wave)[at];
  if (!pick) throw new Error('The wave has no such pick.');
  return { line_id: pick.line_id, place: pick.location, item: pick.sku, tote: pick.tote, quantity: pick.quantity };
}
const pick = (wave: Wave, body: object, caller = main, headers = {}) =>
  caller.call(waves.pick, { params: { id: wave.id }, body: { ...scansOf(wave), ...body }, headers });
const read = (wave: Pick<Wave, 'id'>) => main.ok(waves.get, { params: { id: wave.id } });
async function assertSound() {
  await house.assertSound();
  for (const { name, broken } of waveChecks) expect(await it.app.open(staffScope, broken), name).toEqual([]);
}

describe('starting a wave', () => {
  test('gives each shipment a tote, and the stops of all in walking order', async () => {
    const places = [await bin('XB', 3), await bin('XA', 9), await bin('XA', 2)];
    const shipments: Shipment[] = [];
    for (const place of places) shipments.push(await shipmentFrom(place, 2));
    const wave = await started(...shipments);
    expect(wave).toMatchObject({ state: 'picking', cart: cart.cart, units: 6, picked: 0, lines: 3, assignee: null });
    expect(wave.shipments.map(({ shipment_id, state }) => [shipment_id, state])).toEqual(
      shipments.map(({ id }) => [id, 'picking']),
    );
    expect(new Set(wave.shipments.map(({ tote }) => tote)).size).toBe(3);
    const order = wave.stops.map(({ location }) => location);
    expect([...order].sort()).toEqual([...places].sort());
    // Both bins of an aisle are visited before or after the other aisle, not on both sides of it.
    expect(Math.abs(order.indexOf('XA-09-1') - order.indexOf('XA-02-1'))).toBe(1);
    expect(wave.stops.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(wave.metres).toBeLessThan(wave.alone_metres);
    expect(await main.ok(carts.get, { params: { id: cart.id } })).toMatchObject({ wave_id: wave.id });
    const { records } = await main.ok(waves.list, { query: { filter_by: { state: ['picking'] } } });
    expect(records.find(({ id }) => id === wave.id)).toMatchObject({ shipments: 3, units: 6, picked: 0 });
    await assertSound();
  });

  test('is refused with words, and changes nothing', async () => {
    const shipment = await shipmentFrom(await bin('XA', 4), 1);
    const receipt = await house.shipment('Vendor Order', [(await house.itemOf()).id, 1]);
    expect(keysOf(await start([shipment, shipment]))).toEqual({ shipments: [`ShipmentsTwice:${shipment.id}`] });
    expect(keysOf(await start([receipt]))).toEqual({ shipments: [`ShipmentIsInbound:${receipt.order.reference}`] });
    expect(keysOf(await start([{ ...shipment, id: 999_999 }]))).toEqual({ shipments: ['WaveShipmentIsGone:999999'] });
    expect(keysOf(await start([shipment], 999_999))).toEqual({ cart_id: ['CartIsUnknown'] });
    expect(keysOf(await start([]))).toEqual({ shipments: ['WaveNeedsShipments'] });
    const small = await main.ok(carts.create, { body: { cart: `Small ${made}`, totes: 1 } });
    const other = await shipmentFrom(await bin('XA', 5), 1);
    expect(keysOf(await start([shipment, other], small.id))).toEqual({ cart_id: [`CartIsTooSmall:${small.cart}\t1`] });
    const { caller: client } = await it.given.clientUser(1, true);
    expect((await start([shipment], cart.id, client)).status).toBe(403);
    const assignee_id = (await client.ok(api.session.boot)).user.id;
    const body = { cart_id: cart.id, shipments: [shipment.id], assignee_id };
    expect(keysOf(await main.call(waves.create, { body }))).toEqual({ assignee_id: ['PersonIsUnknown'] });
    expect(await main.ok(carts.get, { params: { id: cart.id } })).toMatchObject({ wave_id: null });
    const wave = await started(shipment);
    expect(keysOf(await start([other]))).toEqual({ cart_id: [`CartIsInUse:${cart.cart}\t${wave.id}`] });
    const free = await main.ok(carts.create, { body: { cart: `Free ${made}`, totes: 1 } });
    expect(keysOf(await start([shipment], free.id))).toEqual({
      shipments: [`ShipmentIsInWave:${shipment.order.reference}\t${wave.id}`],
    });
    await assertSound();
  });

  test('of the same shipments, or with the same cart, succeeds once at the same time', async () => {
    const [one, two] = [await shipmentFrom(await bin('XC', 1), 1), await shipmentFrom(await bin('XC', 2), 1)];
    const other = await main.ok(carts.create, { body: { cart: `Race ${made}`, totes: 4 } });
    const rival = await second.as('super');
    const same = await Promise.all([start([one, two]), start([two, one], other.id, rival)]);
    expect(same.map(({ status }) => status).sort()).toEqual([200, 422]);
    const free = same[0]?.status === 200 ? other.id : cart.id;
    const [three, four] = [await shipmentFrom(await bin('XC', 3), 1), await shipmentFrom(await bin('XC', 4), 1)];
    const carted = await Promise.all([start([three], free), start([four], free, rival)]);
    expect(carted.map(({ status }) => status).sort()).toEqual([200, 422]);
    await assertSound();
  });

  test('at the same time with two carts takes different totes', async () => {
    const [one, two] = [await shipmentFrom(await bin('XC', 5), 1), await shipmentFrom(await bin('XC', 6), 1)];
    const other = await main.ok(carts.create, { body: { cart: `Twin ${made}`, totes: 4 } });
    const rival = await second.as('super');
    const both = await Promise.all([start([one]), start([two], other.id, rival)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const taken = both.map(({ data }) => data.shipments[0]?.tote);
    expect(new Set(taken).size).toBe(2);
    await assertSound();
  });
});

describe('a pick', () => {
  test('fulfils the line at once, also from the labels of bin and tote, and the last one ends the wave', async () => {
    const shipments = [await shipmentFrom(await bin('YA', 1), 2), await shipmentFrom(await bin('YA', 3), 3)];
    const wave = await started(...shipments);
    const first = scansOf(wave);
    const labels = { place: ownCode('location', first.place ?? ''), tote: ownCode('tote', first.tote) };
    const { data } = await pick(wave, labels);
    expect(data).toMatchObject({ wave_id: wave.id, state: 'picking', status: 'Ready', left: 0 });
    expect(data.fulfillments).toHaveLength(1);
    const after = await read(wave);
    expect(after.stops.map(({ done }) => done)).toEqual([true, false]);
    expect(after.shipments.find(({ shipment_id }) => shipment_id === data.shipment_id)).toMatchObject({
      state: 'picked',
    });
    expect((await house.get(data.shipment_id)).status).toBe('Ready');
    const last = await pick(wave, scansOf(wave, 1));
    expect(last.data).toMatchObject({ state: 'done', status: 'Ready' });
    expect(await read(wave)).toMatchObject({ state: 'done', units: 5, picked: 5 });
    expect(await main.ok(carts.get, { params: { id: cart.id } })).toMatchObject({ wave_id: null });
    expect(keysOf(await pick(wave, {}))).toEqual({ line_id: [`WaveIsOver:${wave.id}`] });
    await assertSound();
  });

  test('of something wrong is refused and says what is right', async () => {
    const location = await bin('YA', 5);
    const elsewhere = await bin('YA', 6);
    const shipment = await shipmentFrom(location, 2);
    const wave = await started(shipment);
    const { item: sku, tote } = scansOf(wave);
    const { license: foreign } = await house.plateNamed(2);
    await house.putAway(foreign, location);
    const keys = async (body: object) => keysOf(await pick(wave, body));
    expect(await keys({ place: elsewhere })).toEqual({ place: [`WrongBin:${elsewhere}\t${location}`] });
    expect(await keys({ place: 'NOWHERE-1' })).toEqual({ place: ['ScannedPlaceIsUnknown:NOWHERE-1'] });
    const [shown] = wave.shipments;
    expect(await keys({ place: foreign })).toEqual({ place: [`PlateOfAnotherClient:${foreign}\t${shown?.company}`] });
    expect(await keys({ place: '' })).toEqual({ place: [`WrongBin:–\t${location}`] });
    expect(await keys({ item: 'NO-SUCH-ITEM' })).toEqual({ item: [`WrongItem:NO-SUCH-ITEM\t${sku}`] });
    expect(await keys({ tote: 'T-99' })).toEqual({ tote: [`WrongTote:T-99\t${tote}`] });
    expect(await keys({ tote: '' })).toEqual({ tote: ['ScanTheTote'] });
    expect(await keys({ quantity: 0 })).toEqual({ quantity: ['InvalidQuantity'] });
    expect(await keys({ line_id: 999_999 })).toEqual({ line_id: ['LineIsNotInWave'] });
    // Every call says by this header when it was scanned.
    const old = await pick(wave, {}, main, { 'scanned-at': new Date(Date.now() - 25 * 3_600_000).toISOString() });
    expect(keysOf(old)).toEqual({ 'Scanned-At': ['ScanTooOld:24'] });
    expect((await pick({ ...wave, id: 999_999 }, {})).status).toBe(404);
    expect(await house.get(shipment.id)).toMatchObject({ status: 'In Warehouse' });
    expect((await read(wave)).picked).toBe(0);
    expect((await pick(wave, {})).status).toBe(200);
    await assertSound();
  });

  test('is done once, however often it is sent under its key', async () => {
    const wave = await started(await shipmentFrom(await bin('YA', 7), 4), await shipmentFrom(await bin('YA', 8), 1));
    const body = { ...scansOf(wave), quantity: 1 };
    const key = { 'idempotency-key': `pick-${wave.id}` };
    const replies = [await pick(wave, body, main, key), await pick(wave, body, main, key)];
    expect(replies.map(({ data }) => data)).toEqual([replies[0]?.data, replies[0]?.data]);
    expect((await read(wave)).picked).toBe(1);
  });

  test('of the last unit is done by one of two people', async () => {
    const location = await bin('YB', 1);
    const { id: item } = await house.itemOf();
    await put(item, 1, location);
    const wave = await started(await house.shipment('Customer Order', [item, 1]), await shipmentFrom(location, 1));
    const rival = await second.as('super');
    const at = picksOf(wave).findIndex(({ inventory_id }) => inventory_id === item);
    const body = scansOf(wave, at);
    const replies = await Promise.all([pick(wave, body), pick(wave, body, rival)]);
    expect(replies.map(({ status }) => status === 200).sort()).toEqual([false, true]);
    expect(await house.totals(item)).toEqual([0, 0, 0]);
    await assertSound();
  });

  test('of a lot that has expired needs a confirmation, what expires first is taken', async () => {
    const location = await bin('YB', 2);
    const { id: item } = await house.itemOf({ lot: 1 });
    const [later, sooner] = [await house.lot(item, 'LATER', '2099-01-01'), await house.lot(item, 'SOON', '2098-01-01')];
    await put(item, 5, location, { lotId: later });
    await put(item, 5, location, { lotId: sooner });
    const old = await house.lot(item, 'OLD', '2001-01-01');
    await put(item, 5, location, { lotId: old });
    const wave = await started(await house.shipment('Customer Order', [item, 6]));
    expect(
      picksOf(wave)
        .map(({ lot, quantity }) => [lot, quantity])
        .sort(),
    ).toEqual([
      ['LATER', 1],
      ['SOON', 5],
    ]);
    expect(keysOf(await pick(wave, { lot: 'OLD', quantity: 1 }))?.allow_expired?.[0]).toMatch(
      /^LotExpiresBeforeShipping:OLD/,
    );
    const { data } = await pick(wave, { lot: '', quantity: 6 });
    expect(data).toMatchObject({ left: 0 });
    expect(data.fulfillments).toHaveLength(2);
    expect(await house.totals(item)).toEqual([9, 0, 0]);
    await assertSound();
  });

  test('of a serial takes that unit out of its bucket', async () => {
    const location = await bin('YB', 3);
    const { id: item } = await house.itemOf({ serial: 1 });
    const { license } = await house.plateNamed();
    const bucket = await house.bucket(item, 3);
    const inbound = await house.shipment('Vendor Order', [item, 3]);
    expect((await house.fulfilAt(inbound, 0, { serialId: bucket.id, license })).data.status).toBe('Ready');
    await house.putAway(license, location);
    const wave = await started(await house.shipment('Customer Order', [item, 2]));
    const one = { quantity: 1 };
    const [first, , third] = bucket.serials.map(({ serial }) => serial);
    expect(keysOf(await pick(wave, one))?.serial?.[0]).toMatch(/^SerialRequired/);
    expect(keysOf(await pick(wave, { ...one, serial: 'NONE' }))).toEqual({
      serial: [`SerialIsNotHere:NONE\t${location}`],
    });
    expect((await pick(wave, { ...one, serial: third })).data).toMatchObject({ left: 1 });
    expect(keysOf(await pick(wave, { ...one, serial: third }))?.serial).toEqual([
      `SerialIsNotHere:${third}\t${location}`,
    ]);
    expect((await pick(wave, { ...one, serial: first })).data).toMatchObject({ left: 0, state: 'done' });
    await assertSound();
  });

  test('goes to where the goods are now when the bin was emptied meanwhile', async () => {
    const [location, reserve] = [await bin('YB', 4), await bin('YB', 5)];
    const { id: item } = await house.itemOf();
    const license = await put(item, 3, location);
    const spare = await put(item, 3, reserve);
    const wave = await started(await house.shipment('Customer Order', [item, 3]));
    // A count finds nothing there.
    await main.ok(api.stock.adjust, { body: { inventory_id: item, license, qty: -3, reference: 'Count' } });
    expect(keysOf(await pick(wave, { place: location }))).toEqual({ place: [`WrongBin:${location}\t${reserve}`] });
    expect(picksOf(await read(wave))).toMatchObject([{ location: reserve, license: spare, quantity: 3 }]);
    await main.ok(api.stock.adjust, {
      body: { inventory_id: item, license: spare, qty: -1, reference: 'Count', short_lines: 1 },
    });
    // Its line was shortened for what is gone: it is no longer what the wave was started with.
    expect((await read(wave)).shipments).toMatchObject([{ state: 'left', reason_key: 'WaveLeftChanged' }]);
    await assertSound();
  });

  test('taken back makes the wave go on', async () => {
    const shipment = await shipmentFrom(await bin('YC', 1), 2);
    const wave = await started(shipment);
    const { data } = await pick(wave, {});
    expect(data.state).toBe('done');
    const params = { id: shipment.id, lineId: data.line_id, fulfillId: data.fulfillments[0] ?? 0 };
    await main.ok(api.shipments.unfulfil, { params });
    expect(await read(wave)).toMatchObject({ state: 'picking', picked: 0, ended_at: null });
    expect((await pick(wave, {})).data.state).toBe('done');
    await assertSound();
  });
});

describe('a short pick', () => {
  test('lowers the line with its reason, and the rest of the shipment is picked', async () => {
    const shipment = await shipmentFrom(await bin('ZA', 1), 5);
    const wave = await started(shipment);
    const [{ line_id } = { line_id: 0 }] = picksOf(wave);
    const short = (body: object) =>
      main.call(waves.short, {
        params: { id: wave.id },
        body: { line_id, quantity: 2, why: 'damaged', place: 'ZA-01-1', ...body } as never,
      });
    expect(keysOf(await short({ why: undefined }))).toEqual({ why: ['ShortReasonIsRequired'] });
    expect(keysOf(await short({ quantity: 6 }))).toEqual({ quantity: ['ShortOfMore:5'] });
    expect((await short({})).data).toMatchObject({ left: 3, state: 'picking', fulfillments: [] });
    expect(await read(wave)).toMatchObject({
      units: 3,
      shorts: [{ quantity: 2, why: 'damaged', location: 'ZA-01-1' }],
    });
    expect((await pick(wave, { quantity: 3 })).data).toMatchObject({ left: 0, state: 'done', status: 'Ready' });
    // What is missing is left to ship of the order, and no longer reserved.
    expect(await house.state(shipment.order_id)).toEqual(['Processed BO', 2]);
    await assertSound();
  });

  test('of everything voids the shipment, which leaves the wave', async () => {
    const shipment = await shipmentFrom(await bin('ZA', 2), 2);
    const wave = await started(shipment, await shipmentFrom(await bin('ZA', 3), 1));
    const line = picksOf(wave).find(({ shipment_id }) => shipment_id === shipment.id);
    const body = { line_id: line?.line_id ?? 0, quantity: 2, why: 'missing' as const };
    await main.ok(waves.short, { params: { id: wave.id }, body });
    const after = await read(wave);
    expect(after.shipments[0]).toMatchObject({ state: 'left', reason_key: 'WaveLeftVoid' });
    expect(after.stops).toHaveLength(1);
    await assertSound();
  });
});

describe('units that no bin has', () => {
  /**
   * A shipment of goods of which all but some have expired in their bin: they are reserved, but cannot be picked
   * anywhere.
   */
  async function shortOf(bay: number, units: number, fresh: number) {
    const location = await bin('ZF', bay);
    const { id: item } = await house.itemOf({ lot: 1 });
    if (fresh > 0) await put(item, fresh, location, { lotId: await house.lot(item, 'FRESH', '2099-01-01') });
    await put(item, units - fresh, location, { lotId: await house.lot(item, 'GONE', '2001-01-01') });
    return house.shipment('Customer Order', [item, units]);
  }
  const report = (wave: Pick<Wave, 'id'>, line_id: number, quantity: number) =>
    main.call(waves.short, { params: { id: wave.id }, body: { line_id, quantity, why: 'expired' } });

  test('are reported short without a bin when the others are picked, which ends the wave', async () => {
    const shipment = await shortOf(1, 5, 2);
    const wave = await started(shipment);
    const [missing] = wave.missing;
    const line_id = missing?.line_id ?? 0;
    expect(wave.missing).toMatchObject([{ shipment_id: shipment.id, quantity: 3 }]);
    expect((await pick(wave, { quantity: 2 })).data).toMatchObject({ left: 3, state: 'picking' });
    expect(await read(wave)).toMatchObject({ missing: [{ line_id, quantity: 3 }], stops: [{ done: true }] });
    expect(keysOf(await report(wave, line_id, 4))).toEqual({ quantity: ['ShortOfMore:3'] });
    expect((await report(wave, line_id, 1)).data).toMatchObject({ left: 2, state: 'picking' });
    expect((await read(wave)).missing).toMatchObject([{ line_id, quantity: 2 }]);
    expect((await report(wave, line_id, 2)).data).toMatchObject({ left: 0, state: 'done', status: 'Ready' });
    expect(await read(wave)).toMatchObject({
      units: 2,
      missing: [],
      shorts: [
        { quantity: 1, why: 'expired', location: '' },
        { quantity: 2, why: 'expired', location: '' },
      ],
    });
    expect(await house.state(shipment.order_id)).toEqual(['Processed BO', 3]);
    await assertSound();
  });

  test('and are all of a shipment leave the wave with it', async () => {
    const shipment = await shortOf(2, 2, 0);
    const wave = await started(shipment, await shipmentFrom(await bin('ZF', 3), 1));
    const [missing] = wave.missing;
    expect(wave.stops).toHaveLength(1);
    expect((await report(wave, missing?.line_id ?? 0, 2)).status).toBe(200);
    const after = await read(wave);
    expect(after.shipments[0]).toMatchObject({ state: 'left', reason_key: 'WaveLeftVoid' });
    expect(after).toMatchObject({ missing: [], state: 'picking' });
    await main.ok(waves.void, { params: { id: wave.id } });
    await assertSound();
  });
});

describe('a tote that is full', () => {
  /** A free tote of its own. */
  async function freeTote(): Promise<string> {
    const [tote] = await main.ok(totes.batch, { body: { start: `FULL-${String(++made).padStart(3, '0')}`, count: 1 } });
    return tote?.tote ?? '';
  }
  const onwards = (wave: Wave, body: object, caller = main, headers = {}) => {
    const [of] = wave.shipments;
    const all = { shipment_id: of?.shipment_id ?? 0, tote: of?.tote ?? '', next: '', ...body };
    return caller.call(waves.nextTote, { params: { id: wave.id }, body: all, headers });
  };
  const back = (wave: Wave, tote: string) =>
    main.call(waves.undoNextTote, {
      params: { id: wave.id },
      body: { shipment_id: wave.shipments[0]?.shipment_id ?? 0, tote },
    });
  const look = (code: string) => main.call(totes.lookUp, { query: { code } });

  test('is followed by another one; both lead to the shipment, and are free when it is finished', async () => {
    const shipment = await shipmentFrom(await bin('ZT', 1), 5);
    const wave = await started(shipment);
    const [first, second] = [wave.shipments[0]?.tote ?? '', await freeTote()];
    await pick(wave, { quantity: 2 });
    const answer = { wave_id: wave.id, state: 'picking', shipment_id: shipment.id, tote: second, full_totes: [first] };
    const key = { 'idempotency-key': `tote-${wave.id}` };
    const labelled = { tote: ownCode('tote', first), next: ownCode('tote', second) };
    // Sent again under its key it is done once.
    expect((await onwards(wave, labelled, main, key)).data).toEqual(answer);
    expect((await onwards(wave, labelled, main, key)).data).toEqual(answer);
    expect(keysOf(await pick(wave, { quantity: 1 }))).toEqual({ tote: [`WrongTote:${first}\t${second}`] });
    expect((await pick(wave, { quantity: 3, tote: second })).data).toMatchObject({ left: 0, state: 'done' });
    const after = await read(wave);
    expect(after.shipments).toMatchObject([{ tote: second, full_totes: [first], picked: 5 }]);
    expect(picksOf(after).map(({ tote, quantity }) => [tote, quantity])).toEqual([
      [first, 2],
      [second, 3],
    ]);
    const found = { shipment_id: shipment.id, totes: [first, second], units_left: 0 };
    expect((await look(first)).data).toMatchObject({ tote: first, ...found });
    expect((await look(second)).data).toMatchObject({ tote: second, ...found });
    const waits = (await main.ok(totes.waiting)).totes.filter(({ shipment_id }) => shipment_id === shipment.id);
    expect(waits).toMatchObject([{ tote: second, totes: [first, second], units: 5 }]);
    const ofShipment = await main.ok(totes.ofShipment, { params: { id: shipment.id } });
    expect(ofShipment.map(({ tote }) => tote)).toEqual([first, second]);
    expect((await main.call(totes.ofShipment, { params: { id: 999_999 } })).status).toBe(404);
    for (const search of [first, second]) {
      const { records } = await main.ok(totes.list, { query: { search } });
      expect(records.find(({ tote }) => tote === search)).toMatchObject({ shipment_id: shipment.id, wave_id: wave.id });
    }
    await assertSound();
    const contents = [{ lineId: shipment.shipment_lines[0]?.id ?? 0, quantity: 5 }];
    await main.ok(api.shipments.pack, { params: { id: shipment.id }, body: { containers: [{ contents }] as never } });
    await main.ok(api.shipments.finishMany, { body: { ids: [shipment.id] } });
    for (const code of [first, second]) expect(keysOf(await look(code))).toEqual({ code: [`ToteIsEmpty:${code}`] });
  });

  test('is said again: it was not full, as long as nothing is in the next one', async () => {
    const wave = await started(await shipmentFrom(await bin('ZT', 2), 3));
    const [first, second, third] = [wave.shipments[0]?.tote ?? '', await freeTote(), await freeTote()];
    expect(keysOf(await back(wave, first))).toEqual({ tote: [`ToteIsTheFirst:${first}`] });
    await pick(wave, { quantity: 1 });
    await onwards(wave, { next: second });
    expect(keysOf(await back(wave, first))).toEqual({ tote: [`WrongTote:${first}\t${second}`] });
    expect((await back(wave, second)).data).toMatchObject({ tote: first, full_totes: [] });
    expect(keysOf(await look(second))).toEqual({ code: [`ToteIsEmpty:${second}`] });
    await onwards(wave, { next: third });
    const { data } = await pick(wave, { quantity: 1, tote: third });
    expect(keysOf(await back(wave, third))).toEqual({ tote: [`ToteHoldsPicks:${third}`] });
    const params = { id: data.shipment_id, lineId: data.line_id, fulfillId: data.fulfillments[0] ?? 0 };
    await main.ok(api.shipments.unfulfil, { params });
    expect((await back(wave, third)).data).toMatchObject({ tote: first, full_totes: [] });
    expect((await pick(wave, { quantity: 2 })).data).toMatchObject({ state: 'done' });
  });

  test('is refused with words when the next one is not free, or its shipment is gone', async () => {
    const wave = await started(await shipmentFrom(await bin('ZT', 3), 2), await shipmentFrom(await bin('ZT', 4), 1));
    const [first, other] = wave.shipments;
    const keys = async (body: object) => keysOf(await onwards(wave, body));
    expect(await keys({ next: other?.tote })).toEqual({
      next: [`ToteHoldsAnother:${other?.tote}\t${other?.reference}`],
    });
    expect(await keys({ next: first?.tote })).toEqual({
      next: [`ToteHoldsAnother:${first?.tote}\t${first?.reference}`],
    });
    expect(await keys({ next: 'NO-TOTE' })).toEqual({ next: ['ToteIsUnknown:NO-TOTE'] });
    expect(await keys({ next: '' })).toEqual({ next: ['ScanAFreeTote'] });
    const next = await freeTote();
    expect(await keys({ next, tote: other?.tote })).toEqual({ tote: [`WrongTote:${other?.tote}\t${first?.tote}`] });
    expect(await keys({ next, shipment_id: 999_999 })).toEqual({ shipment_id: ['ShipmentIsNotInWave'] });
    expect((await onwards({ ...wave, id: 999_999 }, { next })).status).toBe(404);
    await main.ok(api.shipments.void, { params: { id: first?.shipment_id ?? 0 } });
    expect(await keys({ next })).toEqual({ shipment_id: [`ShipmentLeftWave:${first?.reference}\t${wave.id}`] });
    expect(keysOf(await look(next))).toEqual({ code: [`ToteIsEmpty:${next}`] });
    await main.ok(waves.void, { params: { id: wave.id } });
    const ended = { shipment_id: other?.shipment_id, tote: other?.tote, next };
    expect(Object.keys((await onwards(wave, ended)).body.keys ?? {})).toEqual(['shipment_id']);
  });

  test('and one free tote that two people scan is given to one of them', async () => {
    const wave = await started(await shipmentFrom(await bin('ZT', 5), 1), await shipmentFrom(await bin('ZT', 6), 1));
    const [one, two] = wave.shipments;
    const next = await freeTote();
    const rival = await second.as('super');
    const both = await Promise.all([
      onwards(wave, { next }),
      onwards(wave, { shipment_id: two?.shipment_id, tote: two?.tote, next }, rival),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const winner = both[0]?.status === 200 ? one : two;
    expect((await look(next)).data).toMatchObject({ shipment_id: winner?.shipment_id });
  });

  test('is not given to another wave, also not by a server of the release before', async () => {
    const wave = await started(await shipmentFrom(await bin('ZT', 7), 2), await shipmentFrom(await bin('ZT', 8), 1));
    const [one, two] = wave.shipments;
    await onwards(wave, { next: await freeTote() });
    const stolen = `update wave_shipments set tote_id = (select id from totes where tote = $1) where wave_id = $2 and shipment_id = $3`;
    await expect(it.database.owner(stolen, [one?.tote, wave.id, two?.shipment_id])).rejects.toMatchObject({
      code: '23505',
      constraint: 'wave_shipments_tote_key',
    });
    await assertSound();
  });
});

describe('totes that wait to be packed', () => {
  const waiting = async (caller = main) => (await caller.ok(totes.waiting)).totes;
  const find = async (wave: Wave, at: number) =>
    (await waiting()).find(({ shipment_id }) => shipment_id === wave.shipments[at]?.shipment_id);

  test('are those that are picked completely, the one that has waited longest first, until they are packed', async () => {
    const wave = await started(await shipmentFrom(await bin('ZH', 1), 2), await shipmentFrom(await bin('ZH', 2), 3));
    expect([await find(wave, 0), await find(wave, 1)]).toEqual([undefined, undefined]);
    const [first, second] = picksOf(wave).map(({ shipment_id }) =>
      wave.shipments.findIndex((each) => each.shipment_id === shipment_id),
    );
    const units = picksOf(wave)[0]?.quantity ?? 0;
    await pick(wave, { quantity: 1 });
    expect(await find(wave, first ?? 0)).toBeUndefined();
    await pick(wave, { quantity: units - 1 });
    await pick(wave, scansOf(wave, 1));
    const shipment = await house.get(wave.shipments[first ?? 0]?.shipment_id ?? 0);
    expect(await find(wave, first ?? 0)).toMatchObject({
      tote: wave.shipments[first ?? 0]?.tote,
      wave_id: wave.id,
      order_id: shipment.order_id,
      reference: shipment.order.reference,
      client_id: 1,
      units,
    });
    const ours = (await waiting()).filter(({ wave_id }) => wave_id === wave.id);
    expect(ours.map(({ shipment_id }) => shipment_id)).toEqual(
      [first, second].map((at) => wave.shipments[at ?? 0]?.shipment_id),
    );
    const [line] = shipment.shipment_lines;
    const contents = [{ lineId: line?.id ?? 0, quantity: line?.quantity ?? 0 }];
    await main.ok(api.shipments.pack, { params: { id: shipment.id }, body: { containers: [{ contents }] as never } });
    expect(await find(wave, first ?? 0)).toBeUndefined();
    await main.ok(api.shipments.finishMany, { body: { ids: [wave.shipments[second ?? 0]?.shipment_id ?? 0] } });
    expect(await find(wave, second ?? 0)).toBeUndefined();
  });

  test('are shown to people who pack, and not to users of clients', async () => {
    const wave = await started(await shipmentFrom(await bin('ZH', 3), 1));
    await pick(wave, {});
    expect(await find(wave, 0)).toBeDefined();
    const { caller: picker } = await it.given.mainUser(['fulfill_shipment', 'view_shipments_list']);
    expect((await picker.call(totes.waiting)).status).toBe(403);
    const { caller: client } = await it.given.clientUser(2, true);
    expect((await client.call(totes.waiting)).status).toBe(403);
  });
});

describe('a shipment that is changed elsewhere', () => {
  test.each([
    ['voided', 'WaveLeftVoid', (id: number) => main.ok(api.shipments.void, { params: { id } })],
    [
      'lowered',
      'WaveLeftChanged',
      async (id: number) =>
        main.ok(api.shipments.changeQuantity, {
          params: { id, lineId: (await house.get(id)).shipment_lines[0]?.id ?? 0 },
          body: { quantity: 1 },
        }),
    ],
  ] as const)('%s leaves its wave', async (_what, reason_key, change) => {
    const shipment = await shipmentFrom(await bin('ZB', ++made % 90), 2);
    const wave = await started(shipment, await shipmentFrom(await bin('ZB', ++made % 90), 1));
    const gone = picksOf(wave).findIndex(({ shipment_id }) => shipment_id === shipment.id);
    await change(shipment.id);
    const after = await read(wave);
    expect(after.shipments[0]).toMatchObject({ state: 'left', reason_key });
    expect(after.stops).toHaveLength(1);
    const reply = await pick(wave, scansOf(wave, gone));
    expect(keysOf(reply)).toEqual({ line_id: [`ShipmentLeftWave:${shipment.order.reference}\t${wave.id}`] });
    const { tote } = wave.shipments[0] ?? { tote: '' };
    expect(keysOf(await main.call(totes.lookUp, { query: { code: tote } }))).toEqual({ code: [`ToteIsEmpty:${tote}`] });
    await assertSound();
  });

  test('fulfilled by its ticket is picked, and finished it frees its tote', async () => {
    const shipment = await shipmentFrom(await bin('ZC', 1), 2);
    const wave = await started(shipment, await shipmentFrom(await bin('ZC', 2), 1));
    await main.ok(api.shipments.fulfilAll, { params: { id: shipment.id } });
    expect((await read(wave)).shipments[0]).toMatchObject({ state: 'picked', reason: '' });
    const { tote } = wave.shipments[0] ?? { tote: '' };
    const label = { query: { code: ownCode('tote', tote) ?? '' } };
    expect(await main.ok(totes.lookUp, label)).toMatchObject({
      shipment_id: shipment.id,
      units_left: 0,
      status: 'Ready',
    });
    await main.ok(api.shipments.finishMany, { body: { ids: [shipment.id] } });
    expect((await read(wave)).shipments[0]).toMatchObject({ state: 'picked', reason_key: 'WaveLeftFinished' });
    expect(keysOf(await main.call(totes.lookUp, label))).toEqual({ code: [`ToteIsEmpty:${tote}`] });
    await assertSound();
  });
});

test('a wave that is ended keeps what is picked in its totes, and frees the rest', async () => {
  const shipments = [await shipmentFrom(await bin('ZD', 1), 2), await shipmentFrom(await bin('ZD', 2), 2)];
  const wave = await started(...shipments);
  const { data } = await pick(wave, { quantity: 1 });
  const ended = await main.ok(waves.void, { params: { id: wave.id } });
  expect(ended).toMatchObject({ state: 'void' });
  expect(ended.shipments.map(({ state, reason_key }) => [state, reason_key])).toEqual([
    ['left', 'WaveLeftEnded'],
    ['left', 'WaveLeftEnded'],
  ]);
  const held = ended.shipments.find(({ shipment_id }) => shipment_id === data.shipment_id)?.tote ?? '';
  expect(await main.ok(totes.lookUp, { query: { code: held } })).toMatchObject({ shipment_id: data.shipment_id });
  expect(keysOf(await main.call(waves.void, { params: { id: wave.id } }))).toEqual({ _: [`WaveIsOver:${wave.id}`] });
  const again = await started(...shipments);
  expect(again.units).toBe(4);
  await main.ok(waves.void, { params: { id: again.id } });
  await assertSound();
});

test('a shipment that was picked into the totes of two waves frees both when it is finished', async () => {
  const shipment = await shipmentFrom(await bin('ZD', 4), 2);
  const first = await started(shipment);
  await pick(first, { quantity: 1 });
  await main.ok(waves.void, { params: { id: first.id } });
  const again = await started(shipment);
  await pick(again, { quantity: 1 });
  const codes = [first, again].map(({ shipments: [one] }) => one?.tote ?? '');
  expect(new Set(codes).size).toBe(2);
  const looks = () => Promise.all(codes.map((code) => main.call(totes.lookUp, { query: { code } })));
  expect((await looks()).map(({ data }) => data.shipment_id)).toEqual([shipment.id, shipment.id]);
  await main.ok(api.shipments.finishMany, { body: { ids: [shipment.id] } });
  expect((await looks()).map(keysOf)).toEqual(codes.map((code) => ({ code: [`ToteIsEmpty:${code}`] })));
  await assertSound();
});

test('who picks a wave can be said later', async () => {
  const wave = await started(await shipmentFrom(await bin('ZD', 3), 1));
  const { user } = await main.ok(api.session.boot);
  const { data } = await main.call(waves.assign, { params: { id: wave.id }, body: { assignee_id: user.id } });
  expect(data.assignee).toEqual({ id: user.id, name: user.name });
  await main.ok(waves.void, { params: { id: wave.id } });
});

test('totes are made by the number, all of them or none', async () => {
  const all = await main.ok(totes.batch, { body: { start: 'BOX-008', count: 3 } });
  expect(all.map(({ tote }) => tote)).toEqual(['BOX-008', 'BOX-009', 'BOX-010']);
  expect(keysOf(await main.call(totes.batch, { body: { start: 'BOX-009', count: 1 } }))).toEqual({
    tote: ['ToteIsTaken'],
  });
  expect(keysOf(await main.call(totes.batch, { body: { start: 'box', count: 2 } }))).toEqual({
    start: ['ToteNameHasNoNumber'],
  });
  expect(keysOf(await main.call(totes.batch, { body: { start: 'BOX-007', count: 2 } }))).toEqual({
    tote: ['ToteIsTaken'],
  });
  expect((await main.call(totes.lookUp, { query: { code: 'BOX-007' } })).status).toBe(422);
});

describe('the plan', () => {
  const plan = (body: object = {}) => main.ok(waves.plan, { body });

  test('of eight shipments of the demo saves at least half of the walk', async () => {
    const found = await plan({ cart_id: cart.id, orders: 8 });
    const chosen = found.candidates.filter((row) => row.chosen !== null);
    expect(chosen).toHaveLength(8);
    expect(found.metres * 2).toBeLessThanOrEqual(found.alone_metres);
    expect(chosen.reduce((sum, { adds }) => sum + adds, 0)).toBe(found.metres);
    expect(found.problems).toEqual([]);
    expect(new Set(found.totes.map(({ tote }) => tote)).size).toBe(8);
    expect(found.map.aisles.length).toBeGreaterThanOrEqual(8);
  });

  test('follows its rule, and says which part leaves out most', async () => {
    const all = await plan();
    const [client] = all.clients;
    const ofClient = await plan({ rule: { clients: [client?.id ?? 0] } });
    expect(new Set(ofClient.candidates.map(({ client_id }) => client_id))).toEqual(new Set([client?.id]));
    expect(ofClient.candidates.length).toBe(client?.count);
    const single = await plan({ rule: { lines: 'single' } });
    expect(single.candidates.every(({ lines }) => lines === 1)).toBe(true);
    const same = await plan({ rule: { lines: 'same' } });
    expect(same.same_item).not.toBe('');
    const none = await plan({ rule: { leaves_by: '2001-01-01' } });
    expect(none).toMatchObject({ candidates: [], loosen: 'leaves_by', waiting: all.waiting });
    expect(none.problems).toMatchObject([{ reason_key: 'WaveNeedsShipments' }]);
  });

  test('takes the shipments that a person chose, in their order, and drops those that are gone', async () => {
    const [one, two] = [await shipmentFrom(await bin('ZE', 1), 1), await shipmentFrom(await bin('ZE', 2), 1)];
    const found = await plan({ shipments: [two.id, one.id], cart_id: cart.id });
    expect(found.candidates.filter((row) => row.chosen).map((row) => [row.shipment_id, row.chosen])).toEqual([
      [two.id, 1],
      [one.id, 2],
    ]);
    await main.ok(api.shipments.void, { params: { id: one.id } });
    const after = await plan({ shipments: [two.id, one.id], cart_id: cart.id });
    expect(after.dropped).toMatchObject([{ shipment_id: one.id }]);
    const wave = await started(two);
    const busy = await plan({ shipments: [], cart_id: cart.id });
    expect(busy.problems).toMatchObject([{ reason_key: 'WaveNeedsShipments' }]);
    const [other] = (await plan()).candidates;
    const used = await plan({ shipments: [other?.shipment_id], cart_id: cart.id });
    expect(used.problems).toMatchObject([{ reason_key: `CartIsInUse:${cart.cart}\t${wave.id}` }]);
  });
});

test('the demo has a wave of twelve shipments in progress', async () => {
  const { records } = await main.ok(waves.list, { query: { filter_by: { state: ['picking'] }, per_page: 100 } });
  const demo = records.find(({ cart: name }) => name === 'Cart 1');
  expect(demo).toMatchObject({ shipments: 12, picker: 'Tomasz Nowak' });
  const wave = await read(demo ?? { id: 0 });
  expect(wave.stops.some(({ done }) => done)).toBe(true);
  expect(wave.stops.some(({ done }) => !done)).toBe(true);
  expect(codeOf(await main.call(waves.toPick, { params: { id: wave.id } }))).toBe(200);
});

test('a wave is a task of whoever may pick, held while it is scanned, and gone when it is picked', async () => {
  const wave = await started(await shipmentFrom(await bin('TASK', 1), 2));
  const { caller, id } = await it.given.mainUser(['fulfill_shipment', 'view_shipment_model']);
  const ref = { kind: 'pick' as const, record_id: wave.id };
  const task = await caller.ok(api.tasks.take, { body: ref });
  expect(task).toMatchObject({ ...ref, label: `#${wave.id}`, client_id: null, lines: 1, units: 2, holder: { id } });
  await it.database.owner(
    "update tasks set lease_until = now() + interval '1 minute' where kind = 'pick' and record_id = $1",
    [wave.id],
  );
  expect((await pick(wave, { quantity: 1 }, caller)).status).toBe(200);
  const found = async () =>
    (await main.ok(api.tasks.floor)).tasks.find((each) => each.kind === 'pick' && each.record_id === wave.id);
  const held = await found();
  expect(held).toMatchObject({ units: 1, holder: { id } });
  expect(Date.parse(held?.holder?.until ?? '') - Date.now()).toBeGreaterThan(10 * 60_000);
  expect((await pick(wave, { quantity: 1 }, caller)).status).toBe(200);
  expect(await found()).toBeUndefined();
});

test('of two people who open a wave at once one has its task; the other one is told who, and has it when it is left', async () => {
  const wave = await started(await shipmentFrom(await bin('TASK', 2), 2));
  const ref = { kind: 'pick' as const, record_id: wave.id };
  const people = [
    await it.given.mainUser(['fulfill_shipment', 'view_shipment_model']),
    await it.given.mainUser(['fulfill_shipment', 'view_shipment_model']),
  ];
  // The screen reads the wave and takes its task.
  const open = async ({ caller }: (typeof people)[number]) => {
    await caller.ok(waves.toPick, { params: { id: wave.id } });
    return caller.call(api.tasks.take, { body: ref });
  };
  const replies = await Promise.all(people.map(open));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  const at = replies.findIndex(({ status }) => status === 200);
  const [holder, other] = [people[at], people[1 - at]];
  if (!holder || !other) throw new Error('One of them has it.');
  const { name } = (await holder.caller.ok(api.session.boot)).user;
  expect(keysOf(replies[1 - at] ?? { body: {} })?.record_id?.[0]).toMatch(new RegExp(`^TaskIsHeld:${name}\t`));
  // Whoever has it opens it again and keeps it; the other one may scan, and does not get it by that.
  expect((await open(holder)).data).toMatchObject({ holder: { id: holder.id } });
  expect((await pick(wave, { quantity: 1 }, other.caller)).status).toBe(200);
  expect((await open(other)).status).toBe(422);
  await holder.caller.ok(api.tasks.release, { body: ref });
  expect((await open(other)).data).toMatchObject({ holder: { id: other.id } });
  // A lease that ended can be taken over.
  await it.database.owner(
    "update tasks set lease_until = now() - interval '1 second' where kind = 'pick' and record_id = $1",
    [wave.id],
  );
  expect((await open(holder)).data).toMatchObject({ holder: { id: holder.id } });
});
