import { api } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Counting, counting, type Filled, minutesAgo } from '../../../../test/counting.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { readSpreadsheet } from '../../../documents/spreadsheet.ts';

let app: TestApp;
let staff: Caller;
let it: Counting;

beforeAll(async () => {
  app = await testApp();
  staff = await app.as('super');
  it = counting(app, staff);
});

describe('the sheet', () => {
  test('lists every row in walking order, with its quantity, and can be uploaded', async () => {
    const [far, near] = [await it.plate(), await it.plate()];
    for (const [license, location] of [
      [near, 'A-01-1'],
      [far, 'B-01-1'],
    ] as const)
      await staff.ok(api.licenses.move, { body: { license, location } });
    const { id, sku } = await it.item(1);
    await it.adjust(id, 7, far);
    await it.adjust(id, 5, near);
    const count = await it.make({ item: sku, name: 'Aisle walk' });
    expect(count).toMatchObject({ name: 'Aisle walk', state: 'open', figures: { lines: 3, counted: 0 } });
    const download = async (left?: '1') => {
      const query = left ? { left } : {};
      const reply = await staff.call(api.counts.sheet, { params: { id: count.id }, query });
      expect(reply.headers['content-disposition']).toMatch(
        new RegExp(`"Count-${count.id}-\\d{4}-\\d\\d-\\d\\d\\.xlsx"`),
      );
      return readSpreadsheet(reply.bytes, 100);
    };
    const { headings, rows, sheetCount } = await download();
    expect(sheetCount).toBe(1);
    expect(headings.join()).toBe(
      'Count,IID,SKU,Name,Location,License,Lot,Expire,Quarantine,Quantity,Counted,Counted at',
    );
    const cells = rows.map((row) => headings.map((heading, at) => [heading, row[at]] as const));
    const of = (heading: string) => cells.map((row) => new Map(row).get(heading));
    expect([of('Location'), of('License'), of('Quantity')]).toEqual([
      ['A-01-1', 'B-01-1', ''],
      [near, far, ''],
      ['5', '7', '1'],
    ]);
    const filled = cells.map((row, at) => ({ ...Object.fromEntries(row), Counted: at === 1 ? '' : '5' }) as Filled);
    const { data } = await it.upload(filled);
    // The row that is not filled in yet is neither saved nor wrong.
    expect(data).toMatchObject({ rows: 3, success: 2, errors: [] });
    expect((await download('1')).rows.map((row) => row[5])).toEqual([far]);
    expect((await download()).rows.map((row) => row[10])).toEqual(['5', '', '5']);
    expect((await it.lines(count.id)).map(({ status }) => status)).toEqual(['same', 'uncounted', 'over']);
  });

  test('explains counting in the user’s language', async () => {
    const { sku } = await it.item(1);
    const { id } = await it.make({ item: sku });
    const speaker = await app.as('staff');
    const notes = async (lang: string) => {
      await app.database.owner('update users set lang = $1 where email = $2', [lang, speaker.email]);
      const { bytes } = await speaker.call(api.counts.sheet, { params: { id }, query: {} });
      return (await readXlsx(bytes)).sheets[1]?.rows.slice(0, 2).map((cells) => cells.slice(0, 2));
    };
    const written = 'Walk from row to row, write into Counted what you find, and into Counted at when you found it.';
    expect(await notes('en')).toEqual([
      ['Column', 'What it takes'],
      ['How to count', written],
    ]);
    expect(await notes('ch')).toEqual([
      ['列', '填写说明'],
      ['如何盘点', '逐行查看货物，在 Counted 填写实际数量，在 Counted at 填写盘点的时间。'],
    ]);
  });

  /** An item with a plate in each bin; an empty bin stands for goods on no plate. */
  const itemInBins = async (sku: string, bins: readonly string[]) => {
    const { id } = await staff.ok(api.inventories.create, { body: { type: 'Item', sku, name: 'Narrow' } });
    for (const location of bins) {
      const license = location && (await it.plate());
      if (license) await staff.ok(api.licenses.move, { body: { license, location } });
      await it.adjust(id, 3, license);
    }
    return id;
  };

  test.each([
    [{ item: 'NRW-' }, 4],
    [{ item: 'nrw-a' }, 2],
    [{ item: 'NRW-', bin_from: 'A-01-1', bin_to: 'a-02' }, 2],
    [{ item: 'NRW-', bin: '-02-' }, 1],
    [{ item: 'NRW-', bin_to: 'A-01-1' }, 1],
    [{ item: 'NRW-', category: 'fragile' }, 2],
  ])('narrowed to %j has %i rows', async (input, lines) => {
    const isMade = (await app.database.owner("select from inventories where sku like 'NRW-%'")).length > 0;
    if (!isMade) {
      const id = await itemInBins('NRW-A', ['A-01-1', 'A-02-1']);
      const body = { name: 'Fragile', resource: 'Inventory' as const, resourceId: id };
      await staff.ok(api.panels.attachCategory, { body });
      await itemInBins('NRW-B', ['C-01-1', '']);
    }
    expect((await it.make(input)).figures.lines).toBe(lines);
  });

  test('is refused when empty, or when the range of bins is reversed', async () => {
    const empty = await it.item(1);
    await it.adjust(empty.id, -1);
    for (const item of ['no such item', empty.sku]) {
      const nothing = await staff.call(api.counts.create, { body: { client_id: 1, item } });
      expect([nothing.status, nothing.body.keys]).toEqual([422, { item: ['NothingToCount'] }]);
    }
    const backwards = await staff.call(api.counts.create, { body: { bin_from: 'B', bin_to: 'A' } });
    expect(backwards.body.keys).toEqual({ bin_to: ['BinsRunBackwards'] });
  });
});

