import { request } from 'node:http';
import { api, type OperationGrid, queryOfSaved } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { whileHeld } from '../../../../test/waiting.ts';
import { XLSX } from '../../../platform/http/adapter.ts';
import { allReports } from './all-reports.ts';
import { monthsOf } from './reports/by-month.ts';

const { operationReports } = api;
let it: TestApp;
let main: Caller;
let client: Caller;
let ownId: number;
let period: { from_date: string; to_date: string };

beforeAll(async () => {
  it = await testApp({ listen: true, databaseLimits: { lockMs: 60_000 } });
  main = await it.as('super');
  client = await it.as('client');
  const [own] = await it.database.owner<{ client_id: number; from: string; to: string }>(
    `select client_id, (current_date - 60)::text as from, (current_date - 8)::text as to from users where email = 'client@longshore.test'`,
  );
  ownId = own?.client_id ?? 0;
  period = { from_date: own?.from ?? '', to_date: own?.to ?? '' };
});

const bodyOf = (name: string, more: object = {}) => ({ clientId: ownId, name, ...period, ...more }) as never;
const grid = (name: string, more: object = {}, caller = main) =>
  caller.ok(operationReports.run, { body: bodyOf(name, more) });
/** The cells of a column, by the text of another one. */
const cellsBy = ({ columns, rows }: OperationGrid, by: string, key: string) => {
  const at = (wanted: string) => columns.findIndex((column) => column.key === wanted);
  return Object.fromEntries(rows.map((row) => [row[at(by)], row[at(key)]]));
};
const column = ({ columns, rows }: OperationGrid, key: string) => {
  const at = columns.findIndex((each) => each.key === key);
  return rows.map((row) => row[at]);
};
const zone = '(select timezone from company)';
const before = (day: string) => `at < day_start('${day}'::date, ${zone})`;
const through = (day: string) => `at < day_start('${day}'::date + 1, ${zone})`;

let filters = 0;
const savedFilter = async (page: string, param: object, caller = main) =>
  (await caller.ok(api.records.saveFilter, { body: { name: `Filter ${++filters}`, page, param } as never })).id;

describe('the list', () => {
  test('offers every report to main users and the shorter list to client users, in their language', async () => {
    const ofMain = await main.ok(operationReports.list);
    const ofClient = await client.ok(operationReports.list);
    expect(ofMain).toHaveLength(allReports.length);
    expect(ofMain).toHaveLength(29);
    expect(ofClient.map(({ name }) => name)).toEqual(
      ofMain
        .filter(({ name }) => allReports.find((each) => each.name === name)?.access === 'user')
        .map(({ name }) => name),
    );
    expect(ofClient).toHaveLength(21);
    for (const { title, hint, group_title } of ofMain) expect(title && hint && group_title).toBeTruthy();
    expect(ofMain.find(({ name }) => name === 'expiring-soon')?.criteria).toMatchObject({
      kind: 'days',
      default: '90',
    });
  });

  test('of all reports: each answers rows, an .xlsx and a .csv with the same columns', {
    timeout: 120_000,
  }, async () => {
    const [serial] = await it.database.owner<{ serial: string }>(
      'select serial from serials where client_id = $1 order by id limit 1',
      [ownId],
    );
    const filter = await savedFilter('Order', { filter_by: { type: 'Customer Order' } });
    for (const { name, criteria } of await main.ok(operationReports.list)) {
      const given = { serial: serial?.serial, filter: String(filter) } as Record<string, string | undefined>;
      const more = { text_criteria_1: given[criteria?.kind ?? ''] ?? '' };
      const report = await grid(name, more);
      expect([name, report.columns.length > 3]).toEqual([name, true]);
      if (criteria?.kind === 'serial') expect(report.rows.length).toBeGreaterThan(0);
      for (const row of report.rows) expect(row.length).toBeGreaterThanOrEqual(report.columns.length);
      const sheet = await main.call(operationReports.run, { body: bodyOf(name, { ...more, format: 'excel' }) });
      if (report.rows.length === 0) {
        expect([name, sheet.status, sheet.body.keys]).toEqual([name, 422, { _: ['NoRecordFound'] }]);
        continue;
      }
      expect([name, sheet.status]).toEqual([name, 200]);
      const [first] = (await readXlsx(sheet.bytes)).sheets;
      expect(first?.rows[0]).toEqual(report.columns.map(({ heading }) => heading));
      expect(first?.rows).toHaveLength(report.rows.length + 1);
      const csv = await main.call(operationReports.run, { body: bodyOf(name, { ...more, format: 'csv' }) });
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    }
  });
});

