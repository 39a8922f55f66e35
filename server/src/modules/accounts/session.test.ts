import { api, outcome } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';
import { hours } from '../../platform/clock.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const { session } = api;
const login = (email: string, password: string) => it.guest.call(session.login, { body: { email, password } });
const signIns = (email: string) =>
  it.database.owner<{ succeeded: boolean; user_id: number | null }>(
    'select succeeded, user_id from sign_ins where email = $1 order by id',
    [email],
  );
const profileOf = async (caller: Caller) => {
  const { user } = await caller.ok(session.boot);
  return { name: user.name, email: user.email, lang: user.lang, avatar_path: user.avatar_path };
};

describe('signing in', () => {
  test('returns a token for all other calls', async () => {
    const { status, data } = await login('SUPER@longshore.test ', DEMO_PASSWORD);
    expect(status).toBe(200);
    expect(data.timezone).toBe('America/Los_Angeles');
    expect(Date.parse(data.expire) - it.clock.now().getTime()).toBeGreaterThan(hours(7 * 24 - 1));
    const { user, preferences } = await it.caller(data.jwt).ok(session.boot);
    expect(user).toMatchObject({ name: 'Marta Oliveira', is_su: true, is_main_user: true, client_id: null });
    expect(preferences).toMatchObject({ version: '1.10.0', name: 'Harrow Street Logistics' });
    expect(preferences.build).toBeGreaterThan(1053);
  });

  test('says the same for a wrong password, an unknown address and a disabled user', async () => {
    const disabled = await it.given.mainUser();
    await it.database.owner('update users set is_active = false where id = $1', [disabled.id]);
    const replies = await Promise.all([
      login('staff@longshore.test', 'wrong'),
      login('nobody@nowhere.test', 'wrong'),
      login(disabled.caller.email, DEMO_PASSWORD),
    ]);
    for (const { status, body } of replies)
      expect({ status, body }).toEqual({ status: 401, body: { message: outcome.unauthenticated } });
  });

  test('a disabled role or client is 403', async () => {
    const main = await it.given.mainUser();
    await it.database.owner('update roles set is_active = false where id = (select role_id from users where id = $1)', [
      main.id,
    ]);
    const clientId = await it.given.client();
    const client = await it.given.clientUser(clientId);
    await it.database.owner('update clients set is_active = false where id = $1', [clientId]);
    for (const { caller } of [main, client]) {
      expect((await login(caller.email, DEMO_PASSWORD)).status).toBe(403);
      const { status, body } = await caller.call(session.boot);
      expect({ status, body }).toEqual({ status: 403, body: { message: outcome.forbidden } });
    }
  });

  test('is recorded, also when it was refused and rolled back', async () => {
    const { id, caller } = await it.given.mainUser();
    await login(caller.email, 'wrong');
    expect(await signIns(caller.email)).toEqual([
      { succeeded: true, user_id: id },
      { succeeded: false, user_id: null },
    ]);
  });

  test('ten failures a minute, then 429; other accounts and addresses are not affected', async () => {
    const { caller } = await it.given.mainUser();
    for (let attempt = 0; attempt < 10; attempt++) expect((await login(caller.email, 'wrong')).status).toBe(401);
    const refused = await login(caller.email, DEMO_PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ message: outcome.tooMany });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login('staff@longshore.test', DEMO_PASSWORD)).status).toBe(200);
    const elsewhere = await it.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '203.0.113.9',
      payload: { email: caller.email, password: DEMO_PASSWORD },
    });
    expect(elsewhere.statusCode).toBe(200);
    await it.database.owner("update sign_ins set at = at - interval '61 seconds' where email = $1", [caller.email]);
    expect((await login(caller.email, DEMO_PASSWORD)).status).toBe(200);
  });
});

describe('a session', () => {
  test('ends at logout, and only that one', async () => {
    const first = await it.as('staff');
    const second = await it.as('staff');
    expect(await first.ok(session.logout)).toBe(true);
    expect((await first.call(session.boot)).status).toBe(401);
    expect((await second.call(session.boot)).status).toBe(200);
  });

  test('is renewed by boot', async () => {
    const caller = await it.as('staff');
    await it.database.owner("update sessions set expires_at = now() + interval '1 minute' where ended_at is null");
    const { jwt, expire } = await caller.ok(session.boot);
    expect(Date.parse(expire) - it.clock.now().getTime()).toBeGreaterThan(hours(24 * 6));
    const [row] = await it.database.owner<{ left: number }>(
      "select extract(epoch from max(expires_at) - now())::int as left from sessions where user_id = (select id from users where email = 'staff@longshore.test')",
    );
    expect(row?.left).toBeGreaterThan(6 * 24 * 3600);
    expect((await it.caller(jwt).call(session.boot)).status).toBe(200);
  });

  test('expires', async () => {
    it.clock.advance(-hours(7 * 24 + 1));
    const old = await it.as('staff');
    it.clock.advance(hours(7 * 24 + 1));
    expect((await old.call(session.boot)).status).toBe(401);
  });

  test('of a disabled user is stopped at the next request', async () => {
    const { id, caller } = await it.given.mainUser();
    await it.database.owner('update users set is_active = false where id = $1', [id]);
    expect((await caller.call(session.boot)).status).toBe(401);
    await it.database.owner('update users set is_active = true where id = $1', [id]);
    expect((await caller.call(session.boot)).status).toBe(200);
  });
});

