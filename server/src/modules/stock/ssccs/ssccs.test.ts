import {
  api,
  makeSscc,
  type PaperName,
  paperEndpoints,
  printedSscc,
  type ScannedForShipment,
} from '@longshore/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Ordering, ordering } from '../../../../test/ordering.ts';
import { readPdf } from '../../../../test/pdf.ts';

const { licenses, locations, records, shipments } = api;
const PREFIX = '9521234';

let it: TestApp;
let boss: Caller;
let given: Ordering;
let item: number;
let made = 0;

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
  given = ordering(it, boss);
  item = (await given.item(10_000)).id;
  await boss.ok(locations.create, { body: { location: 'SSCC-01-1' } });
});

const usePrefix = (prefix: string) => it.database.owner('update company set gs1_prefix = $1', [prefix]);
beforeEach(() => usePrefix(PREFIX));

const makePlate = async (clientId = 1) => {
  const license = `GS-${++made}`;
  const { id } = await boss.ok(licenses.create, { body: { license, client_id: clientId, uom_id: 1 } });
  return { id, license };
};
const query = (ids: readonly number[]) => ids.map((id) => `ids[]=${id}`).join('&');
const printPlates = (ids: readonly number[], headers = {}) =>
  boss.call(licenses.labels, { query: query(ids), headers });
const printCartons = (ids: readonly number[], paper: PaperName = 'labels/ctn') =>
  boss.call(paperEndpoints[paper], { query: query(ids) });
const textOf = ({ status, data, body }: Awaited<ReturnType<typeof printPlates>>) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return readPdf(Buffer.from(data, 'base64')).pages.map(({ text }) => text);
};
interface Given {
  sscc: string;
  license_id: number | null;
  shipment_id: number | null;
  carton: string | null;
}
const ssccsOf = (column: 'license_id' | 'shipment_id', ids: readonly number[]) =>
  it.database.owner<Given>(
    `select sscc, license_id, shipment_id, carton from ssccs where ${column} = any($1) order by array_position($1, ${column}), id`,
    [ids],
  );
const ssccOfPlate = async (id: number) => (await ssccsOf('license_id', [id]))[0]?.sscc ?? '';
const printed = (text: readonly string[] | undefined) => text?.filter((part) => part.startsWith('(00)'));

/** A shipment with these cartons. */
async function packed(numbers: readonly string[], clientId = 1) {
  const goods = clientId === 1 ? item : (await given.item(100, clientId)).id;
  const order = await given.order({ lines: [[goods, numbers.length]], clientId });
  await given.ship(order);
  const [shipment] = await given.shipments(order);
  const [id = 0, lineId = 0] = [shipment?.id, shipment?.lines[0]];
  const containers = numbers.map((number) => ({ id: number, contents: [{ lineId, quantity: 1, expire: null }] }));
  await boss.ok(shipments.pack, { params: { id }, body: { containers } as never });
  return id;
}

describe('the first print', () => {
  test('gives each plate an SSCC, and every further one shows the same', async () => {
    const [one, two] = [await makePlate(), await makePlate(2)];
    const [second, first] = textOf(await printPlates([two.id, one.id]));
    const rows = await ssccsOf('license_id', [two.id, one.id]);
    expect(printed(second)).toEqual([printedSscc(rows[0]?.sscc ?? '')]);
    expect(printed(first)).toEqual([printedSscc(rows[1]?.sscc ?? '')]);
    expect(Number(rows[1]?.sscc.slice(8, 17))).toBe(Number(rows[0]?.sscc.slice(8, 17)) + 1);
    // Our own code stays.
    expect(first?.at(-1)).toMatch(`LSP-${one.license}-`);
    expect(textOf(await printPlates([one.id, two.id]))).toEqual([first, second]);
    expect(await ssccsOf('license_id', [two.id, one.id])).toEqual(rows);
  });

  test('gives one for a plate that is named twice, or printed under a key', async () => {
    const { id } = await makePlate();
    const key = { 'idempotency-key': 'sscc-once' };
    const [pages, again] = [textOf(await printPlates([id, id], key)), textOf(await printPlates([id, id], key))];
    expect(pages).toEqual(again);
    expect(await ssccsOf('license_id', [id])).toHaveLength(1);
  });

  test('gives each carton one, which a new packing keeps', async () => {
    const id = await packed(['AAAAA1', 'AAAAA2']);
    const pages = textOf(await printCartons([id]));
    const rows = await ssccsOf('shipment_id', [id]);
    expect(rows.map(({ carton }) => carton)).toEqual(['AAAAA1', 'AAAAA2']);
    expect(pages.map(printed)).toEqual(rows.map(({ sscc }) => [printedSscc(sscc)]));
    const { containers, shipment_lines: lines } = await boss.ok(shipments.get, { params: { id } });
    expect(containers.map(({ sscc }) => sscc)).toEqual(rows.map(({ sscc }) => sscc));
    const contents = [{ lineId: lines[0]?.id ?? 0, quantity: 2, expire: null }];
    await boss.ok(shipments.pack, { params: { id }, body: { containers: [{ id: 'aaaaa2', contents }] } as never });
    expect(textOf(await printCartons([id])).map(printed)).toEqual([[printedSscc(rows[1]?.sscc ?? '')]]);
    expect(await ssccsOf('shipment_id', [id])).toEqual(rows);
  });

  test('gives those that are not packed one by their place', async () => {
    const order = await given.order({ lines: [[item, 1]] });
    await given.ship(order);
    const id = (await given.shipments(order))[0]?.id ?? 0;
    await it.database.owner('update shipments set carton_count = 2 where id = $1', [id]);
    expect(textOf(await printCartons([id])).flatMap((text) => printed(text) ?? [])).toHaveLength(2);
    expect((await ssccsOf('shipment_id', [id])).map(({ carton }) => carton)).toEqual(['1', '2']);
  });

  test('gives none on other papers', async () => {
    const id = await packed(['BBBBB1']);
    textOf(await printCartons([id], 'packing/carton'));
    expect(await ssccsOf('shipment_id', [id])).toEqual([]);
  });

  test('by several people at once gives one number for each, and none twice', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => it.given.mainUser(['view_license_list'])));
    const plates: number[] = [];
    for (let n = 0; n < 5; n++) plates.push((await makePlate()).id);
    // Each round is a first print of one more plate by everybody.
    for (const [at] of plates.entries()) {
      const ids = query(plates.slice(0, at + 1));
      const answers = await Promise.all(people.map(({ caller }) => caller.call(licenses.labels, { query: ids })));
      for (const answer of answers) textOf(answer);
    }
    const rows = await ssccsOf('license_id', plates);
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map(({ sscc }) => sscc)).size).toBe(5);
  });
});