describe('customized', () => {
  const condition = { relation: '', field: 'reference', operator: 'contain', value: '1', join: 'AND' };
  const cases: [string, typeof api.orders.list, object][] = [
    ['Order', api.orders.list, { filter_by: { type: 'Customer Order', status: 'Processed,Open' } }],
    ['Order', api.orders.list, { search: 'REF', order_by: { reference: 'asc' } }],
    ['Order', api.orders.list, { query: [condition], advanced: true }],
    [
      'Shipment',
      api.shipments.list as never,
      { filter_by: { type: 'outbound', status: 'Finished', client_id: 'OWN' } },
    ],
  ];
  test.each(cases)('finds what the list of %s finds, with its columns: %#', async (page, list, given) => {
    const [order] = await it.database.owner<{ prefix: string }>(
      `select left(reference, 4) as prefix from orders where client_id = ${ownId} order by id limit 1`,
    );
    const written = JSON.stringify(given)
      .replace('OWN', String(ownId))
      .replace('REF', order?.prefix ?? '');
    const param = JSON.parse(written);
    const { caller } = await it.given.mainUser(['view_shipments_list'], ownId);
    const id = await savedFilter(page, param, caller);
    const sheet = await caller.call(list, { query: queryOfSaved(param), headers: { accept: XLSX } });
    const [headings, ...rows] = (await readXlsx(sheet.bytes)).sheets[0]?.rows ?? [];
    expect(rows.length).toBeGreaterThan(0);
    const report = await grid('customized', { text_criteria_1: String(id) }, caller);
    expect(report.columns.map(({ heading }) => heading)).toEqual(headings);
    expect(report.rows.map((row) => Number(row[0]))).toEqual(rows.map((row) => row[0]));
    const csv = { text_criteria_1: String(id), format: 'csv' };
    const { bytes } = await caller.call(operationReports.run, { body: bodyOf('customized', csv) });
    expect(bytes.toString().trim().split('\r\n')).toHaveLength(rows.length + 1);
    const [first = []] = report.rows;
    const { link } = report.columns[0] ?? {};
    expect(String(first[link?.at ?? 0])).toMatch(
      page === 'Order'
        ? new RegExp(`^[A-Z][a-z]+-[A-Z][a-z]+/${first[0]}$`)
        : new RegExp(`^outbound/${first[0]}/\\d+$`),
    );
  });

  test('runs only filters of the caller, of lists that the caller may open', async () => {
    const shipments = { filter_by: { type: 'outbound' } };
    const own = await savedFilter('Shipment', shipments);
    const { caller } = await it.given.mainUser([], ownId);
    const others = await savedFilter('Shipment', shipments, caller);
    const refusal = async (text_criteria_1: string, by: Caller, more: object = {}) => {
      const { status, body } = await by.call(operationReports.run, {
        body: bodyOf('customized', { text_criteria_1, ...more }),
      });
      return [status, body.keys];
    };
    expect(await refusal(String(others), main)).toEqual([422, { text_criteria_1: ['ReportFilterIsGone'] }]);
    expect(await refusal(String(others), caller)).toEqual([422, { text_criteria_1: ['ReportFilterIsGone'] }]);
    expect(await refusal('', main)).toEqual([422, { text_criteria_1: ['ReportNeedsFilter'] }]);
    const orders = String(await savedFilter('Order', {}));
    expect(await refusal(orders, main, { clientId: 'all' })).toEqual([422, { clientId: ['ReportNeedsClient'] }]);
    expect((await client.call(operationReports.run, { body: bodyOf('customized') })).status).toBe(403);
    const choices = async (by: Caller) =>
      (await by.ok(operationReports.list)).find(({ name }) => name === 'customized')?.criteria?.choices ?? [];
    expect((await choices(main)).map(({ value }) => Number(value))).toContain(own);
    expect(await choices(caller)).toEqual([]);
    // A filter of all clients, and of one of them.
    const { rows: all } = await grid('customized', { text_criteria_1: String(own), clientId: 'all' });
    const { rows: some } = await grid('customized', { text_criteria_1: String(own) });
    expect(all.length).toBeGreaterThan(some.length);
    expect(some.length).toBeGreaterThan(0);
  });
});

