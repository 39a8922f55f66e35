import { api, BILLING_REPORTS, REPORT_ROWS_MAX, type ReportGrid } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { ordering } from '../../../../test/ordering.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { untilWaiting, whileHeld } from '../../../../test/waiting.ts';

const { billingActivities, billingEntries, billingItems, billingReports, orders, shipmentBilling, shipments } = api;
const { records, statementDocuments } = api;
let it: TestApp;
let main: Caller;
let clientId: number;
let otherId: number;

const JANUARY = { from_date: '2026-01-01', to_date: '2026-01-31' };

const run = (body: object) => main.call(billingReports.run, { body: body as never });
const grid = async (body: object) => (await main.ok(billingReports.run, { body: body as never })) as ReportGrid;
const pdfText = async (body: object) => {
  const { data } = await run({ ...body, format: 'pdf' });
  return readPdf(Buffer.from(data as string, 'base64')).pages.flatMap(({ text }) => text);
};
const sheetsOf = async (body: object) => (await readXlsx((await run(body)).bytes)).sheets;
const column = ({ rows }: ReportGrid, key: string) => rows.map((row) => row[key]);

/** Charges of January with fractions of cents, of two activities and three items, one of them corrected. */
async function enterCharges(client: number, name: string): Promise<void> {
  for (const [activity, item, fields, lines] of [
    [
      'Work',
      'Hours',
      {},
      [
        ['2026-01-05', '0.3333', '3'],
        ['2026-01-31', '46.125', '1.5'],
      ],
    ],
    [
      'Work',
      'Boxes',
      { report_breakdown: 1, uom: 'Carton' },
      [
        ['2026-01-02', '0.125', '1'],
        ['2026-01-03', '0.25', '10'],
      ],
    ],
    ['Storage', 'Insurance', { internal: 1 }, [['2026-01-09', '7.005', '1']]],
  ] as const) {
    const loaded = await main.ok(billingActivities.load, { params: { clientId: client } });
    const { id } =
      loaded.find((each) => each.name === activity) ??
      (await main.ok(billingActivities.create, { body: { name: activity, client_id: client } }));
    const made = await main.ok(billingItems.create, { body: { name: `${name} ${item}`, ...fields } });
    await main.ok(billingActivities.addItem, { params: { id, itemId: made.id }, body: { valid_from: '2020-01-01' } });
    for (const [bill_date, price, quantity] of lines)
      await main.ok(billingEntries.create, {
        body: {
          client_id: client,
          billing_activity_id: id,
          bill_date,
          reference: `=REF ${bill_date}`,
          entries: [{ billing_item_id: made.id, price, quantity }],
        },
      });
    // In another month, which no report of January may count.
    await main.ok(billingEntries.create, {
      body: {
        client_id: client,
        billing_activity_id: id,
        bill_date: '2026-02-01',
        reference: 'later',
        entries: [{ billing_item_id: made.id, price: '1000' }],
      },
    });
  }
}

beforeAll(async () => {
  it = await testApp({ databaseLimits: { lockMs: 60_000 } });
  main = await it.as('super');
  [clientId, otherId] = [await it.given.client('Known Goods'), await it.given.client('长江茶叶有限公司')];
  await it.database.owner("update clients set tax_rate = 0.0725, invoice_prefix = 'KG-' where id = $1", [clientId]);
  await enterCharges(clientId, 'K');
  await enterCharges(otherId, 'Y');
});

// 0.9999 + 69.1875 + 0.125 + 2.5 = 72.8124: only the total is rounded; the internal item is charged to nobody.
const CHARGED = 72.81;

