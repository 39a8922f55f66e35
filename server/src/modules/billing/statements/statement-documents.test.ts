import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { periodChecks } from '../periods/period-checks.ts';

const { billingActivities: activities, billingEntries: entries, billingItems: items } = api;
const { billingPeriods: periods, billingStatements: statements, statementDocuments, company } = api;
let it: TestApp;
let main: Caller;
let clientId: number;
let line: { client_id: number; billing_activity_id: number; reference: string; entries: { billing_item_id: number }[] };

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  await it.database.owner("update billing_accrual set through = '2025-12-31'");
  await it.database.owner(
    `update company set tax_id = 'US-98-7654321', payment_text = E'Wire to 123\\nwithin 30 days'`,
  );
  clientId = await it.given.client('Documented Goods');
  await it.database.owner(
    `update clients set tax_rate = 0.08875, tax_code = 'NY', invoice_prefix = 'DG-', next_inv_num = 7000, due_date = 30,
       invoice_term = 'Net 30' where id = $1`,
    [clientId],
  );
  const { id } = await main.ok(activities.create, { body: { name: 'Work', client_id: clientId } });
  const item = await main.ok(items.create, { body: { name: 'Documented hour' } });
  await main.ok(activities.addItem, { params: { id, itemId: item.id }, body: { rate: '1.07' } });
  line = { client_id: clientId, billing_activity_id: id, reference: 'R', entries: [{ billing_item_id: item.id }] };
});

const at = (month: string) => ({ clientId, month });
const enter = (bill_date: string) => main.ok(entries.create, { body: { ...line, bill_date } });
const close = (month: string) => main.call(periods.close, { params: at(month), body: {} });
const pdfOf = async (month: string, version?: number) => {
  const data = await main.ok(statementDocuments.pdf, { params: at(month), query: version ? { version } : {} });
  const { pages } = readPdf(Buffer.from(data, 'base64'));
  return pages.flatMap(({ text }) => text).join(' ');
};
const broken = () =>
  it.app.open(staffScope, async (tx) => {
    const found: string[] = [];
    for (const check of periodChecks) found.push(...(await check.broken(tx)));
    return found;
  });

describe('closing a month', () => {
  test('makes a document with a number of its own, dates, terms, tax code, tax id and payment text', async () => {
    await enter('2025-01-10');
    const { data } = await close('2025-01');
    expect(data.document).toMatchObject({
      number: 'DG-7000',
      version: 1,
      replaces: '',
      term: 'Net 30',
      tax_code: 'NY',
      tax_id: 'US-98-7654321',
      total: 1.16,
    });
    const { issued_on = '', due_on = '' } = data.document ?? {};
    expect((Date.parse(due_on) - Date.parse(issued_on)) / 86_400_000).toBe(30);
    const text = await pdfOf('2025-01');
    for (const part of ['DG-7000', 'Net 30', 'NY', 'US-98-7654321', 'Wire to 123', '8.875 %', '$1.16'])
      expect(text).toContain(part);
  });

  test('again makes a new version that names the one it replaces; both stay readable', async () => {
    await main.ok(periods.reopen, { params: at('2025-01') });
    expect((await main.ok(statements.get, { params: at('2025-01') })).document).toBeNull();
    await enter('2025-01-11');
    const { data } = await close('2025-01');
    expect(data.document).toMatchObject({ number: 'DG-7001', version: 2, replaces: 'DG-7000', total: 2.33 });
    expect(data.documents.map(({ number }) => number)).toEqual(['DG-7001', 'DG-7000']);
    const first = await main.ok(statements.get, { params: at('2025-01'), query: { version: 1 } });
    expect([first.document?.number, first.total, first.entries]).toEqual(['DG-7000', 1.16, 1]);
    expect(await pdfOf('2025-01', 1)).toContain('$1.16');
    expect(await pdfOf('2025-01')).toContain('DG-7000');
    expect((await main.call(statements.get, { params: at('2025-01'), query: { version: 9 } })).status).toBe(404);
    expect(await broken()).toEqual([]);
  });

  test('that is refused takes no number', async () => {
    await close('2025-01');
    await enter('2025-02-10');
    expect((await close('2025-02')).data.document?.number).toBe('DG-7002');
    expect(await broken()).toEqual([]);
  });

  test('of several clients at once gives each number once', async () => {
    const months = ['2025-03', '2025-04', '2025-05', '2025-06'];
    const closed = await Promise.all(months.map(close));
    const numbers = closed.map(({ data }) => data.document?.number).sort();
    expect(numbers).toEqual(['DG-7003', 'DG-7004', 'DG-7005', 'DG-7006']);
  });

  test('is checked on a live database: a number that is missing is named', async () => {
    await it.database.owner('update clients set next_inv_num = next_inv_num + 1 where id = $1', [clientId]);
    expect(await broken()).toEqual([`client ${clientId}: number 7007 was given 0 times`]);
  });
});

test('what a minimum was charged for says so', async () => {
  await enter('2025-07-10');
  await it.database.owner(
    `update billing_entries set how = '{"minimum": "charge"}' where client_id = $1 and bill_date = '2025-07-10'`,
    [clientId],
  );
  const { lines } = await main.ok(statements.get, { params: at('2025-07') });
  expect(lines).toMatchObject([{ minimums: 1 }]);
  expect(await pdfOf('2025-07')).toContain('Documented hour (minimum)');
});

test.each([
  ['', 'US', [612, 792]],
  ['', 'DE', [595, 842]],
  ['a4', 'US', [595, 842]],
  ['letter', 'DE', [612, 792]],
] as const)('papers have the size "%s" in %s', async (paper_size, home_country_code, size) => {
  const { preferences } = await main.ok(api.session.boot);
  const { name, branding_name, branding } = preferences;
  const saved = await main.ok(company.saveConfig, {
    body: { name, branding_name, branding, paper_size, home_country_code },
  });
  expect(saved.paper_size).toBe(paper_size);
  const data = await main.ok(statementDocuments.pdf, { params: at('2025-01'), query: {} });
  const text = Buffer.from(data, 'base64').toString('latin1');
  const [, width = '', height = ''] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual(size);
});
