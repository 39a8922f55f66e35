import { api, formatListQuery, type ListQuery } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { readPdf } from '../../../test/pdf.ts';

const { inventories } = api;
let it: TestApp;
let clientId: number;
let caller: Caller;

beforeAll(async () => {
  it = await testApp();
  clientId = await it.given.client('Kestrel 茶业有限公司');
  caller = (await it.given.clientUser(clientId)).caller;
  await it.given.item(caller, { sku: 'PR-1', name: '西湖龙井茶 特级', upc: '600000000001' });
  const { id } = await it.given.item(caller, { sku: 'PR-2', name: 'Cold brew' });
  await it.given.item(caller, { sku: 'PR-3', name: 'Asleep', is_active: 0 });
  await it.given.item(caller, { sku: 'PR-KIT', name: 'A kit', type: 'Kit' });
  await it.given.stock(id, 1_234_567);
});

const print = async (query: ListQuery = {}, as = caller) => {
  const { status, data, body } = await as.call(inventories.print, { query: formatListQuery(query) });
  expect(status, JSON.stringify(body)).toBe(200);
  return readPdf(Buffer.from(data, 'base64')).pages;
};
const skusOf = (text: readonly string[]) => text.filter((each) => /^(PR|MANY|T)-/.test(each));

describe('a printed list', () => {
  test('has the columns of the screen, its numbers, and Chinese names', async () => {
    const [page] = await print();
    expect(page?.text).toEqual(
      expect.arrayContaining([
        'Inventory',
        'Kestrel 茶业有限公司',
        'Harrow Street Logistics',
        'Status: Active',
        'Rows: 3',
        'Page 1 of 1',
        'Type',
        'SKU',
        'UOM',
        'Name',
        'UPC',
        'Total',
        'Reserve',
        'Available',
        'Status',
        'Updated at',
        '西湖龙井茶 特级',
        '600000000001',
        '1,234,567',
        'NA',
        'Active',
      ]),
    );
    expect(skusOf(page?.text ?? [])).toEqual(['PR-1', 'PR-2', 'PR-KIT']);
  });

  test('is filtered, searched and sorted as asked, and says by what', async () => {
    const all = { filter_by: { is_active: ['1', '0'] } };
    const [sorted] = await print({ ...all, order_by: { sku: 'desc' } });
    expect(skusOf(sorted?.text ?? [])).toEqual(['PR-KIT', 'PR-3', 'PR-2', 'PR-1']);
    const [searched] = await print({ ...all, search: '龙井茶', on_page: 3, per_page: 15 });
    expect(skusOf(searched?.text ?? [])).toEqual(['PR-1']);
    expect(searched?.text).toContain('Search: 龙井茶 · Status: Active, Disabled');
    const [narrow] = await print({
      filter_by: { type: ['Item'] },
      query: [
        { relation: '', field: 'in_stock', operator: '>', value: '5', join: 'AND' },
        { relation: '', field: 'updated_at', operator: '>', value: '2020-01-01', join: 'AND' },
      ],
    });
    expect(skusOf(narrow?.text ?? [])).toEqual(['PR-2']);
    expect(narrow?.text).toContain('Type: Item · Status: Active · Total above 5 and Updated at after Jan 01, 2020');
  });

  test("is the caller's own client's only", async () => {
    const stranger = await it.given.client();
    const { caller: other } = await it.given.clientUser(stranger);
    await it.given.item(other, { sku: 'T-NOT-YOURS' });
    const { caller: main } = await it.given.mainUser([], clientId);
    for (const as of [caller, main]) expect(skusOf((await print({}, as))[0]?.text ?? [])).not.toContain('T-NOT-YOURS');
    expect(skusOf((await print({}, other))[0]?.text ?? [])).toEqual(['T-NOT-YOURS']);
  });

  test("speaks the reader's language and lies on the company's paper", async () => {
    const { id, caller: reader } = await it.given.clientUser(clientId);
    await it.database.owner("update users set lang = 'ch' where id = $1", [id]);
    await it.database.owner("update company set paper_size = 'a4'");
    const [sheet] = await print({}, reader);
    expect([sheet?.width, sheet?.height]).toEqual([841.89, 595.28]);
    expect(sheet?.text).toEqual(expect.arrayContaining(['库存', '状态：启用', '共 3 行', '第 1 页，共 1 页', '套装']));
    expect(sheet?.text.filter((each) => /^\d{4}年\d{2}月\d{2}日$/.test(each))).toHaveLength(3);
    await it.database.owner("update company set paper_size = 'letter'");
    const [letter] = await print();
    await it.database.owner("update company set paper_size = ''");
    expect([letter?.width, letter?.height]).toEqual([792, 612]);
  });

  test('stops at a thousand rows and says of how many; every page has the heads', async () => {
    const many = await it.given.client();
    const { caller: reader } = await it.given.clientUser(many);
    await it.database.owner(
      `with made as (insert into inventories (client_id, type, sku, name)
         select $1, 'Kit', 'MANY-' || lpad(n::text, 5, '0'), 'Kit ' || n from generate_series(1, 1234) n returning id)
       select count(*) from made`,
      [many],
    );
    const pages = await print({}, reader);
    const skus = pages.flatMap(({ text }) => skusOf(text));
    expect([skus.length, skus.at(-1)]).toEqual([1000, 'MANY-01000']);
    expect(pages[0]?.text).toContain('The first 1,000 of 1,234');
    for (const [index, { text }] of pages.entries())
      expect(text).toEqual(expect.arrayContaining(['SKU', 'Available', `Page ${index + 1} of ${pages.length}`]));
  });

  test('refuses what the list refuses, by name', async () => {
    const { status, body } = await caller.call(inventories.print, { query: 'order_by[nobody]=asc' });
    expect([status, body.keys]).toEqual([422, { 'order_by.nobody': ['UnknownSort:nobody'] }]);
  });
});
