import { api, type Shipment } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Warehouse, warehouse } from '../../../../test/warehouse.ts';
import { type Cell, drawSpreadsheet, readSpreadsheet } from '../../../documents/spreadsheet.ts';

let it: TestApp;
let main: Caller;
let house: Warehouse;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  house = warehouse(it, main);
});

type SheetName = 'sheet' | 'putAwaySheet';
async function download({ id }: Shipment, which: SheetName = 'sheet') {
  const reply = await main.call(api.shipments[which], { params: { id } });
  const [, name] = /filename="?([^";]+)/.exec(String(reply.headers['content-disposition'])) ?? [];
  return { name, bytes: reply.bytes, ...(await readSpreadsheet(reply.bytes, 100)) };
}
const drawn = (rows: Record<string, Cell>[]) => {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return drawSpreadsheet({
    name: 'Sheet',
    columns: headings.map((heading) => ({ heading })),
    rows: rows.map((row) => headings.map((heading) => row[heading] ?? '')),
  });
};
const upload = (type: 'Receiving' | 'Shipping' | 'PutAway', file: Uint8Array, shipment?: Shipment) =>
  main.upload(api.records.importExcel, {
    params: { type },
    file,
    fields: shipment ? { shipment_id: String(shipment.id) } : {},
  });
type Uploaded = Awaited<ReturnType<typeof upload>>;
const outcome = ({ data }: Uploaded) => [
  data.success,
  ...data.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`),
];

describe('the receiving sheet', () => {
  test('comes filled in with what is left, is uploaded, and its plates are put away by another', async () => {
    const [tea, bean] = [await house.item(0), await house.itemOf({ lot: 1 })];
    const { license } = await house.plateNamed();
    const made = await house.shipment('Vendor Order', [tea.id, 12], [bean.id, 5]);
    await house.fulfilAt(made, 0, { quantity: 2 });
    const { name, headings, rows, sheetCount } = await download(made);
    expect([name, sheetCount]).toEqual([`ReceivingExcelFile-${made.id}.xlsx`, 1]);
    expect(headings.join()).toBe('Line,Sku,Name,Ordered,RowQty,License,Lot,Expire,Serial,Quarantine,Reason,Reference');
    expect(rows.map((cells) => [cells[1], cells[3], cells[4], cells[9]])).toEqual([
      [tea.sku, '12', '10', 'N'],
      [bean.sku, '5', '5', 'N'],
    ]);
    const file = await drawn([
      { Sku: tea.sku, RowQty: 10, License: license },
      { Sku: bean.sku.toLowerCase(), RowQty: 3, Lot: 'B-1', Expire: '2031-01-31', License: license },
      {
        Sku: bean.sku,
        RowQty: 2,
        Lot: 'B-2',
        Expire: new Date('2031-02-28'),
        Quarantine: 'Y',
        Reason: 'torn',
        Reference: 'R-9',
      },
    ]);
    expect(outcome(await upload('Receiving', file, made))).toEqual([3]);
    const after = await house.get(made.id);
    expect(after.status).toBe('Ready');
    expect(after.shipment_lines[1]?.fulfillments).toMatchObject([
      { quantity: 3, lots: { lot: 'B-1', expire: '2031-01-31' }, quarantine: 0 },
      { quantity: 2, lots: { lot: 'B-2', expire: '2031-02-28' }, quarantine: 1, reason: 'torn', reference: 'R-9' },
    ]);
    const plates = await download(made, 'putAwaySheet');
    expect([plates.name, plates.headings, plates.rows]).toEqual([
      'Putaway.xlsx',
      ['License', 'Location'],
      [[license, '']],
    ]);
    const bin = await house.bin('S');
    expect(outcome(await upload('PutAway', await drawn([{ License: license, Location: bin }])))).toEqual([1]);
    expect((await house.get(made.id)).shipment_lines[0]?.fulfillments[1]?.location).toBe(bin);
    expect((await upload('Receiving', file, made)).body.error_code).toBe(40011);
    await house.assertSound();
  });

  test('reports each wrong row with its column, and saves the others', async () => {
    const [tea, bean] = [await house.item(0), await house.itemOf({ lot: 1 })];
    const made = await house.shipment('Vendor Order', [tea.id, 4], [bean.id, 5]);
    const file = await drawn([
      { Sku: tea.sku, RowQty: 5 },
      { Sku: tea.sku, RowQty: 3 },
      { Sku: tea.sku, RowQty: 2 },
      { Sku: tea.sku, RowQty: '' },
      { Sku: tea.sku, RowQty: '1.5' },
      { Sku: 'NO-SUCH', RowQty: 1 },
      { Sku: '', RowQty: 1 },
      { Sku: bean.sku, RowQty: 1 },
      { Sku: bean.sku, RowQty: 1, Lot: 'X', Expire: '31/01/2030' },
      { Sku: tea.sku, RowQty: 1, License: 'NOWHERE' },
      { Sku: tea.sku, RowQty: 1, Quarantine: 'maybe' },
      { Sku: tea.sku, RowQty: 1, Quarantine: 'Y' },
    ]);
    const [saved, ...errors] = outcome(await upload('Receiving', file, made));
    expect(saved).toBe(1);
    expect(errors).toEqual([
      `2 : Quantity cannot be greater than ordered: ${tea.sku}`,
      `4 : Quantity cannot be greater than ordered: ${tea.sku}`,
      '6 RowQty: The quantity must be a whole number above 0',
      '7 Sku: This shipment has no such line',
      '8 Sku: Row is missing IID or SKU field',
      `9 Lot: ${bean.sku} is lot-controlled: choose a lot or enter a new one`,
      expect.stringMatching(/^10 Expire: /),
      expect.stringMatching(/^11 License: .*NOWHERE/),
      '12 Quarantine: Write Y or N',
      '13 Reason: Give the reason for the quarantine',
    ]);
    expect((await house.get(made.id)).shipment_lines[0]?.fulfilled).toBe(3);
  });

  test('takes at most 50 rows, one sheet, and a shipment of its direction', async () => {
    const item = await house.item(99);
    const made = await house.shipment('Vendor Order', [item.id, 60]);
    const rows = (count: number) => drawn(Array.from({ length: count }, () => ({ Sku: item.sku, RowQty: 1 })));
    const many = await upload('Receiving', await rows(51), made);
    expect([many.status, many.body.keys]).toEqual([422, { file: ['SheetTooManyRows:50'] }]);
    expect((await house.get(made.id)).shipment_lines[0]?.fulfilled).toBe(0);
    const one = await rows(1);
    expect((await upload('Receiving', one)).body.keys).toEqual({ shipment_id: ['ShipmentIsRequired'] });
    const outbound = await house.shipment('Customer Order', [item.id, 1]);
    expect((await upload('Receiving', one, outbound)).body.error_code).toBe(40006);
    expect((await upload('Receiving', one, { ...made, id: 999_999 })).body.error_code).toBe(40001);
    const template = await main.call(api.records.importTemplate, { params: { type: 'Receiving' } });
    expect((await readSpreadsheet(template.bytes, 9)).headings[4]).toBe('RowQty');
  });
});

describe('the shipping sheet', () => {
  test('comes with the allocation, and fulfils what it says when uploads are on', async () => {
    const item = await house.item(0);
    const plates = [await house.plateNamed(), await house.plateNamed()];
    for (const [n, { id, license }] of plates.entries()) {
      await house.putAway(license, await house.bin(n ? 'S' : 'P'));
      await it.given.stock(item.id, 10, { plate: id });
    }
    const made = await house.shipment('Customer Order', [item.id, 14]);
    const { name, bytes, rows } = await download(made);
    expect(name).toBe(`ShippingExcelFile-${made.id}.xlsx`);
    expect(rows.map((cells) => [cells[1], cells[4], cells[6]])).toEqual([
      [item.sku, '10', plates[0]?.license],
      [item.sku, '4', plates[1]?.license],
    ]);
    await house.preference('outbound_excel_upload_bool', false);
    const off = await upload('Shipping', bytes, made);
    expect([off.body.error_code, off.body.message]).toEqual([
      40005,
      'Invalid shipment: Shipping by Excel is off in the company settings',
    ]);
    await house.preference('outbound_excel_upload_bool', true);
    expect(outcome(await upload('Shipping', bytes, made))).toEqual([2]);
    const after = await house.get(made.id);
    expect([after.status, after.shipment_lines[0]?.fulfillments.map(({ licenses }) => licenses.license)]).toEqual([
      'Ready',
      plates.map(({ license }) => license),
    ]);
    await house.assertSound();
  });

  test('has the expiry of a lot as a date, and is uploaded with it', async () => {
    const bean = await house.itemOf({ lot: 1 });
    await it.given.stock(bean.id, 5, { lot: await house.lot(bean.id, 'L-31', '2031-01-31') });
    const made = await house.shipment('Customer Order', [bean.id, 5]);
    const { bytes, headings, rows } = await download(made);
    const at = headings.indexOf('Expire');
    expect((await readXlsx(bytes)).sheets[0]?.rows[1]?.[at]).toEqual(new Date('2031-01-31'));
    expect(rows.map((cells) => cells[at])).toEqual(['2031-01-31']);
    await house.preference('outbound_excel_upload_bool', true);
    expect(outcome(await upload('Shipping', bytes, made))).toEqual([1]);
    expect((await house.get(made.id)).shipment_lines[0]?.fulfillments[0]?.lots).toMatchObject({ lot: 'L-31' });
  });

  test('an expired lot is confirmed in its row, and a bucket goes to a line that takes it whole', async () => {
    const [bean, phone] = [await house.itemOf({ lot: 1 }), await house.itemOf({ serial: 1 })];
    await it.given.stock(bean.id, 5, { lot: await house.lot(bean.id, 'OLD', '2020-01-31') });
    const buckets = [await house.bucket(phone.id, 1), await house.bucket(phone.id, 2)];
    for (const { id: serialId, units } of buckets)
      await house.fulfilAt(await house.shipment('Vendor Order', [phone.id, units]), 0, { serialId });
    // The first line is a component of the kit, the second the item itself.
    const kit = await house.kit([[phone.id, 1]]);
    const made = await house.shipment('Customer Order', [kit.id, 1], [phone.id, 2], [bean.id, 5]);
    const row = { Sku: bean.sku, RowQty: 5, Lot: 'OLD' };
    await house.preference('outbound_excel_upload_bool', true);
    expect(outcome(await upload('Shipping', await drawn([row, { ...row, AllowExpired: 'X' }]), made))).toEqual([
      0,
      expect.stringMatching(/^2 AllowExpired: Lot OLD expires on 2020-01-31/),
      '3 AllowExpired: Write Y or N',
    ]);
    const whole = { Sku: phone.sku, RowQty: 2, Serial: buckets[1]?.lead ?? '' };
    expect(outcome(await upload('Shipping', await drawn([{ ...row, AllowExpired: 'y' }, whole]), made))).toEqual([2]);
    expect((await house.get(made.id)).shipment_lines.map(({ fulfilled }) => fulfilled)).toEqual([0, 2, 5]);
    await house.assertSound();
  });
});