describe('the prefix', () => {
  test('is empty at first: labels have no SSCC, and none is given', async () => {
    await usePrefix('');
    const [plate, id] = [await makePlate(), await packed(['CCCCC1'])];
    const pages = [...textOf(await printPlates([plate.id])), ...textOf(await printCartons([id]))];
    expect(pages.map(printed)).toEqual([[], []]);
    expect([...(await ssccsOf('license_id', [plate.id])), ...(await ssccsOf('shipment_id', [id]))]).toEqual([]);
  });

  test('can be changed: what was given stays, and the next ones have the new one', async () => {
    const [old, next] = [await makePlate(), await makePlate()];
    await printPlates([old.id]);
    const before = await ssccOfPlate(old.id);
    await usePrefix('95299');
    const [kept] = textOf(await printPlates([old.id, next.id]));
    expect(printed(kept)).toEqual([printedSscc(before)]);
    expect(await ssccOfPlate(old.id)).toBe(before);
    expect(await ssccOfPlate(next.id)).toBe(makeSscc('95299', 0));
    // The first prefix goes on where it was.
    await usePrefix(PREFIX);
    const third = await makePlate();
    await printPlates([third.id]);
    expect(await ssccOfPlate(third.id)).not.toBe(before);
  });

  test('that is used up refuses with words, and nothing is given', async () => {
    const [one, two] = [await makePlate(), await makePlate()];
    await usePrefix('952999999999');
    await it.database.owner("insert into sscc_prefixes (prefix, given) values ('952999999999', 99999)");
    const { status, body } = await printPlates([one.id, two.id]);
    expect([status, body.keys]).toEqual([422, { ids: ['SsccsAreUsedUp:952999999999'] }]);
    expect(await ssccsOf('license_id', [one.id, two.id])).toEqual([]);
    textOf(await printPlates([one.id]));
    expect(await ssccOfPlate(one.id)).toBe(makeSscc('952999999999', 99_999));
    expect((await printPlates([two.id])).status).toBe(422);
  });
});

test('an SSCC of a plate that is deleted is not given again', async () => {
  const plate = await makePlate();
  await printPlates([plate.id]);
  const sscc = await ssccOfPlate(plate.id);
  await boss.ok(licenses.remove, { params: { id: plate.id } });
  expect(await it.database.owner('select license_id from ssccs where sscc = $1', [sscc])).toEqual([
    { license_id: null },
  ]);
  expect(await boss.ok(records.scan, { body: { code: `00${sscc}` } })).toEqual([]);
});

test('a plate that is given to another client keeps its SSCC', async () => {
  const { id, license } = await makePlate();
  await printPlates([id]);
  await boss.ok(licenses.update, { params: { id }, body: { license, client_id: 2, uom_id: 1 } });
  expect(await it.database.owner('select client_id from ssccs where license_id = $1', [id])).toEqual([
    { client_id: 2 },
  ]);
});

