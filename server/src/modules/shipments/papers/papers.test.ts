import { api, PAPERS, type PaperName, paperEndpoints, shipmentCode } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Ordering, ordering } from '../../../../test/ordering.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { png } from '../../../../test/pictures.ts';
import { httpReceiver } from '../../../../test/receivers.ts';
import { readCodes } from '../../../../test/scan.ts';
import { folderStorage } from '../../../platform/files/folder.ts';
import { tidyPrintsJob } from './print-jobs.ts';

const { papers } = api;
let it: TestApp;
let boss: Caller;
let given: Ordering;
let item: number;

beforeAll(async () => {
  it = await testApp({ worker: true, allowPrivateWebhooks: true });
  boss = await it.as('super');
  given = ordering(it, boss);
  item = (await given.item(100_000)).id;
});

const query = (ids: readonly unknown[]) => ids.map((id) => `ids[]=${id}`).join('&');
const print = (name: PaperName, ids: readonly unknown[], caller = boss, headers = {}) =>
  caller.call(paperEndpoints[name], { query: query(ids), headers });
const pagesOf = async (name: PaperName, ids: readonly unknown[], caller = boss) => {
  const { status, data, body } = await print(name, ids, caller);
  expect(status, JSON.stringify(body)).toBe(200);
  return readPdf(Buffer.from(data, 'base64')).pages;
};

/** A shipment of a new order. */
async function shipment(fields: Partial<Parameters<Ordering['order']>[0]> = {}): Promise<number> {
  const order = await given.order({ lines: [[item, 2]], ...fields });
  await given.ship(order);
  return (await given.shipments(order))[0]?.id ?? 0;
}
const shipments = async (count: number, fields = {}) => {
  const made: number[] = [];
  for (let n = 0; n < count; n++) made.push(await shipment(fields));
  return made;
};
const rowsOf = (ids: readonly number[]) =>
  it.database.owner<{ print_count: number; invoice_number: string; invoice_sequence: number; bol_number: string }>(
    `select print_count, invoice_number, invoice_sequence, bol_number::text from shipments where id = any($1) order by array_position($1, id)`,
    [ids],
  );
const printsOf = async (id: number) => (await rowsOf([id]))[0]?.print_count;

