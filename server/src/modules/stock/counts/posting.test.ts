import { api, COUNT_LINES_AT_ONCE } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Counting, counting } from '../../../../test/counting.ts';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import { holdCount, writeUploadedFigure } from './counts.store.ts';
import { continuePosting } from './post-count.ts';

let app: TestApp;
let staff: Caller;
let it: Counting;

beforeAll(async () => {
  app = await testApp();
  staff = await app.as('super');
  it = counting(app, staff);
});

describe('a large count', () => {
  const LINES = COUNT_LINES_AT_ONCE + 20;

  /** Items that hold 10 each. */
  async function manyItems(prefix: string): Promise<void> {
    await app.database.owner(
      `with i as (insert into inventories (client_id, type, sku, name) select 1, 'Item', $1 || lpad(n::text, 4, '0'), 'Many' from generate_series(1, $2::int) n returning id)
       insert into movements (client_id, inventory_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
       select 1, id, false, 10, 10, 10, 'receive', 'Test', now() from i`,
      [prefix, LINES],
    );
    await app.database.owner(
      `with i as (select id from inventories where starts_with(sku, $1)),
       s as (insert into stock_rows (client_id, inventory_id, quarantine, quantity) select 1, id, false, 10 from i)
       update item_totals set in_stock = 10 where inventory_id in (select id from i)`,
      [prefix],
    );
  }

  const stockOf = async (prefix: string) => {
    const [row] = await app.database.owner<{ units: number }>(
      'select sum(s.quantity)::int as units from stock_rows s join inventories i on i.id = s.inventory_id where starts_with(i.sku, $1)',
      [prefix],
    );
    return row?.units;
  };

  test('is posted by a job, continues after a kill, and posts no line twice', { timeout: 120_000 }, async () => {
    await manyItems('LRG-');
    const { id, figures } = await it.make({ item: 'LRG-' });
    expect(figures.lines).toBe(LINES);
    await app.database.owner('update count_lines set counted = expected - 1, uploaded_at = now() where count_id = $1', [
      id,
    ]);
    const reply = await staff.call(api.counts.post, { params: { id } });
    expect([reply.status, reply.data.state, reply.data.figures.done]).toEqual([202, 'posting', 0]);
    expect((await staff.call(api.counts.cancel, { params: { id } })).body.keys).toEqual({ state: ['CountIsPosting'] });

    // A worker that is killed: its connection goes in the middle of an item, after a hundred of them.
    let left = 100;
    const dying: Open = (scope, work, mode) =>
      app.app.open(
        scope,
        async (tx) => {
          const result = await work(tx);
          if (left-- <= 0) throw new Error('killed');
          return result;
        },
        mode,
      );
    const [user] = await app.database.owner<{ id: number; name: string }>(
      "select id, name from users where email = 'super@longshore.test'",
    );
    const actor = { id: user?.id, name: user?.name, clientId: null } as Actor;
    const count = { id, client_id: 1, name: '', state: 'posting' as const };
    await expect(continuePosting(dying, actor, count)).rejects.toThrow('killed');
    const halfway = await staff.ok(api.counts.get, { params: { id } });
    expect(halfway).toMatchObject({ state: 'posting', figures: { done: 99 } });
    expect(await stockOf('LRG-')).toBe(LINES * 10 - 99);
    await it.assertSound();

    // Somebody asks again, so that two jobs race for the rest.
    expect((await staff.call(api.counts.post, { params: { id } })).status).toBe(202);
    const worker = await testApp({ worker: true, database: app.database });
    const posted = await eventually(async () => {
      const now = await staff.ok(api.counts.get, { params: { id } });
      return now.state === 'posted' ? now : undefined;
    }, 60_000);
    expect(posted.figures).toMatchObject({ done: LINES, differing: LINES, units_short: LINES });
    await worker.stop();
    expect(await stockOf('LRG-')).toBe(LINES * 9);
    await it.assertSound();
  });

  test('stops when the user who started it is disabled, until another user continues', {
    timeout: 120_000,
  }, async () => {
    await manyItems('STL-');
    const { id } = await it.make({ item: 'STL-' });
    await app.database.owner('update count_lines set counted = expected - 1, uploaded_at = now() where count_id = $1', [
      id,
    ]);
    const leaver = await app.as('staff');
    expect((await leaver.call(api.counts.post, { params: { id } })).status).toBe(202);
    await app.database.owner('update users set is_active = false where email = $1', [leaver.email]);
    const worker = await testApp({ worker: true, database: app.database });
    const jobsDone = async () => {
      const rows = await app.database.owner(
        `select 1 from job_runs where task = 'post-count' and state = 'done' and payload->>'count_id' = $1`,
        [String(id)],
      );
      return rows.length;
    };
    await eventually(async () => (await jobsDone()) === 1 || undefined, 60_000);
    expect(await staff.ok(api.counts.get, { params: { id } })).toMatchObject({
      state: 'posting',
      figures: { done: 0 },
    });

    expect((await staff.call(api.counts.post, { params: { id } })).status).toBe(202);
    await eventually(async () => (await jobsDone()) === 2 || undefined, 60_000);
    const posted = await staff.ok(api.counts.get, { params: { id } });
    expect(posted).toMatchObject({ state: 'posted', figures: { done: LINES, units_short: LINES } });
    await worker.stop();
    expect(await stockOf('STL-')).toBe(LINES * 9);
    await it.assertSound();
  });
});

