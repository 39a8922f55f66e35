import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { roles } = api;
let it: TestApp;
let boss: Caller;

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
});

describe('a role', () => {
  test('is created, saved and listed by name, with how many active users have it', async () => {
    const made = await boss.ok(roles.create, {
      body: { name: ' Office ', access: { pack: true, void_shipment: false } },
    });
    expect(made).toEqual({ id: made.id, name: 'Office', is_active: 1, access: { pack: true }, user_count: 0 });
    const params = { id: made.id };
    const saved = await boss.ok(roles.update, { params, body: { name: 'Office', access: { trace_history: true } } });
    expect(saved.access).toEqual({ trace_history: true });
    const listed = await boss.ok(roles.list);
    expect(listed.map((role) => role.name)).toEqual(listed.map((role) => role.name).toSorted());
    expect(listed.find((role) => role.name === 'Warehouse')?.user_count).toBeGreaterThan(0);
  });

  test('role_pack is another way of writing pack', async () => {
    const made = await boss.ok(roles.create, { body: { name: 'Packer', access: { role_pack: true } } });
    expect(made.access).toEqual({ pack: true });
  });

  test.each([
    [{ name: ' ' }, { name: ['RoleNameIsRequired'] }],
    [{ name: 'x', access: { fly: true } }, { access: ['UnknownField:fly'] }],
    [{ name: 'x', access: { pack: 'yes' } }, { 'access.pack': ['WrongType'] }],
    [{ name: 'WAREHOUSE' }, { name: ['NameIsTaken'] }],
  ])('refuses %j', async (body, keys) => {
    const answer = await boss.call(roles.create, { body: body as never });
    expect([answer.status, answer.body.keys]).toEqual([422, keys]);
  });
});

describe('nobody can grant more permissions than they have', () => {
  test('in a new or existing role', async () => {
    const { caller } = await it.given.mainUser(['create_role_model', 'update_role_model', 'pack']);
    const made = await caller.call(roles.create, { body: { name: 'Mine', access: { pack: true } } });
    expect(made.status).toBe(200);
    const tooMuch = { name: 'Too much', access: { pack: true, void_shipment: true, trace_history: true } };
    const refused = await caller.call(roles.create, { body: tooMuch });
    expect(refused.body.keys).toEqual({ access: ['MoreThanYouHold:void_shipment, trace_history'] });
    const mine = { name: 'Mine', access: { pack: true, trace_history: true } };
    const more = await caller.call(roles.update, { params: { id: made.data.id }, body: mine });
    expect([more.status, more.body.keys]).toEqual([422, { access: ['MoreThanYouHold:trace_history'] }]);
  });

  test('a role with more permissions cannot be changed at all, also not extended or renamed', async () => {
    const { caller } = await it.given.mainUser(['update_role_model', 'pack']);
    const strong = await boss.ok(roles.create, { body: { name: 'Strong', access: { void_shipment: true } } });
    const save = async (body: object) => {
      const fields = { name: 'Strong', access: { void_shipment: true }, ...body };
      const answer = await caller.call(roles.update, { params: { id: strong.id }, body: fields });
      return [answer.status, answer.body.keys];
    };
    const refusal = ['RoleHoldsMoreThanYou:void_shipment'];
    expect(await save({ access: { void_shipment: true, pack: true } })).toEqual([422, { access: refusal }]);
    expect(await save({ name: 'Weak' })).toEqual([422, { name: refusal }]);
    expect(await save({ is_active: 0 })).toEqual([422, { is_active: refusal }]);
    expect(await save({})).toEqual([200, undefined]);
    expect((await boss.ok(roles.list)).find(({ id }) => id === strong.id)).toEqual(strong);
  });

  test('a role with more permissions cannot be restricted or disabled; one without may', async () => {
    const { caller } = await it.given.mainUser(['update_role_model', 'pack']);
    const strong = await boss.ok(roles.create, {
      body: { name: 'Voids', access: { void_shipment: true, pack: true } },
    });
    const params = { id: strong.id };
    const save = (body: object) => caller.call(roles.update, { params, body: { name: 'Voids', ...body } });
    for (const access of [{}, { pack: true }, { void_shipment: true }]) {
      const taken = await save({ access });
      expect([taken.status, taken.body.keys]).toEqual([422, { access: ['RoleHoldsMoreThanYou:void_shipment'] }]);
    }
    const disabled = await save({ access: strong.access, is_active: 0 });
    expect([disabled.status, disabled.body.keys]).toEqual([422, { is_active: ['RoleHoldsMoreThanYou:void_shipment'] }]);
    const listed = (await boss.ok(roles.list)).find((role) => role.id === strong.id);
    expect(listed).toMatchObject({ access: { void_shipment: true, pack: true }, is_active: 1 });
    const weak = await boss.ok(roles.create, { body: { name: 'Packs', access: { pack: true } } });
    const restricted = { params: { id: weak.id }, body: { name: 'Packs', is_active: 0 as const } };
    expect(await caller.ok(roles.update, restricted)).toMatchObject({ access: {}, is_active: 0 });
  });
});

describe('a change', () => {
  test('applies from the next request on, and is in the history of the role’s users', async () => {
    const { id, caller } = await it.given.mainUser([]);
    const [row] = await it.database.owner<{ role_id: number; name: string }>(
      'select role_id, r.name from users u join roles r on r.id = u.role_id where u.id = $1',
      [id],
    );
    const params = { id: row?.role_id ?? 0 };
    const save = (body: object) => boss.ok(roles.update, { params, body: { name: row?.name ?? '', ...body } });
    expect((await caller.call(api.users.list)).status).toBe(403);
    await save({ access: { view_user_list: true } });
    expect((await caller.call(api.users.list)).status).toBe(200);
    await save({ access: {} });
    expect((await caller.call(api.users.list)).status).toBe(403);
    await save({ is_active: 0 });
    expect((await caller.call(api.session.boot)).status).toBe(403);
    const { data } = await boss.ok(api.records.traces, { query: { traceable_type: 'User', traceable_id: id } });
    expect(data.map((trace) => trace.array_log.at(-1))).toEqual([
      { field: 'role_active', newValue: '0' },
      { field: 'access_removed', newValue: 'view_user_list' },
      { field: 'access_added', newValue: 'view_user_list' },
    ]);
  });

  test('that would lock oneself out is refused', async () => {
    const { id, caller } = await it.given.mainUser(['update_role_model']);
    const [row] = await it.database.owner<{ role_id: number }>('select role_id from users where id = $1', [id]);
    const answer = await caller.call(roles.update, {
      params: { id: row?.role_id ?? 0 },
      body: { name: 'Own role', is_active: 0, access: { update_role_model: true } },
    });
    expect(answer.body.keys).toEqual({ is_active: ['NotYourself'] });
  });
});
