import { api, type LinesFulfilled, lineCode, ownCode, paperEndpoints, shipmentCode } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { codeOf, type Warehouse, warehouse } from '../../../../test/warehouse.ts';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { fulfilPicks } from './fulfil-line.ts';

let it: TestApp;
let main: Caller;
let house: Warehouse;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  house = warehouse(it, main);
});

const placesOf = ({ shipment_lines }: Pick<LinesFulfilled, 'shipment_lines'>) =>
  shipment_lines.flatMap(({ fulfillments }) =>
    fulfillments.map((each) => [each.change, each.licenses.license, each.lots.lot, each.quarantine]),
  );
const unfulfil = (shipment: LinesFulfilled, place = 0, which = 0) => {
  const line = shipment.shipment_lines[place];
  const params = { id: shipment.id, lineId: line?.id ?? 0, fulfillId: line?.fulfillments[which]?.id ?? 0 };
  return main.call(api.shipments.unfulfil, { params });
};

describe('receiving a line', () => {
  test('to a plate by its number, in a new lot, with the rest into quarantine', async () => {
    const { id: item } = await house.itemOf({ lot: 1 });
    const { license } = await house.plateNamed();
    const made = await house.shipment('Vendor Order', [item, 10]);
    const newLot = { lot: 'L-77', expire: '2030-01-31' };
    const { data } = await house.fulfilAt(made, 0, {
      quantity: 6,
      license: license.toLowerCase(),
      newLot,
      reference: 'BOX 4',
    });
    expect(data).toMatchObject({ id: made.id, status: 'In Warehouse' });
    const [first] = data.shipment_lines[0]?.fulfillments ?? [];
    expect(first).toMatchObject({
      change: 6,
      licenses: { license },
      lots: { lot: 'L-77', expire: '2030-01-31' },
      reference: 'BOX 4',
    });
    // The same number again is the same lot, and a wrong date is not ignored.
    const again = { quantity: 3, newLot: { lot: 'l-77', expire: '2031-01-31' } };
    expect((await house.fulfilAt(made, 0, again)).body.errors).toEqual({
      'newLot.expire': ['This lot already exists and expires on 2030-01-31; edit the lot to correct it'],
    });
    await house.fulfilAt(made, 0, { quantity: 3, newLot: { lot: 'l-77' } });
    const ready = await house.fulfilAt(made, 0, { lotId: first?.lots.id, quarantine: 1, reason: 'wet' });
    expect([ready.data.status, placesOf(ready.data)]).toEqual([
      'Ready',
      [
        [6, license, 'L-77', 0],
        [3, '_SystemNoLicense', 'L-77', 0],
        [1, '_SystemNoLicense', 'L-77', 1],
      ],
    ]);
    expect(await house.totals(item)).toEqual([9, 0, 1]);
    expect(codeOf(await house.fulfilAt(made, 0))).toBe(40011);
    await house.assertSound();
  });

  test('is refused with every rule of the specification, and changes nothing', async () => {
    const [{ id: plain }, { id: lot }, { id: serial }] = [
      await house.itemOf(),
      await house.itemOf({ lot: 1 }),
      await house.itemOf({ serial: 1 }),
    ];
    const made = await house.shipment('Vendor Order', [plain, 5], [lot, 5], [serial, 2]);
    const { license: theirs } = await house.plateNamed(2);
    const keys = async (place: number, body: Parameters<Warehouse['fulfilAt']>[2]) =>
      (await house.fulfilAt(made, place, body)).body.keys;
    const [, lotSku, serialSku] = made.shipment_lines.map(({ inventory }) => inventory.sku);
    expect(await keys(0, { license: 'NO-SUCH' })).toEqual({ license: ['PlateIsUnknown:NO-SUCH'] });
    expect(await keys(0, { license: theirs })).toEqual({ license: [`PlateIsUnknown:${theirs}`] });
    expect(await keys(0, { quantity: 0 })).toEqual({ quantity: ['InvalidQuantity'] });
    expect(await keys(0, { quarantine: 1 })).toEqual({ reason: ['QuarantineReasonIsRequired'] });
    expect(await keys(0, { newLot: { lot: 'X' } })).toEqual({ 'newLot.lot': ['NotByLots'] });
    expect(await keys(1, {})).toEqual({ lotId: [`LotRequired:${lotSku}`] });
    expect(await keys(1, { lotId: 999_999 })).toEqual({ lotId: ['LotIsUnknown'] });
    expect(await keys(2, {})).toEqual({ serialId: [`SerialRequired:${serialSku}`] });
    const { body } = await main.call(api.shipments.fulfilLine, { params: { id: made.id }, body: {} as never });
    expect(body.keys).toEqual({ lineId: ['MissingLineId'] });
    expect(codeOf(await house.fulfilAt(made, 0, { quantity: 6 }))).toBe(40007);
    expect(codeOf(await house.fulfilAt({ ...made, id: 999_999 }, 0))).toBe(40001);
    const other = await house.shipment('Vendor Order', [plain, 1]);
    expect(codeOf(await house.fulfilAt({ ...made, id: other.id }, 0))).toBe(40005);
    expect(await house.get(made.id)).toEqual(made);
  });
});

