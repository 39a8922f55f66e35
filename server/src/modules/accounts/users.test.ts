import { api, PASSWORD_MIN, permissionKeys, type User, type UserInput } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { mailedText } from '../../../test/mailed.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';

const { users, roles } = api;
let it: TestApp;
let boss: Caller;
let tracer: Caller;
let warehouse: number;

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
  tracer = (await it.given.mainUser(['trace_history'])).caller;
  warehouse = (await boss.ok(roles.list)).find((role) => role.name === 'Warehouse')?.id ?? 0;
});

let made = 0;
const mainUser = (fields: Partial<UserInput> = {}) => {
  const n = ++made;
  return { name: `Main ${n}`, email: `main${n}@users.test`, is_main_user: 1 as const, role_id: warehouse, ...fields };
};
const clientUser = (fields: Partial<UserInput> = {}) => {
  const n = ++made;
  return { name: `Client ${n}`, email: `client${n}@users.test`, client_id: 1, ...fields };
};
const formOf = ({ id: _, client_company: __, role_name: ___, created_at: ____, ...user }: User) => user;
const create = (body: Parameters<typeof mainUser>[0] & { name: string; email: string }) =>
  boss.ok(users.create, { body });
const tracesOf = async (id: number) =>
  (await tracer.ok(api.records.traces, { query: { traceable_type: 'User', traceable_id: id } })).data;
const superUser = async () => {
  const { id, caller } = await it.given.mainUser();
  await it.database.owner('update users set is_su = true, role_id = null where id = $1', [id]);
  return { id, caller };
};

