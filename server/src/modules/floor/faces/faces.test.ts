import { api, type Face } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { stockFloor } from '../../../../test/stock-floor.ts';

const { faces, licenses, locations, orders, tasks, stock } = api;
let it: TestApp;
let boss: Caller;
let goods: ReturnType<typeof stockFloor>;
let made = 0;

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
  goods = stockFloor(it, boss);
});

const bin = (type: 'P' | 'S') =>
  boss.ok(locations.create, { body: { location: `FC-${String(++made).padStart(3, '0')}-1`, type } });
const keysOf = ({ body }: { body: { keys?: Record<string, string[]> } }) => Object.values(body.keys ?? {}).flat();

/** A plate with units of an item in a bin. */
async function plateIn(location: string, item: number, quantity: number) {
  const plate = await goods.plate();
  await goods.receive({ item, quantity, plate: plate.id });
  await boss.ok(licenses.move, { body: { license: plate.license, location } });
  return plate;
}

/** A face with 4 of at least 10 and at most 40 units. */
async function lowFace() {
  const [item, place, store] = [await goods.item(), await bin('P'), await bin('S')];
  const onto = await plateIn(place.location, item.id, 4);
  const face = await boss.ok(faces.create, {
    body: { location_id: place.id, inventory_id: item.id, minimum: 10, maximum: 40 },
  });
  return { item, place, store, onto, face };
}
const taskOf = async ({ id }: Pick<Face, 'id'>) =>
  (await boss.ok(tasks.floor)).tasks.find(({ kind, record_id }) => kind === 'replenish' && record_id === id);

describe('a face that runs low', () => {
  test('is a task once there are units in reserve, and no longer when it is full', async () => {
    const { item, place, store, onto, face } = await lowFace();
    expect(face).toMatchObject({ units: 4, reserve: 0, is_low: true, client_id: 1 });
    expect(await taskOf(face)).toBeUndefined();
    const large = await plateIn(store.location, item.id, 100);
    expect(await taskOf(face)).toMatchObject({ label: item.sku, place: place.location, units: 36, priority: 3 });
    const { brings, wanted, onto: plates } = await boss.ok(faces.replenish, { params: { id: face.id } });
    expect(wanted).toBe(36);
    expect(plates).toEqual([{ license_id: onto.id, license: onto.license, sscc: '' }]);
    expect(brings).toMatchObject([
      {
        license: large.license,
        location: store.location,
        units: 100,
        bring: 36,
        whole: false,
        reason_key: 'BringSmallest',
      },
    ]);
    // It is done by the move that everybody knows.
    await boss.ok(stock.move, {
      body: { inventory_id: item.id, from_lp: large.license, to_lp: onto.license, qty: 36 },
    });
    expect(await boss.ok(faces.get, { params: { id: face.id } })).toMatchObject({
      units: 40,
      reserve: 64,
      is_low: false,
    });
    expect(await taskOf(face)).toBeUndefined();
    await goods.assertSound();
  });

  test('goes first when it is empty, and is filled by a whole plate', async () => {
    const { item, place, store, onto, face } = await lowFace();
    const small = await plateIn(store.location, item.id, 30);
    await boss.ok(stock.adjust, {
      body: { inventory_id: item.id, license: onto.license, qty: -4, is_disposal: 1 } as never,
    });
    expect(await taskOf(face)).toMatchObject({ priority: 2, units: 30 });
    const { brings } = await boss.ok(faces.replenish, { params: { id: face.id } });
    expect(brings[0]).toMatchObject({ license: small.license, bring: 30, whole: true, reason_key: 'BringEmptied' });
    await boss.ok(licenses.move, { body: { license: small.license, location: place.location } });
    expect(await taskOf(face)).toBeUndefined();
  });

  test('that has more than its minimum is a task when shipments that are due need more than lies in picking bins', async () => {
    const { item, onto, store, face } = await lowFace();
    await goods.receive({ item: item.id, quantity: 14, plate: onto.id });
    await plateIn(store.location, item.id, 100);
    const lines = [{ inventory_id: item.id, quantity: 30 }];
    const order = await it.given.order(boss, 'Customer Order', { client_id: 1, lines });
    await boss.ok(orders.shipFull, { params: { id: order.id } });
    const dueIn = (days: number) =>
      it.database.owner(
        `update shipments set ship_date = (select (now() at time zone timezone)::date from company) + $2::int where order_id = $1`,
        [order.id, days],
      );
    const now = () => boss.ok(faces.get, { params: { id: face.id } });

    await dueIn(1);
    expect(await now()).toMatchObject({ units: 18, needed: 0, is_low: false });
    expect(await taskOf(face)).toBeUndefined();
    await dueIn(0);
    expect(await now()).toMatchObject({ units: 18, needed: 30, is_low: true });
    expect(await taskOf(face)).toMatchObject({ priority: 2, units: 22 });

    // What other picking bins have is not brought, and a face that is half full waits.
    const other = await bin('P');
    const { license } = await plateIn(other.location, item.id, 12);
    expect(await now()).toMatchObject({ is_low: false });
    await goods.receive({ item: item.id, quantity: 3, plate: onto.id });
    await boss.ok(stock.adjust, {
      body: { inventory_id: item.id, license, qty: -12, is_disposal: 1 } as never,
    });
    expect(await now()).toMatchObject({ units: 21, needed: 30, is_low: false });
    expect(await taskOf(face)).toBeUndefined();
  });

  test('counts neither quarantine nor what lies in other picking bins', async () => {
    const { item, face, store } = await lowFace();
    const other = await bin('P');
    await plateIn(other.location, item.id, 50);
    const held = await goods.plate();
    await goods.receive({ item: item.id, quantity: 20, plate: held.id, quarantine: true });
    await boss.ok(licenses.move, { body: { license: held.license, location: store.location } });
    expect(await boss.ok(faces.get, { params: { id: face.id } })).toMatchObject({ units: 4, reserve: 0 });
    expect((await boss.ok(faces.replenish, { params: { id: face.id } })).brings).toEqual([]);
  });
});

