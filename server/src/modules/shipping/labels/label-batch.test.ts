import { api, type LabelBatch } from '@longshore/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { type LabelDesk, labelDesk } from '../../../../test/labelling.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';

const { labels } = api;
const SHIPMENTS = 200;
const PATIENCE_MS = 200_000;
let it: TestApp;
let sandbox: Sandbox;
let boss: Caller;
let desk: LabelDesk;

beforeAll(async () => {
  sandbox = await startSandbox();
  it = await testApp({
    worker: true,
    partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
  desk = await labelDesk(it, boss, sandbox);
}, 120_000);
afterAll(() => sandbox.stop());

/** Copies of a packed shipment: packing two hundred by hand is not what is tested. */
async function copies(id: number, count: number): Promise<number[]> {
  const rows = await it.database.owner<{ id: number }>(
    `insert into shipments (client_id, order_id, direction, status, ship_date, cancel_date, pt_sequence, pt_number, packed,
       carton_count, courier_id, shipping_addr, billing_addr, order_type, reference, po)
     select client_id, order_id, direction, status, ship_date, cancel_date, 900000 + n, 'B' || n, packed, carton_count, courier_id,
       shipping_addr, billing_addr, order_type, 'BATCH-' || n, po
     from shipments cross join generate_series(1, $2) n where id = $1 order by n returning id`,
    [id, count],
  );
  const ids = rows.map((row) => row.id);
  await it.database.owner(
    `insert into containers (client_id, shipment_id, position, number, own_number, length, width, height, weight)
     select c.client_id, s, c.position, c.number, c.own_number, c.length, c.width, c.height, c.weight
     from containers c cross join unnest($2::int[]) s where c.shipment_id = $1`,
    [id, ids],
  );
  return ids;
}

/** The partner's limit is kept by another test: here it would be waited for. */
const withoutLimit = () =>
  it.database.owner("update call_allowances set calls = 100 where name like 'partner shippo%' and calls < 50", []);

const ended = (id: number, onLook: (batch: LabelBatch) => void = () => {}) =>
  eventually(async () => {
    await withoutLimit();
    const batch = await boss.ok(labels.batch, { params: { id } });
    onLook(batch);
    return batch.state === 'done' ? batch : undefined;
  }, PATIENCE_MS);

test('of 200 shipments buys all but two, says why, prints one file, and a second press buys the two', async () => {
  const { id } = await desk.packed();
  const ids = await copies(id, SHIPMENTS);
  const [lost, unmapped] = [ids[7] ?? 0, ids[90] ?? 0];
  const zip = (value: string) =>
    it.database.owner(
      `update shipments set shipping_addr = jsonb_set(shipping_addr, '{postal_code}', $2::jsonb) where id = $1`,
      [lost, JSON.stringify(value)],
    );
  await zip('99999');
  const [{ courier_id } = { courier_id: 0 }] = await it.database.owner<{ courier_id: number }>(
    'select courier_id from shipments where id = $1',
    [unmapped],
  );
  await it.database.owner('update shipments set courier_id = 1 where id = $1', [unmapped]);
  sandbox.clearCalls();
  const asked = await boss.ok(labels.buyMany, { body: { ids } });
  expect(asked).toMatchObject({ state: 'waiting', total: SHIPMENTS, ended: 0, bought: 0 });
  const seen = new Set<number>();
  const batch = await ended(asked.id, (each) => seen.add(each.ended));
  expect(seen.size).toBeGreaterThan(3);
  expect(batch).toMatchObject({ ended: SHIPMENTS, bought: SHIPMENTS - 2, failed: 2 });
  const failures = batch.shipments.filter(({ state }) => state === 'failed');
  expect(failures.map(({ shipment_id }) => shipment_id)).toEqual([lost, unmapped]);
  expect(failures[0]?.problem).toContain('postal code is not known');
  expect(failures[1]?.problem_key).toContain('CourierHasNoLabels');
  expect(desk.sent()).toBe(SHIPMENTS - 1);
  const file = await it.http.inject({ method: 'GET', url: batch.label_url });
  expect(file.headers['content-type']).toBe('application/pdf');
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const pages = (await PDFDocument.load(file.rawPayload)).getPages();
  expect(pages).toHaveLength(SHIPMENTS - 2);
  expect(pages.every((page) => page.getWidth() === 288 && page.getHeight() === 432)).toBe(true);
  await boss.ok(labels.batchPrinted, { params: { id: asked.id } });
  const marked = await Promise.all([ids[0], lost].map((id = 0) => boss.ok(labels.get, { params: { id } })));
  expect(marked.map(({ labels }) => labels.every(({ printed_at }) => printed_at))).toEqual([true, false]);
  expect(marked.every(({ labels }) => labels.length > 0)).toBe(true);

  await zip('02110');
  await it.database.owner('update shipments set courier_id = $2 where id = $1', [unmapped, courier_id]);
  sandbox.clearCalls();
  const again = await ended((await boss.ok(labels.buyMany, { body: { ids } })).id);
  expect(again).toMatchObject({ bought: 2, failed: 0, ended: SHIPMENTS });
  expect(again.shipments.filter(({ state }) => state === 'skipped')).toHaveLength(SHIPMENTS - 2);
  expect(desk.sent()).toBe(2);
}, 400_000);

test('of a shipment or by a number that does not exist is refused', async () => {
  const unknown = await boss.call(labels.buyMany, { body: { ids: [999_999] } });
  expect(unknown.body.error_code).toBe(40001);
  for (const call of [labels.batch, labels.batchPrinted])
    expect((await boss.call(call, { params: { id: 999_999 } })).body.error_code).toBe(40005);
});

test('stops for a user who may not buy any more, and says so', async () => {
  const { id } = await desk.packed();
  const { caller, id: userId } = await it.given.mainUser(['update_shipment_tracking', 'view_shipments_list']);
  const before = desk.sent();
  // The batch is read before its user is looked up: it is written here as it would be after a long wait in the queue.
  await caller.ok(api.session.boot);
  await it.database.owner('update users set is_active = false where id = $1', [userId]);
  const [row] = await it.database.owner<{ id: number }>(
    `with b as (insert into label_batches (user_id, user_name) values ($1, 'Gone') returning id)
     insert into label_batch_shipments (client_id, batch_id, shipment_id) select 1, b.id, $2 from b returning batch_id as id`,
    [userId, id],
  );
  await it.database.owner(`select graphile_worker.add_job('buy-label-batch', $1::json)`, [
    JSON.stringify({ batch_id: row?.id }),
  ]);
  const done = await ended(row?.id ?? 0);
  expect(done.shipments).toMatchObject([{ state: 'failed', problem_key: 'LabelUserIsGone' }]);
  expect(desk.sent()).toBe(before);
}, 60_000);