describe('an upload', () => {
  test('reports errors by row, and saves the other rows', async () => {
    const { id, sku } = await it.item(5);
    const lotted = await it.item(0, { lot: 1 });
    const count = await it.make({ item: sku });
    const other = await it.counted(sku, { Counted: 5 });
    const row = { Count: count.id, SKU: sku, Counted: 5 };
    const { data } = await it.upload([
      row,
      { ...row, SKU: '' },
      { ...row, SKU: 'nobody' },
      { ...row, IID: lotted.id },
      { ...row, License: 'nowhere' },
      { ...row, Lot: 'L1' },
      { ...row, SKU: lotted.sku },
      { ...row, Quarantine: 'perhaps' },
      { ...row, Counted: -1 },
      { ...row, Counted: 1.5 },
      { ...row, 'Counted at': 'noon' },
      { ...row, 'Counted at': minutesAgo(-5) },
      { ...row, 'Counted at': minutesAgo(32 * 24 * 60) },
      { ...row, Count: '' },
      { ...row, Count: 999_999 },
      { ...row, IID: id },
      { ...row, Counted: '' },
      { ...row, Count: other.id },
    ]);
    const { errors, success } = data as { errors: { row: number; column: string; message: string }[]; success: number };
    expect(success).toBe(2);
    expect(errors.map(({ row: at, column, message }) => `${at} ${column}: ${message}`)).toEqual([
      '3 SKU: Row is missing IID or SKU field',
      '4 : Inactive item or item not found: nobody',
      `5 SKU: IID and SKU name different items; the IID is ${lotted.sku}`,
      '6 License: There is no such license plate: nowhere',
      '7 Lot: There is no such lot of this item',
      '8 Lot: This item is lot-controlled: enter the lot',
      '9 Quarantine: Write Y or N',
      '10 Counted: Counted is a whole number, 0 or more',
      '11 Counted: Counted is a whole number, 0 or more',
      '12 Counted at: Write a time (10:30), or a day and a time (2026-11-15 10:30)',
      '13 Counted at: This time is in the future',
      '14 Counted at: This time is more than 31 days ago',
      '15 Count: Give the number of the count',
      '16 Count: This client has no such count: 999999',
      '17 Counted: This place appears twice in the sheet; add both up in one row',
    ]);
  });

  test('for one count accepts rows of that count only, and may omit its number', async () => {
    const { sku } = await it.item(5);
    const [count, other] = [await it.make({ item: sku }), await it.make({ item: sku })];
    const fields = { count_id: String(count.id) };
    const { data } = await it.upload([{ Count: other.id, SKU: sku, Counted: 1 }], fields);
    expect(data).toMatchObject({ success: 0, errors: [{ column: 'Count' }] });
    expect((await it.upload([{ SKU: sku, Counted: 1 }], fields)).data).toMatchObject({ success: 1 });
    expect(await it.lines(count.id)).toMatchObject([{ counted: 1 }]);
    const elsewhere = await it.upload([{ Count: count.id, SKU: sku, Counted: 1 }], { client_id: '2' });
    expect(elsewhere.data).toMatchObject({ success: 0, errors: [{ column: 'Count' }] });
  });

  test('replaces the quantities of an earlier one', async () => {
    const { sku } = await it.item(5);
    const count = await it.counted(sku, { Counted: 4, 'Counted at': minutesAgo(0) });
    await it.upload([{ Count: count.id, SKU: sku, Counted: 5 }]);
    expect(await it.lines(count.id)).toMatchObject([{ counted: 5, counted_at: null, status: 'same' }]);
  });

  test.each([
    ['a date-time cell', (local: Date) => local],
    ['a day and a time', (local: Date) => local.toISOString().slice(0, 16).replace('T', ' ')],
  ])('%s is a time of the warehouse', async (_what, written) => {
    const [company] = await app.database.owner<{ timezone: string }>('select timezone from company');
    const at = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000);
    const [shown] = await app.database.owner<{ shown: string }>(
      'select to_char($1::timestamptz at time zone $2, \'YYYY-MM-DD"T"HH24:MI:SS\') as shown',
      [at.toISOString(), company?.timezone],
    );
    expect(company?.timezone).not.toBe('UTC');
    const { sku } = await it.item(5);
    const count = await it.counted(sku, { Counted: 5, 'Counted at': written(new Date(`${shown?.shown}Z`)) });
    expect(await it.lines(count.id)).toMatchObject([{ counted_at: at.toISOString() }]);
  });

  test('a time without a date is on the day of the upload', async () => {
    const { sku } = await it.item(5);
    const count = await it.counted(sku, { Counted: 5, 'Counted at': '0:00' });
    const [line] = await it.lines(count.id);
    const [midnight] = await app.database.owner<{ at: Date }>(
      'select (date_trunc($2, now() at time zone timezone) at time zone timezone) as at from company where $1',
      [true, 'day'],
    );
    expect(line?.counted_at).toBe(new Date(midnight?.at ?? 0).toISOString());
  });
});
