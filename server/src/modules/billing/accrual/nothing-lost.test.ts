import { api, keyOfUnbilled } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { accruing } from '../../../../test/accruing.ts';
import { givenStorage } from '../../../../test/given-storage.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { billingChecks } from '../billing-checks.ts';
import { processRun } from './process-run.ts';

const { billingActivities: activities, billingEntries: entries, billingPeriods: periods, unbilled } = api;
let it: TestApp;
let main: Caller;
let days: ReturnType<typeof accruing>;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  days = accruing(it, main);
});

const month = (clientId: number) => ({ clientId, month: '2024-07' });
const close = (clientId: number, count = 0) =>
  main.ok(periods.close, { params: month(clientId), body: { unbilled: count } });
const reopen = (clientId: number) => main.ok(periods.reopen, { params: month(clientId) });
const setSizes = (clientId: number, sku: string, edge: number) =>
  it.database.owner(
    `update inventory_uoms u set length = $3, width = $3, height = $3 from inventories i
     where i.id = u.inventory_id and u.client_id = $1 and i.sku = $2 and u.is_base`,
    [clientId, sku, edge],
  );
/** Runs the first row of the client again, as the screen does. */
async function runAgain(clientId: number) {
  const { records } = await main.ok(unbilled.list, { query: { filter_by: { client_id: [String(clientId)] } } });
  const { runs } = await main.ok(unbilled.rerun, { body: { rows: records.map((row) => keyOfUnbilled(row)) } });
  for (const id of runs) await processRun(it.app.open, id);
  return main.ok(api.billingRuns.get, { params: { id: runs[0] ?? 0 } });
}
/** The checks of charges; the clients of these tests have more days than are charged. */
const brokenChecks = async () => {
  const broken: string[] = [];
  for (const { name, broken: find } of billingChecks)
    if (/^(Every charge|Stock in)/.test(name) && (await it.app.open(staffScope, find)).length) broken.push(name);
  return broken;
};

describe('a day of a closed month that is run again', () => {
  const stored = (items: { sku: string; size?: readonly [number, number, number] }[]) =>
    givenStorage(it, { items, moves: items.map(({ sku }) => ({ sku, quantity: 10, at: '2024-07-01T15:00Z' })) });

  test('keeps its stock, entries and gaps while they explain each other, until the month is reopened', async () => {
    const clientId = await stored([{ sku: 'A', size: [100, 100, 10] }, { sku: 'B' }]);
    await days.given(clientId, 'Daily-Cubic', '', { rate: '1' });
    await days.run(clientId, '2024-07-02', '2024-07-03');
    const gaps = await days.gapsOf(clientId);
    expect(gaps.map(({ reason }) => reason)).toEqual(['no_size', 'no_size']);
    await close(clientId, 1);
    await setSizes(clientId, 'B', 100);
    expect(await runAgain(clientId)).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 2, gaps: 2 });
    expect(await days.gapsOf(clientId)).toEqual(gaps);
    for (const { id } of await days.charged(clientId))
      expect((await main.ok(api.billingExplanation.get, { params: { id } })).recomputed).toMatchObject({
        quantity: 1,
        difference: 0,
      });
    await reopen(clientId);
    expect(await runAgain(clientId)).toMatchObject({ changed: 2, kept: 0, gaps: 0 });
    expect(await days.brief(clientId)).toEqual(['2024-07-02 Daily-Cubic 11 × 1', '2024-07-03 Daily-Cubic 11 × 1']);
    expect(await days.gapsOf(clientId)).toEqual([]);
  });

  test('is charged on the first open day when nothing of it was, or when a run had removed it', async () => {
    const clientId = await stored([{ sku: 'B' }]);
    const link = await days.given(clientId, 'Daily-Cubic', '', { rate: '1' });
    await days.run(clientId, '2024-07-02', '2024-07-02');
    await close(clientId, 1);
    await setSizes(clientId, 'B', 100);
    expect(await runAgain(clientId)).toMatchObject({ added: 1, kept: 0, gaps: 0 });
    const [late] = await days.charged(clientId);
    expect([late?.day, late?.quantity, late?.bill_date]).toEqual(['2024-07-02', '10', '2024-08-01']);
    // A run removes an entry of an open month; the month is closed, and the rate comes back.
    await reopen(clientId);
    await days.run(clientId, '2024-07-03');
    await main.ok(activities.saveItem, { params: link, body: { rate: '0', valid_from: '2024-07-03' } });
    expect(await days.run(clientId, '2024-07-03')).toMatchObject({ removed: 1, gaps: 1 });
    await close(clientId, 1);
    await main.ok(activities.addItem, { params: link, body: { rate: '2', valid_from: '2024-07-03' } });
    expect(await runAgain(clientId)).toMatchObject({ added: 1, kept: 0, gaps: 0 });
    const rows = (await days.charged(clientId)).map(({ day, price, bill_date }) => `${day} ${price} ${bill_date}`);
    expect(rows).toEqual(['2024-07-02 1 2024-08-01', '2024-07-03 2 2024-08-01']);
  });

  test('leaves an entry that was corrected while the month was closed', async () => {
    const clientId = await stored([{ sku: 'A', size: [100, 100, 10] }]);
    const link = await days.given(clientId, 'Daily-Cubic', '', { rate: '1' });
    await days.run(clientId, '2024-07-02');
    await close(clientId);
    const [entry] = await days.charged(clientId);
    const params = { id: entry?.id ?? 0 };
    await main.ok(entries.correct, { params, body: { quantity: '0.8', price: '1', note: '' } });
    await reopen(clientId);
    await main.ok(activities.saveItem, { params: link, body: { rate: '3', valid_from: '2020-01-01' } });
    expect(await days.run(clientId, '2024-07-02')).toMatchObject({ changed: 0, removed: 0, kept: 1 });
    const body = { bill_date: '2024-07-02', reference: 'R', price: '1', note: '' };
    for (const quantity of ['0.5', '0'])
      expect((await main.call(entries.update, { params, body: { ...body, quantity } })).body.keys).toEqual({
        _: ['EntryHasCorrection'],
      });
  });
});

