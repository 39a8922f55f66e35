import { api, cartonCode, GROUP_SEPARATOR, lineCode, ownCode, shipmentCode } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { inventories, licenses, locations, records, session } = api;
const UPC = '036000291452';
const SSCC = '106141412345678908';

let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  await main.ok(session.switchClient, { params: { id: 1 } });
  await it.given.item(main, { sku: 'SC-UPC', upc: UPC });
  await it.given.item(main, { sku: 'SC-BAR', barcode_1: 'BAR/1', barcode_2: '4006381333931' });
  const { id, client_id } = await it.given.item(main, { sku: 'SC-LOT' });
  await it.database.owner('insert into lots (client_id, inventory_id, lot_number) values ($1, $2, $3)', [
    client_id,
    id,
    'L-26B',
  ]);
  await main.ok(locations.create, { body: { location: 'SC-01-1' } });
  for (const license of ['SC-LP-1', SSCC, 'L-26B'])
    await main.ok(licenses.create, { body: { license, client_id: 2, uom_id: 1 } });
});

const own = (kind: 'license' | 'location' | 'order' | 'count', id: string | number) => ownCode(kind, id) ?? '';

const found = async (code: string, caller = main) =>
  (await caller.ok(records.scan, { body: { code } })).map(({ kind, title }) => `${kind} ${title}`);

describe('a scan names', () => {
  test.each([
    ['an item by its SKU', 'sc-upc', ['item SC-UPC']],
    ['an item by its UPC', UPC, ['item SC-UPC']],
    ['an item by its UPC as EAN-13', `0${UPC}`, ['item SC-UPC']],
    ['an item by its UPC without the leading zero', UPC.slice(1), ['item SC-UPC']],
    ['an item by barcode 1', 'bar/1', ['item SC-BAR']],
    ['an item by barcode 2', '4006381333931', ['item SC-BAR']],
    ['an item by GS1-128', `]C10100${UPC}1727041810L1`, ['item SC-UPC']],
    ['an item by DataMatrix', `]d2${GROUP_SEPARATOR}0104006381333931${'21'}S-1${GROUP_SEPARATOR}3712`, ['item SC-BAR']],
    ['a plate', ' sc-lp-1 ', ['license SC-LP-1']],
    ['a plate by SSCC', `]C100${SSCC}`, [`license ${SSCC}`]],
    ['a location', 'SC-01-1', ['location SC-01-1']],
    ['a lot, and a plate of the same number', 'l-26b', ['license L-26B', 'lot L-26B']],
    ['a plate by its label', own('license', 'SC-LP-1'), ['license SC-LP-1']],
    ['a plate by its label, in small letters', own('license', 'SC-LP-1').toLowerCase(), ['license SC-LP-1']],
    ['a location by its label', own('location', 'SC-01-1'), ['location SC-01-1']],
    ['a label of another kind: nothing', own('location', 'SC-LP-1'), []],
    ['a label that was misread: nothing', own('license', 'SC-LP-1').replace('SC', 'SG'), []],
    ['a number beyond all records: nothing', shipmentCode(9999999999), []],
    ['a part of a code: nothing', 'SC-LP', []],
    ['nothing', '', []],
  ])('%s', async (_what, code, expected) => {
    expect(await found(code)).toEqual(expected);
  });

  test('a serial', async () => {
    const [serial] = await it.database.owner<{ serial: string }>('select serial from serials order by id limit 1');
    expect(await found(serial?.serial ?? '')).toContain(`serial ${serial?.serial}`);
  });
});

test('a client user finds items and lots of its own client, and nothing of the warehouse', async () => {
  const other = await it.given.clientUser(2);
  const own = await it.given.clientUser(1);
  expect(await found(UPC, other.caller)).toEqual([]);
  expect(await found('L-26B', other.caller)).toEqual([]);
  expect(await found('L-26B', own.caller)).toEqual(['lot L-26B']);
  expect(await found('SC-LP-1', other.caller)).toEqual([]);
  expect(await found('SC-01-1', own.caller)).toEqual([]);
});