describe('default billing', () => {
  test('lists every entry but those of internal items; its total is the sum of the entries to the cent', async () => {
    const report = await grid({ clients: String(clientId), name: 'default-billing', ...JANUARY });
    expect(report.rows.map(({ activity, item, date, amount }) => [activity, item, date, amount])).toEqual([
      ['Work', 'K Boxes', '2026-01-02', 0.125],
      ['Work', 'K Boxes', '2026-01-03', 2.5],
      ['Work', 'K Hours', '2026-01-05', 0.9999],
      ['Work', 'K Hours', '2026-01-31', 69.1875],
    ]);
    expect(report.totals).toEqual({ amount: CHARGED });
    const [stored] = await it.database.owner<{ sum: string }>(
      "select round(sum(price * quantity), 2)::text as sum from billing_entries e join billing_items i on i.id = e.item_id where client_id = $1 and bill_date < '2026-02-01' and deleted_at is null and not internal",
      [clientId],
    );
    expect(Number(stored?.sum)).toBe(CHARGED);
  });

  test('with the tax of the client, rounded once', async () => {
    const report = await grid({ clients: String(clientId), name: 'default-billing-with-tax', ...JANUARY });
    expect(report.clients).toEqual([
      {
        id: clientId,
        company: 'Known Goods',
        lines: [
          { label: 'Subtotal', amount: 72.81 },
          { label: 'Tax 7.25 %', amount: 5.28 },
          { label: 'Total', amount: 78.09 },
        ],
      },
    ]);
  });

  test('as a document: letterhead, number, groups, sums and page numbers', async () => {
    const text = await pdfText({ clients: String(clientId), name: 'default-billing-with-tax', ...JANUARY });
    expect(text).toEqual(
      expect.arrayContaining([
        'Harrow Street Logistics',
        '3PL default billing with tax',
        'KG-20260101-20260131',
        'Known Goods',
        'Jan 01, 2026 to Jan 31, 2026',
        'Work',
        'K Boxes · Carton',
        'K Boxes · Carton, total',
        '$2.625',
        '$0.3333',
        'Subtotal',
        '$72.81',
        'Tax 7.25 %',
        '$5.28',
        '$78.09',
        'Page 1 of 1',
      ]),
    );
  });

  test('in spreadsheets: a sheet for each client, numbers as numbers, and no formula from a text', async () => {
    const body = { clients: `${otherId},${clientId}`, name: 'default-billing', ...JANUARY };
    const plain = await sheetsOf({ ...body, format: 'excel' });
    expect(plain.map(({ name }) => name)).toEqual(['Known Goods', '长江茶叶有限公司']);
    expect(plain[0]?.rows[0]?.slice(0, 5)).toEqual(['Activity', 'Item', 'UOM', 'Bill date', 'Reference']);
    const amounts = (plain[0]?.rows ?? []).slice(1).map((row) => Number(row[7]));
    expect(amounts.reduce((sum, amount) => sum + Math.round(amount * 10_000), 0)).toBe(728_124);
    expect(plain[0]?.rows[1]?.[4]).toBe('=REF 2026-01-02');
    expect([plain[0]?.rows[0]?.at(-1), plain[0]?.rows[1]?.at(-1)]).toEqual(['Currency', 'USD']);
    const taxed = await sheetsOf({ ...body, name: 'default-billing-with-tax', format: 'excel' });
    expect([taxed.length, taxed[2]?.name, taxed[2]?.rows.slice(0, 4)]).toEqual([
      3,
      'Totals',
      [
        ['Client', 'Line', 'Amount', 'Currency'],
        ['Known Goods', 'Subtotal', 72.81, 'USD'],
        ['Known Goods', 'Tax 7.25 %', 5.28, 'USD'],
        ['Known Goods', 'Total', 78.09, 'USD'],
      ],
    ]);
    const visual = await sheetsOf({ ...body, format: 'excel-visual' });
    expect(visual[0]?.rows[6]?.at(-1)).toBe('Amount (USD)');
    expect(visual[1]?.rows.slice(0, 3).map((row) => row[0])).toEqual([
      '3PL default billing',
      '长江茶叶有限公司',
      'Jan 01, 2026 to Jan 31, 2026',
    ]);
    expect(visual[1]?.rows.at(-1)).toEqual(['Total', null, null, null, null, CHARGED]);
    const cells = [...plain, ...visual].flatMap((sheet) => [...(sheet.cells?.values() ?? [])]);
    expect(cells.filter((cell) => 'formula' in cell && cell.formula)).toEqual([]);
  });

  test('is in the language of the reader; several clients are separate', async () => {
    const { caller } = await it.given.mainUser(['run_billing_report']);
    await it.database.owner("update users set lang = 'ch' where email = $1", [caller.email]);
    const report = (await caller.ok(billingReports.run, {
      body: { clients: `${clientId},${otherId}`, name: 'default-billing', ...JANUARY },
    })) as ReportGrid;
    expect(report.columns.slice(0, 2).map(({ heading }) => heading)).toEqual(['货主', '计费活动']);
    expect([...new Set(column(report, 'client'))]).toEqual(['Known Goods', '长江茶叶有限公司']);
    expect(report.totals.amount).toBe(2 * CHARGED);
  });
});