test('several serial buckets of an item are received at one place, and shipped from it, by one command', async () => {
  const { id: item } = await house.itemOf({ serial: 1 });
  const { license } = await house.plateNamed();
  const buckets = [await house.bucket(item, 3), await house.bucket(item, 2), await house.bucket(item, 1)];
  const { user } = await main.ok(api.session.boot);
  const actor = { ...user, clientId: null, workingClientId: user.last_working_client } as unknown as Actor;
  const picked = async (type: 'Vendor Order' | 'Customer Order') => {
    const { id, shipment_lines } = await house.shipment(type, [item, 6]);
    const lineId = shipment_lines[0]?.id ?? 0;
    await it.app.open(actorScope(actor), (tx) =>
      fulfilPicks(
        tx,
        actor,
        id,
        buckets.map((bucket) => ({ lineId, license, bucketId: bucket.id })),
      ),
    );
    return house.get(id);
  };
  const units = async (shipment: Promise<LinesFulfilled>) => placesOf(await shipment).map(([change]) => change);
  expect(await units(picked('Vendor Order'))).toEqual([3, 2, 1]);
  const shipped = await picked('Customer Order');
  expect([shipped.status, await units(Promise.resolve(shipped))]).toEqual(['Ready', [-3, -2, -1]]);
  await house.assertSound();
});

describe('shipping a line', () => {
  test('of a serial bucket takes the bucket as a whole from where it is', async () => {
    const { id: item } = await house.itemOf({ serial: 1 });
    const { license } = await house.plateNamed();
    const bucket = await house.bucket(item, 3);
    const inbound = await house.shipment('Vendor Order', [item, 3]);
    expect(codeOf(await house.fulfilAt(inbound, 0, { serialId: bucket.id, quantity: 2 }))).toBe(60003);
    expect((await house.fulfilAt(inbound, 0, { serialId: bucket.id, license })).data.status).toBe('Ready');
    const location = await house.bin('P');
    await house.putAway(license, location);
    const outbound = await house.shipment('Customer Order', [item, 3]);
    const find = { inventory_id: item, shipment_id: outbound.id };
    expect(await main.ok(api.shipments.findSerials, { body: find })).toMatchObject([
      { id: bucket.id, units: 3, license, location, serials: bucket.serials.map(({ serial }) => serial) },
    ]);
    const { data } = await house.fulfilAt(outbound, 0, { serialId: bucket.id });
    expect([data.status, placesOf(data)]).toEqual(['Ready', [[-3, license, '_SystemNoLotNumber', 0]]]);
    expect(await main.ok(api.shipments.findSerials, { body: find })).toEqual([]);
    const back = await house.shipment('Customer Return', [item, 3]);
    expect(
      await main.ok(api.shipments.findSerials, { body: { inventory_id: item, shipment_id: back.id } }),
    ).toMatchObject([{ id: bucket.id, state: 'shipped' }]);
    await house.assertSound();
  });

  test('of an expired lot needs a confirmation', async () => {
    const { id: item } = await house.itemOf({ lot: 1 });
    const lot = await house.lot(item, 'OLD', '2020-05-31');
    await it.given.stock(item, 4, { lot });
    const made = await house.shipment('Customer Order', [item, 4]);
    const { status, body } = await house.fulfilAt(made, 0, { quantity: 4, lotId: lot });
    expect([status, Object.keys(body.keys ?? {})]).toEqual([422, ['allow_expired']]);
    expect(body.message).toContain('Lot OLD expires on 2020-05-31, before the ship date');
    expect((await house.fulfilAt(made, 0, { quantity: 4, lotId: lot, allow_expired: 1 })).data.status).toBe('Ready');
  });

  test('by several people at once never exceeds the line', async () => {
    const item = await house.item(20);
    const made = await house.shipment('Customer Order', [item.id, 5]);
    const { caller: other } = await it.given.mainUser(['fulfill_shipment']);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => house.fulfilAt(made, 0, { quantity: 2 }, n % 2 ? other : main)),
    );
    const codes = replies.map(codeOf).sort((a, b) => a - b);
    expect(codes).toEqual([200, 200, 40007, 40007, 40007, 40007, 40007, 40007]);
    expect([(await house.get(made.id)).shipment_lines[0]?.fulfilled, await house.totals(item.id)]).toEqual([
      4,
      [16, 1, 0],
    ]);
    await house.assertSound();
  });
});