describe('a print', () => {
  test('is a PDF of each shipment in the requested order; it counts once per shipment, and opens it by a scan', async () => {
    const [one = 0, two = 0] = await shipments(2);
    const pages = await pagesOf('regular', [two, one, two]);
    expect(pages).toHaveLength(3);
    expect(await readCodes(pages[1] ?? { bars: [] }, 203)).toContain(`Code128 ${shipmentCode(one)}`);
    expect((await rowsOf([one, two])).map(({ print_count }) => print_count)).toEqual([1, 1]);
    for (const name of PAPERS) await pagesOf(name, [one]);
    expect(await printsOf(one)).toBe(1 + PAPERS.length);
    const [touched] = await it.database.owner(
      "select from events where kind = 'shipment.touched' and subject_id = $1",
      [one],
    );
    expect(touched).toBeDefined();
  });

  test('repeated under its key counts once and draws the same again', async () => {
    const id = await shipment();
    const key = { 'idempotency-key': 'print-once' };
    const [first, again] = [await print('invoice', [id], boss, key), await print('invoice', [id], boss, key)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(readPdf(Buffer.from(again.data, 'base64')).pages).toHaveLength(1);
    expect(await printsOf(id)).toBe(1);
  });

  test('of one that is voided or unknown prints none of them', async () => {
    const [good = 0, voided = 0] = await shipments(2);
    await given.voided(voided);
    for (const bad of [voided, 2147483647, 'abc'])
      expect((await print('regular', [good, bad])).body.error_code).toBe(40001);
    expect(await printsOf(good)).toBe(0);
  });

  test('of an inbound shipment has no labels, packing slips and invoices, and takes no number', async () => {
    const inbound = await shipment({ type: 'Vendor Order' });
    const refused = ['labels/ctn', 'packing', 'packing/carton', 'packing/kit-only', 'invoice', 'custom_ci'];
    for (const name of PAPERS) {
      const { status, body } = await print(name, [inbound]);
      expect([name, status === 200 ? undefined : body.error_code]).toEqual([
        name,
        refused.includes(name) ? 40006 : undefined,
      ]);
    }
    expect(await rowsOf([inbound])).toMatchObject([{ invoice_sequence: null, bol_number: null, print_count: 4 }]);
  });

  test('is for those who may see shipments, in their language', async () => {
    const id = await shipment();
    const { caller: other } = await it.given.mainUser([]);
    for (const caller of [await it.as('client'), other])
      expect((await print('regular', [id], caller)).status).toBe(403);
    const { id: userId, caller } = await it.given.mainUser(['view_shipment_model']);
    await it.database.owner("update users set lang = 'ch' where id = $1", [userId]);
    expect((await pagesOf('regular', [id], caller))[0]?.text).toContain('拣货单');
  });
});

test('carton labels of a shipment with too many cartons are refused, and nothing is counted', async () => {
  const [id = 0, other = 0] = await shipments(2);
  const counted = (cartons: number, ids: readonly number[]) =>
    it.database.owner('update shipments set carton_count = $1 where id = any($2)', [cartons, ids]);
  const job = (ids: number[]) => boss.call(papers.printMany, { body: { paper: 'labels/ctn', ids } });
  await counted(5001, [id]);
  for (const { status, body } of [await print('labels/ctn', [other, id]), await job([other, id])])
    expect([status, body.keys]).toEqual([422, { ids: [`TooManyLabels:${id}\t5001\t5000`] }]);
  // Each of them fits; together they would be too large a document.
  await counted(2501, [id, other]);
  expect((await print('labels/ctn', [id, other])).body.keys).toEqual({ ids: ['TooManyCartonsInAll:5002\t5000'] });
  const many = await shipments(5);
  await counted(4001, many);
  expect((await job(many)).body.keys).toEqual({ ids: ['TooManyCartonsInAll:20005\t20000'] });
  expect((await rowsOf([id, other])).map(({ print_count }) => print_count)).toEqual([0, 0]);
  expect(await pagesOf('packing', [id])).toHaveLength(1);
});

describe('numbers', () => {
  test('of invoices are given once, in order and without gaps, however many print at the same time', async () => {
    const [mine, theirs] = [
      await shipments(6),
      await shipments(2, { clientId: 2, lines: [[(await given.item(9, 2)).id, 1]] }),
    ];
    await it.database.owner("update clients set invoice_prefix = 'KT-', next_inv_num = 5000 where id = 1");
    const sets = [
      mine.slice(0, 4),
      mine.slice(2, 6),
      [...theirs, ...mine.slice(1, 3)],
      mine.slice(3),
      [...mine].reverse(),
    ];
    const replies = await Promise.all(sets.map((ids) => print('invoice', ids)));
    expect(replies.map(({ status }) => status)).toEqual(sets.map(() => 200));
    const numbers = (await rowsOf(mine)).map(({ invoice_sequence }) => invoice_sequence).sort();
    expect(numbers).toEqual([5000, 5001, 5002, 5003, 5004, 5005]);
    const before = await rowsOf(mine);
    await print('invoice', mine);
    expect((await rowsOf(mine)).map(({ invoice_number }) => invoice_number)).toEqual(
      before.map(({ invoice_number }) => invoice_number),
    );
    const [client] = await it.database.owner('select next_inv_num from clients where id = 1');
    expect(client).toEqual({ next_inv_num: 5006 });
    const [page] = await pagesOf('invoice', [mine[0]]);
    expect(page?.text).toContain(before[0]?.invoice_number);
  });

  test('of bills of lading continue from the company’s base, and only rise', async () => {
    const ids = await shipments(5);
    await it.database.owner('update company set bol_base = 700000');
    await Promise.all([
      print('report', ids.slice(0, 2)),
      print('report', ids.slice(1, 3)),
      print('report', ids.slice(0, 3)),
    ]);
    const given = (await rowsOf(ids)).map(({ bol_number }) => bol_number);
    expect(given.slice(0, 3).sort()).toEqual(['700000', '700001', '700002']);
    await it.database.owner('update company set bol_base = 10');
    await print('report', [ids[3]]);
    await it.database.owner('update company set bol_base = 800000');
    await print('report', [ids[4]]);
    expect((await rowsOf(ids.slice(3))).map(({ bol_number }) => bol_number)).toEqual(['700003', '800000']);
  });
});

test('a packing slip has the order’s note and the relation’s, each once, and a kit by its own name', async () => {
  const cup = await given.item(9);
  const kit = await given.kit([
    [item, 2],
    [cup.id, 1],
  ]);
  const id = await shipment({ lines: [[kit.id, 3]] });
  const note = (text: string, isPrinted: boolean, own: string) =>
    it.database.owner(
      `with o as (update orders set print_note = $3 where id = (select order_id from shipments where id = $4) returning relation_id)
       update relations r set default_instruction = $1, print_instruction = $2 from o where r.id = o.relation_id`,
      [text, isPrinted, own, id],
    );
  const notes = async () =>
    (await pagesOf('packing/kit-only', [id]))[0]?.text.filter((text) => /^(Keep|Handle )/.test(text));
  await note('Keep dry', true, 'Handle with care');
  expect(await notes()).toEqual(['Handle with care', 'Keep dry']);
  await note('Keep dry', true, 'Keep dry');
  expect(await notes()).toEqual(['Keep dry']);
  await note('Keep dry', false, '');
  expect(await notes()).toEqual([]);
  const [page] = await pagesOf('packing/kit-only', [id]);
  expect(page?.text.join('|')).toContain(`${kit.sku}|${kit.name}|3|`);
  const orderId = await given.order({ lines: [[kit.id, 3]] });
  await given.shipPart(orderId, [6, 0]);
  const [part] = await given.shipments(orderId);
  const [partly] = await pagesOf('packing/kit-only', [part?.id ?? 0]);
  expect(partly?.text.join('|')).not.toContain(`${kit.sku}|${kit.name}|`);
});

test('the Incoterm is chosen with its place until the shipment is finished, and printed', async () => {
  const id = await shipment();
  const set = (body: object, of = id) =>
    boss.call(api.shipments.setIncoterm, { params: { id: of }, body: body as never });
  const refusals = await Promise.all([
    set({ incoterm: 'DAP' }),
    set({ incoterm: 'DAT', incoterm_place: 'Toronto' }),
    set({ incoterm: 'FOB', incoterm_place: 'x'.repeat(121) }),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(
    (await set({ incoterm: 'FOB', incoterm_place: 'Oakland' }, await shipment({ type: 'Vendor Order' }))).body,
  ).toMatchObject({ error_code: 40006 });
  expect((await set({ incoterm: 'DAP', incoterm_place: ' Toronto ' })).data).toMatchObject({
    incoterm: 'DAP',
    incoterm_place: 'Toronto',
  });
  const [page] = await pagesOf('custom_ci', [id]);
  expect(page?.text).toContain('DAP Toronto');
  const { data: traces } = await boss.ok(api.records.traces, {
    query: { traceable_type: 'Shipment', traceable_id: id },
  });
  expect(traces[0]?.array_log).toEqual([
    expect.objectContaining({ field: 'incoterm', newValue: 'DAP' }),
    expect.objectContaining({ field: 'incoterm_place', newValue: 'Toronto' }),
  ]);
  expect((await set({ incoterm: '', incoterm_place: 'Toronto' })).data).toMatchObject({ incoterm_place: '' });
  await it.database.owner("update shipments set status = 'Finished', finished_date = now() where id = $1", [id]);
  expect((await set({ incoterm: 'DAP', incoterm_place: 'Toronto' })).body.error_code).toBe(40005);
});

test('the client’s logo is drawn from the stored copy; when it could not be fetched, the name stands for it', async () => {
  const receiver = await httpReceiver();
  const id = await shipment();
  const params = { id: 1 };
  const saved = await boss.ok(api.clients.get, { params });
  const withLogo = async (logo_uri: string) => {
    const { company, detail } = await boss.ok(api.clients.get, { params });
    await boss.ok(api.clients.update, { params, body: { company, detail: { ...detail, logo_uri } } });
    await eventually(async () => {
      const client = await boss.ok(api.clients.get, { params });
      return client.logo_picture || client.logo_problem || undefined;
    });
    const [page] = await pagesOf('packing', [id]);
    return [page?.hasPicture, page?.text.includes(saved.company)];
  };
  receiver.answer = (response) => response.end(png(300, 100));
  expect(await withLogo(`${receiver.url}/logo.png`)).toEqual([true, false]);
  expect(await withLogo(`${receiver.url}/logo.png`)).toEqual([true, false]);
  expect(receiver.got).toHaveLength(1);
  receiver.answer = (response) => response.end('<svg onload="alert(1)"/>'.padEnd(99));
  expect(await withLogo(`${receiver.url}/other.svg`)).toEqual([false, true]);
  expect((await boss.ok(api.clients.get, { params })).logo_problem).toBe('PictureIsUnreadable');
  await receiver.close();
  expect(await withLogo(`${receiver.url}/gone.png`)).toEqual([false, true]);
  const { company, detail } = await boss.ok(api.clients.get, { params });
  await boss.ok(api.clients.update, { params, body: { company, detail: { ...detail, logo_uri: '' } } });
});

describe('a print job', () => {
  const show = (id: number, caller = boss) => caller.call(papers.printJob, { params: { id } });
  const finished = (id: number) =>
    eventually(async () => {
      const { data } = await show(id);
      return data.status === 'running' ? undefined : data;
    });

  test('that is refused while it draws says why', async () => {
    const [id = 0, other = 0] = await shipments(2);
    await it.database.owner("update company set gs1_prefix = '952999999999'");
    await it.database.owner("insert into sscc_prefixes (prefix, given) values ('952999999999', 99999)");
    const job = await boss.ok(papers.printMany, { body: { paper: 'labels/ctn', ids: [id, other] } });
    expect(await finished(job.id)).toMatchObject({ status: 'failed', problem_key: 'SsccsAreUsedUp:952999999999' });
    await it.database.owner("update company set gs1_prefix = '9521234'");
  });

  /** Starts a job, as a request did, with the payload of its event. */
  const start = (id: number) =>
    it.database.owner(
      `insert into events (kind, subject_id, payload)
       select 'print.requested', id, json_build_object('user_id', user_id) from print_jobs where id = $1`,
      [id],
    );
  const queue = async (ids: readonly number[]) => {
    const [job] = await it.database.owner<{ id: number }>(
      `insert into print_jobs (user_id, paper, shipment_ids, path)
       select id, 'regular', $1, 'prints/' || gen_random_uuid() || '.pdf' from users where email = $2 returning id`,
      [ids, boss.email],
    );
    await start(job?.id ?? 0);
    return job?.id ?? 0;
  };

  test('draws many in the background; its document is its owner’s, and is gone after a day', async () => {
    const ids = await shipments(3);
    const job = await boss.ok(papers.printMany, { body: { paper: 'labels/mobile', ids } });
    expect(job).toMatchObject({ status: 'running', total: 3, done: 0, url: '' });
    expect((await show(job.id, (await it.given.mainUser(['view_shipment_model'])).caller)).status).toBe(404);
    const done = await finished(job.id);
    expect(done).toMatchObject({ status: 'done', done: 3, problem: '' });
    const file = await it.http.inject({ url: done.url });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(readPdf(file.rawPayload).pages).toHaveLength(3);
    expect((await rowsOf(ids)).every(({ print_count }) => print_count === 1)).toBe(true);
    // The process was killed after it had counted: the job runs again, and counts nothing.
    await it.database.owner("update print_jobs set status = 'running', done = 0 where id = $1", [job.id]);
    await start(job.id);
    await finished(job.id);
    expect((await rowsOf(ids)).every(({ print_count }) => print_count === 1)).toBe(true);
    const tidy = () =>
      tidyPrintsJob({ storage: folderStorage(it.filesDir) })(
        { open: it.app.open, log: it.http.log as never },
        {},
        { number: 1, isLast: false },
      );
    await tidy();
    expect((await show(job.id)).status).toBe(200);
    await it.database.owner("update print_jobs set created_at = now() - interval '25 hours' where id = $1", [job.id]);
    await tidy();
    expect((await show(job.id)).status).toBe(404);
    expect((await it.http.inject({ url: done.url })).statusCode).toBe(404);
  });

  test('of carton labels counts labels, whatever was typed as the number of cartons', async () => {
    const [packed = 0, loose = 0] = await shipments(2);
    const { shipment_lines: lines } = await boss.ok(api.shipments.get, { params: { id: packed } });
    const contents = [{ lineId: lines[0]?.id ?? 0, quantity: 1 }];
    await boss.ok(api.shipments.pack, { params: { id: packed }, body: { containers: [{ contents }, { contents }] } });
    await it.database.owner('update shipments set carton_count = 150 where id = any($1)', [[packed, loose]]);
    const job = await boss.ok(papers.printMany, { body: { paper: 'labels/ctn', ids: [packed, loose] } });
    expect(job).toMatchObject({ total: 152, done: 0 });
    const seen = new Set<number>();
    const done = await eventually(async () => {
      const { data } = await show(job.id);
      seen.add(data.done);
      return data.status === 'running' ? undefined : data;
    });
    expect(done).toMatchObject({ status: 'done', done: 152, total: 152 });
    expect([...seen].every((labels) => [0, 100, 152].includes(labels))).toBe(true);
    const file = await it.http.inject({ url: done.url });
    expect(readPdf(file.rawPayload).pages).toHaveLength(152);
  });

  test('of packing slips by carton counts cartons, and one that is not packed is one', async () => {
    const [packed = 0, loose = 0] = await shipments(2);
    const { shipment_lines: lines } = await boss.ok(api.shipments.get, { params: { id: packed } });
    const contents = [{ lineId: lines[0]?.id ?? 0, quantity: 1 }];
    await boss.ok(api.shipments.pack, { params: { id: packed }, body: { containers: [{ contents }, { contents }] } });
    await it.database.owner('update shipments set carton_count = 150 where id = $1', [loose]);
    const job = await boss.ok(papers.printMany, { body: { paper: 'packing/carton', ids: [packed, loose] } });
    expect(job).toMatchObject({ total: 3, done: 0 });
    expect(await finished(job.id)).toMatchObject({ status: 'done', done: 3, total: 3 });
  });

  test('is refused as a print is, leaves out what was voided meanwhile, and fails when nothing is left', async () => {
    const [one = 0, two = 0] = await shipments(2);
    const ask = (ids: number[], paper: PaperName = 'regular') => boss.call(papers.printMany, { body: { paper, ids } });
    expect((await ask([one, 2147483647])).body.error_code).toBe(40001);
    expect((await ask([await shipment({ type: 'Vendor Order' })], 'packing')).body.error_code).toBe(40006);
    expect((await ask([])).status).toBe(422);
    // Voided before its turn came.
    await given.voided(two);
    expect(await finished(await queue([one, two]))).toMatchObject({ status: 'done', total: 2 });
    expect((await rowsOf([one, two])).map(({ print_count }) => print_count)).toEqual([1, 0]);
    expect(await finished(await queue([two]))).toMatchObject({
      status: 'failed',
      url: '',
      problem: 'All of these shipments were voided meanwhile',
    });
  });
});

test('a commercial invoice says beforehand which lines lack what', async () => {
  const bare = await given.item(50);
  const half = await given.item(50);
  const full = await given.item(50);
  const set = (id: number, fields: string) => it.database.owner(`update inventories set ${fields} where id = $1`, [id]);
  await set(bare.id, `custom_value = 0, hs_code = '', origin = ''`);
  await set(half.id, `custom_value = 2.5, hs_code = ' ', origin = 'Peru'`);
  await set(full.id, `custom_value = 0.01, hs_code = '0901', origin = 'Peru'`);
  const id = await shipment({
    lines: [
      [half.id, 1],
      [full.id, 1],
      [bare.id, 2],
    ],
  });
  const complete = await shipment({ lines: [[full.id, 1]] });
  const ask = (ids: number[], caller = boss) => caller.ok(papers.customsGaps, { body: { ids } });
  expect(await ask([id, complete])).toEqual({
    total: 2,
    lines: [
      {
        shipment_id: id,
        pt_number: expect.any(String),
        inventory_id: half.id,
        sku: half.sku,
        name: expect.any(String),
        missing: ['hs_code'],
      },
      expect.objectContaining({ sku: bare.sku, missing: ['value', 'hs_code', 'origin'] }),
    ],
  });
  expect(await ask([complete])).toEqual({ total: 0, lines: [] });
  // What is asked about is what is printed as missing, and asking counts no print.
  const [page] = await pagesOf('custom_ci', [id]);
  expect(page?.text.filter((text) => text === 'Missing')).toHaveLength(4);
  expect(await printsOf(complete)).toBe(0);
});