test('billing by item: sums with their average price, entries where the item says so, internal items apart', async () => {
  const body = { clients: String(clientId), name: 'billing-by-item', ...JANUARY };
  const report = await grid(body);
  expect(report.rows.map((row) => [row.item, row.date, row.quantity, row.average, row.amount, row.internal])).toEqual([
    ['K Boxes', '2026-01-02', 1, 0.125, 0.125, ''],
    ['K Boxes', '2026-01-03', 10, 0.25, 2.5, ''],
    ['K Hours', null, 4.5, 15.5972, 70.1874, ''],
    ['K Insurance', null, 1, 7.005, 7.005, 'Yes'],
  ]);
  // Nobody owes what is internal.
  expect(report.totals).toEqual({ amount: CHARGED });
  const lines = [
    { label: 'Internal items', amount: 7.01 },
    { label: 'Total', amount: CHARGED },
  ];
  expect(report.clients).toMatchObject([{ lines }]);
  const text = await pdfText(body);
  expect(text).toEqual(
    expect.arrayContaining([
      'Charged items, total',
      '$72.8124',
      '$72.81',
      'Internal items',
      'Internal items, total',
      '$7.005',
    ]),
  );
  expect(text).not.toContain('$79.83');
  // A closed month keeps what was internal then, in this report as in the others.
  await it.database.owner(
    `insert into billing_periods (client_id, month, is_exact, internal_items, user_name)
     select $1, '2026-01-01', true, array_agg(id), 'Dana' from billing_items where internal`,
    [clientId],
  );
  await it.database.owner("update billing_items set internal = false where name = 'K Insurance'");
  expect((await grid(body)).clients).toMatchObject([{ lines }]);
  await it.database.owner("update billing_items set internal = true where name = 'K Insurance'");
  await it.database.owner('delete from billing_periods where client_id = $1', [clientId]);
});