describe('removing a fulfilment', () => {
  test('puts shipped goods and their reservation back, and clears what was packed', async () => {
    const item = await house.item(9);
    const made = await house.shipment('Customer Order', [item.id, 5]);
    const { data } = await house.fulfilAt(made, 0, { quantity: 5 });
    const containers = [{ id: 'AAAAAA', contents: [{ lineId: made.shipment_lines[0]?.id ?? 0, quantity: 5 }] }];
    await main.ok(api.shipments.pack, { params: { id: made.id }, body: { containers } });
    const { data: after } = await unfulfil(data);
    expect(after).toMatchObject({ status: 'In Warehouse', packed: 0, carton_count: 0 });
    // The cartons stay, to begin with when it is packed again.
    expect([after?.containers.length, placesOf(after as LinesFulfilled), await house.totals(item.id)]).toEqual([
      1,
      [],
      [9, 5, 0],
    ]);
    const { data: slip } = await main.call(paperEndpoints['packing/carton'], { query: `ids[]=${made.id}` });
    const printed = readPdf(Buffer.from(slip, 'base64')).pages.flatMap(({ text }) => text);
    expect(printed.join(' ')).toContain('Not packed into cartons');
    expect(printed.join(' ')).not.toContain('AAAAAA');
    expect(codeOf(await unfulfil(data))).toBe(40005);
    await house.assertSound();
  });

  test('of received goods is refused when they are gone, and says where they are', async () => {
    const item = await house.item(0);
    const { license } = await house.plateNamed();
    const bin = await house.bin('S');
    await house.putAway(license, bin);
    const made = await house.shipment('Vendor Order', [item.id, 5]);
    const { data } = await house.fulfilAt(made, 0, { quantity: 5 });
    await main.ok(api.stock.move, { body: { inventory_id: item.id, qty: 2, from_lp: '', to_lp: license } });
    const outbound = await house.shipment('Customer Order', [item.id, 1]);
    await house.fulfilAt(outbound, 0);
    const refusal = await unfulfil(data);
    expect([codeOf(refusal), refusal.body.message]).toEqual([
      40002,
      `Insufficient quantity: ${item.sku}: 5 wanted, 2 there; 2 are now at ${license} · ${bin}; 1 left with shipment ${outbound.id}`,
    ]);
    expect((await house.get(made.id)).status).toBe('Ready');
    await house.assertSound();
  });

  test('of received goods that are promised names the shipments that hold them', async () => {
    const item = await house.item(0);
    const made = await house.shipment('Vendor Order', [item.id, 5]);
    const { data } = await house.fulfilAt(made, 0, { quantity: 5 });
    const holder = await house.shipment('Customer Order', [item.id, 2]);
    const refusal = await unfulfil(data);
    expect([codeOf(refusal), refusal.body.message]).toEqual([
      40002,
      `Insufficient quantity: ${item.sku}: 5 wanted, 3 available; 2 are reserved for shipment ${holder.id}`,
    ]);
    const { body: voided } = await main.call(api.shipments.void, { params: { id: made.id } });
    expect([voided.error_code, voided.message]).toEqual([40002, refusal.body.message]);
  });

  test('of a serial bucket that was split or moved says where its parts are, in both directions', async () => {
    const { id: item } = await house.itemOf({ serial: 1 });
    const [{ license }, { license: returned }] = [await house.plateNamed(), await house.plateNamed()];
    const bin = await house.bin('S');
    await house.putAway(returned, bin);
    const bucket = await house.bucket(item, 3);
    const inbound = await house.shipment('Vendor Order', [item, 3]);
    const { data: received } = await house.fulfilAt(inbound, 0, { serialId: bucket.id, license });
    const outbound = await house.shipment('Customer Order', [item, 3]);
    const { data: shipped } = await house.fulfilAt(outbound, 0, { serialId: bucket.id });
    const { sku } = outbound.shipment_lines[0]?.inventory ?? {};
    const said = async (of: LinesFulfilled) => {
      const reply = await unfulfil(of);
      const voided = await main.call(api.shipments.void, { params: { id: of.id } });
      expect([codeOf(reply), voided.body.message]).toEqual([40002, reply.body.message]);
      return reply.body.message?.split(': ')[1]?.split('; ');
    };
    expect(await said(received)).toEqual([`${bucket.lead} of ${sku} is shipped`]);
    const last = bucket.serials[2]?.serial ?? '';
    await main.ok(api.serials.split, { params: { id: bucket.id }, body: { serials: [last] } });
    const parts = await it.database.owner<{ id: number; lead: string }>(
      'select id, lead from serial_buckets where inventory_id = $1 order by id',
      [item],
    );
    const [kept, part] = parts;
    const back = await house.shipment('Customer Return', [item, 1]);
    await house.fulfilAt(back, 0, { serialId: part?.id ?? 0, license: returned });
    const parted = [
      `${kept?.lead} was split`,
      `${kept?.lead} of ${sku} is shipped`,
      `${part?.lead} of ${sku} is now at ${returned} · ${bin}`,
    ];
    expect(await said(shipped)).toEqual(parted);
    expect(await said(received)).toEqual(parted);
    await house.assertSound();
  });
});