test('favourites are those of the caller, and marking one twice changes nothing', async () => {
  const favourites = async (caller: Caller) =>
    (await caller.ok(operationReports.list)).filter(({ is_favourite }) => is_favourite).map(({ name }) => name);
  for (const caller of [main, client]) {
    const mark = (name: string) => caller.call(operationReports.addFavourite, { params: { name } });
    expect((await mark('movement')).status).toBe(200);
    expect((await mark('movement')).status).toBe(200);
    expect((await mark('nothing')).status).toBe(404);
    expect(await favourites(caller)).toEqual(['movement']);
  }
  expect((await client.call(operationReports.addFavourite, { params: { name: 'unbilled' } })).status).toBe(404);
  await main.ok(operationReports.removeFavourite, { params: { name: 'movement' } });
  expect([await favourites(main), await favourites(client)]).toEqual([[], ['movement']]);
});

describe('figures agree with the ledger', () => {
  const stockBy = async (condition: string) =>
    Object.fromEntries(
      (
        await it.database.owner<{ sku: string; pristine: number; quarantined: number }>(
          `select i.sku, coalesce(sum(m.quantity) filter (where not m.quarantine), 0)::int as pristine,
             coalesce(sum(m.quantity) filter (where m.quarantine), 0)::int as quarantined
           from movements m join inventories i on i.id = m.inventory_id where m.client_id = ${ownId} and m.${condition} group by 1`,
        )
      ).map(({ sku, pristine, quarantined }) => [sku, pristine + quarantined]),
    );

  test('movement closes for every item, and its ends are the stock of those days', async () => {
    const report = await grid('movement');
    const [opening, closing] = [await stockBy(before(period.from_date)), await stockBy(through(period.to_date))];
    const keys = report.columns.map(({ key }) => key);
    for (const row of report.rows) {
      const cells = Object.fromEntries(keys.map((key, at) => [key, row[at]]));
      const between = ['received', 'returned', 'shipped', 'adjusted', 'disposed', 'counted', 'other'];
      const sum = between.reduce((all, key) => all + Number(cells[key]), Number(cells.opening));
      expect([cells.sku, sum]).toEqual([cells.sku, cells.closing]);
      expect([cells.sku, cells.opening, cells.closing]).toEqual([
        cells.sku,
        opening[cells.sku as string] ?? 0,
        closing[cells.sku as string] ?? 0,
      ]);
    }
    expect(report.rows.length).toBeGreaterThan(20);
    expect(report.totals.closing).toBe(Object.values(closing).reduce((all, units) => all + units, 0));
  });

  test('transactions add up to movement, and months to what was received and shipped', async () => {
    const [movement, transactions] = [await grid('movement'), await grid('transactions')];
    expect(transactions.totals.quantity).toBe((movement.totals.closing ?? 0) - (movement.totals.opening ?? 0));
    const received = await grid('receiving-by-period');
    expect(received.totals.total).toBe((movement.totals.received ?? 0) + (movement.totals.returned ?? 0));
    expect((await grid('shipping-by-period')).totals.total).toBe(-(movement.totals.shipped ?? 0));
    const lines = await grid('receiving');
    expect((lines.totals.pristine ?? 0) + (lines.totals.quarantined ?? 0)).toBe(received.totals.total);
  });

  test('stock as of a day, aging and the stock of today agree', async () => {
    const asOf = await grid('inventory-as-of');
    const stock = await stockBy(through(period.to_date));
    expect((asOf.totals.pristine ?? 0) + (asOf.totals.quarantined ?? 0)).toBe(
      Object.values(stock).reduce((all, units) => all + units, 0),
    );
    const aging = await grid('aging');
    expect(Object.fromEntries(Object.entries(cellsBy(aging, 'sku', 'units')).toSorted())).toEqual(
      Object.fromEntries(
        Object.entries(stock)
          .filter(([, units]) => units > 0)
          .toSorted(),
      ),
    );
    const ages = ['age_0_30', 'age_31_60', 'age_61_90', 'age_91_180', 'age_over_180'];
    expect(ages.reduce((all, key) => all + (aging.totals[key] ?? 0), 0)).toBe(aging.totals.units);
    const [now] = await it.database.owner<{ in_stock: number; reserved: number; quarantined: number }>(
      `select sum(in_stock)::int as in_stock, sum(reserved)::int as reserved, sum(quarantined)::int as quarantined
       from item_totals where client_id = ${ownId}`,
    );
    const { totals } = await grid('inventory');
    expect(totals).toMatchObject({ ...now, available: (now?.in_stock ?? 0) - (now?.reserved ?? 0) });
    const places = await grid('inventory-by-location');
    expect(places.totals).toMatchObject({ pristine: now?.in_stock, quarantined: now?.quarantined });
  });
});