test('outbound shipments with their charges, and the units that were shipped', async () => {
  const put = ordering(it, main);
  const shipper = await it.given.client('Shipping Goods');
  const { id: activity } = await main.ok(billingActivities.create, {
    body: { name: 'Out', charge: 'Outbound', client_id: shipper },
  });
  for (const [name, uom, rate] of [
    ['S order', 'Order', '2.4'],
    ['S pick', 'Unit', '0.1555'],
    ['S own cost', 'Order', '9'],
  ] as const) {
    const internal = name === 'S own cost' ? 1 : 0;
    const item = await main.ok(billingItems.create, { body: { name, uom, internal } });
    const params = { id: activity, itemId: item.id };
    await main.ok(billingActivities.addItem, { params, body: { rate, valid_from: '2020-01-01' } });
  }
  const item = await put.item(7, shipper);
  const orderId = await put.order({ clientId: shipper, reference: 'SO-77', lines: [[item.id, 7]] });
  const order = await main.ok(orders.shipFull, { params: { id: orderId } });
  const id = order.shipments[0]?.id ?? 0;
  await main.ok(shipments.fulfilAll, { params: { id }, body: {} });
  const body = { clients: String(shipper), name: 'outbound-report' };
  expect((await grid(body)).rows).toEqual([]);
  const empty = await run({ ...body, format: 'excel' });
  expect([empty.status, empty.body.message]).toEqual([422, 'No record found']);
  const { billing } = await main.ok(shipmentBilling.load, { params: { id } });
  await main.ok(shipmentBilling.charge, { params: { id }, body: billing });
  const report = await grid(body);
  expect(report.rows).toMatchObject([
    { shipment: String(id), reference: 'SO-77', units: 7, amount: 3.4885, charges: 'S order × 1; S pick × 7' },
  ]);
  expect(report.tables).toMatchObject([
    {
      client: 'Shipping Goods',
      title: 'Summary by item',
      rows: expect.arrayContaining([expect.objectContaining({ item: 'S pick', quantity: 7, amount: 1.0885 })]),
    },
  ]);
  const [, summary] = await sheetsOf({ ...body, format: 'excel' });
  expect([summary?.name, summary?.rows.at(-1)]).toEqual([
    'Summary by item',
    ['Shipping Goods', 'S pick', 'Unit', 7, 1.0885, 'USD'],
  ]);
  const text = await pdfText(body);
  expect(text).not.toContain('S own cost');
  expect(text).toEqual(expect.arrayContaining(['Summary by item', 'Shipments', '$2.40', '$1.0885', '$3.49']));
  expect(await pdfText({ ...body, name: 'outbound-report-no-summary' })).not.toContain('Summary by item');
  // Quantities are no document: the grid is answered instead.
  const shipped = (await run({ ...body, name: 'shipping-qty-by-period-excel', format: 'pdf' })).data as ReportGrid;
  expect(shipped.rows).toMatchObject([{ sku: item.sku, quantity: 7 }]);
  expect(shipped.totals).toEqual({ quantity: 7 });
  const inbound = await put.order({
    type: 'Vendor Order',
    clientId: shipper,
    reference: 'VO-77',
    lines: [[item.id, 9]],
  });
  await put.ship(inbound);
  const [receipt] = await put.shipments(inbound);
  await put.fulfil({ shipmentId: receipt?.id ?? 0, lineId: receipt?.lines[0] ?? 0, quantity: 9 });
  const received = await grid({ ...body, name: 'receiving-qty-by-period-excel' });
  expect([received.totals, received.clients[0]?.lines]).toEqual([{ quantity: 9 }, []]);
});

