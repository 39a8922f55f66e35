import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { readPdf } from '../../../test/pdf.ts';
import { staffScope } from '../../platform/database/tx.ts';
import { periodChecks } from './periods/period-checks.ts';

const { billingActivities: activities, billingEntries: entries, billingItems: items } = api;
const { billingPeriods: periods, billingStatements: statements } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  await it.database.owner("update billing_accrual set through = '2025-12-31'");
});

/** A client with items of these rates in one activity; each item is entered so many times in a month. */
async function billed(charges: { rate: string; times: number; tax_code?: string; quantity?: string }[], taxRate = '0') {
  const clientId = await it.given.client();
  await it.database.owner('update clients set tax_rate = $2 where id = $1', [clientId, taxRate]);
  const { id } = await main.ok(activities.create, { body: { name: 'Work', client_id: clientId } });
  for (const { rate, times, tax_code = '', quantity = '1' } of charges) {
    const item = await main.ok(items.create, { body: { name: `Item ${clientId} ${rate} ${tax_code}`, tax_code } });
    await main.ok(activities.addItem, { params: { id, itemId: item.id }, body: { rate } });
    const line = { billing_item_id: item.id, quantity };
    await main.ok(entries.create, {
      body: {
        client_id: clientId,
        billing_activity_id: id,
        bill_date: '2025-03-10',
        reference: 'R',
        entries: Array.from({ length: times }, () => line),
      },
    });
  }
  const params = { clientId, month: '2025-03' };
  return {
    clientId,
    read: () => main.ok(statements.get, { params }),
    close: () => main.call(periods.close, { params, body: {} }),
    reopen: () => main.ok(periods.reopen, { params }),
  };
}

const checks = async () =>
  it.app.open(staffScope, async (tx) => (await Promise.all(periodChecks.map(({ broken }) => broken(tx)))).flat());

describe('an entry', () => {
  test('keeps four decimals; only the total is rounded', async () => {
    const { read, close, clientId } = await billed([{ rate: '0.004', times: 100 }]);
    expect(await read()).toMatchObject({ subtotal: 0.4, total: 0.4, lines: [{ amount: 0.4, entries: 100 }] });
    const { records } = await main.ok(entries.list, { query: `filter_by[client_id]=${clientId}` });
    expect(records[0]).toMatchObject({ price: 0.004, total: 0.004 });
    expect((await close()).data).toMatchObject({ subtotal: 0.4, total: 0.4 });
    expect(await checks()).toEqual([]);
  });

  test('of a month that was closed with cents keeps them', async () => {
    const { read, close, clientId } = await billed([{ rate: '0.006', times: 3 }]);
    await close();
    await it.database.owner('update billing_periods set is_exact = false, total = 0.03 where client_id = $1', [
      clientId,
    ]);
    expect(await read()).toMatchObject({ subtotal: 0.03 });
    expect(await checks()).toEqual([]);
  });
});

describe('a line of a statement', () => {
  const paper = async (clientId: number) => {
    const pdf = await main.ok(api.statementDocuments.pdf, { params: { clientId, month: '2025-03' }, query: {} });
    return readPdf(Buffer.from(pdf, 'base64')).pages.flatMap(({ text }) => text);
  };

  test('has the decimals of the currency, on the screen and on paper', async () => {
    const { read, clientId } = await billed([{ rate: '533.358', times: 1 }]);
    expect(await read()).toMatchObject({ subtotal: 533.36, rounding: 0, lines: [{ amount: 533.36 }] });
    const text = await paper(clientId);
    expect(text).toContain('$533.36');
    // The average price is a price, and keeps its decimals.
    expect(text.filter((part) => part === '$533.358')).toHaveLength(1);
    expect(text).not.toContain('Rounding');
  });

  test('adds up to the subtotal, or the difference is printed above it', async () => {
    const charges = [
      { rate: '0.006', times: 1 },
      { rate: '0.0055', times: 1 },
    ];
    const { read, close, reopen, clientId } = await billed(charges);
    const rounded = { subtotal: 0.01, rounding: -0.01, total: 0.01, lines: [{ amount: 0.01 }, { amount: 0.01 }] };
    expect(await read()).toMatchObject(rounded);
    const text = await paper(clientId);
    // Amounts are written before their labels.
    const at = text.indexOf('Rounding');
    expect(text.slice(at - 1, at + 3)).toEqual(['−$0.01', 'Rounding', '$0.01', 'Subtotal']);
    // A document that was stored with exact amounts is printed with rounded ones.
    await close();
    await it.database.owner(
      `update billing_statements set content = jsonb_set(content, '{lines,0,amount}', '0.006') - 'rounding' where client_id = $1`,
      [clientId],
    );
    await reopen();
    const params = { clientId, month: '2025-03' };
    expect(await main.ok(statements.get, { params, query: { version: 1 } })).toMatchObject(rounded);
    expect(await checks()).toEqual([]);
  });
});

