import { api, type Condition, type ListQuery } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { readSpreadsheet } from '../../documents/spreadsheet.ts';
import { POOL_SIZE } from '../database/pools.ts';
import { XLSX } from '../http/adapter.ts';

const { relations } = api;
let it: TestApp;
let caller: Caller;
let clientId: number;

beforeAll(async () => {
  it = await testApp();
  clientId = await it.given.client();
  caller = (await it.given.clientUser(clientId)).caller;
  const rows = [
    ['apple', 'A-1', 'one@x.example'],
    ['Banana', 'A-2', 'two@x.example'],
    ['cherry', 'B-1', 'one@x.example'],
    ['Date 50% off', 'B-2', 'two@x.example'],
    ['Date 50X off', 'C_1', ''],
    ['Date 50\\ off', 'CX1', ''],
  ];
  for (const [name, account, email] of rows) await it.given.relation(caller, { name, account, email });
});

const names = async (query: ListQuery) => (await caller.ok(relations.list, { query })).records.map((row) => row.name);
const where = (
  field: string,
  operator: string,
  value: string,
  join: 'AND' | 'OR' = 'AND',
  relation = '',
): Condition => ({
  relation,
  field,
  operator,
  value,
  join,
});

describe('conditions', () => {
  test.each<[string, Condition[], string[]]>([
    [
      'a or b and c: and binds tighter',
      [where('name', '=', 'APPLE'), where('email', '=', 'two@x.example', 'OR'), where('account', '=', 'b-2')],
      ['apple', 'Date 50% off'],
    ],
    [
      'a and b or c',
      [where('email', '=', 'one@x.example'), where('account', '=', 'B-1'), where('name', '=', 'banana', 'OR')],
      ['Banana', 'cherry'],
    ],
    ["the first one's join is ignored", [where('name', '=', 'apple', 'OR')], ['apple']],
    ['contain takes its marks literally', [where('name', 'contain', '50% O')], ['Date 50% off']],
    ['contain with a backslash', [where('name', 'contain', '50\\')], ['Date 50\\ off']],
    ['underscore', [where('account', 'contain', 'c_1')], ['Date 50X off']],
    ['greater', [where('account', '>', 'b-1'), where('account', '<=', 'c_1')], ['Date 50% off', 'Date 50X off']],
  ])('%s', async (_what, query, expected) => {
    expect(await names({ query })).toEqual(expected);
  });

  test('reach into addresses', async () => {
    const { id } = await it.given.relation(caller, { name: 'With address' });
    for (const city of ['Oslo', 'Bergen'])
      await caller.ok(relations.createAddress, { params: { id }, body: { company: 'x', city } });
    expect(await names({ query: [where('city', '=', 'oslo', 'AND', 'addresses')] })).toEqual(['With address']);
    expect(await names({ query: [where('city', '=', 'Paris', 'AND', 'addresses')] })).toEqual([]);
    await it.database.owner('delete from relations where id = $1', [id]);
  });

  test("count days in the company's zone", async () => {
    // Half past five on the second in UTC is still the evening of the first in Los Angeles.
    await it.database.owner(
      "update relations set updated_at = '2026-03-02T05:30:00Z' where client_id = $1 and name = 'apple'",
      [clientId],
    );
    const on = (operator: string, value: string) =>
      names({ query: [where('updated_at', operator, value), where('name', '=', 'apple')] });
    expect(await on('=', '2026-03-01')).toEqual(['apple']);
    expect(await on('=', '2026-03-02')).toEqual([]);
    expect(await on('<=', '2026-03-01')).toEqual(['apple']);
    expect(await on('>', '2026-03-01')).toEqual([]);
    const bad = await caller.call(relations.list, { query: { query: [where('updated_at', '=', '2026-02-31x')] } });
    expect(bad.body.keys).toEqual({ 'query.0.value': ['ConditionValueIsInvalid:updated_at'] });
  });
});

describe('a query that is refused', () => {
  const contain = (count: number) =>
    Array.from({ length: count }, (_, index) => where('name', 'contain', `x${index}`, 'OR'));

  test('has more conditions with contain than five', async () => {
    expect(await names({ query: contain(5) })).toEqual([]);
    const { status, body } = await caller.call(relations.list, { query: { query: contain(6) } });
    expect([status, body.keys]).toEqual([422, { query: ['TooManyContains:5'] }]);
  });

  test.each([
    ['query[20][field]=name&query[20][value]=apple', { 'query.20': ['ConditionIndexIsInvalid:19'] }],
    ['order_by[name]=sideways', { 'order_by.name': ['UnknownSortDirection:sideways'] }],
    ['on_page=0', { on_page: ['PageIsInvalid'] }],
    ['on_page=-1', { on_page: ['PageIsInvalid'] }],
    ['search=a%00b', { search: ['InvalidFormat'] }],
    [`search=${'a'.repeat(201)}`, { search: ['TooLong:200'] }],
  ])('%s', async (query, keys) => {
    const { status, body } = await caller.call(relations.list, { query });
    expect([status, body.keys]).toEqual([422, keys]);
  });
});

describe('search', () => {
  test.each([
    ['50%', ['Date 50% off']],
    ['50\\', ['Date 50\\ off']],
    ['C_1', ['Date 50X off']],
    ['NAN', ['Banana']],
    ['x.exam', ['apple', 'Banana', 'cherry', 'Date 50% off']],
    ['an', []],
    ['ba', ['Banana']],
    ['%', []],
    ['_', []],
    [' da ', ['Date 50% off', 'Date 50\\ off', 'Date 50X off']],
  ])('%j', async (search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });
});

