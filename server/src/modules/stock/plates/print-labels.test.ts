import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { scan } from '../../../../test/scan.ts';

const { licenses } = api;
let it: TestApp;
let main: Caller;

beforeAll(async () => {
  it = await testApp();
  // Labels with an SSCC have their own tests.
  await it.database.owner("update company set gs1_prefix = ''");
  main = (await it.given.mainUser(['view_license_list', 'create_license_model', 'put_license_to_location'])).caller;
});

const make = async (license: string, client_id = 1) =>
  (await main.ok(licenses.create, { body: { license, client_id, uom_id: 1, length: 48 } })).id;
const query = (ids: readonly unknown[]) => ids.map((id) => `ids[]=${id}`).join('&');
const labels = async (ids: readonly number[], caller = main) => {
  const { status, data } = await caller.call(licenses.labels, { query: query(ids) });
  expect(status).toBe(200);
  return readPdf(Buffer.from(data, 'base64')).pages;
};

describe('labels', () => {
  test('are a PDF in base64, a page for each plate in the requested order, of any client', async () => {
    const [one, two, three] = [await make('LBL-1'), await make('LBL-2', 2), await make('LBL/3-c')];
    const pages = await labels([three, one, two, one]);
    expect(pages.map(({ text }) => text.at(-1))).toEqual(['LBL/3-c', 'LSP-LBL-1-E', 'LSP-LBL-2-C', 'LSP-LBL-1-E']);
    expect(await scan(pages[0]?.bars ?? [], 600)).toEqual(['LBL/3-c']);
    expect(pages[2]?.text[0]).toBe('Northfield Outdoor');
    const single = await main.ok(licenses.labels, { query: `id=${two}` });
    expect(readPdf(Buffer.from(single, 'base64')).pages).toHaveLength(1);
  });

  test('show the plate’s bin, its size in the company’s units, and the date in its time zone', async () => {
    const id = await make('LBL-9');
    await it.database.owner("update licenses set created_at = '2026-03-02T05:30:00Z' where id = $1", [id]);
    expect((await labels([id]))[0]?.text).toEqual(
      expect.arrayContaining(['No location', '48 × 1 × 1 cm', '1 kg', 'Mar 01, 2026']),
    );
    const [bin] = await it.database.owner<{ location: string }>('select location from locations order by id limit 1');
    await main.ok(licenses.move, { body: { license: 'LBL-9', location: bin?.location ?? '' } });
    expect((await labels([id]))[0]?.text).toContain(bin?.location);
  });

  test("are in the user's language", async () => {
    const { id, caller } = await it.given.mainUser(['view_license_list']);
    await it.database.owner("update users set lang = 'ch' where id = $1", [id]);
    expect((await labels([await make('LBL-10')], caller))[0]?.text).toContain('无库位');
  });

  test('are limited to between one and a hundred', async () => {
    const id = await make('LBL-11');
    expect(await labels(Array.from({ length: 100 }, () => id))).toHaveLength(100);
    const refused = async (text: string) => {
      const { status, body } = await main.call(licenses.labels, { query: text });
      return [status, body.keys];
    };
    expect(await refused(query(Array.from({ length: 101 }, () => id)))).toEqual([422, { ids: ['TooManyToPrint:100'] }]);
    expect(await refused('')).toEqual([422, { ids: ['NothingToPrint'] }]);
  });

  test.each(['2147483647', '99999999999', '0', '-1', 'abc', ''])(
    'of a plate that is not there (%s) are a 404',
    async (id) => {
      const known = await make(`LBL-404-${id}`);
      expect((await main.call(licenses.labels, { query: query([known, id]) })).status).toBe(404);
    },
  );

  test('need the permission to list plates', async () => {
    const id = await make('LBL-12');
    const { caller: other } = await it.given.mainUser(['create_license_model']);
    for (const caller of [await it.as('client'), other])
      expect((await caller.call(licenses.labels, { query: query([id]) })).status).toBe(403);
  });

  test('of numbers that Code 128 cannot encode have no barcode, and say so', async () => {
    const [page] = await labels([await make('托盘-0001')]);
    expect(page?.bars).toEqual([]);
    expect(page?.text.join(' ')).toContain('Code 128 cannot hold this number');
  });
});