describe('stock that no rate counts', () => {
  test('is unbilled where its category has no item, unless all locations are charged', async () => {
    const at = '2024-05-01T12:00Z';
    const bins = { 'NL-1': 'Cold hall', 'NL-2': 'Dry hall', 'NL-3': '' };
    const clientId = await givenStorage(it, {
      items: [{ sku: 'A' }],
      bins,
      plates: Object.keys(bins).map((bin) => ({ license: `P-${bin}`, uom: 'Pallet', bins: [[bin, at]] })),
      moves: Object.keys(bins).map((bin) => ({ sku: 'A', plate: `P-${bin}`, quantity: 5, at })),
    });
    await days.given(clientId, 'Daily-Location', '', { rate: '0.5' }, 'COLD hall');
    expect(await days.run(clientId, '2024-05-02')).toMatchObject({ added: 1, gaps: 1 });
    expect(await days.gapsOf(clientId)).toMatchObject([
      {
        reason: 'no_category',
        details: { categories: ['Dry hall', ''], places: [{ location: 'NL-2' }, { location: 'NL-3', category: '' }] },
      },
    ]);
    expect(await brokenChecks()).toEqual([]);
    await it.database.owner('delete from billing_gaps where client_id = $1', [clientId]);
    expect(await brokenChecks()).toEqual(['Stock in locations whose category is not charged is unbilled']);
    await days.given(clientId, 'Daily-Location', '', { rate: '0.1' }, 'NL any bin');
    expect(await days.run(clientId, '2024-05-02')).toMatchObject({ added: 1, gaps: 0 });
  });

  test('is unbilled on no pallet, where storage is paid by pallets only', async () => {
    const at = '2024-05-01T12:00Z';
    const clientId = await givenStorage(it, {
      items: [{ sku: 'A', size: [10, 10, 10] }],
      bins: { 'NL-4': '' },
      plates: [
        { license: 'NL-P1', uom: 'Pallet', bins: [['NL-4', at]] },
        { license: 'NL-P2', uom: 'Carton', bins: [['NL-4', at]] },
      ],
      moves: [
        { sku: 'A', plate: 'NL-P1', quantity: 5, at },
        { sku: 'A', plate: 'NL-P2', quantity: 7, at },
        { sku: 'A', quantity: 100, at },
      ],
    });
    await days.given(clientId, 'Month-End', 'Pallet', { rate: '14.5' });
    expect(await days.run(clientId, '2024-05-31')).toMatchObject({ added: 1, gaps: 1 });
    expect(await days.gapsOf(clientId)).toEqual([{ day: '2024-05-31', reason: 'no_pallet', details: { units: 107 } }]);
    expect(await brokenChecks()).toEqual([]);
    await it.database.owner('delete from billing_gaps where client_id = $1', [clientId]);
    expect(await brokenChecks()).toEqual([
      'Every charge that was due for a day of storage has an entry or is unbilled',
    ]);
    await days.given(clientId, 'Daily-Cubic', '', { rate: '1' });
    expect(await days.run(clientId, '2024-05-31')).toMatchObject({ gaps: 0 });
  });

  test('is unbilled where its sizes are absurd, and stops nobody else', async () => {
    const at = '2024-05-01T12:00Z';
    const moves = [{ sku: 'HUGE', quantity: 3, at }];
    for (const edge of [99_999_999, 1_000_000]) {
      const items = [{ sku: 'HUGE', size: [edge, edge, edge] as const }, { sku: 'FINE' }];
      const clientId = await givenStorage(it, { items, moves });
      await days.given(clientId, 'Daily-Cubic', '', { rate: '1' });
      expect(await days.run(clientId, '2024-05-02')).toMatchObject({ state: 'done', added: 0, gaps: 1, problem: '' });
      expect(await days.gapsOf(clientId)).toMatchObject([
        { reason: 'no_size', details: { skus: [{ sku: 'HUGE', units: 3 }] } },
      ]);
    }
    expect(await brokenChecks()).toEqual([]);
  });
});