describe('a scan', () => {
  const ways: [string, (sscc: string) => string][] = [
    ['as an element string', (sscc) => `00${sscc}`],
    ['as GS1-128', (sscc) => `]C100${sscc}`],
    ['as it is printed', printedSscc],
    ['in parentheses', (sscc) => `(00)${sscc}`],
    ['as a link', (sscc) => `https://labels.example/00/${sscc}`],
    ['as its digits', (sscc) => sscc],
  ];
  test.each(ways)('%s names the plate wherever a plate is named', async (_way, write) => {
    const { id, license } = await makePlate();
    await printPlates([id]);
    const code = write(await ssccOfPlate(id));
    const hits = await boss.ok(records.scan, { body: { code } });
    expect(hits.map(({ kind, title }) => [kind, title])).toEqual([['license', license]]);
    const moved = await boss.ok(licenses.move, { body: { license: code, location: 'SSCC-01-1' } });
    expect(moved.license).toBe(license);
    const palette = await boss.ok(records.search, { body: { search: code } });
    expect(palette.map(({ title }) => title)).toEqual([license]);
    const listed = await boss.ok(licenses.list, { query: { search: code } });
    expect(listed.records.map(({ id: found }) => found)).toEqual([id]);
  });

  test('names the plate while a shipment is fulfilled, and where stock is changed or counted', async () => {
    const { id, license } = await makePlate();
    await printPlates([id]);
    const code = `]C100${await ssccOfPlate(id)}`;
    const order = await given.order({ lines: [[item, 1]] });
    await given.ship(order);
    const shipment = (await given.shipments(order))[0]?.id ?? 0;
    const found = await boss.ok(shipments.findScanned, { params: { id: shipment }, body: { code } });
    expect(found).toEqual([{ kind: 'license', title: license, items: [] }] satisfies Partial<ScannedForShipment>[]);
    const count = await boss.ok(api.counts.create, { body: { client_id: 1, name: 'SSCC' } as never });
    const place = await boss.ok(api.counts.place, { params: { id: count.id }, query: { license: code } as never });
    expect(place.plates).toEqual([{ id, license, sscc: await ssccOfPlate(id) }]);
    await boss.ok(api.stock.adjust, { body: { inventory_id: item, license: code, qty: 4 } as never });
    expect(await it.database.owner('select quantity from stock_rows where license_id = $1', [id])).toEqual([
      { quantity: 4 },
    ]);
  });

  test('of a carton opens its shipment', async () => {
    const id = await packed(['DDDDD1']);
    await printCartons([id]);
    const sscc = (await ssccsOf('shipment_id', [id]))[0]?.sscc ?? '';
    const hits = await boss.ok(records.scan, { body: { code: `https://a.example/x/00/${sscc}` } });
    expect(hits.map((hit) => [hit.kind, hit.id])).toEqual([['shipment', id]]);
    const palette = await boss.ok(records.search, { body: { search: `(00)${sscc}` } });
    expect(palette.map((hit) => hit.id)).toEqual([id]);
  });

  test('resolves for its own client only', async () => {
    const [plate, id] = [await makePlate(), await packed(['EEEEE1'])];
    await printPlates([plate.id]);
    await printCartons([id]);
    const sscc = (await ssccsOf('shipment_id', [id]))[0]?.sscc ?? '';
    const [own, other] = [await it.given.clientUser(1), await it.given.clientUser(2)];
    const found = async (caller: Caller, search: string) =>
      (await caller.ok(records.search, { body: { search } })).map((hit) => hit.id);
    expect(await found(own.caller, `00${sscc}`)).toEqual([id]);
    expect(await found(other.caller, `00${sscc}`)).toEqual([]);
    for (const { caller } of [own, other])
      expect(await caller.ok(records.scan, { body: { code: `00${await ssccOfPlate(plate.id)}` } })).toEqual([]);
    // A plate of another client is not taken for one of the shipment's.
    const theirs = await makePlate(2);
    await printPlates([theirs.id]);
    const body = { code: `00${await ssccOfPlate(theirs.id)}` };
    expect(await boss.ok(shipments.findScanned, { params: { id }, body })).toEqual([]);
  });

  test('of the SSCC of a supplier names the plate that has it as its number', async () => {
    const license = '106141412345678908';
    await boss.ok(licenses.create, { body: { license, client_id: 1, uom_id: 1 } });
    const hits = await boss.ok(records.scan, { body: { code: `https://id.gs1.org/00/${license}` } });
    expect(hits.map(({ title }) => title)).toEqual([license]);
  });

  test.each(['https://id.gs1.org/ARHjKeVQdHOD', 'https://id.gs1.org/00/106141412345678909'])(
    'of a link that cannot be read says so: %s',
    async (code) => {
      const { status, body } = await boss.call(records.scan, { body: { code } });
      expect([status, body.keys]).toEqual([422, { code: ['LinkIsNotRead'] }]);
    },
  );

  test('of a very long link is refused', async () => {
    const code = `https://id.gs1.org/01/09521234543213?x=${'A'.repeat(500)}`;
    expect((await boss.call(records.scan, { body: { code } })).status).toBe(422);
  });
});