test('an order by its reference, until it has a shipment that the user may open', async () => {
  const { caller } = await it.given.clientUser(1);
  const { caller: other } = await it.given.clientUser(2);
  const item = await it.given.item(main);
  const { id } = await it.given.order(main, 'Vendor Order', {
    reference: 'SC-PO-1',
    lines: [{ inventory_id: item.id, quantity: 1 }] as never,
  });
  const asOrder = ['Vendor Order SC-PO-1'];
  expect([await found('sc-po-1'), await found('SC-PO-1', caller), await found('SC-PO-1', other)]).toEqual([
    asOrder,
    asOrder,
    [],
  ]);
  const shipped = await main.ok(api.orders.shipFull, { params: { id } });
  expect(shipped.status).toBe('Processed');
  expect((await found('SC-PO-1')).map((hit) => hit.split(' ')[0])).toEqual(['shipment']);
  expect(await found('SC-PO-1', caller)).toEqual(asOrder);
});

test('our own codes open the order, the shipment and the count that they are printed for', async () => {
  const item = await it.given.item(main);
  const lines = [{ inventory_id: item.id, quantity: 1 }] as never;
  const { id } = await it.given.order(main, 'Vendor Order', { reference: 'SC-OWN-1', lines });
  expect(await found(own('order', id))).toEqual(['Vendor Order SC-OWN-1']);
  await main.ok(api.orders.shipFull, { params: { id } });
  const [row] = await it.database.owner<{ id: number; line: number }>(
    'select s.id, l.id as line from shipments s join shipment_lines l on l.shipment_id = s.id where s.order_id = $1',
    [id],
  );
  const { id: shipment = 0, line = 0 } = row ?? {};
  const { caller: reader } = await it.given.mainUser(['fulfill_shipment']);
  const { caller: client } = await it.given.clientUser(1);
  for (const code of [shipmentCode(shipment), lineCode(line), cartonCode(shipment, 'A1B2C3'), String(shipment)]) {
    expect(await found(code)).toContain(`shipment ${shipment} · SC-OWN-1`);
    expect(await found(code, reader)).toEqual([]);
    expect(await found(code, client)).toEqual([]);
  }
  // The order's own code names the order also when it was processed, and for its client.
  expect(await found(own('order', id), client)).toEqual(['Vendor Order SC-OWN-1']);
  const { caller: other } = await it.given.clientUser(2);
  expect(await found(own('order', id), other)).toEqual([]);
  const count = await main.ok(api.counts.create, { body: { client_id: 1, name: 'Cycle A' } as never });
  expect(await found(own('count', count.id))).toEqual([`count #${count.id} Cycle A`]);
  expect(await found(own('count', count.id), client)).toEqual([]);
});

test('plates and bins are named by their labels, wherever a number is sent', async () => {
  const moved = await main.ok(licenses.move, {
    body: { license: own('license', 'SC-LP-1'), location: own('location', 'SC-01-1') },
  });
  expect([moved.license, moved.locations[0]?.location]).toEqual(['SC-LP-1', 'SC-01-1']);
  const listed = await main.ok(licenses.list, { query: { search: own('license', 'SC-LP-1') } });
  expect(listed.records.map(({ license }) => license)).toEqual(['SC-LP-1']);
});

test.each([UPC, `0${UPC}`, `00${UPC}`, UPC.slice(1)])('lists and the palette find an item by %s', async (search) => {
  const list = await main.ok(inventories.list, { query: { search } });
  expect(list.records.map(({ sku }) => sku)).toEqual(['SC-UPC']);
  const basic = await main.ok(inventories.quickList, { query: { search } });
  expect(basic.records.map(({ sku }) => sku)).toEqual(['SC-UPC']);
  const { caller } = await it.given.clientUser(1);
  const own = await caller.ok(inventories.list, { query: { search } });
  expect(own.records.map(({ sku }) => sku)).toEqual(['SC-UPC']);
  const hits = await main.ok(records.search, { body: { search } });
  expect(hits.map(({ title }) => title)).toEqual(['SC-UPC']);
});

test('the item picker finds an item by every way to write its number', async () => {
  for (const search of [UPC, `0${UPC}`, UPC.slice(1), `]C10100${UPC}10L1`]) {
    const options = await main.ok(inventories.selector, { body: { search } });
    expect(options.map(({ title }) => title)).toEqual(['SC-UPC']);
  }
});
