import { api, IMPORT_ROWS_AT_ONCE } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { drawSpreadsheet } from '../../documents/spreadsheet.ts';

const { licenses, locations, records } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

const make = (location: string) => main.ok(locations.create, { body: { location } });
const plate = (license: string, client_id = 1) => main.ok(licenses.create, { body: { license, client_id, uom_id: 1 } });
const put = (license: string, location: string) => main.ok(licenses.move, { body: { license, location } });

describe('a bin', () => {
  test('has a unique name, ignoring case', async () => {
    const made = await make('Q-02-1');
    const other = await make('Q-02-2');
    const again = await main.call(locations.create, { body: { location: 'q-02-1' } });
    expect([again.status, again.body.error_code, again.body.message]).toEqual([400, 10002, 'Duplicated location']);
    const renamed = await main.call(locations.update, { params: { id: other.id }, body: { location: ' q-02-1' } });
    expect(renamed.body.error_code).toBe(10002);
    await main.ok(locations.update, { params: { id: made.id }, body: { location: 'q-02-1' } });
  });

  test('is not saved over a newer save, and has a history', async () => {
    const made = await make('Q-04-1');
    const form = { location: 'Q-04-1', type: 'S' as const, billing_category: '', updated_at: made.updated_at };
    const save = (body: object) => main.call(locations.update, { params: { id: made.id }, body: { ...form, ...body } });
    const saved = await save({ type: 'P' });
    expect([saved.status, saved.data.type]).toEqual([200, 'P']);
    expect((await save({ billing_category: 'Rack' })).status).toBe(409);
    const same = await save({ type: 'P', updated_at: saved.data.updated_at });
    expect([same.status, same.data.updated_at]).toEqual([200, saved.data.updated_at]);
    const { data } = await main.ok(records.traces, {
      query: { traceable_type: 'Location', traceable_id: made.id },
    });
    expect(data.map(({ subject, array_log }) => [subject, array_log])).toEqual([
      ['Updated', [{ field: 'type', newValue: 'P' }]],
      [
        'Created',
        [
          { field: 'location', newValue: 'Q-04-1' },
          { field: 'type', newValue: 'S' },
          { field: 'capacity_plates', newValue: '0' },
          { field: 'capacity_volume', newValue: '0' },
          { field: 'position', newValue: '0' },
          { field: 'level', newValue: '0' },
        ],
      ],
    ]);
  });

  test('can be deleted only if no plate was ever in it', async () => {
    const [unused, used, next] = [await make('Q-03-1'), await make('Q-03-2'), await make('Q-03-3')];
    expect(await main.ok(locations.remove, { params: { id: unused.id } })).toBe(true);
    expect((await main.call(locations.get, { params: { id: unused.id } })).status).toBe(404);
    await plate('QP-3');
    await put('QP-3', 'Q-03-2');
    const refusedNow = await main.call(locations.remove, { params: { id: used.id } });
    expect([refusedNow.status, refusedNow.body.keys]).toEqual([422, { id: ['LocationIsUsed'] }]);
    await put('QP-3', 'Q-03-3');
    for (const { id } of [used, next]) expect((await main.call(locations.remove, { params: { id } })).status).toBe(422);
  });
});

const sheet = (rows: string[][]) =>
  drawSpreadsheet({
    name: 'Location',
    columns: ['Location', 'Type', 'BillingCategory'].map((heading) => ({ heading })),
    rows,
  });

test('a sheet creates bins and reports existing ones', async () => {
  const file = await sheet([
    ['X-01-1', 'picking', 'Shelf bin'],
    ['X-01-2', '', ''],
    ['x-01-1', 'P', ''],
    ['', 'S', ''],
    ['X-01-3', 'Z', ''],
    ['X-01-4', 'Spare', ''],
  ]);
  const { data } = await main.upload(records.importExcel, { params: { type: 'Location' }, file });
  expect(data.success).toBe(2);
  expect(data.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [4, '', 'Duplicated location'],
    [5, 'Location', 'Location is required'],
    [6, 'Type', 'Choose one of: P, S'],
    [7, 'Type', 'Choose one of: P, S'],
  ]);
  const { records: made } = await main.ok(locations.list, { query: { search: 'X-01' } });
  expect(made.map((row) => [row.location, row.type, row.billing_category])).toEqual([
    ['X-01-1', 'P', 'Shelf bin'],
    ['X-01-2', 'S', ''],
  ]);
});

describe('bins belong to no client', () => {
  /** A main user who works for nobody yet, as on the first day. */
  async function newcomer(): Promise<Caller> {
    const { id, caller } = await it.given.mainUser(['create_location_model', 'put_license_to_location']);
    await it.database.owner('update users set last_working_client = null where id = $1', [id]);
    return caller;
  }

  test('so a user without a working client can import them, and put plates away', async () => {
    const caller = await newcomer();
    const params = { type: 'Location' } as const;
    const headers = { 'idempotency-key': 'first-day' };
    const upload = (file: Uint8Array) => caller.upload(records.importExcel, { params, file, headers });
    const [first, second] = [await sheet([['Y-01-1', '', '']]), await sheet([['Y-01-2', '', '']])];
    const { data } = await upload(first);
    expect(data).toMatchObject({ success: 1, errors: [] });
    // Sent again under its key it is the same import; something else under it is refused.
    expect((await upload(first)).data).toEqual(data);
    expect((await upload(second)).status).toBe(409);
    await plate('YP-1', 2);
    const file = await drawSpreadsheet({
      name: 'PutAway',
      columns: [{ heading: 'License' }, { heading: 'Location' }],
      rows: [['YP-1', 'Y-01-1']],
    });
    const put = await caller.upload(records.importExcel, { params: { type: 'PutAway' }, file });
    expect(put.data).toMatchObject({ success: 1, errors: [] });
    // What belongs to a client still needs one.
    const blank = await caller.call(records.importTemplate, { params: { type: 'Relation' } });
    const relation = await caller.upload(records.importExcel, { params: { type: 'Relation' }, file: blank.bytes });
    expect([relation.status, relation.body.keys]).toEqual([422, { client_id: ['ClientIsRequired'] }]);
  });

  test('and many of them as a job', async () => {
    const caller = await newcomer();
    const rows = Array.from({ length: IMPORT_ROWS_AT_ONCE + 1 }, (_, place) => [`YL-${place}`, 'S', '']);
    const reply = await caller.upload(records.importExcel, { params: { type: 'Location' }, file: await sheet(rows) });
    expect(reply.status).toBe(202);
    const worker = await testApp({ worker: true, database: it.database });
    const run = await eventually(async () => {
      const now = await caller.ok(records.importRun, { params: { id: reply.data.import_id } });
      return now.state === 'done' ? now : undefined;
    });
    await worker.stop();
    expect(run).toMatchObject({ success: rows.length, errors: [] });
  });
});