test('look-ups offer plates and lots by a fragment, and nothing of other clients', async () => {
  const { id: item } = await house.itemOf({ lot: 1 });
  const [{ license, id: plate }, { license: other }] = [await house.plateNamed(), await house.plateNamed()];
  const [soon, late] = [await house.lot(item, 'SOON-1', '2030-01-01'), await house.lot(item, 'LATE-1', '2031-01-01')];
  await it.given.stock(item, 4, { lot: late, plate });
  await it.given.stock(item, 6, { lot: soon });
  const places = (text: string, action: 'inbound' | 'outbound', client_id = 1) =>
    main.ok(api.shipments.findPlaces, { body: { client_id, inventory_id: item, license: text, action } });
  expect((await places('', 'outbound')).map(({ license, lot, quantity }) => [license, lot, quantity])).toEqual([
    ['_SystemNoLicense', 'SOON-1', 6],
    [license, 'LATE-1', 4],
  ]);
  expect(await places('late', 'outbound')).toMatchObject([{ license, lot_id: late }]);
  expect(await places('nothing', 'outbound')).toEqual([]);
  const bin = await house.bin('S');
  await house.putAway(license, bin);
  expect(await places(bin.toLowerCase(), 'outbound')).toMatchObject([{ license, location: bin }]);
  expect(await places(bin.slice(0, -1), 'outbound')).toEqual([]);
  expect(await places(other.toLowerCase(), 'inbound')).toMatchObject([{ license: other, quantity: 0 }]);
  expect(await places(license, 'outbound', 2)).toEqual([]);
  const lots = await main.ok(api.shipments.findLots, { body: { inventory_id: item } });
  expect(lots).toEqual([
    { id: soon, lot: 'SOON-1', expire: '2030-01-01', quantity: 6 },
    { id: late, lot: 'LATE-1', expire: '2031-01-01', quantity: 4 },
  ]);
  expect(await main.ok(api.shipments.findLots, { body: { inventory_id: item, lot: 'ate-1' } })).toEqual([lots[1]]);
});