test('uncommitted quantities are posted too: posting waits for them', async () => {
  const { id, sku } = await it.item(10);
  const count = await it.make({ item: sku });
  await it.upload([{ Count: count.id, SKU: sku, Counted: 10 }]);
  let posting: Promise<unknown> = Promise.resolve();
  await app.app.open(staffScope, async (tx) => {
    const held = await holdCount(tx, count.id);
    if (!held) throw new Error('No such count.');
    posting = it.post(count.id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const place = { licenseId: null, lotId: null, quarantine: false };
    const uploadedAt = new Date().toISOString();
    const by = { id: 1, name: 'Marta Oliveira' };
    await writeUploadedFigure(tx, { count: held, inventoryId: id, place, counted: 8, countedAt: null, uploadedAt, by });
  });
  await posting;
  expect(await it.lines(count.id)).toMatchObject([{ counted: 8, status: 'posted', variance: -2 }]);
});

/** A plate is busy once stock moved on it after its count was made; how long that takes depends on the machine. */
async function movedSince(inventoryId: number, license: string) {
  const newest = async () => {
    const [row] = await app.database.owner<{ id: number }>(
      `select coalesce(max(m.id), 0)::int as id from movements m join licenses p on p.id = m.license_id
       where m.inventory_id = $1 and p.license = $2`,
      [inventoryId, license],
    );
    return row?.id ?? 0;
  };
  const before = await newest();
  await expect.poll(newest, { timeout: 30_000 }).toBeGreaterThan(before);
}

test('counting while others work: totals are right, and each variance is of the moment it was counted', {
  timeout: 120_000,
}, async () => {
  const { id, sku } = await it.item(500);
  const plates = [await it.plate(), await it.plate(), await it.plate()];
  for (const plate of plates) await it.adjust(id, 200, plate);
  let adjusted = 1100;
  let busy = true;
  const hand = async (turn: number) => {
    for (let step = 0; busy; step++) {
      const qty = (step + turn) % 3 === 0 ? 4 : -3;
      const license = ['', ...plates][(step + turn) % 4] ?? '';
      const reply = await staff.call(api.stock.adjust, { body: { inventory_id: id, qty, license } });
      if (reply.status === 200) adjusted += qty;
    }
  };
  const hands = [0, 1, 2, 3].map(hand);
  let corrected = 0;
  for (let round = 0; round < 4; round++) {
    const count = await it.make({ item: sku });
    await movedSince(id, plates[2] ?? '');
    const at = new Date(Date.now() - 20).toISOString();
    const { data } = await it.upload(
      ['', ...plates].map((License, place) => ({
        Count: count.id,
        SKU: sku,
        License,
        Counted: 150 + place * 5,
        ...(place === 3 ? {} : { 'Counted at': at }),
      })),
    );
    expect(data).toMatchObject({ success: 4 });
    const posted = await it.post(count.id);
    expect(posted.state).toBe('posted');
    for (const line of await it.lines(count.id)) {
      // The last plate has no time: it was busy, so it is not posted.
      if (line.license === plates[2]) expect(line.status).toBe('recount');
      if (line.status !== 'posted') continue;
      corrected += line.variance ?? 0;
      const [then] = await app.database.owner<{ row_balance: number }>(
        `select m.row_balance from movements m left join licenses p on p.id = m.license_id
         where m.inventory_id = $1 and coalesce(p.license, '') = $2 and m.at <= $3 order by m.at desc, m.id desc limit 1`,
        [id, line.license, line.counted_at],
      );
      expect(line.variance).toBe((line.counted ?? 0) - (then?.row_balance ?? 0));
    }
  }
  busy = false;
  await Promise.all(hands);
  expect(corrected).not.toBe(0);
  expect(await it.inStock(id)).toBe(adjusted + corrected);
  await it.assertSound();
});
