import { api, errorCatalogue, type ImportRun, sentence } from '@longshore/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { repeated, STRINGS, workbookOf } from '../../../test/workbooks.ts';
import { type Cell, drawSpreadsheet, readSpreadsheet } from '../../documents/spreadsheet.ts';

const { records, relations } = api;
const params = { type: 'Relation' } as const;
let it: TestApp;
let client: Caller;
beforeAll(async () => {
  it = await testApp();
  client = await it.as('client');
});

/** A sheet with these rows, each by heading. */
function sheet(rows: Record<string, Cell>[], headings = [...new Set(rows.flatMap(Object.keys))]): Promise<Uint8Array> {
  return drawSpreadsheet({
    name: 'Relations',
    columns: headings.map((heading) => ({ heading })),
    rows: rows.map((row) => headings.map((heading) => row[heading] ?? '')),
  });
}
const rowsNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ Type: 'customer', Company: `${prefix} ${index}` }));
const upload = (
  file: Uint8Array,
  as = client,
  more: { headers?: Record<string, string>; fields?: Record<string, string> } = {},
) => as.upload(records.importExcel, { params, file, ...more });
const named = (prefix: string) =>
  it.database.owner<{ id: number; client_id: number; name: string; phone: string; account: string }>(
    "select id, client_id, name, phone, account from relations where name like $1 || '%' order by id",
    [prefix],
  );

test('the result tells new records from updated ones and links to them', async () => {
  const rows = rowsNamed('Linked', 2);
  await upload(await sheet(rows.slice(0, 1)));
  const { data } = await upload(await sheet(rows));
  const [first, second] = await named('Linked');
  expect(data).toMatchObject({ success: 2, created: 1 });
  expect(data.records).toEqual([
    { row: 2, title: 'Linked 0', path: `/relations/customer/${first?.id}/action/view`, is_new: false },
    { row: 3, title: 'Linked 1', path: `/relations/customer/${second?.id}/action/view`, is_new: true },
  ]);
});