test('the reason of quarantine is the reference when there is no other', async () => {
  const { id: item } = await house.itemOf();
  const made = await house.shipment('Vendor Order', [item, 2]);
  const { data } = await house.fulfilAt(made, 0, { quantity: 2, quarantine: 1, reference: 'came wet' });
  const [fulfilment] = data.shipment_lines[0]?.fulfillments ?? [];
  expect([fulfilment?.quarantine, fulfilment?.reason, fulfilment?.reference]).toEqual([1, 'came wet', 'came wet']);
});

test('a scan finds what belongs to the client of the shipment, for whoever may fulfil it', async () => {
  const { id: item, sku } = await house.itemOf({ lot: 1 });
  const { license, id: plate } = await house.plateNamed();
  const lot = await house.lot(item, 'SCAN-7', '2031-01-01');
  await it.given.stock(item, 4, { lot, plate });
  const made = await house.shipment('Customer Order', [item, 2]);
  // Works for another client, and may open neither plates nor serials.
  const { caller } = await it.given.mainUser(['fulfill_shipment']);
  const other = await it.given.client();
  await caller.ok(api.session.switchClient, { params: { id: other } });
  const found = async (code: string, as = caller) =>
    (await as.ok(api.shipments.findScanned, { params: { id: made.id }, body: { code } })).map(
      ({ kind, title, items }) => [kind, title, items],
    );
  const bin = await house.bin('S');
  expect(await found(license.toLowerCase())).toEqual([['license', license, [item]]]);
  expect(await found('scan-7')).toEqual([['lot', 'SCAN-7', [item]]]);
  expect(await found(sku)).toEqual([['item', sku, [item]]]);
  expect(await found(bin.toLowerCase())).toEqual([['location', bin, []]]);
  expect(await found(ownCode('license', license) ?? '')).toEqual([['license', license, [item]]]);
  expect(await found(ownCode('location', bin) ?? '')).toEqual([['location', bin, []]]);
  const lineId = made.shipment_lines[0]?.id ?? 0;
  expect(await found(lineCode(lineId))).toEqual([['line', sku, [item]]]);
  // The ticket of another shipment is neither a quantity nor a line of this one, as an own code and as a plain number.
  const another = await house.shipment('Customer Order', [item, 1]);
  for (const code of [shipmentCode(another.id), lineCode(another.shipment_lines[0]?.id ?? 0), String(another.id)])
    expect(await found(code)).toContainEqual(['shipment', another.order.reference, []]);
  expect([await found('NOTHING'), await found(' ')]).toEqual([[], []]);
  const reader = await it.given.mainUser(['view_shipments_list']);
  const refused = await reader.caller.call(api.shipments.findScanned, { params: { id: made.id }, body: { code: 'X' } });
  expect(refused.status).toBe(403);
});

test('a serial bucket beyond the first hundred is found by its serial or its lead', async () => {
  const { id: item } = await house.itemOf({ serial: 1 });
  await it.database.owner(
    `with made as (
       insert into serial_buckets (client_id, inventory_id, lead, increment, units)
       select client_id, id, 'LEAD-' || n, 1, 1 from inventories, generate_series(101, 230) n where id = $1
       returning id, client_id, inventory_id, lead
     ) insert into serials (client_id, inventory_id, bucket_id, serial) select client_id, inventory_id, id, lead || '-S' from made`,
    [item],
  );
  const inbound = await house.shipment('Vendor Order', [item, 1]);
  const found = async (serial?: string) => {
    const body = { inventory_id: item, shipment_id: inbound.id, ...(serial === undefined ? {} : { serial }) };
    return (await main.ok(api.shipments.findSerials, { body })).map(({ lead }) => lead);
  };
  expect(await found()).toHaveLength(100);
  expect(await found('lead-230-s')).toEqual(['LEAD-230']);
  expect(await found('230-S')).toEqual([]);
  expect(await found('d-22')).toEqual(Array.from({ length: 10 }, (_, n) => `LEAD-${220 + n}`));
  // A serial that is part of other leads: Enter takes the first one found.
  await it.database.owner(`update serials set serial = '22' where inventory_id = $1 and serial = 'LEAD-230-S'`, [item]);
  expect((await found('22')).slice(0, 2)).toEqual(['LEAD-230', 'LEAD-122']);
});
