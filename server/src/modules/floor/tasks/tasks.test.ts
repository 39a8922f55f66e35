import { api, type PermissionKey, type Task, type TaskKind } from '@longshore/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GivenUser } from '../../../../test/given.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { ordering } from '../../../../test/ordering.ts';
import { stockFloor } from '../../../../test/stock-floor.ts';
import { registry } from '../../../app.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { forgetDone } from './tasks.view.ts';

const { tasks, licenses, shipments, counts } = api;
let it: TestApp;
let boss: Caller;
let work: ReturnType<typeof ordering>;
let goods: ReturnType<typeof stockFloor>;

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
  work = ordering(it, boss);
  goods = stockFloor(it, boss);
  await boss.ok(api.locations.create, { body: { location: 'TK-01-1' } });
});
// Nobody in the demo holds or was given anything.
beforeEach(() => it.database.owner('delete from tasks'));

const person = (...keys: PermissionKey[]): Promise<GivenUser> => it.given.mainUser(keys);
const putter = () => person('put_license_to_location', 'move_between_license');

/** A plate with goods that is in no bin. */
async function plateToPut(): Promise<number> {
  const [item, plate] = [await goods.item(), await goods.plate()];
  await goods.receive({ item: item.id, quantity: 7, plate: plate.id });
  return plate.id;
}
const put = (caller: Caller, license: string) => caller.ok(licenses.move, { body: { license, location: 'TK-01-1' } });

async function receipt(units: number) {
  const item = await work.item(0);
  const order = await work.order({ type: 'Vendor Order', lines: [[item.id, units]] });
  const { data } = await work.ship(order);
  const id = data.shipments[0]?.id ?? 0;
  return { id, order };
}

const plateTask = (record_id: number) => ({ kind: 'put_away' as const, record_id });
const take = (caller: Caller, body: { kind?: TaskKind; record_id?: number } = {}) => caller.call(tasks.take, { body });
const openTasks = async () => (await boss.ok(tasks.floor)).tasks;
const find = async (kind: TaskKind, record: number): Promise<Task | undefined> =>
  (await openTasks()).find((task) => task.kind === kind && task.record_id === record);
const waiting = async (kind: TaskKind) => (await boss.ok(tasks.mine)).waiting[kind];
const expire = (kind: TaskKind, record: number) =>
  it.database.owner("update tasks set lease_until = now() - interval '1 second' where kind = $1 and record_id = $2", [
    kind,
    record,
  ]);
const leaseMinutes = async (kind: TaskKind, record: number) => {
  const [row] = await it.database.owner<{ minutes: number }>(
    'select extract(epoch from lease_until - now())::float8 / 60 as minutes from tasks where kind = $1 and record_id = $2',
    [kind, record],
  );
  return row?.minutes ?? 0;
};
const keysOf = ({ body }: { body: { keys?: Record<string, string[]> } }) => Object.values(body.keys ?? {}).flat();

describe('work is asked of the facts', () => {
  test('a delivery waits with what is left of it, until it is finished', async () => {
    const before = await waiting('receive');
    const { id } = await receipt(30);
    expect(await waiting('receive')).toBe(before + 1);
    expect(await find('receive', id)).toMatchObject({
      lines: 1,
      units: 30,
      holder: null,
      assignee: null,
      client_id: 1,
    });
    const line = (await boss.ok(shipments.get, { params: { id } })).shipment_lines[0]?.id ?? 0;
    await work.fulfil({ shipmentId: id, lineId: line, quantity: 12 });
    expect(await find('receive', id)).toMatchObject({ lines: 1, units: 18 });
    await work.fulfil({ shipmentId: id, lineId: line, quantity: 18 });
    await work.finish(id);
    expect(await find('receive', id)).toBeUndefined();
  });

  test('a plate waits while it is in no bin', async () => {
    const id = await plateToPut();
    expect(await find('put_away', id)).toMatchObject({ lines: 1, units: 7, due: null, priority: 3 });
    const { license } = await boss.ok(licenses.get, { params: { id } });
    await put(boss, license);
    expect(await find('put_away', id)).toBeUndefined();
  });

  test('a count waits for the rows that nobody counted', async () => {
    const clientId = await it.given.client();
    const [one, two] = [await work.item(5, clientId), await work.item(9, clientId)];
    const count = await boss.ok(counts.create, { body: { client_id: clientId, name: 'Aisle M' } });
    expect(await find('count', count.id)).toMatchObject({ label: 'Aisle M', lines: 2, client_id: clientId });
    for (const { id: inventory_id } of [one, two])
      await boss.ok(counts.record, { params: { id: count.id }, body: { inventory_id, counted: 5 } });
    expect(await find('count', count.id)).toBeUndefined();
  });
});

