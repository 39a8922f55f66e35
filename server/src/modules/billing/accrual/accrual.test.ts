import { api, type BillingRun, type Charge } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { givenStorage } from '../../../../test/given-storage.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { workRun } from './work-run.ts';

const { billingActivities: activities, billingItems: items, billingRuns: runs } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

let made = 0;
/** An activity with one item at a rate from a day on. */
async function given(clientId: number, charge: Charge, uom: string, link: object, name = `Charge ${++made}`) {
  const activity = await main.ok(activities.create, { body: { name, client_id: clientId, charge } });
  const item = await main.ok(items.create, { body: { name, uom } });
  const params = { id: activity.id, itemId: item.id };
  await main.ok(activities.addItem, { params, body: { valid_from: '2020-01-01', ...link } });
  return params;
}

async function run(clientId: number, from: string, to = from): Promise<BillingRun> {
  const { id } = await main.ok(runs.start, { body: { from, to, client_ids: [clientId] } });
  await workRun(it.app.open, id);
  return main.ok(runs.get, { params: { id } });
}

interface Charged {
  id: number;
  day: string;
  charge: string;
  price: string;
  quantity: string;
  bill_date: string;
}
const charged = (clientId: number) =>
  it.database.owner<Charged>(
    `select e.id, e.charge_day::text as day, a.charge, trim_scale(e.price)::text as price, trim_scale(e.quantity)::text as quantity,
       e.bill_date::text as bill_date
     from billing_entries e join billing_activities a on a.id = e.activity_id
     where e.client_id = $1 and e.accrued and e.deleted_at is null order by e.charge_day, a.id`,
    [clientId],
  );
const brief = async (clientId: number) =>
  (await charged(clientId)).map(({ day, charge, price, quantity }) => `${day} ${charge} ${quantity} × ${price}`);
const gapsOf = (clientId: number) =>
  it.database.owner<{ day: string; reason: string; details: object }>(
    `select day::text as day, reason, details from billing_gaps where client_id = $1 order by day, id`,
    [clientId],
  );

describe('a day', () => {
  test('is charged by the stock of its end, with plates where they were then', async () => {
    const clientId = await givenStorage(it, {
      items: [{ sku: 'BOX', size: [50, 40, 30], uoms: { Carton: 10 } }, { sku: 'BAG' }],
      bins: { 'ZZ-1': 'Cold room', 'ZZ-2': 'Dry room' },
      plates: [
        {
          license: 'ZZ-P1',
          uom: 'Pallet',
          bins: [
            ['ZZ-1', '2024-05-01T12:00Z'],
            ['ZZ-2', '2024-05-03T12:00Z'],
          ],
        },
        { license: 'ZZ-P2', uom: 'Carton', bins: [['ZZ-2', '2024-05-03T12:00Z']] },
      ],
      moves: [
        { sku: 'BOX', plate: 'ZZ-P1', quantity: 25, at: '2024-05-01T12:00Z' },
        { sku: 'BOX', plate: 'ZZ-P1', quantity: 5, at: '2024-05-01T12:00Z', quarantine: true },
        { sku: 'BAG', plate: 'ZZ-P2', quantity: 3, at: '2024-05-02T12:00Z' },
        { sku: 'BOX', plate: 'ZZ-P1', quantity: -20, at: '2024-05-03T12:00Z' },
      ],
    });
    await given(clientId, 'Daily-Cubic', '', { rate: '0.5' });
    await given(clientId, 'Daily-Location', '', { rate: '0.2' });
    await given(clientId, 'Daily-Location', '', { rate: '0.3' }, 'COLD ROOM');
    const done = await run(clientId, '2024-05-02', '2024-05-03');
    expect(done).toMatchObject({ state: 'done', days: 2, days_done: 2, added: 5, kept: 0, problem: '' });
    expect(await brief(clientId)).toEqual([
      // 30 × 0.06 m³; the second plate was put away only on the next day.
      '2024-05-02 Daily-Cubic 1.8 × 0.5',
      '2024-05-02 Daily-Location 1 × 0.2',
      '2024-05-02 Daily-Location 1 × 0.3',
      '2024-05-03 Daily-Cubic 0.6 × 0.5',
      '2024-05-03 Daily-Location 1 × 0.2',
    ]);
    const gaps = await gapsOf(clientId);
    expect(gaps.map(({ day, reason }) => `${day} ${reason}`)).toEqual([
      ...['2024-05-02 no_size', '2024-05-02 no_location', '2024-05-02 no_location', '2024-05-03 no_size'],
    ]);
    expect(gaps[1]?.details).toEqual({ units: 3 });
    const again = await run(clientId, '2024-05-02', '2024-05-03');
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 0 });
    expect((await gapsOf(clientId)).length).toBe(gaps.length);
  });
});
