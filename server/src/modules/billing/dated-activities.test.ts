import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { accruing } from '../../../test/accruing.ts';
import { givenStorage } from '../../../test/given-storage.ts';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { processRun } from './accrual/process-run.ts';

const { billingActivities: activities, billingRuns: runs } = api;
let it: TestApp;
let main: Caller;
let charge: ReturnType<typeof accruing>;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  charge = accruing(it, main);
});

/** A client with 30 units since May 2024, charged per unit at the end of each month. */
async function stored() {
  const clientId = await givenStorage(it, {
    items: [{ sku: 'BOX' }],
    moves: [{ sku: 'BOX', quantity: 30, at: '2024-05-02T12:00Z' }],
  });
  const link = await charge.given(clientId, 'Month-End', 'Unit', { rate: '2' });
  await charge.run(clientId, '2024-05-31');
  expect(await charge.brief(clientId)).toEqual(['2024-05-31 Month-End 30 × 2']);
  const save = (body: object) => {
    const name = `Storage of ${clientId}`;
    return main.ok(activities.update, { params: { id: link.id }, body: { name, ...body } });
  };
  return { clientId, link, save };
}

const day = '2024-05-31';

describe('running a past day again', () => {
  test('uses the charge type of that day', async () => {
    const { clientId, save } = await stored();
    const { charge: now, states } = await save({ charge: 'Outbound' });
    expect([now, states.map(({ charge: of }) => of)]).toEqual(['Outbound', ['Month-End', 'Outbound']]);
    expect(await charge.run(clientId, day)).toMatchObject({ state: 'done', removed: 0, changed: 0 });
    expect(await charge.charged(clientId)).toMatchObject([{ day, price: '2', quantity: '30' }]);
  });

  test('charges an activity that was disabled later', async () => {
    const { clientId, save } = await stored();
    expect(await save({ is_active: 0 })).toMatchObject({ is_active: 0, valid_from: null });
    expect(await charge.run(clientId, day)).toMatchObject({ state: 'done', removed: 0 });
    expect(await charge.brief(clientId)).toHaveLength(1);
  });

  test('says what it would remove before it does', async () => {
    const { clientId, save } = await stored();
    await save({ valid_to: '2024-05-15' });
    const body = { from: day, to: day, client_ids: [clientId] };
    expect(await main.ok(runs.preview, { body })).toMatchObject({
      removed: 1,
      lowered: 0,
      amount: 60,
      entries: [{ client_id: clientId, day, before: 60, after: 0 }],
    });
    const { id } = await main.ok(runs.start, { body });
    await processRun(it.app.open, id);
    const stopped = await main.ok(runs.get, { params: { id } });
    expect(stopped).toMatchObject({ state: 'failed', problem_key: `RunWouldLower:${day}\t1\t60` });
    expect(await charge.brief(clientId)).toHaveLength(1);
    expect(await charge.run(clientId, day)).toMatchObject({ state: 'done', removed: 1 });
    expect(await charge.brief(clientId)).toEqual([]);
  });

  test('says what it would lower before it does', async () => {
    const { clientId, link } = await stored();
    await main.ok(activities.saveItem, { params: link, body: { rate: '1.5', valid_from: '2024-05-01' } });
    const body = { from: day, to: day, client_ids: [clientId] };
    expect(await main.ok(runs.preview, { body })).toMatchObject({ removed: 0, lowered: 1, amount: 15 });
    // A preview changes nothing.
    expect(await charge.brief(clientId)).toEqual(['2024-05-31 Month-End 30 × 2']);
    expect(await charge.run(clientId, day)).toMatchObject({ state: 'done', changed: 1, lowered: 1 });
    expect(await charge.brief(clientId)).toEqual(['2024-05-31 Month-End 30 × 1.5']);
  });
});

describe('an activity', () => {
  test('charges on its days only', async () => {
    const { clientId, save } = await stored();
    const limited = await save({ valid_from: '2024-06-01', valid_to: '2024-06-30' });
    expect(limited).toMatchObject({ is_active: 0, valid_from: '2024-06-01', valid_to: '2024-06-30' });
    await charge.run(clientId, '2024-05-31', '2024-07-31');
    expect(await charge.brief(clientId)).toEqual(['2024-06-30 Month-End 30 × 2']);
    const open = await save({ valid_to: null });
    expect(open).toMatchObject({ is_active: 1, valid_from: '2024-06-01', valid_to: null });
  });

  test('ends after it begins', async () => {
    const body = { name: 'Backwards', client_id: 1, valid_from: '2026-02-02', valid_to: '2026-02-01' };
    const { status, body: refusal } = await main.call(activities.create, { body });
    expect([status, refusal.keys]).toEqual([422, { valid_to: ['ActivityEndsBeforeItBegins'] }]);
  });

  test('that a server of the previous release changes, changes from today on', async () => {
    const { clientId, link } = await stored();
    await it.database.owner(`update billing_activities set charge = 'Daily-Cubic', is_active = false where id = $1`, [
      link.id,
    ]);
    const { charge: now, is_active, states } = await main.ok(activities.get, { params: { id: link.id } });
    expect([now, is_active, states.length]).toEqual(['Daily-Cubic', 0, 2]);
    expect(await charge.run(clientId, day)).toMatchObject({ state: 'done', removed: 0 });
  });
});