describe('a task is taken', () => {
  test('by one of those who ask for it at once; the others get an error that says who has it', async () => {
    const id = await plateToPut();
    const people = await Promise.all(Array.from({ length: 8 }, putter));
    const replies = await Promise.all(people.map(({ caller }) => take(caller, plateTask(id))));
    const taken = replies.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    const holder = taken[0]?.data.holder;
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expect(reply.status).toBe(422);
      expect(keysOf(reply)[0]).toMatch(/^TaskIsHeld:/);
      expect(reply.body.message).toContain(`${holder?.name} has worked on this since `);
    }
    expect((await find('put_away', id))?.holder?.id).toBe(holder?.id);
  });

  test('as the next one by everybody who asks at once: never the same, and words for whoever finds none', async () => {
    for (let n = 0; n < 5; n++) await plateToPut();
    const all = await waiting('put_away');
    const people = await Promise.all(Array.from({ length: all + 2 }, () => person('put_license_to_location')));
    const replies = await Promise.all(people.map(({ caller }) => take(caller)));
    const taken = replies.flatMap(({ status, data }) => (status === 200 ? [data.record_id] : []));
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(all);
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(keysOf(reply)).toEqual(['NoTaskWaits']);
  });

  test('and what was held before is released', async () => {
    const [one, two] = [await plateToPut(), await plateToPut()];
    const { caller, id } = await putter();
    await take(caller, plateTask(one));
    await take(caller, plateTask(two));
    expect((await find('put_away', one))?.holder).toBeNull();
    expect((await caller.ok(tasks.mine)).held).toMatchObject({ record_id: two, holder: { id } });
    const other = await putter();
    expect((await take(other.caller, plateTask(one))).status).toBe(200);
  });

  test('until the lease ends: then by others, and the first gets an error that says so', async () => {
    const id = await plateToPut();
    const [first, second] = [await putter(), await putter()];
    await take(first.caller, plateTask(id));
    expect(await leaseMinutes('put_away', id)).toBeCloseTo(15, 0);
    await expire('put_away', id);
    expect((await first.caller.ok(tasks.mine)).held).toBeNull();
    expect((await take(second.caller, plateTask(id))).status).toBe(200);
    const reply = await first.caller.call(tasks.renew, { body: plateTask(id) });
    expect([reply.status, keysOf(reply)[0]?.split(':')[0]]).toEqual([422, 'TaskIsHeld']);
    // Leaving what somebody else holds leaves it with them.
    await first.caller.ok(tasks.release, { body: plateTask(id) });
    expect((await find('put_away', id))?.holder?.id).toBe(second.id);
  });

  test('and released for others', async () => {
    const id = await plateToPut();
    const [first, second] = [await putter(), await putter()];
    await take(first.caller, plateTask(id));
    await first.caller.ok(tasks.release, { body: plateTask(id) });
    expect((await take(second.caller, plateTask(id))).status).toBe(200);
  });

  test('not when there is nothing left to do', async () => {
    const { caller } = await putter();
    const id = await plateToPut();
    const { license } = await boss.ok(licenses.get, { params: { id } });
    await put(boss, license);
    for (const reply of [
      await take(caller, plateTask(id)),
      await take(caller, plateTask(2_000_000_000)),
      await caller.call(tasks.renew, { body: plateTask(id) }),
    ])
      expect([reply.status, keysOf(reply)]).toEqual([422, ['TaskIsGone']]);
    expect(keysOf(await take(caller, { kind: 'put_away' }))).toEqual(['TaskNeedsBoth']);
  });

  test('only by those who may do the work', async () => {
    const { id } = await receipt(3);
    const { caller } = await putter();
    expect(keysOf(await take(caller, { kind: 'receive', record_id: id }))).toEqual(['TaskNotForYou']);
    expect((await caller.ok(tasks.mine)).next.map(({ kind }) => kind)).not.toContain('receive');
    const receiver = await person('fulfill_shipment');
    expect((await take(receiver.caller, { kind: 'receive', record_id: id })).status).toBe(200);
    const nobody = await person();
    expect(keysOf(await take(nobody.caller))).toEqual(['NoTaskWaits']);
  });
});

test('every scan of the holder renews the lease, and that of nobody else', async () => {
  const { id } = await receipt(9);
  const line = (await boss.ok(shipments.get, { params: { id } })).shipment_lines[0]?.id ?? 0;
  const { caller } = await person('fulfill_shipment', 'view_shipment_model');
  await take(caller, { kind: 'receive', record_id: id });
  const nearlyOver = () =>
    it.database.owner("update tasks set lease_until = now() + interval '1 minute' where record_id = $1", [id]);
  const fulfil = (by: Caller) => by.ok(shipments.fulfilLine, { params: { id }, body: { lineId: line, quantity: 1 } });
  await nearlyOver();
  await fulfil(boss);
  expect(await leaseMinutes('receive', id)).toBeLessThan(2);
  await fulfil(caller);
  expect(await leaseMinutes('receive', id)).toBeGreaterThan(14);
  await nearlyOver();
  await caller.ok(tasks.renew, { body: { kind: 'receive', record_id: id } });
  expect(await leaseMinutes('receive', id)).toBeGreaterThan(14);
});