describe('every billing report', () => {
  test.each(BILLING_REPORTS)('%s: the sheets of the clients have the rows and headings of the grid', async (name) => {
    const [demo = 0, second = 0] = (await main.ok(billingReports.clients)).map(({ id }) => id);
    const body = { clients: `${demo},${second},${clientId}`, name, from_date: '2025-01-01', to_date: '2026-12-31' };
    const report = await grid(body);
    expect(report.rows.length).toBeGreaterThan(0);
    const sheets = await sheetsOf({ ...body, format: 'excel' });
    const headings = report.columns.slice(1).map(({ heading }) => heading);
    const hasMoney = report.columns.some(({ kind }) => kind === 'money');
    const companies = [...new Set(column(report, 'client'))];
    expect(sheets.slice(0, companies.length).map((sheet) => [sheet.name, sheet.rows[0]])).toEqual(
      companies.map((company) => [company, [...headings, ...(hasMoney ? ['Currency'] : [])]]),
    );
    const numbers = report.columns.slice(1).filter(({ kind }) => kind === 'number' || kind === 'money');
    for (const { key, heading } of numbers) {
      const at = headings.indexOf(heading);
      const cells = sheets
        .slice(0, companies.length)
        .flatMap((sheet) => sheet.rows.slice(1).map((row) => row[at] ?? null));
      expect([key, cells]).toEqual([key, column(report, key)]);
    }
    const { status } = await run({ ...body, format: 'excel-visual' });
    expect(status).toBe(200);
    const none = { ...body, from_date: '2001-01-01', to_date: '2001-01-31' };
    for (const format of ['excel', 'excel-visual'])
      expect((await run({ ...none, format })).body.keys).toEqual({ _: ['NoRecordFound'] });
    expect((await grid(none)).rows).toEqual([]);
  });

  test('as rows it waits for its turn with the other exports, and tells how far it is', async () => {
    const held = { text: 'lock table billing_entries in access exclusive mode' };
    const body = { clients: String(clientId), name: 'default-billing', ...JANUARY, format: 'excel' };
    const [call] = await whileHeld(it.database, held, async () => {
      const calls = [run(body)];
      await untilWaiting(it.database, 1, calls);
      expect(await main.ok(records.exports)).toEqual([
        { path: '/reports/billing', state: 'running', rows: 0, total: 0 },
      ]);
      return calls;
    });
    const { status, headers } = (await call) ?? {};
    expect([status, headers?.['content-disposition']]).toEqual([
      200,
      expect.stringContaining('default-billing-2026-01-01-2026-01-31.xlsx'),
    ]);
  });

  test('sheets have allowed names, each once, and no formula', async () => {
    const long = 'x'.repeat(40);
    const names = [long, "=cmd & Co's / [x]", "=cmd & Co's / [x]  "];
    const ids = await Promise.all(names.map((name) => it.given.client(name)));
    for (const [at, id] of ids.entries()) await enterCharges(id, `N${at}`);
    const sheets = await sheetsOf({ clients: ids.join(), name: 'default-billing', ...JANUARY, format: 'excel' });
    expect(sheets.map(({ name }) => name)).toEqual(["=cmd & Co's    x", "=cmd & Co's    x (2)", long.slice(0, 31)]);
    const cells = sheets.flatMap((sheet) => [...(sheet.cells?.values() ?? [])]);
    expect(cells.filter((cell) => 'formula' in cell && cell.formula)).toEqual([]);
  });
});

describe('a report is refused', () => {
  test.each([
    ['without clients and a name', {}, { clients: ['BillingReportNeeds'], name: ['BillingReportNeeds'] }],
    [
      'with an empty list',
      { clients: ' , ', name: '' },
      { clients: ['BillingReportNeeds'], name: ['BillingReportNeeds'] },
    ],
    ['with an unknown client', { clients: '1,2000000000', name: 'billing-by-item' }, { clients: ['ClientIsUnknown'] }],
    ['with what is no id', { clients: '1,x', name: 'billing-by-item' }, { clients: ['ClientIsUnknown'] }],
    [
      'with too many clients',
      { clients: Array.from({ length: 201 }, (_, at) => at + 1).join(','), name: 'billing-by-item' },
      { clients: ['TooManyClients:200'] },
    ],
    [
      'when it ends before it begins',
      { clients: '1', name: 'billing-by-item', from_date: '2026-02-01', to_date: '2026-01-31' },
      { to_date: ['PeriodEndsBeforeItBegins'] },
    ],
    [
      'when it ends before its period begins',
      { clients: '1', name: 'billing-by-item', period: 'month', to_date: '2020-01-31' },
      { to_date: ['PeriodEndsBeforeItBegins'] },
    ],
  ])('%s', async (_, body, keys) => {
    const reply = await run(body);
    expect([reply.status, reply.body.keys]).toEqual([422, keys]);
  });

  test('with more rows than its format takes', async () => {
    const many = await it.given.client('Many Entries');
    await it.database.owner(
      `with activity as (insert into billing_activities (client_id, name) values ($1, 'Many') returning id)
       insert into billing_entries (client_id, activity_id, item_id, bill_date, reference, meta_name, price, quantity, created_by)
       select $1, activity.id, (select min(id) from billing_items), '2026-01-15', 'E ' || n, 'Many', 1, 1, 'Test'
       from activity, generate_series(1, $2::int) n`,
      [many, REPORT_ROWS_MAX.pdf + 1],
    );
    const body = { clients: String(many), name: 'default-billing', ...JANUARY };
    const reply = await run({ ...body, format: 'pdf' });
    expect(reply.body.keys).toEqual({ format: [`ReportTooLong:${REPORT_ROWS_MAX.pdf}`] });
  });
});