describe('the template', () => {
  test('can be downloaded, filled and uploaded', async () => {
    const blank = await client.call(records.importTemplate, { params });
    expect(blank.headers['content-disposition']).toContain('Relation.xlsx');
    const { headings, rows, sheetCount } = await readSpreadsheet(blank.bytes, 100);
    expect([sheetCount, rows.length, headings.length]).toEqual([1, 0, 28]);
    // The example is among the notes, where nobody imports it.
    const unchanged = await upload(blank.bytes);
    expect(unchanged.data).toMatchObject({ state: 'done', rows: 0, success: 0, errors: [] });
    const notes = (await readXlsx(blank.bytes)).sheets[1]?.rows ?? [];
    const example = Object.fromEntries(notes.map(([heading, , shown]) => [String(heading), String(shown ?? '')]));
    expect(example.Phone).toBe('+1 503 555 0148');
    const filled = await upload(await sheet([{ ...example, Company: 'Filled In', AddressType: 'Shipping' }], headings));
    expect(filled.data).toMatchObject({ success: 1, errors: [] });
    const [row] = await named('Filled In');
    expect(row).toMatchObject({ client_id: 1, phone: '+1 503 555 0148', account: 'HLM-0042' });
    const saved = await client.ok(relations.get, { params: { id: row?.id ?? 0 } });
    expect(saved).toMatchObject({ default_tax_rate: 0.13, default_term: 'Net 30', default_courier: 1 });
    expect(saved.addresses).toMatchObject([
      { type: 'Shipping', company: 'Filled In', street1: '418 Harvest Ln', country_code: 'US' },
    ]);
  });

  test.each([
    ['Relation', 28],
    ['Inventory', 22],
    ['InventoryUom', 9],
    ['Location', 9],
    ['PutAway', 2],
    ['CountSheet', 12],
  ] as const)('%s explains each column in the reader’s language', async (type, columns) => {
    const notes = async (as: Caller) => {
      const { bytes } = await as.call(records.importTemplate, { params: { type } });
      expect((await readSpreadsheet(bytes, 100)).sheetCount).toBe(1);
      const { sheets } = await readXlsx(bytes);
      return { names: sheets.map(({ name }) => name), rows: (sheets[1]?.rows ?? []).map((row) => row.map(String)) };
    };
    const english = await notes(await it.as('viewer'));
    const reader = await it.signIn('liwei@northfield.test');
    await it.database.owner("update users set lang = 'ch' where email = $1", [reader.email]);
    const chinese = await notes(reader);
    expect([english.names, chinese.names]).toEqual([
      [type, 'Notes'],
      [type, '说明'],
    ]);
    expect([english.rows.length, chinese.rows.length]).toEqual([columns + 1, columns + 1]);
    expect(english.rows.flat().filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
    for (const [, note = ''] of chinese.rows) expect(note).toMatch(/\p{Script=Han}/u);
    // What the file is read by is the same in every language.
    const headings = (rows: string[][]) => rows.slice(1).map(([heading]) => heading);
    expect(headings(chinese.rows)).toEqual(headings(english.rows));
  });

  test('of a kind nobody imports is not there', async () => {
    const params = { type: 'Nothing' as 'Relation' };
    expect((await client.call(records.importTemplate, { params })).status).toBe(404);
    const file = await sheet(rowsNamed('x', 1));
    expect((await client.upload(records.importExcel, { params, file })).status).toBe(404);
  });
});

describe('rows', () => {
  const mixed: Record<string, Cell>[] = [
    { Type: 'customer', Company: 'Mixed good', Email: 'a@b.example', TaxRate: 0.05, Status: 0 },
    { Type: 'friend', Company: 'Mixed bad type', Email: '' },
    { Type: 'vendor', Company: '', Email: 'nobody' },
    {},
    { Type: 'Vendor', Company: 'Mixed courier', Courier: 'Pigeon' },
    { Type: 'vendor', Company: 'Mixed term', PaymentTerm: 'Net 999' },
    { Type: 'vendor', Company: 'Mixed last', CountryCode: 'ca', City: 'Toronto' },
  ];
  let run: ImportRun;

  test('good ones are saved, bad ones reported by sheet row and column', async () => {
    const reply = await upload(await sheet(mixed));
    run = reply.data;
    expect(reply.status).toBe(200);
    expect(run).toMatchObject({ state: 'done', rows: 7, done: 7, success: 2 });
    expect(run.errors).toEqual([
      {
        row: 3,
        column: 'Type',
        value: 'friend',
        message: 'Choose one of: customer, vendor',
        key: 'NotAChoice:customer, vendor',
      },
      { row: 4, column: 'Company', value: '', message: 'Company name is required', key: 'CompanyNameIsRequired' },
      { row: 4, column: 'Email', value: 'nobody', message: 'Email address is invalid', key: 'EmailIsInvalid' },
      {
        row: 6,
        column: 'Courier',
        value: 'Pigeon',
        message: 'Incorrect courier supplied. Check its name in the list of couriers.',
        key: 'CourierIsMisnamed',
      },
      { row: 7, column: 'PaymentTerm', value: 'Net 999', message: 'No such payment term', key: 'TermIsUnknown' },
    ]);
    expect((await named('Mixed')).map((row) => row.name)).toEqual(['Mixed good', 'Mixed last']);
    const [good] = await named('Mixed good');
    expect(await client.ok(relations.get, { params: { id: good?.id ?? 0 } })).toMatchObject({
      is_active: 0,
      default_tax_rate: 0.05,
    });
  });

  test('that failed can be downloaded with a Problem column, corrected and uploaded', async () => {
    const failed = await client.call(records.importFailed, { params: { id: run.import_id } });
    const { headings, rows } = await readSpreadsheet(failed.bytes, 100);
    expect(headings.at(-1)).toBe('Problem');
    expect(rows.map((row) => [row[1], row.at(-1)])).toEqual([
      ['Mixed bad type', 'Type: Choose one of: customer, vendor'],
      ['', 'Company: Company name is required; Email: Email address is invalid'],
      ['Mixed courier', 'Courier: Incorrect courier supplied. Check its name in the list of couriers.'],
      ['Mixed term', 'PaymentTerm: No such payment term'],
    ]);
    const again = await upload(failed.bytes);
    expect(again.data).toMatchObject({ rows: 4, success: 0 });
    const twice = await client.call(records.importFailed, { params: { id: again.data.import_id } });
    expect((await readSpreadsheet(twice.bytes, 100)).headings).toEqual(headings);
  });

  test('are stored by key and downloaded in the reader’s language', async () => {
    const [stored] = await it.database.owner<{ problems: { reason: string }[] }>(
      'select problems from imports where id = $1',
      [run.import_id],
    );
    expect(stored?.problems.map(({ reason }) => reason)).toEqual(run.errors.map(({ key }) => key));
    const owner = '(select user_id from imports where id = $1)';
    await it.database.owner(`update users set lang = 'ch' where id = ${owner}`, [run.import_id]);
    const failed = await client.call(records.importFailed, { params: { id: run.import_id } });
    await it.database.owner(`update users set lang = 'en' where id = ${owner}`, [run.import_id]);
    const { rows } = await readSpreadsheet(failed.bytes, 100);
    expect(rows[1]?.at(-1)).toBe('Company：请输入公司名称; Email：邮箱地址无效');
  });

  test('of an older release keep the sentence they were stored with', async () => {
    const { data } = await upload(await sheet([{ Type: 'friend', Company: 'Older' }]));
    const problem = { row: 2, column: 'Type', value: 'friend', message: 'Choose one of: friend, foe' };
    await it.database.owner("update imports set problems = $2, state = 'failed', reason = 'It rained' where id = $1", [
      data.import_id,
      JSON.stringify([problem]),
    ]);
    const read = await client.ok(records.importRun, { params: { id: data.import_id } });
    expect(read).toMatchObject({ errors: [{ ...problem, key: '' }], reason: 'It rained', reason_key: '' });
    const failed = await client.call(records.importFailed, { params: { id: data.import_id } });
    expect((await readSpreadsheet(failed.bytes, 100)).rows[0]?.at(-1)).toBe('Type: Choose one of: friend, foe');
  });

  test('keep their columns when somebody has put the Problem column before them', async () => {
    const moved = await drawSpreadsheet({
      name: 'Relation',
      columns: [{ heading: 'Problem' }, { heading: 'Type' }, { heading: 'Company' }],
      rows: [['as it was', 'nobody', 'Moved column']],
    });
    const { data } = await upload(moved);
    const failed = await client.call(records.importFailed, { params: { id: data.import_id } });
    const { headings, rows } = await readSpreadsheet(failed.bytes, 100);
    expect(headings).toEqual(['Type', 'Company', 'Problem']);
    expect(rows).toEqual([['nobody', 'Moved column', 'Type: Choose one of: customer, vendor']]);
  });

  test('of a known name are updated, not doubled', async () => {
    await upload(await sheet([{ Type: 'customer', Company: 'Known', Account: 'K-1', City: 'Oslo' }]));
    await upload(
      await sheet([{ Type: 'customer', Company: 'KNOWN', Account: 'K-2', City: 'Bergen', AddressCompany: 'known' }]),
    );
    const [row, ...more] = await it.database.owner<{ id: number; account: string }>(
      "select id, account from relations where lower(name) = 'known'",
    );
    expect([row?.account, more]).toEqual(['K-2', []]);
    const { addresses } = await client.ok(relations.get, { params: { id: row?.id ?? 0 } });
    expect(addresses.map((address) => address.city)).toEqual(['Bergen']);
    for (let turn = 0; turn < 2; turn++) await it.given.relation(client, { name: 'Double' });
    const { data } = await upload(await sheet([{ Type: 'customer', Company: 'Double' }]));
    expect(data.errors).toMatchObject([
      { row: 2, column: 'Company', message: '2 relations have this name; save this one by hand.' },
    ]);
  });

  test('keep what the sheet has no column for; an empty cell of one that it has empties', async () => {
    const terms = { Account: 'K-9', Phone: '1', TaxRate: 0.2, ShippingPayment: 'collect' };
    const place = { City: 'Oslo', Street1: 'Gate 1', Contact: 'Ada', AddressPhone: '22' };
    await upload(await sheet([{ Type: 'customer', Company: 'Keeps', ...terms, ...place }]));
    const { data } = await upload(
      await sheet([{ Type: 'customer', Company: 'Keeps', Account: '', Email: 'new@keeps.test', City: 'Bergen' }]),
    );
    expect(data.errors).toEqual([]);
    const [kept] = await named('Keeps');
    const { addresses, ...relation } = await client.ok(relations.get, { params: { id: kept?.id ?? 0 } });
    expect(relation).toMatchObject({
      account: '',
      phone: '1',
      email: 'new@keeps.test',
      default_tax_rate: 0.2,
      default_shipping_payment: 'collect',
    });
    expect(addresses).toMatchObject([{ city: 'Bergen', street1: 'Gate 1', contact: 'Ada', phone: '22' }]);
  });

  test('a text that begins like a formula comes back as it was', async () => {
    await upload(await sheet([{ Type: 'customer', Company: '=SUM(A1)', Account: '-7', Phone: "'quoted" }]));
    expect(await named('=SUM')).toMatchObject([{ name: '=SUM(A1)', account: '-7', phone: "'quoted" }]);
  });

  test('headings may differ in case and spaces, and come in any order', async () => {
    const { data } = await upload(
      await sheet([{ company: 'Loose', 'TAX rate': 0.1, ' type ': 'vendor', Unknown: 'x' }]),
    );
    expect(data).toMatchObject({ success: 1, errors: [] });
  });

  test("land with the caller's own client, or the one a main user names", async () => {
    const staff = await it.as('staff');
    await upload(await sheet(rowsNamed('Whose A', 1)), client, { fields: { client_id: '2' } });
    await upload(await sheet(rowsNamed('Whose B', 1)), staff, { fields: { client_id: '2' } });
    await upload(await sheet(rowsNamed('Whose C', 1)), staff);
    expect((await named('Whose')).map((row) => row.client_id)).toEqual([1, 2, 1]);
    const unknown = await upload(await sheet(rowsNamed('Whose D', 1)), staff, { fields: { client_id: '999999' } });
    expect([unknown.status, unknown.body.keys]).toEqual([422, { client_id: ['ClientIsRequired'] }]);
  });
});

describe('files', () => {
  test.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a sheet without our headings', undefined],
  ])('%s is 10005', async (_what, bytes) => {
    const { status, body } = await upload(bytes ?? (await sheet([{ Wrong: 'x' }])));
    expect([status, body.error_code]).toEqual([400, 10005]);
    // With the reason, for every language.
    const reason = bytes ? 'FileIsNotXlsx' : 'FirstRowHoldsHeadings:Type';
    expect(body.keys).toEqual({ _: [reason] });
    expect(body.message).toBe(`${errorCatalogue[10005]}: ${sentence(reason)}`);
  });

  test('two sheets are 11001', async () => {
    const two = await writeXlsx({ sheets: ['A', 'B'].map((name) => ({ name, rows: [['Type', 'Company']] })) });
    const { status, body } = await upload(two);
    expect([status, body.error_code]).toEqual([400, 11001]);
  });

  test('more than 20 MiB is 413', async () => {
    expect((await upload(Buffer.alloc(21 * 1024 * 1024))).status).toBe(413);
  });

  test('one that unpacks to 199 MB is refused while the server goes on answering', async () => {
    const bomb = workbookOf({ [STRINGS]: repeated('<sst>', '<si><t>a</t></si>', '</sst>', 199 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const [{ status, body }, ...answers] = await Promise.all([
      upload(bomb),
      ...Array.from({ length: 20 }, () => client.call(relations.list)),
    ]);
    expect([status, body.error_code, body.keys]).toEqual([400, 10005, { _: ['FileUnpacksTooLarge:40'] }]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  test('many at once are read one after the other, and what one user sends beyond is 503', async () => {
    const file = await sheet([{ Wrong: 'x' }]);
    const replies = await Promise.all(Array.from({ length: 12 }, () => upload(file)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400, 503]));
    expect(replies.find(({ status }) => status === 503)?.headers['retry-after']).toBe('10');
    expect((await upload(file)).status).toBe(400);
  });
});

test("an import is its uploader's: nobody else sees how far it is or its rows", async () => {
  const { data } = await upload(await sheet([{ Type: 'x', Company: 'Secret' }]));
  const id = { params: { id: data.import_id } };
  expect(await client.ok(records.importRun, id)).toEqual(data);
  for (const who of [await it.as('viewer'), await it.as('super'), await it.signIn('liwei@northfield.test')])
    for (const line of [records.importRun, records.importFailed]) expect((await who.call(line, id)).status).toBe(404);
});

describe('the same upload twice under one Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'import-key' };
  test('is one import', async () => {
    const file = await sheet([...rowsNamed('Keyed', 3), { Type: 'x', Company: 'Bad' }]);
    const first = await upload(file, client, { headers });
    const second = await upload(file, client, { headers });
    expect(second.data).toEqual(first.data);
    expect(second.data).toMatchObject({ success: 3, rows: 4 });
    expect(await named('Keyed')).toHaveLength(3);
    const traces = await it.database.owner("select from traces where changes::text like '%Keyed %'");
    expect(traces).toHaveLength(3);
  });
  test('is 409 with another file, which is not imported', async () => {
    const { status } = await upload(await sheet(rowsNamed('Other file', 1)), client, { headers });
    expect(status).toBe(409);
    expect(await named('Other file')).toEqual([]);
  });
  test('is 409 with another file of the same rows', async () => {
    const drawn = (name: string) => drawSpreadsheet({ name, columns: [{ heading: 'Type' }], rows: [['customer']] });
    const key = { headers: { 'idempotency-key': 'same rows' } };
    // Drawn once: the file names the second in which it was drawn.
    const one = await drawn('One');
    expect((await upload(one, client, key)).status).toBe(200);
    expect((await upload(one, client, key)).status).toBe(200);
    expect((await upload(await drawn('Other'), client, key)).status).toBe(409);
  });
});

describe('a large file', () => {
  const finished = (id: number) =>
    eventually(async () => {
      const run = await client.ok(records.importRun, { params: { id } });
      return run.state === 'done' ? run : undefined;
    });

  test('is answered 202, worked off as a job after a crash from where it stopped, and never twice', async () => {
    const file = await sheet([...rowsNamed('Large', 600), { Type: 'x', Company: 'Large bad' }]);
    const { status, data } = await upload(file);
    expect(status).toBe(202);
    expect(data).toMatchObject({ state: 'running', rows: 601, done: 0, success: 0 });
    // A worker died after 400 rows: they are saved and passed in the same transactions.
    await it.database.owner(
      "insert into relations (client_id, type, name) select 1, 'customer', 'Large ' || n from generate_series(0, 399) n",
    );
    await it.database.owner('update imports set next_row = 400, success = 400 where id = $1', [data.import_id]);
    expect(await client.ok(records.importRun, { params: { id: data.import_id } })).toMatchObject({
      done: 400,
      state: 'running',
    });
    // The event comes twice, so that two jobs race for the rows.
    const again =
      "insert into events (kind, client_id, subject_id, payload) select kind, client_id, subject_id, payload from events where kind = 'import.started' order by id desc limit 1";
    const jobsDone = (count: number) =>
      eventually(async () => {
        const runs = await it.database.owner("select from job_runs where task = 'import' and job_id not like 'demo %'");
        return runs.length === count ? true : undefined;
      });
    await it.database.owner(again);
    const worker = await testApp({ worker: true, database: it.database });
    const run = await finished(data.import_id);
    expect(run).toMatchObject({ rows: 601, done: 601, success: 600, errors: [{ row: 602, column: 'Type' }] });
    await jobsDone(2);
    await it.database.owner(again);
    await jobsDone(3);
    expect(await named('Large ')).toHaveLength(600);
    expect(await client.ok(records.importRun, { params: { id: data.import_id } })).toEqual(run);
    await worker.stop();
  });
});