test('the past stays the past: a report of a past period is the same after more work', {
  timeout: 120_000,
}, async () => {
  const ofThePast = allReports.filter(({ asks, name }) => asks.dates && name !== 'unbilled').map(({ name }) => name);
  const read = () => Promise.all(ofThePast.map(async (name) => (await grid(name)).rows));
  const first = await read();
  const [row] = await it.database.owner<{ inventory_id: number; lot_id: number | null; license: string }>(
    `select r.inventory_id, r.lot_id, coalesce(l.license, '') as license
     from stock_rows r join inventories i on i.id = r.inventory_id and not i.serial left join licenses l on l.id = r.license_id
     join item_totals t on t.inventory_id = r.inventory_id
     where r.client_id = ${ownId} and not r.quarantine and r.quantity > 5 and t.in_stock - t.reserved > 5 order by r.id limit 1`,
  );
  const body = { inventory_id: row?.inventory_id ?? 0, lotId: row?.lot_id ?? null, license: row?.license ?? '' };
  await main.ok(api.stock.adjust, { body: { ...body, qty: -2, reference: 'Broken' } });
  const [finished] = await it.database.owner<{ id: number }>(
    `select s.id from shipments s where s.client_id = ${ownId} and s.direction = 'outbound' and s.status = 'Finished'
       and s.finished_date >= day_start('${period.from_date}'::date, ${zone}) and s.finished_date < day_start('${period.to_date}'::date, ${zone})
     order by s.id limit 1`,
  );
  await main.ok(api.shipments.voidFinished, { params: { id: finished?.id ?? 0 } });
  expect(await read()).toEqual(first);
});

test('a day is a day of the company, also the one of 25 hours', async () => {
  const [item] = await it.database.owner<{ id: number }>(
    `insert into inventories (client_id, type, sku, name) values (${ownId}, 'Item', 'DST-1', 'Clock') returning id`,
  );
  // In Los Angeles the first of November 2026 began at 07:00 and ended at 08:00 of the next day, in UTC.
  for (const at of ['2026-11-01T06:59:59Z', '2026-11-01T07:00:00Z', '2026-11-02T07:59:59Z', '2026-11-02T08:00:00Z'])
    await it.database.owner(
      `insert into movements (client_id, inventory_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
       values (${ownId}, $1, false, 1, 1, 1, 'adjust', 'Test', $2)`,
      [item?.id, at],
    );
  const day = { from_date: '2026-11-01', to_date: '2026-11-01', params: [item?.id] };
  expect(column(await grid('transactions', day), 'moment')).toEqual([
    '2026-11-01T07:00:00.000Z',
    '2026-11-02T07:59:59.000Z',
  ]);
  const cells = cellsBy(await grid('movement', day), 'sku', 'closing');
  expect([cells['DST-1'], cellsBy(await grid('movement', day), 'sku', 'opening')['DST-1']]).toEqual([3, 1]);
});

test('a period without rows names the nearest one before it that has some', async () => {
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const empty = await grid('transactions', { from_date: ahead(40), to_date: ahead(49) });
  expect(empty.rows).toEqual([]);
  // Ten days, then twenty, then forty: the third of them contains today.
  expect(empty.nearest).toEqual({ from_date: ahead(-30), to_date: ahead(9) });
  expect((await grid('transactions', { ...empty.nearest })).rows.length).toBeGreaterThan(0);
  expect((await grid('transactions', { from_date: '1990-01-01', to_date: '1990-01-31' })).nearest).toBeNull();
  expect((await grid('transactions')).nearest).toBeNull();
  // Ten years are the longest period: one twice as long would have more months than a statement can have columns.
  for (const name of ['transactions', 'receiving-by-period'])
    for (const [from_date, to_date] of [
      ['0001-01-01', '0001-01-31'],
      ['2001-01-01', '2010-12-31'],
    ])
      expect(await grid(name, { from_date, to_date })).toMatchObject({ rows: [], nearest: null });
});