describe('a supervisor', () => {
  const plan = (caller: Caller, body: object) => caller.call(tasks.plan, { body: body as never });

  test('ranks tasks, and they are next', async () => {
    const ids = [await plateToPut(), await plateToPut(), await plateToPut()];
    const last = ids[2] ?? 0;
    const reply = await plan(boss, { tasks: [plateTask(last)], priority: 1 });
    expect(reply.data).toMatchObject([{ record_id: last, priority: 1, assignee: null }]);
    const { caller } = await putter();
    expect((await caller.ok(tasks.mine)).next[0]).toMatchObject({ record_id: last, priority: 1 });
    expect((await boss.ok(tasks.mine)).details.find(({ kind }) => kind === 'put_away')).toMatchObject({ urgent: 1 });
    await plan(boss, { tasks: [plateTask(last)], priority: null });
    expect((await find('put_away', last))?.priority).toBe(3);
  });

  test('gives tasks to somebody: theirs come first for them, and nobody else is offered them', async () => {
    const [urgent, given] = [await plateToPut(), await plateToPut()];
    const [one, other] = [await putter(), await putter()];
    await plan(boss, { tasks: [plateTask(urgent)], priority: 1 });
    await plan(boss, { tasks: [plateTask(given)], assignee: one.id });
    expect((await one.caller.ok(tasks.mine)).next.map(({ record_id }) => record_id).slice(0, 2)).toEqual([
      given,
      urgent,
    ]);
    expect((await other.caller.ok(tasks.mine)).next.map(({ record_id }) => record_id)).not.toContain(given);
    expect((await take(one.caller)).data.record_id).toBe(given);
  });

  test('is refused what cannot be, and then nothing changes', async () => {
    const id = await plateToPut();
    const receiver = await person('fulfill_shipment');
    const disabled = await putter();
    await it.database.owner('update users set is_active = false where id = $1', [disabled.id]);
    const clientUser = await it.given.clientUser(1);
    const of = [plateTask(id)];
    for (const [body, key] of [
      [{ tasks: of, assignee: receiver.id }, /^AssigneeMayNot:/],
      [{ tasks: of, assignee: disabled.id }, /^AssigneeIsUnknown$/],
      [{ tasks: of, assignee: clientUser.id }, /^AssigneeIsUnknown$/],
      [{ tasks: [...of, plateTask(2_000_000_000)], priority: 1 }, /^TaskIsGone$/],
      [{ tasks: of }, /^NothingToPlan$/],
      [{ tasks: [], priority: 1 }, /^NothingToPlan$/],
      [{ tasks: of, priority: 6 }, /^TooLarge:5$/],
    ] as const) {
      const reply = await plan(boss, body);
      expect([reply.status, keysOf(reply)[0]]).toEqual([422, expect.stringMatching(key)]);
    }
    expect(await find('put_away', id)).toMatchObject({ priority: 3, assignee: null });
    expect((await plan(receiver.caller, { tasks: of, priority: 1 })).status).toBe(403);
    expect((await receiver.caller.call(tasks.floor)).status).toBe(403);
  });

  test('sees who does what, since when, and how fast', async () => {
    const { caller, id } = await putter();
    const plates = [await plateToPut(), await plateToPut(), await plateToPut()];
    for (const plate of plates.slice(0, 2))
      await put(caller, (await boss.ok(licenses.get, { params: { id: plate } })).license);
    // The first of them ten minutes ago.
    await it.database.owner(
      `update license_locations set at = at - interval '10 minutes' where id = (select min(id) from license_locations where user_id = $1)`,
      [id],
    );
    await take(caller, plateTask(plates[2] ?? 0));
    const { people, candidates } = await boss.ok(tasks.floor);
    const seen = people.find((each) => each.id === id);
    expect(seen).toMatchObject({
      task: { kind: 'put_away', record_id: plates[2] },
      figures: { lines: 2, units: 0, minutes: 10 },
      lines_per_hour: 12,
    });
    expect((await caller.ok(tasks.mine)).figures).toEqual({ lines: 2, units: 0, minutes: 10 });
    expect(candidates.find((each) => each.id === id)?.kinds).toEqual(['put_away', 'replenish']);
  });
});

test('what is done is forgotten, what waits is not', async () => {
  const [done, waits] = [await plateToPut(), await plateToPut()];
  const of = [plateTask(done), plateTask(waits)];
  await boss.ok(tasks.plan, { body: { tasks: of, priority: 2 } });
  await put(boss, (await boss.ok(licenses.get, { params: { id: done } })).license);
  await it.app.open(staffScope, (tx) => forgetDone(tx, registry.list('taskSources')));
  const left = await it.database.owner<{ record_id: number }>("select record_id from tasks where kind = 'put_away'");
  expect(left.map(({ record_id }) => record_id)).toEqual([waits]);
});