describe('tax', () => {
  test('is rounded once from the exact sum, in the statement as in the report', async () => {
    const { read, clientId } = await billed([{ rate: '1.07', times: 1 }], '0.08875');
    expect(await read()).toMatchObject({ subtotal: 1.07, tax: 0.09, total: 1.16, tax_rate: 0.08875 });
    const { data } = await main.call(api.billingReports.run, {
      body: {
        clients: String(clientId),
        name: 'default-billing-with-tax',
        from_date: '2025-03-01',
        to_date: '2025-03-31',
        format: 'pdf',
      },
    });
    const text = readPdf(Buffer.from(data as string, 'base64'))
      .pages.flatMap((page) => page.text)
      .join(' ');
    expect(text).toContain('8.875 %');
    expect(text).toContain('$0.09');
  });

  test('is not charged on items whose tax code says so', async () => {
    const { read, close } = await billed(
      [
        { rate: '10', times: 1, tax_code: 'Tax' },
        { rate: '20', times: 1, tax_code: 'NON' },
        { rate: '30', times: 1 },
      ],
      '0.1',
    );
    expect(await read()).toMatchObject({ subtotal: 60, tax: 4, total: 64 });
    await close();
    await it.database.owner(`update billing_items set tax_code = '' where tax_code = 'NON'`);
    expect(await read()).toMatchObject({ tax: 4 });
  });
});

test.each([
  ['JPY', 1005, 101, 1106],
  ['KWD', 1005.005, 100.5, 1105.505],
])('totals in %s have the decimals of the currency', async (currency, subtotal, tax, total) => {
  const { read } = await billed([{ rate: '1005.0049', times: 1 }], '0.1');
  await it.database.owner('update company set currency = $1', [currency]);
  expect(await read()).toMatchObject({ subtotal, tax, total });
  await it.database.owner("update company set currency = 'USD'");
});

test('entries near the limit can be added up and closed', async () => {
  const huge = { rate: '99999999999', times: 2, quantity: '9999' };
  const { read, close } = await billed([huge], '0.1');
  expect((await read()).subtotal).toBeGreaterThan(1.9e15);
  expect((await close()).status).toBe(200);
  expect(await checks()).toEqual([]);
});

test('the first rate of an item counts from the beginning, a later one from its day', async () => {
  const clientId = await it.given.client();
  const { id } = await main.ok(activities.create, { body: { name: 'From the beginning', client_id: clientId } });
  const item = await main.ok(items.create, { body: { name: 'First rate' } });
  const params = { id, itemId: item.id };
  await main.ok(activities.addItem, { params, body: { rate: '5' } });
  const enter = (bill_date: string) =>
    main.call(entries.create, {
      body: {
        client_id: clientId,
        billing_activity_id: id,
        bill_date,
        reference: 'R',
        entries: [{ billing_item_id: item.id }],
      },
    });
  expect((await enter('2024-01-05')).data).toMatchObject([{ price: 5 }]);
  await main.ok(activities.saveItem, { params, body: { rate: '6' } });
  expect((await enter('2024-01-05')).data).toMatchObject([{ price: 5 }]);
  const other = await main.ok(items.create, { body: { name: 'Rate of a day' } });
  const day = { rate: '5', valid_from: '2024-06-01' };
  await main.ok(activities.addItem, { params: { id, itemId: other.id }, body: day });
  const early = await main.call(entries.create, {
    body: {
      client_id: clientId,
      billing_activity_id: id,
      bill_date: '2024-01-05',
      reference: 'R',
      entries: [{ billing_item_id: other.id }],
    },
  });
  expect(early.body.error_code).toBe(50004);
});