describe('creating', () => {
  test('returns the password once; it works for signing in and is not stored', async () => {
    const body = mainUser({ name: '  Wei Zhang 张伟 ', email: ' Wei@Users.TEST ' });
    const { newlyCreatedPassword: password, ...user } = await create(body);
    expect(user).toMatchObject({ name: 'Wei Zhang 张伟', email: 'wei@users.test', is_active: 1, is_su: false });
    expect(user).toMatchObject({ is_main_user: true, client_id: null, role_id: warehouse, role_name: 'Warehouse' });
    expect(password.length).toBeGreaterThanOrEqual(PASSWORD_MIN);
    await it.signIn('wei@users.test', password);
    expect(await boss.ok(users.get, { params: { id: user.id } })).toEqual(user);
    const kept = JSON.stringify([
      await it.database.owner('select * from users'),
      await it.database.owner('select * from traces'),
      await it.database.owner('select * from idempotency_keys'),
      it.logLines,
    ]);
    expect(kept).not.toContain(password);
    expect((await tracesOf(user.id))[0]).toMatchObject({ user: 'Marta Oliveira', subject: 'Created' });
  });

  test('a client user has a client, no role and is no super user, whatever is sent', async () => {
    const user = await create(clientUser({ role_id: warehouse, is_su: 1, order_controller: 1, client_id: 2 }));
    expect(user).toMatchObject({ client_id: 2, client_company: 'Northfield Outdoor', role_id: 0, is_su: false });
    expect(user.order_controller).toBe(true);
    expect((await create(mainUser({ order_controller: 1, client_id: 2 }))).order_controller).toBe(false);
  });

  test.each([
    ['no name', { name: ' ' }, { name: ['User name is required'] }],
    ['a bad address', { email: 'nobody' }, { email: ['Email address is invalid'] }],
    ['no role', { role_id: 0 }, { role_id: ['Please select a role'] }],
    ['no client', { is_main_user: 0, client_id: 0 }, { client_id: ['Please select a client'] }],
    ['a client that is not there', { is_main_user: 0, client_id: 99_999 }, { client_id: ['Please select a client'] }],
    [
      'all at once',
      { name: '', email: '', role_id: 0 },
      {
        name: ['User name is required'],
        email: ['Email address is invalid'],
        role_id: ['Please select a role'],
      },
    ],
  ] as const)('refuses %s', async (_what, fields, errors) => {
    const { status, body } = await boss.call(users.create, { body: { ...mainUser(), ...fields } });
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test('refuses an existing address, ignoring case, with 10008, also for its owner', async () => {
    for (const email of ['super@longshore.test', 'SUPER@longshore.test']) {
      const { status, body } = await boss.call(users.create, { body: mainUser({ email }) });
      expect([status, body.error_code]).toEqual([400, 10008]);
    }
    const user = await create(mainUser());
    const taken = await boss.call(users.update, {
      params: { id: user.id },
      body: { ...formOf(user), email: 'staff@longshore.test' } as never,
    });
    expect([taken.status, taken.body.error_code]).toEqual([400, 10008]);
  });

  test('refuses an unknown and a disabled role with 10009, and writes nothing', async () => {
    const asleep = await boss.ok(roles.create, { body: { name: 'Asleep', is_active: 0 } });
    const before = await it.database.owner('select count(*)::int as n from users');
    for (const role_id of [99_999, asleep.id]) {
      const { status, body } = await boss.call(users.create, { body: mainUser({ role_id }) });
      expect([status, body.error_code]).toEqual([400, 10009]);
    }
    expect(await it.database.owner('select count(*)::int as n from users')).toEqual(before);
  });
});

describe('saving', () => {
  const save = (caller: Caller, user: User, fields: object) =>
    caller.call(users.update, { params: { id: user.id }, body: { ...formOf(user), ...fields } as never });

  test('changes what is new, traces only that, and refuses a stale form', async () => {
    const user = await create(mainUser());
    const saved = await save(boss, user, { name: 'Renamed', lang: 'ch' });
    expect(saved.data).toMatchObject({ name: 'Renamed', lang: 'ch', email: user.email });
    expect((await tracesOf(user.id))[0]?.array_log).toEqual([
      { field: 'name', newValue: 'Renamed' },
      { field: 'lang', newValue: 'ch' },
    ]);
    expect((await save(boss, user, { name: 'Late' })).status).toBe(409);
    const same = await save(boss, saved.data, {});
    expect([same.status, same.data.updated_at]).toEqual([200, saved.data.updated_at]);
  });

  test('keeps a role that was disabled since, but cannot assign it to another user', async () => {
    const role = await boss.ok(roles.create, { body: { name: 'Going' } });
    const holder = await create(mainUser({ role_id: role.id }));
    const other = await create(mainUser());
    await boss.ok(roles.update, { params: { id: role.id }, body: { name: 'Going', is_active: 0 } });
    expect((await save(boss, holder, { name: 'Still' })).status).toBe(200);
    expect((await save(boss, other, { role_id: role.id })).body.error_code).toBe(10009);
  });

  test('a user cannot change to another client or to the company', async () => {
    const [main, client] = [await create(mainUser()), await create(clientUser())];
    for (const [user, fields] of [
      [main, { is_main_user: 0, client_id: 1 }],
      [client, { is_main_user: 1, role_id: warehouse }],
      [client, { client_id: 2 }],
    ] as const)
      expect((await save(boss, user, fields)).body.keys).toEqual({ client_id: ['PlaceIsFixed'] });
  });

  test('a disabled user is stopped at the next request, on every device and with its API token', async () => {
    const { newlyCreatedPassword: password, ...user } = await create(mainUser());
    const [desk, phone] = [await it.signIn(user.email, password), await it.signIn(user.email, password)];
    const { api_token: token } = await desk.ok(api.session.makeToken, { body: { current_password: password } });
    expect((await boss.ok(users.get, { params: { id: user.id } })).has_api_token).toBe(true);
    await save(boss, user, { is_active: 0 });
    for (const caller of [desk, phone, it.caller(token)])
      expect((await caller.call(api.session.boot)).status).toBe(401);
    expect((await it.guest.call(api.session.login, { body: { email: user.email, password } })).status).toBe(401);
  });

  test('users cannot disable themselves', async () => {
    const { id, caller } = await superUser();
    const me = await caller.ok(users.get, { params: { id } });
    expect((await save(caller, me, { is_active: 0 })).body.keys).toEqual({ is_active: ['NotYourself'] });
  });
});

describe('nobody can grant more permissions than they have', () => {
  const office = ['create_user_model', 'update_user_model', 'view_user_model'] as const;

  test('a role with more permissions is refused and lists them; the same permissions are accepted', async () => {
    const { caller } = await it.given.mainUser([...office, 'pack']);
    const small = await boss.ok(roles.create, { body: { name: 'Packs only', access: { pack: true } } });
    const large = await boss.ok(roles.create, {
      body: { name: 'Voids too', access: { pack: true, void_shipment: true } },
    });
    const made = await caller.call(users.create, { body: mainUser({ role_id: small.id }) });
    expect(made.status).toBe(200);
    const refused = await caller.call(users.create, { body: mainUser({ role_id: large.id }) });
    expect(refused.body.keys).toEqual({ role_id: ['MoreThanYouHold:void_shipment'] });
    const raised = await caller.call(users.update, {
      params: { id: made.data.id },
      body: { ...mainUser(), role_id: large.id },
    });
    expect(raised.body.keys).toEqual({ role_id: ['MoreThanYouHold:void_shipment'] });
  });

  test('a super user is made and edited by super users only', async () => {
    const { caller } = await it.given.mainUser(office);
    const { id } = await superUser();
    expect((await caller.call(users.create, { body: mainUser({ is_su: 1, role_id: 0 }) })).status).toBe(403);
    expect((await caller.call(users.update, { params: { id }, body: mainUser({ role_id: 0, is_su: 1 }) })).status).toBe(
      403,
    );
    const own = await it.given.mainUser(office);
    expect(
      (await own.caller.call(users.update, { params: { id: own.id }, body: mainUser({ is_su: 1, role_id: 0 }) }))
        .status,
    ).toBe(403);
    expect((await boss.call(users.create, { body: mainUser({ is_su: 1, role_id: 0 }) })).status).toBe(200);
  });

  test('the address of a user with more permissions cannot be changed to take over the account', async () => {
    const { caller } = await it.given.mainUser(office);
    const strong = await create(mainUser());
    const turned = await caller.call(users.update, {
      params: { id: strong.id },
      body: { ...formOf(strong), email: 'mine@users.test' } as never,
    });
    expect([turned.status, turned.body.keys]).toEqual([422, { email: ['HoldsMoreThanYou'] }]);
    const renamed = await caller.call(users.update, {
      params: { id: strong.id },
      body: { ...formOf(strong), name: 'Renamed' } as never,
    });
    expect([renamed.status, renamed.body.keys]).toEqual([422, { name: ['HoldsMoreThanYou'] }]);
  });
});

describe('a user with more permissions', () => {
  const office = ['update_user_model', 'view_user_model', 'pack'] as const;

  test('cannot be disabled, demoted or enabled by a user with fewer permissions', async () => {
    const { caller } = await it.given.mainUser(office);
    const weaker = await boss.ok(roles.create, { body: { name: 'Only packs', access: { pack: true } } });
    const strong = await create(mainUser());
    const refusedField = async (user: User, fields: object) => {
      const body = { ...formOf(user), ...fields } as never;
      return (await caller.call(users.update, { params: { id: user.id }, body })).body.keys;
    };
    expect(await refusedField(strong, { is_active: 0 })).toEqual({ is_active: ['HoldsMoreThanYou'] });
    expect(await refusedField(strong, { role_id: weaker.id })).toEqual({ role_id: ['HoldsMoreThanYou'] });
    const dismissed = await create(mainUser({ is_active: 0 }));
    expect(await refusedField(dismissed, { is_active: 1 })).toEqual({ is_active: ['HoldsMoreThanYou'] });
    const equal = await create(mainUser({ role_id: weaker.id }));
    const disabled = await caller.call(users.update, {
      params: { id: equal.id },
      body: { ...formOf(equal), is_active: 0 } as never,
    });
    expect([disabled.status, disabled.data.is_active]).toEqual([200, 0]);
  });
});

describe('a changed address', () => {
  test('is told to the former one, whoever changed it', async () => {
    const user = await create(mainUser({ lang: 'ch' }));
    const params = { id: user.id };
    const second = await boss.ok(users.update, {
      params,
      body: { ...formOf(user), email: 'second@users.test' } as never,
    });
    const first = await mailedText(it, user.email);
    expect(first).toContain('second@users.test');
    expect(first).toContain('请立即联系管理员');
    await boss.ok(users.update, { params, body: { ...formOf(second), name: 'Renamed' } as never });
    expect(await mailedText(it, 'second@users.test')).toBe('');

    const own = await it.given.mainUser();
    const { name, email, lang, avatar_path } = (await own.caller.ok(api.session.boot)).user;
    const body = { name, email: 'third@users.test', lang, avatar_path, current_password: DEMO_PASSWORD };
    await own.caller.ok(api.session.saveProfile, { body });
    expect(await mailedText(it, email)).toContain('third@users.test');
  });

  test('of a client user needs the right to edit users', async () => {
    const all = permissionKeys.filter((key) => key !== 'update_user_model');
    const { caller } = await it.given.mainUser(all);
    const theirs = await create(clientUser());
    const turn = { params: { id: theirs.id }, body: { ...formOf(theirs), email: 'taken@users.test' } as never };
    expect((await caller.call(users.update, turn)).status).toBe(403);
    expect(await mailedText(it, theirs.email)).toBe('');
    expect((await boss.ok(users.get, { params: { id: theirs.id } })).email).toBe(theirs.email);
  });
});

describe('the last super user', () => {
  const supers = () => it.database.owner<{ id: number }>('select id from users where is_su and is_active order by id');

  test('cannot be demoted or disabled, however many try at once', async () => {
    const [first, second] = [await superUser(), await superUser()];
    await it.database.owner('update users set is_su = false, role_id = $1 where is_su and id <> all ($2)', [
      warehouse,
      [first.id, second.id],
    ]);
    const demote = async (by: Caller, id: number) => {
      const user = await by.ok(users.get, { params: { id } });
      const { updated_at: _, ...form } = formOf(user);
      return () => by.call(users.update, { params: { id }, body: { ...form, is_su: 0, role_id: warehouse } as never });
    };
    const tries = [await demote(first.caller, second.id), await demote(second.caller, first.id)];
    const answers = await Promise.all(tries.map((attempt) => attempt()));
    expect(answers.map((answer) => answer.status).sort()).not.toEqual([200, 200]);
    expect(await supers()).toHaveLength(1);
    const [last] = await supers();
    const lastCaller = last?.id === first.id ? first.caller : second.caller;
    const alone = await (await demote(lastCaller, last?.id ?? 0))();
    expect([alone.status, alone.body.keys]).toEqual([422, { is_su: ['LastSuperUser'] }]);
    await it.database.owner("update users set is_su = true, role_id = null where email = 'super@longshore.test'");
  });

  test('is not locked out by disabling a role it has', async () => {
    const { id, caller } = await superUser();
    const role = await boss.ok(roles.create, { body: { name: 'Of a super user' } });
    await it.database.owner('update users set role_id = $1 where id = $2', [role.id, id]);
    await boss.ok(roles.update, { params: { id: role.id }, body: { name: 'Of a super user', is_active: 0 } });
    await caller.ok(api.session.boot);
    await it.signIn(caller.email);
  });
});

describe("another's password", () => {
  test('is set by a super user, ends that user’s sessions and says so in the history', async () => {
    const { newlyCreatedPassword: old, ...user } = await create(clientUser());
    const session = await it.signIn(user.email, old);
    const params = { id: user.id };
    const given = { password: 'a brand new one', password_confirmation: 'a brand new one' };
    expect(await boss.ok(users.setPassword, { params, body: given })).toBe(true);
    expect((await session.call(api.session.boot)).status).toBe(401);
    expect((await it.guest.call(api.session.login, { body: { email: user.email, password: old } })).status).toBe(401);
    await it.signIn(user.email, given.password);
    const [trace] = await tracesOf(user.id);
    expect(trace?.array_log).toEqual([{ field: 'password', newValue: 'changed' }]);
  });

  test('one’s own is changed in the profile only, which asks for the current password', async () => {
    const { id, caller } = await superUser();
    const given = { password: 'a brand new one', password_confirmation: 'a brand new one' };
    const own = await caller.call(users.setPassword, { params: { id }, body: given });
    expect([own.status, own.body.keys]).toEqual([422, { password: ['OwnAccountInProfile'] }]);
    const me = await caller.ok(users.get, { params: { id } });
    const body = { ...formOf(me), email: 'elsewhere@users.test' } as never;
    const moved = await caller.call(users.update, { params: { id }, body });
    expect([moved.status, moved.body.keys]).toEqual([422, { email: ['OwnAccountInProfile'] }]);
  });

  test.each([
    [{}, 400, 10007, undefined],
    [
      { password: 'Password123', password_confirmation: 'Password123' },
      422,
      undefined,
      { password: ['PasswordIsCommon'] },
    ],
    [{ password: 'short', password_confirmation: 'short' }, 422, undefined, { password: ['PasswordTooShort:10'] }],
    [
      { password: 'long enough for all', password_confirmation: 'something else' },
      422,
      undefined,
      { password_confirmation: ['PasswordsDiffer'] },
    ],
  ])('refuses %j', async (body, status, code, keys) => {
    const answer = await boss.call(users.setPassword, { params: { id: 2 }, body });
    expect([answer.status, answer.body.error_code, answer.body.keys]).toEqual([status, code, keys]);
  });
});

describe('the list', () => {
  test('finds by name or e-mail, shows role or client, and hides disabled users by default', async () => {
    await create(clientUser({ name: 'Zoë Quist', email: 'zq@users.test', client_id: 3 }));
    await create(mainUser({ name: 'Zacharias', email: 'zach@users.test', is_active: 0 }));
    const find = async (query: object) => (await boss.ok(users.list, { query })).records;
    expect(await find({ search: 'quist' })).toMatchObject([
      { name: 'Zoë Quist', client_company: 'Bluebird Toys', is_main_user: false, role_name: '' },
    ]);
    expect(await find({ search: 'zq@' })).toHaveLength(1);
    // A search of one or two characters matches the beginning of a text, not a substring.
    expect((await find({ search: 'st' })).every((row) => /^st/i.test(row.name) || row.email.startsWith('st'))).toBe(
      true,
    );
    expect(await find({ search: 'zacharias' })).toEqual([]);
    expect(await find({ search: 'zacharias', filter_by: { is_active: ['0'] } })).toHaveLength(1);
    const byEmail = (await find({ order_by: { email: 'desc' }, per_page: 100 })).map((row) => row.email);
    expect(byEmail).toEqual(byEmail.toSorted().reverse());
  });
});