describe('the profile', () => {
  test('saves name, address, language and picture, and leaves a trace', async () => {
    const { id, caller } = await it.given.clientUser(1);
    const body = { name: 'New Name', email: 'New.Name@given.test', lang: 'ch', avatar_path: 'user_29.png' } as const;
    const saved = await caller.ok(session.saveProfile, { body: { ...body, current_password: DEMO_PASSWORD } });
    expect(saved).toMatchObject({ ...body, email: 'new.name@given.test', client_id: 1 });
    const [row] = await it.database.owner(
      "select user_name, subject, client_id, changes from traces where traceable_type = 'User' and traceable_id = $1",
      [id],
    );
    expect(row).toMatchObject({ subject: 'Profile updated', client_id: 1 });
    expect(row?.changes).toContainEqual({ field: 'name', newValue: 'New Name' });
  });

  test('refuses an address somebody has, and writes nothing', async () => {
    const { caller } = await it.given.mainUser();
    const before = await profileOf(caller);
    const { status, body } = await caller.call(session.saveProfile, {
      body: { ...before, name: 'Changed', email: 'staff@longshore.test', current_password: DEMO_PASSWORD },
    });
    expect([status, body.error_code, body.message]).toEqual([400, 10008, 'Email already exists']);
    expect(await profileOf(caller)).toEqual(before);
  });

  test('changes the password with the current one, and ends the other sessions', async () => {
    const { id, caller } = await it.given.mainUser();
    const other = await it.signIn(caller.email);
    const password = 'another fine password';
    const body = { ...(await profileOf(caller)), password, password_confirmation: password };
    const refused = await caller.call(session.saveProfile, { body });
    expect([refused.status, refused.body.keys]).toEqual([422, { current_password: ['CurrentPasswordIsRequired'] }]);
    const wrong = await caller.call(session.saveProfile, { body: { ...body, current_password: 'wrong' } });
    expect([wrong.status, wrong.body.keys]).toEqual([422, { current_password: ['CurrentPasswordIsWrong'] }]);
    expect((await other.call(session.boot)).status).toBe(200);
    await caller.ok(session.saveProfile, { body: { ...body, current_password: DEMO_PASSWORD } });
    expect((await caller.call(session.boot)).status).toBe(200);
    expect((await other.call(session.boot)).status).toBe(401);
    expect((await login(caller.email, DEMO_PASSWORD)).status).toBe(401);
    expect((await login(caller.email, password)).status).toBe(200);
    const traces = await it.database.owner('select changes::text from traces where traceable_id = $1', [id]);
    expect(JSON.stringify(traces)).toContain('changed');
    expect(JSON.stringify(traces)).not.toContain('argon2');
  });

  test('reports all invalid fields at once', async () => {
    const { caller } = await it.given.mainUser();
    const { status, body } = await caller.call(session.saveProfile, {
      body: { name: ' ', email: 'nobody', password: 'short', password_confirmation: 'other' },
    });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({ name: ['Name is required'], email: ['Email address is invalid'] });
  });
});

describe('the working client', () => {
  test('is stored for main users and refused for client users', async () => {
    const staff = await it.as('staff');
    const user = await staff.ok(session.switchClient, { params: { id: 3 } });
    expect(user).toMatchObject({ last_working_client: 3, working_client: { id: 3, company: 'Bluebird Toys' } });
    expect((await staff.ok(session.boot)).user.last_working_client).toBe(3);
    const list = await staff.ok(api.relations.list);
    expect(new Set(list.records.map((row) => row.client_id))).toEqual(new Set([3]));
    expect((await staff.call(session.switchClient, { params: { id: 9999 } })).status).toBe(404);
    expect((await staff.ok(session.boot)).user.last_working_client).toBe(3);
    const client = await it.as('client');
    expect((await client.call(session.switchClient, { params: { id: 2 } })).status).toBe(403);
  });
});