test('a report that nobody waits for ends, with its query', async () => {
  const readers = () =>
    it.database.server(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'longshore app_client' and state = 'active'",
    );
  await whileHeld(it.database, { text: 'lock table movements in access exclusive mode' }, async () => {
    const call = request(`${it.url}/api/v3/reports/operations`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    });
    call.on('error', () => {});
    call.end(JSON.stringify(bodyOf('movement')));
    await eventually(async () => ((await readers()).length === 1 ? true : undefined));
    call.destroy();
    await eventually(async () => ((await readers()).length === 0 ? true : undefined));
  });
});

describe('who may ask for what', () => {
  test('client users are locked to their client, without amounts and without the reports of the staff', async () => {
    const [other] = await it.database.owner<{ id: number }>(
      'select id from clients where id <> $1 order by id limit 1',
      [ownId],
    );
    const own = await grid('inventory', {}, client);
    expect(await grid('inventory', { clientId: other?.id }, client)).toEqual(own);
    expect(await grid('inventory', { clientId: 'all' }, client)).toEqual(own);
    expect((await client.call(operationReports.run, { body: bodyOf('count-variance') })).status).toBe(403);
    for (const { columns } of [own]) expect(columns.filter(({ kind }) => kind === 'money')).toEqual([]);
  });

  test('all clients only where the report offers it', async () => {
    const { rows } = await grid('by-license', { clientId: 'all' });
    expect(
      new Set(column({ ...(await grid('by-license', { clientId: 'all' })), rows }, 'client')).size,
    ).toBeGreaterThan(1);
    const refused = await main.call(operationReports.run, { body: bodyOf('inventory', { clientId: 'all' }) });
    expect([refused.status, refused.body.keys]).toEqual([422, { clientId: ['ReportNeedsClient'] }]);
  });
});

describe('what is missing or wrong is said at its field', () => {
  test.each([
    ['no name', { name: '' }, { name: ['ReportNameIsRequired'] }],
    ['an unknown name', { name: 'nothing' }, { name: ['ReportIsUnknown'] }],
    ['no client', { name: 'inventory', clientId: null }, { clientId: ['ReportNeedsClient'] }],
    ['an unknown client', { name: 'inventory', clientId: 2_000_000_000 }, { clientId: ['ClientIsUnknown'] }],
    ['no start date', { name: 'movement', from_date: '' }, { from_date: ['ReportNeedsDates'] }],
    ['no end date', { name: 'movement', to_date: null }, { to_date: ['ReportNeedsDates'] }],
    ['no day', { name: 'aging', to_date: '' }, { to_date: ['ReportNeedsDate'] }],
    [
      'a reversed period',
      { from_date: '2026-02-01', to_date: '2026-01-01' },
      { to_date: ['PeriodEndsBeforeItBegins'] },
    ],
    ['fifty years', { from_date: '1976-01-01', to_date: '2026-01-01' }, { to_date: ['PeriodIsTooLong:3660'] }],
    ['no serial', { name: 'serial-lookup', text_criteria_1: ' ' }, { text_criteria_1: ['ReportNeedsSerial'] }],
    [
      'a word for days',
      { name: 'expiring-soon', text_criteria_1: 'x' },
      { text_criteria_1: ['DaysAheadAreInvalid:3650'] },
    ],
    ['more than one could', { name: 'movement', params: Array(201).fill(1) }, { params: ['TooManyItems:200'] }],
  ])('%s', async (_, wrong, keys) => {
    const { status, body } = await main.call(operationReports.run, { body: bodyOf('movement', wrong) });
    expect([status, body.keys]).toEqual([422, keys]);
  });
});

test.each([
  ['2026-10-01', '2026-10-31', ['2026-10']],
  ['2025-12-31', '2026-02-01', ['2025-12', '2026-01', '2026-02']],
])('the months from %s to %s', (from, to, months) => {
  expect(monthsOf({ from, to })).toEqual(months);
});