describe('faces', () => {
  test('are listed by bin, and those that are low', async () => {
    const { face, item } = await lowFace();
    const list = async (filter_by: Record<string, string[]>) =>
      (await boss.ok(faces.list, { query: { search: item.sku, filter_by } })).records.map(({ id }) => id);
    expect(await list({})).toEqual([face.id]);
    expect(await list({ state: ['low'] })).toEqual([face.id]);
    expect(await list({ state: ['enough'] })).toEqual([]);
    expect(await list({ client_id: ['2'] })).toEqual([]);
  });

  test('are for picking bins and items, one of each', async () => {
    const { face, item, place, store } = await lowFace();
    const kit = await it.given.item(boss, { type: 'Kit' });
    const create = (given: object) =>
      boss.call(faces.create, {
        body: { location_id: place.id, inventory_id: item.id, minimum: 1, maximum: 2, ...given },
      });
    for (const [given, key] of [
      [{}, 'FaceIsTaken'],
      [{ location_id: store.id }, `FaceNeedsPickingBin:${store.location}`],
      [{ location_id: 2_000_000_000 }, 'FaceLocationIsUnknown'],
      [{ inventory_id: 2_000_000_000 }, 'FaceItemIsUnknown'],
      [{ inventory_id: kit.id }, 'FaceItemIsUnknown'],
      [{ minimum: 3 }, 'MaximumBelowMinimum'],
      [{ minimum: 0 }, 'MinimumIsInvalid'],
    ] as const) {
      const reply = await create(given);
      expect([reply.status, keysOf(reply)]).toEqual([422, [key]]);
    }
    const body = { location_id: place.id, inventory_id: item.id, minimum: 2, maximum: 9, updated_at: face.updated_at };
    const saved = await boss.ok(faces.update, { params: { id: face.id }, body });
    expect(saved).toMatchObject({ minimum: 2, maximum: 9, is_low: false });
    await it.database.owner("update faces set updated_at = now() + interval '1 second' where id = $1", [face.id]);
    expect((await boss.call(faces.update, { params: { id: face.id }, body })).status).toBe(409);
    await boss.ok(faces.remove, { params: { id: face.id } });
    expect((await boss.call(faces.get, { params: { id: face.id } })).status).toBe(404);
  });

  test('go with their bin', async () => {
    const [item, place] = [await goods.item(), await bin('P')];
    const face = await boss.ok(faces.create, {
      body: { location_id: place.id, inventory_id: item.id, minimum: 1, maximum: 5 },
    });
    await boss.ok(locations.remove, { params: { id: place.id } });
    expect((await boss.call(faces.get, { params: { id: face.id } })).status).toBe(404);
  });
});
