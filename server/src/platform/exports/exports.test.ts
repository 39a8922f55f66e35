import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { api, formatListQuery } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { untilWaiting, whileHeld } from '../../../test/waiting.ts';
import { CSV, XLSX } from '../http/adapter.ts';

const { relations, records } = api;
const slow = { text: 'lock table relations in access exclusive mode' };

let it: TestApp;
let client: Caller;
beforeAll(async () => {
  it = await testApp({ listen: true, databaseLimits: { lockMs: 60_000 } });
  client = await it.as('client');
});

describe('a list as a file', () => {
  const names = ['=1+1', '+1 503', '@cmd', 'a, "quoted" one', ' spaces ', 'two\nlines', '中文 😀', '_x0041_'];

  test('holds every name as it was typed, never as a formula, under bold headings', async () => {
    for (const name of names)
      await it.database.owner("insert into relations (client_id, type, name) values (1, 'customer', $1)", [
        name.startsWith('=') ? name : `zz-file ${name}`,
      ]);
    const sheet = await client.call(relations.list, { headers: { accept: XLSX } });
    expect(Number(sheet.headers['content-length'])).toBe(sheet.bytes.length);
    const workbook = await readXlsx(sheet.bytes, { readStyles: true });
    const [first] = workbook.sheets;
    const texts = first?.rows.flat() ?? [];
    expect(texts).toContain('=1+1');
    expect(texts).toContain('zz-file two\nlines');
    expect(texts).toContain('zz-file 中文 😀');
    const cells = [...(first?.cells?.entries() ?? [])];
    expect(cells.filter(([, cell]) => 'formula' in cell && cell.formula)).toEqual([]);
    expect(first?.cells?.get('0,0')?.style?.font?.bold).toBe(true);
    expect(first?.cells?.get('1,0')?.style?.font?.bold).not.toBe(true);
  });

  test('has its own columns after another list was read on the same connection', async () => {
    for (const { list, heading } of [
      { list: relations.list, heading: 'Company' },
      { list: api.inventories.list, heading: 'SKU' },
      { list: relations.list, heading: 'Company' },
    ]) {
      const { status, bytes } = await client.call(list, { headers: { accept: XLSX } });
      expect([list.path, status]).toEqual([list.path, 200]);
      const { sheets } = await readXlsx(bytes);
      const [headings = [], ...rows] = sheets[0]?.rows ?? [];
      const at = headings.indexOf(heading);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map((row) => row[at]).filter((cell) => typeof cell !== 'string' || cell === '')).toEqual([]);
    }
  });

  test('is CSV for callers that ask for it', async () => {
    const { headers, bytes } = await client.call(relations.list, { headers: { accept: CSV } });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(String(headers['content-disposition'])).toMatch(/filename="relations-\d{4}-\d\d-\d\d\.csv"/);
    const text = bytes.toString();
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text).toMatch(/,'=1\+1,/);
    expect(text).toContain('"zz-file a, ""quoted"" one"');
    expect(text).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\r\n/);
  });
});

/** An export on a connection of its own, which can be broken off. */
function startExport({ token }: Caller) {
  const call = request(`${it.url}/api/v3/relations?${formatListQuery({})}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, accept: XLSX },
  }).end();
  call.on('error', () => {});
  return call;
}

const readers = () =>
  it.database.server(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'longshore app_client' and state = 'active'",
  );

describe('exports', () => {
  test('run one at a time for each client, the others wait, and tell how far they are', async () => {
    const finished = await whileHeld(it.database, slow, async () => {
      const calls = [1, 2, 3].map(() => client.call(relations.list, { headers: { accept: XLSX } }));
      await untilWaiting(it.database, 1, calls);
      expect(await client.ok(records.exports)).toEqual([
        { path: '/relations', state: 'running', rows: 0, total: 0 },
        { path: '/relations', state: 'waiting', rows: 0, total: 0 },
        { path: '/relations', state: 'waiting', rows: 0, total: 0 },
      ]);
      expect(await (await it.as('staff')).ok(records.exports)).toEqual([]);
      expect(await readers()).toHaveLength(1);
      return calls;
    });
    for (const { status } of await Promise.all(finished)) expect(status).toBe(200);
    expect(await client.ok(records.exports)).toEqual([]);
  });

  test('beyond what waits are refused with words', async () => {
    const calls = await whileHeld(it.database, slow, async () => {
      const all = Array.from({ length: 7 }, () => client.call(relations.list, { headers: { accept: XLSX } }));
      const refused = await Promise.race(all);
      expect([refused.status, refused.headers['retry-after'], refused.body.keys]).toEqual([
        503,
        '30',
        { _: ['ExportsAreBusy'] },
      ]);
      return all;
    });
    expect((await Promise.all(calls)).map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(200), 503]);
  });

  test('end with their callers: the query, the place in the queue, and the file', async () => {
    await whileHeld(it.database, slow, async () => {
      const [running, waiting] = [startExport(client), startExport(client)];
      await eventually(async () => ((await client.ok(records.exports)).length === 2 ? true : undefined));
      await eventually(async () => ((await readers()).length === 1 ? true : undefined));
      running.destroy();
      waiting.destroy();
      await eventually(async () => ((await readers()).length === 0 ? true : undefined));
      await eventually(async () => ((await client.ok(records.exports)).length === 0 ? true : undefined));
    });
    // The places are free again.
    const again = startExport(client);
    const [answer] = (await once(again, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
    await once(answer, 'end');
  });
});
