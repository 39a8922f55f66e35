import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type Reply, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Ordering, ordering } from '../../../../test/ordering.ts';
import { untilWaiting, whileHeld } from '../../../../test/waiting.ts';
import { drawSpreadsheet } from '../../../documents/spreadsheet.ts';

let it: TestApp;
let second: TestApp;
let main: Caller;
let desk: Ordering;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  desk = ordering(it, main);
  // Another process on the same database.
  second = await testApp({ database: it.database });
});

/** Ships an order as the web does: a server that is too busy is called again with the same key. */
async function ship(id: number, caller: Caller): Promise<Reply> {
  const headers = { 'idempotency-key': `race-${id}` };
  for (let attempt = 1; ; attempt++) {
    const reply = await caller.call(api.orders.shipFull, { params: { id }, headers });
    if (reply.status !== 503 || attempt === 20) return reply;
  }
}

/** Statuses and codes of the answers, with how often each came. */
function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const key = status === 200 ? 'done' : String(body.error_code ?? status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function assertNumbersGapless(clientId: number): Promise<void> {
  const [row] = await it.database.owner<{ gaps: number; next: number }>(
    `select count(*) filter (where gap <> 1)::int as gaps, (select next_picking_num from clients where id = $1) - max(pt_sequence) as next
     from (select pt_sequence, pt_sequence - lag(pt_sequence, 1, pt_sequence - 1) over (order by pt_sequence) as gap
           from shipments where client_id = $1) s`,
    [clientId],
  );
  expect(row).toEqual({ gaps: 0, next: 1 });
}

describe.each([1, 2])('with %i server processes', (processes) => {
  test('50 concurrent full shipments for 20 units: what fits succeeds, the rest are short', async () => {
    const clientId = await it.given.client();
    const [tea, cup] = [await desk.item(20, clientId), await desk.item(100, clientId)];
    const ids: number[] = [];
    // Three units each, and the items in both orders: six fit.
    for (let n = 0; n < 50; n++) {
      const lines = [[tea.id, 3] as const, [cup.id, 1] as const];
      ids.push(await desk.order({ clientId, lines: n % 2 ? lines : lines.reverse() }));
    }
    const callers = processes === 1 ? [main] : [main, await second.as('super')];
    const replies = await Promise.all(ids.map((id, n) => ship(id, callers[n % callers.length] ?? main)));
    expect(tally(replies)).toEqual({ done: 6, 40002: 44 });
    for (const { body } of replies.filter(({ status }) => status !== 200))
      expect(body.message).toBe(`Insufficient quantity: ${tea.sku}: 3 wanted, 2 available`);
    expect([await desk.totals(tea.id), await desk.totals(cup.id)]).toEqual([
      [20, 18, 0],
      [100, 6, 0],
    ]);
    await assertNumbersGapless(clientId);
    await desk.assertSound();
  });

  test('an order is shipped once, however many try at the same time', async () => {
    const item = await desk.item(100);
    const id = await desk.order({ lines: [[item.id, 10]] });
    const other = processes === 1 ? main : await second.as('super');
    const replies = await Promise.all([
      desk.ship(id),
      desk.ship(id, other),
      desk.ship(id),
      desk.shipPart(id, [10], other),
      desk.ship(id, other),
      desk.shipPart(id, [10]),
    ]);
    expect(tally(replies)).toEqual({ done: 1, 30007: 5 });
    expect([await desk.state(id), await desk.totals(item.id)]).toEqual([
      ['Processed', 0],
      [100, 10, 0],
    ]);
    await desk.assertSound();
  });

  test('parts of an order never exceed it', async () => {
    const item = await desk.item(100);
    const id = await desk.order({ lines: [[item.id, 10]] });
    const other = processes === 1 ? main : await second.as('super');
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => desk.shipPart(id, [4], n % 2 ? main : other)),
    );
    expect(tally(replies)).toEqual({ done: 2, 40004: 4 });
    expect([await desk.state(id), await desk.totals(item.id)]).toEqual([
      ['Processed BO', 2],
      [100, 8, 0],
    ]);
    await desk.assertSound();
  });

  test('an order is shipped or cancelled, never both', async () => {
    const item = await desk.item(100);
    const other = processes === 1 ? main : await second.as('super');
    const outcomes: string[] = [];
    for (let n = 0; n < 6; n++) {
      const id = await desk.order({ lines: [[item.id, 1]] });
      const cancel = () => other.call(api.orders.cancel, { params: { id } });
      const replies = await Promise.all(n % 2 ? [cancel(), desk.ship(id)] : [desk.ship(id), cancel()]);
      expect(tally(replies)).toEqual({ done: 1, 30007: 1 });
      outcomes.push((await desk.state(id))[0]);
    }
    expect(outcomes.every((state) => ['Processed', 'Cancelled'].includes(state))).toBe(true);
    await desk.assertSound();
  });
});

test('fulfilling, voiding and finishing at the same time leave one outcome', async () => {
  const item = await desk.item(100);
  for (let n = 0; n < 4; n++) {
    const id = await desk.order({ lines: [[item.id, 2]] });
    await desk.ship(id);
    const [made] = await desk.shipments(id);
    const of = { shipmentId: made?.id ?? 0, lineId: made?.lines[0] ?? 0 };
    await Promise.allSettled([
      desk.fulfil({ ...of, quantity: 2 }),
      desk.voided(of.shipmentId),
      desk.finish(of.shipmentId),
      desk.fulfil({ ...of, quantity: 1 }),
      desk.voided(of.shipmentId),
      desk.ship(id),
    ]);
    await desk.assertSound();
  }
  await assertNumbersGapless(1);
});

test('an item that is disabled while an order with AutoProcess is imported is not in it', async () => {
  const item = await desk.item(0);
  const { name } = await it.given.relationWithAddress(main, { client_id: 1, type: 'vendor' });
  const columns = ['Reference', 'Type', 'Relation', 'Courier', 'Sku', 'Qty', 'AutoProcess'].map((heading) => ({
    heading,
  }));
  const rows = [['AUTO-RACE', 'Vendor Order', name, 'UPS Ground', item.sku, 2, 'Y']];
  const file = await drawSpreadsheet({ name: 'Order', columns, rows });
  const params = { type: 'Order' as const };
  const disable = { text: 'update inventories set is_active = false where id = $1', values: [item.id] };
  const { imported } = await whileHeld(it.database, disable, async () => {
    const imported = main.upload(api.records.importExcel, { params, file, fields: { client_id: '1' } });
    await untilWaiting(it.database, 1, [imported]);
    return { imported };
  });
  const { data } = await imported;
  expect(data).toMatchObject({ success: 0, errors: [{ row: 2, key: expect.stringContaining('30004') }] });
  expect(await it.database.owner("select from orders where reference = 'AUTO-RACE'")).toEqual([]);
});
