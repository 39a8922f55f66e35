import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/harness.ts';
import { registry } from '../app.ts';
import { addDays, billAsProposed, processRun } from '../modules/billing/index.ts';
import { staffScope } from '../platform/database/tx.ts';
import { actorNamed } from './demo-counts.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

describe('the history of the demo', () => {
  test('passes the doctor', async () => {
    // The database of the tests is not durable: nothing of it outlives them.
    const checks = registry.list('checks').filter(({ name }) => name !== 'What is acknowledged is on disk');
    for (const { name, broken } of checks) expect(await it.app.open(staffScope, broken), name).toEqual([]);
  });

  test('comes from orders: what the ledger has shipped and received is what finished shipments say', async () => {
    const units = await it.database.owner<{ ledger: number; documents: number; orders: number }>(
      `select s.direction, sum(m.units)::int as ledger, sum(l.units)::int as documents, sum(o.units)::int as orders
       from shipments s
       join (select cause, sum(abs(quantity)) as units from movements where kind in ('receive', 'ship') group by 1) m on m.cause = 'shipment ' || s.id
       join (select shipment_id, sum(fulfilled) as units from shipment_lines group by 1) l on l.shipment_id = s.id
       join (select order_id, sum(quantity) as units from order_lines group by 1) o on o.order_id = s.order_id
       where s.status = 'Finished' group by 1 order by 1`,
    );
    expect(units).toHaveLength(2);
    for (const { ledger, documents, orders } of units) {
      expect(ledger).toBeGreaterThan(100_000);
      expect([documents, orders]).toEqual([ledger, ledger]);
    }
    const [undocumented] = await it.database.owner<{ count: number }>(
      `select count(*)::int as count from movements where kind in ('receive', 'ship') and cause not like 'shipment %'`,
    );
    expect(undocumented?.count).toBe(0);
  });
});

/** Everything the accrual writes about some days. */
const accrued = (from: string, to: string) =>
  it.database.owner(
    `select 'snapshot' as what, id, day::text as day, to_jsonb(s) - '{taken_at}'::text[] as row from billing_snapshots s where day between $1 and $2
     union all select 'entry', id, charge_day::text, to_jsonb(e) - '{created_at,updated_at}'::text[] from billing_entries e
       where accrued and charge_day between $1 and $2
     union all select 'gap', id, day::text, to_jsonb(g) - '{created_at}'::text[] from billing_gaps g
       where billable_type <> 'shipment' and day between $1 and $2 order by 1, 2`,
    [from, to],
  );

describe('what the demo writes at once is what the commands write one by one', () => {
  test('storage and counts of its first days, around the raised rates, and of the last days', async () => {
    const main = await it.as('super');
    const [days] = await it.database.owner<{ first: string; raised: string; counted: string; last: string }>(
      `select min(s.day)::text as first, max(s.day)::text as last, (select max(valid_from)::text from billing_links) as raised,
         (select min(posted_at)::date::text from counts where state = 'posted') as counted from billing_snapshots s`,
    );
    if (!days) throw new Error('The demo has snapshots.');
    const spans = [
      [days.first, addDays(days.first, 8)],
      [addDays(days.raised, -4), addDays(days.raised, 4)],
      [addDays(days.counted, -2), addDays(days.counted, 1)],
      [addDays(days.last, -32), days.last],
    ] as const;
    for (const [from, to] of spans) {
      const before = await accrued(from, to);
      expect(before.length).toBeGreaterThan(10);
      const { id } = await main.ok(api.billingRuns.start, { body: { from, to, client_ids: [] } });
      await processRun(it.app.open, id);
      const run = await main.ok(api.billingRuns.get, { params: { id } });
      expect(run).toMatchObject({ state: 'done', added: 0, changed: 0, removed: 0, kept: 0 });
      expect(await accrued(from, to)).toEqual(before);
    }
  });

  test('charges of shipments', async () => {
    const written = (id: number) =>
      it.database.owner(
        `select to_jsonb(e) - '{id,created_at,updated_at}'::text[] as row from billing_entries e where billable_type = 'shipment' and billable_id = $1
         union all select to_jsonb(g) - '{id,created_at}'::text[] from billing_gaps g where billable_type = 'shipment' and billable_id = $1 order by 1`,
        [id],
      );
    const shipments = await it.database.owner<{ id: number; day: string }>(
      `select s.id, (s.finished_date at time zone c.timezone)::date::text as day from shipments s cross join company c
       where s.billed and (s.id % 40 = 0 or s.cost = 0 and s.direction = 'outbound') order by s.id`,
    );
    expect(shipments.length).toBeGreaterThan(40);
    const actor = await it.app.open(staffScope, (tx) => actorNamed(tx, 'Dana Reyes'));
    for (const { id, day } of shipments) {
      const before = await written(id);
      expect(before.length).toBeGreaterThan(0);
      for (const statement of [
        `delete from billing_entries where billable_type = 'shipment' and billable_id = $1`,
        `delete from billing_gaps where billable_type = 'shipment' and billable_id = $1`,
        'update shipments set billed = false where id = $1',
      ])
        await it.database.owner(statement, [id]);
      await it.app.open(staffScope, (tx) => billAsProposed(tx, actor, id, false, day));
      expect(await written(id), `shipment ${id}`).toEqual(before);
    }
  });
});