describe('the statement as a document', () => {
  const params = () => ({ clientId, month: '2026-01' });

  test('has its lines, tax, total and state, and no internal charges', async () => {
    const { caller } = await it.given.mainUser(['view_entry_list']);
    const pdf = await caller.ok(statementDocuments.pdf, { params: params() });
    const text = readPdf(Buffer.from(pdf, 'base64')).pages.flatMap((page) => page.text);
    expect(text).toEqual(
      expect.arrayContaining([
        'Statement',
        'KG-20260101-20260131',
        'Known Goods',
        'Work',
        'K Hours',
        '4.5',
        '$2.63',
        '$70.19',
        'Work, total',
        '$72.82',
        '−$0.01',
        'Rounding',
        '$72.81',
        'Tax 7.25 %',
        '$5.28',
        '$78.09',
        'Not closed yet: amounts may still change.',
      ]),
    );
    expect(text).not.toContain('K Insurance');
    const { bytes } = await caller.call(statementDocuments.excel, { params: params() });
    const { sheets } = await readXlsx(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(['Statement', 'Entries']);
    expect(sheets[1]?.rows.slice(1).map((row) => [row[1], row[7], row[9]])).toEqual([
      ['K Boxes', 0.125, 'USD'],
      ['K Boxes', 2.5, 'USD'],
      ['K Hours', 0.9999, 'USD'],
      ['K Hours', 69.1875, 'USD'],
    ]);
    const { caller: other } = await it.given.mainUser(['run_billing_report']);
    expect((await other.call(statementDocuments.pdf, { params: params() })).status).toBe(403);
    const unknown = { ...params(), clientId: 2_000_000_000 };
    expect((await caller.call(statementDocuments.pdf, { params: unknown })).status).toBe(404);
  });

  test('is as long with thousands of entries', async () => {
    const [many] = await it.database.owner<{ id: number }>("select id from clients where company = 'Many Entries'");
    const month = { clientId: many?.id ?? 0, month: '2026-01' };
    const { pages } = readPdf(Buffer.from(await main.ok(statementDocuments.pdf, { params: month }), 'base64'));
    expect([pages.length, pages[0]?.text.includes('$5,001.00')]).toEqual([1, true]);
  });

  test('of a closed month says that it is final, in the language of the reader', async () => {
    const { caller } = await it.given.mainUser(['view_entry_list']);
    await it.database.owner("update users set lang = 'ch' where email = $1", [caller.email]);
    await it.database.owner(
      "insert into billing_periods (client_id, month, user_name, changed_at) values ($1, '2026-01-01', 'Dana', '2026-02-03T20:00:00Z')",
      [clientId],
    );
    const pdf = await caller.ok(statementDocuments.pdf, { params: params() });
    await it.database.owner('delete from billing_periods where client_id = $1', [clientId]);
    const text = readPdf(Buffer.from(pdf, 'base64')).pages.flatMap((page) => page.text);
    expect(text).toEqual(expect.arrayContaining(['对账单', '已于 2026年02月03日 关账：金额不再变动。']));
  });
});

test('a client that is disabled is still reported', async () => {
  await it.database.owner('update clients set is_active = false where id = $1', [otherId]);
  expect((await grid({ clients: String(otherId), name: 'default-billing', ...JANUARY })).rows).toHaveLength(4);
});
