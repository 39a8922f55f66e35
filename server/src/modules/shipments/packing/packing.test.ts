import { api, CONTAINERS_MAX, type PackInput, packAll, type Shipment } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';

import { codeOf, type Warehouse, warehouse } from '../../../../test/warehouse.ts';
import { readSpreadsheet } from '../../../documents/spreadsheet.ts';

let it: TestApp;
let main: Caller;
let house: Warehouse;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  house = warehouse(it, main);
});

type Cartons = Partial<PackInput['containers'][number]>[];
const pack = ({ id }: Shipment, containers: Cartons) =>
  main.call(api.shipments.pack, { params: { id }, body: { containers } as never });
const linesOf = ({ shipment_lines }: Shipment) => shipment_lines.map(({ id }) => id) as [number, number];
const content = (lineId: number, quantity: number, expire: string | null = null) => ({ lineId, quantity, expire });

async function outbound() {
  const [tea, cup] = [await house.item(20), await house.item(20)];
  return house.shipment('Customer Order', [tea.id, 6], [cup.id, 3]);
}

describe('packing', () => {
  test('saves cartons with contents, replaces them, and is listed as a spreadsheet', async () => {
    const made = await outbound();
    const [tea, cup] = linesOf(made);
    const first = { id: 'AB12CD', own_number: 'PAL-1', length: 40, width: 30, height: 20, weight: 7.5 };
    await pack(made, [{ id: 'ZZZZZZ', contents: [content(tea, 6), content(cup, 3)] }]);
    const { data } = await pack(made, [
      { ...first, contents: [content(tea, 4, '2030-01-31'), content(cup, 3)] },
      { contents: [content(tea, 2)] },
    ]);
    expect(data).toMatchObject({ packed: 1, carton_count: 2 });
    const stored = await house.get(made.id);
    expect(stored).toEqual({ ...stored, ...data, status: 'In Warehouse' });
    expect(data.tracking_status.map(({ status }) => status)).toEqual(['packed', 'created']);
    expect(data.containers).toMatchObject([
      { ...first, contents: [content(tea, 4, '2030-01-31'), content(cup, 3)] },
      { id: expect.stringMatching(/^[A-Z0-9]{6}$/), length: 1, contents: [content(tea, 2)] },
    ]);
    const drawn = data.containers[1]?.id;
    expect(data.containers[0]?.shipment_lines[0]?.pivot).toEqual({ line_id: tea, quantity: 4, expire: '2030-01-31' });
    const sheet = await main.call(api.shipments.packingSheet, { params: { id: made.id } });
    expect(sheet.headers['content-disposition']).toContain('ItemPackingList.xlsx');
    const { rows } = await readSpreadsheet(sheet.bytes, 100);
    expect((await readXlsx(sheet.bytes)).sheets[0]?.rows[1]?.[11]).toEqual(new Date('2030-01-31'));
    expect(rows.map((row) => [row[0], row[1], row[7], row[10], row[11]])).toEqual([
      ['1', 'AB12CD', made.shipment_lines[0]?.inventory.sku, '4', '2030-01-31'],
      ['1', 'AB12CD', made.shipment_lines[1]?.inventory.sku, '3', ''],
      ['2', drawn, made.shipment_lines[0]?.inventory.sku, '2', ''],
    ]);
    const repacked = await main.ok(api.shipments.repack, { params: { id: made.id } });
    expect(repacked).toMatchObject({ packed: 0, carton_count: 0, containers: [] });
    const { data: traces } = await main.ok(api.records.traces, {
      query: { traceable_type: 'Shipment', traceable_id: made.id },
    });
    const traced = (packed: string, cartons: string) => [
      { field: 'packed', newValue: packed },
      { field: 'carton_count', newValue: cartons },
    ];
    expect(traces.map(({ array_log }) => array_log)).toEqual([traced('0', '0'), traced('1', '2'), traced('1', '1')]);
    await main.ok(api.shipments.update, { params: { id: made.id }, body: { field: 'carton_count', value: 7 } });
    // Nothing was packed: what somebody typed stays.
    const again = await main.ok(api.shipments.repack, { params: { id: made.id } });
    expect(again).toMatchObject({ packed: 0, carton_count: 7, tracking: { status: 'packed' } });
    await house.assertSound();
  });

  test('is refused unless every line is packed exactly, and changes nothing', async () => {
    const made = await outbound();
    const [tea, cup] = linesOf(made);
    const [teaSku, cupSku] = made.shipment_lines.map(({ inventory }) => inventory.sku);
    const wrong = (sku?: string) => `${sku} packed quantity does not equal to shipped quantity`;
    const { status, body } = await pack(made, [
      { id: 'ABCDEF', contents: [content(tea, 5)] },
      { id: 'abcdef', contents: [content(cup, 4), content(999_999, 1)] },
    ]);
    expect([status, body.errors]).toEqual([
      422,
      {
        containers: [wrong(teaSku), wrong(cupSku)],
        'containers.1.id': ['There are two cartons abcdef'],
        'containers.1.contents.1.lineId': ['This line is not one of the shipment'],
      },
    ]);
    expect((await pack(made, [])).body.keys).toEqual({ containers: ['AtLeastOneCarton'] });
    expect((await pack(made, [{ contents: [] }])).body.keys).toEqual({ 'containers.0.contents': ['CartonIsEmpty'] });
    expect((await pack(made, [{ width: 0, contents: [content(tea, 1)] }])).body.keys).toEqual({
      'containers.0.width': ['CartonSizesAreNumbers'],
    });
    for (const id of ['A', 'AB 12C', 'ABCDEFG', '纸箱纸箱纸箱'])
      expect((await pack(made, [{ id, contents: [content(tea, 1)] }])).body.keys).toEqual({
        'containers.0.id': ['CartonIdIsSixCharacters'],
      });
    expect(await house.get(made.id)).toEqual(made);
    const { status: list, body: unpacked } = await main.call(api.shipments.packingSheet, { params: { id: made.id } });
    expect([list, unpacked.error_code]).toEqual([400, 40005]);
  });

  test('of a truck full of single cartons is saved in one call, listed, and packed again', async () => {
    const [tile, glue] = [await house.item(CONTAINERS_MAX), await house.item(1)];
    const made = await house.shipment('Customer Order', [tile.id, CONTAINERS_MAX], [glue.id, 1]);
    const [line, other] = linesOf(made);
    const pivot = { is_base: 0 as const, qty_per_base: 1, length: 62.55, width: 41.25, height: 31.75, weight: 19.755 };
    const lot = { lots: { expire: '2030-01-31' } };
    const all = {
      id: line,
      quantity: CONTAINERS_MAX,
      inventory: { uoms: [{ name: 'CTN', pivot }] },
      fulfillments: [lot],
    };
    let drawn = 0;
    const { containers } = packAll([all], () => (++drawn).toString(36).padStart(6, '0').toUpperCase());
    const [first, ...rest] = containers;
    const cartons = [{ ...first, contents: [...(first?.contents ?? []), content(other, 1)] }, ...rest];
    const { status, data } = await pack(made, cartons);
    expect([status, data.carton_count, data.containers.length]).toEqual([200, CONTAINERS_MAX, CONTAINERS_MAX]);
    expect(data.containers.at(-1)).toMatchObject(rest.at(-1) ?? {});
    const sheet = await main.call(api.shipments.packingSheet, { params: { id: made.id } });
    const { rows } = await readSpreadsheet(sheet.bytes, CONTAINERS_MAX + 10);
    expect([rows.length, rows.at(-1)?.slice(0, 2)]).toEqual([
      CONTAINERS_MAX + 1,
      [String(CONTAINERS_MAX), rest.at(-1)?.id],
    ]);
    expect(await pack(made, cartons)).toMatchObject({ status: 200, data: { carton_count: CONTAINERS_MAX } });
    const oneMore = await pack(made, [...cartons, { contents: [content(line, 1)] }]);
    expect([oneMore.status, oneMore.body.keys]).toEqual([422, { containers: [`TooManyCartons:${CONTAINERS_MAX}`] }]);
    await house.assertSound();
  });

  test('is for outbound shipments that are not finished', async () => {
    const item = await house.item(0);
    const inbound = await house.shipment('Vendor Order', [item.id, 1]);
    const cartons = [{ contents: [content(inbound.shipment_lines[0]?.id ?? 0, 1)] }];
    expect(codeOf(await pack(inbound, cartons))).toBe(40006);
    expect(codeOf(await main.call(api.shipments.repack, { params: { id: inbound.id } }))).toBe(40006);
    const made = await outbound();
    const [tea, cup] = linesOf(made);
    await house.fulfilAt(made, 0, { quantity: 6 });
    await house.fulfilAt(made, 1, { quantity: 3 });
    await house.finish(made.id);
    expect(codeOf(await pack(made, [{ contents: [content(tea, 6), content(cup, 3)] }]))).toBe(40005);
  });
});