describe('order and pages', () => {
  test('names sort without regard to case, both ways', async () => {
    expect((await names({})).slice(0, 3)).toEqual(['apple', 'Banana', 'cherry']);
    expect((await names({ order_by: { name: 'desc' } })).slice(-3)).toEqual(['cherry', 'Banana', 'apple']);
    expect(await names({ order_by: { email: 'desc', name: 'desc' }, per_page: 2 })).toEqual(['Date 50% off', 'Banana']);
  });

  test('disabled records are shown on request', async () => {
    await it.given.relation(caller, { name: 'Asleep', is_active: 0 });
    expect(await names({})).not.toContain('Asleep');
    expect(await names({ filter_by: { is_active: ['0'] } })).toEqual(['Asleep']);
    expect(await names({ filter_by: { is_active: ['1', '0'] } })).toContain('Asleep');
    expect(await names({ filter_by: { is_active: [], type: ['vendor'] } })).toEqual([]);
  });

  test('a page past the end is empty and still knows the total', async () => {
    const page = await caller.ok(relations.list, { query: { on_page: 9, per_page: 5 } });
    expect(page).toMatchObject({ records: [], on_page: 9, per_page: 5, total: 6 });
  });
});

describe('the spreadsheet', () => {
  test('holds all rows of the query under the headings of the contract', async () => {
    const sheet = await caller.call(relations.list, {
      query: { per_page: 2, search: 'date' },
      headers: { accept: XLSX },
    });
    expect(sheet.headers['content-type']).toBe(XLSX);
    const { headings, rows } = await readSpreadsheet(sheet.bytes, 100);
    expect(headings).toEqual(['ID', 'Type', 'Company', 'Account', 'Email', 'Status', 'Updated at']);
    expect(rows.map((row) => row[2])).toEqual(['Date 50% off', 'Date 50\\ off', 'Date 50X off']);
    expect(sheet.headers['content-disposition']).toMatch(/"relations-\d{4}-\d\d-\d\d\.xlsx"/);
  });

  test('holds moments as dates, by the clock of the company', async () => {
    const query = { per_page: 1, search: 'date' };
    await it.database.owner("update relations set updated_at = '2026-07-01T03:30:00Z' where name like 'Date 50%'");
    const sheet = await caller.call(relations.list, { query, headers: { accept: XLSX } });
    const [, first] = (await readXlsx(sheet.bytes)).sheets[0]?.rows ?? [];
    expect(first?.[6]).toEqual(new Date('2026-06-30T20:30:00Z'));
  });
});

test('every page size is the same prepared statement', async () => {
  // An order that no other test asks for.
  const order_by = { email: 'asc', account: 'asc' } as const;
  for (let size = 1; size <= 40; size++) await caller.ok(relations.list, { query: { per_page: size, order_by } });
  const pool = it.app.pools.app_client;
  const connections = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()));
  const found = await Promise.all(
    connections.map((connection) =>
      connection.query(
        'select statement from pg_prepared_statements where strpos(statement, \'lower("r"."email") asc, lower("r"."account") asc\') > 0',
      ),
    ),
  );
  for (const connection of connections) connection.release();
  expect(new Set(found.flatMap(({ rows }) => rows.map(({ statement }) => statement))).size).toBe(1);
});

describe('many rows', () => {
  test('are counted up to ten thousand, and not paged to beyond a hundred thousand', async () => {
    const many = await it.given.client();
    const { caller: reader } = await it.given.clientUser(many);
    await it.given.manyRelations(many, 10_000, 'Many');
    const exact = await reader.ok(relations.list);
    expect([exact.total, exact.total_is_minimum]).toEqual([10_000, undefined]);
    await it.given.manyRelations(many, 50, 'More');
    const page = await reader.ok(relations.list, { query: { per_page: 100, on_page: 101 } });
    expect([page.total, page.total_is_minimum]).toEqual([10_000, true]);
    expect(page.records.map((row) => row.name).at(-1)).toBe('More 00050');
    const far = await reader.call(relations.list, { query: { per_page: 100, on_page: 1001 } });
    expect([far.status, far.body.keys]).toEqual([422, { on_page: ['PageIsTooFar'] }]);
    expect((await reader.ok(relations.list, { query: { search: 'more 0001' } })).total).toBe(10);
    await it.given.manyRelations(many, 10_000, 'Yet more');
    // A fragment of nearly all rows finds the same as one of few, only by another way.
    const broad = await reader.ok(relations.list, {
      query: { search: 'yet', per_page: 1, order_by: { name: 'desc' } },
    });
    expect([broad.total, broad.total_is_minimum, broad.records[0]?.name]).toEqual([
      10_000,
      undefined,
      'Yet more 10000',
    ]);
    const all = await reader.ok(relations.list, { query: { search: 'or', per_page: 1 } });
    const most = await reader.ok(relations.list, { query: { search: 'ore 0', per_page: 2 } });
    expect([all.total, most.total_is_minimum, most.records.map((row) => row.name)]).toEqual([
      0,
      true,
      ['More 00001', 'More 00002'],
    ]);
    const whole = await reader.call(relations.list, { headers: { accept: XLSX } });
    expect([whole.status, whole.body.keys]).toEqual([422, { per_page: ['TooManyToExport:20000'] }]);
  });
});
