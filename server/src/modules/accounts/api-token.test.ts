import { api, outcome } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { mailedResetToken } from '../../../test/mailed.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';
import { days, minutes } from '../../platform/clock.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const { session, users } = api;
const NEW_PASSWORD = 'another fine password';
const makeToken = async (caller: Caller, fields: object = {}) => {
  const body = { current_password: DEMO_PASSWORD, ...fields };
  return it.caller((await caller.ok(session.makeToken, { body })).api_token, caller.email);
};
const profileOf = async (caller: Caller) => {
  const { name, email, lang, avatar_path } = (await caller.ok(session.boot)).user;
  return { name, email, lang, avatar_path };
};
const superUser = async () => {
  const user = await it.given.mainUser();
  await it.database.owner('update users set is_su = true, role_id = null where id = $1', [user.id]);
  return user;
};

describe('the API token', () => {
  test('is shown once, works, is replaced and revoked', async () => {
    for (const { caller } of [await it.given.mainUser(), await it.given.clientUser(2)]) {
      expect((await caller.ok(session.boot)).user.has_api_token).toBe(false);
      expect(await caller.ok(session.token)).toBe(null);
      const first = await makeToken(caller);
      const booted = await caller.call(session.boot);
      expect(booted.data.user.has_api_token).toBe(true);
      expect(booted.bytes.toString()).not.toContain(first.token);
      const withToken = await first.ok(session.boot);
      expect(withToken.user.id).toBe(booted.data.user.id);
      expect(withToken.jwt).toBe('');
      const second = await makeToken(caller);
      expect((await first.call(session.boot)).status).toBe(401);
      expect((await second.call(session.boot)).status).toBe(200);
      expect(await caller.ok(session.revokeToken)).toBe(true);
      expect((await second.call(session.boot)).status).toBe(401);
      expect((await caller.ok(session.boot)).user.has_api_token).toBe(false);
    }
  });

  test('is stored only as a hash', async () => {
    const token = await makeToken((await it.given.mainUser()).caller);
    const kept = await it.database.owner("select encode(token_hash, 'escape') as hash from api_tokens");
    expect(JSON.stringify(kept)).not.toContain(token.token);
  });

  test('is made with the current password only', async () => {
    const { caller } = await it.given.mainUser();
    for (const [body, key] of [
      [{}, 'CurrentPasswordIsRequired'],
      [{ current_password: '' }, 'CurrentPasswordIsRequired'],
      [{ current_password: 'wrong' }, 'CurrentPasswordIsWrong'],
    ] as const) {
      const refused = await caller.call(session.makeToken, { body: body as never });
      expect([refused.status, refused.body.keys]).toEqual([422, { current_password: [key] }]);
    }
    expect(await caller.ok(session.token)).toBe(null);
  });

  test('created twice concurrently, one of them works', async () => {
    const { caller } = await it.given.mainUser();
    const made = await Promise.all(Array.from({ length: 4 }, () => makeToken(caller)));
    const answers = await Promise.all(made.map((token) => token.call(session.boot)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('expires on its day', async () => {
    const { id, caller } = await it.given.mainUser();
    const token = await makeToken(caller, { expires_in_days: 30 });
    const kept = await caller.ok(session.token);
    const left = Date.parse(kept?.expires_at ?? '') - it.clock.now().getTime();
    expect(left).toBeGreaterThan(days(29));
    expect(left).toBeLessThanOrEqual(days(30));
    expect(kept).toMatchObject({ read_only: false, is_expired: false, last_used_at: null, last_used_address: '' });
    await it.database.owner("update api_tokens set expires_at = now() - interval '1 second' where user_id = $1", [id]);
    expect((await token.call(session.boot)).status).toBe(401);
    expect(await caller.ok(session.token)).toMatchObject({ is_expired: true });
    expect((await caller.ok(session.boot)).user.has_api_token).toBe(false);
    const boss = await it.as('super');
    expect((await boss.ok(users.get, { params: { id } })).has_api_token).toBe(false);
    for (const expires_in_days of [0, -1, 1.5, 3651, '30'])
      expect(
        (await caller.call(session.makeToken, { body: { current_password: DEMO_PASSWORD, expires_in_days } as never }))
          .status,
      ).toBe(422);
  });

  test('shows when and from where it was last used, without a write for each call', async () => {
    const { id, caller } = await it.given.mainUser();
    const token = await makeToken(caller);
    const writes = async () =>
      (
        await it.database.owner<{ n: number }>(
          'select count(*)::int as n from api_token_writes where user_id = $1 and last_used_at is not null',
          [id],
        )
      )[0]?.n;
    await it.database.owner(`create table api_token_writes (user_id int, last_used_at timestamptz);
      create function note_write() returns trigger language plpgsql security definer as
        $$ begin insert into api_token_writes values (new.user_id, new.last_used_at); return new; end $$;
      create trigger note_write after update on api_tokens for each row execute function note_write()`);
    const call = (remoteAddress: string) =>
      it.http.inject({
        url: '/api/v3/boot',
        remoteAddress,
        headers: { authorization: `Bearer ${token.token}` },
      });
    const used = () => caller.ok(session.token);
    await Promise.all(Array.from({ length: 20 }, () => call('203.0.113.7')));
    const first = await eventually(async () => (await used())?.last_used_at ?? undefined);
    expect(Math.abs(Date.parse(first) - it.clock.now().getTime())).toBeLessThan(minutes(1));
    expect((await used())?.last_used_address).toBe('203.0.113.7');
    await Promise.all(Array.from({ length: 20 }, () => call('203.0.113.7')));
    expect(await writes()).toBe(1);
    it.clock.advance(minutes(2));
    await call('203.0.113.8');
    await eventually(async () => ((await used())?.last_used_address === '203.0.113.8' ? true : undefined));
    expect(await writes()).toBe(2);
    it.clock.advance(-minutes(2));
    await it.database.owner(
      'drop trigger note_write on api_tokens; drop function note_write; drop table api_token_writes',
    );
  });
});

describe('a stolen token', () => {
  test('cannot change address or password, or create another token', async () => {
    const { caller } = await it.given.mainUser();
    const token = await makeToken(caller);
    const profile = await profileOf(caller);
    const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    const tries = [
      await token.call(session.saveProfile, { body: { ...profile, email: 'thief@given.test' } }),
      await token.call(session.saveProfile, {
        body: { ...profile, email: 'thief@given.test', current_password: DEMO_PASSWORD },
      }),
      await token.call(session.saveProfile, { body: { ...profile, ...password, current_password: DEMO_PASSWORD } }),
      await token.call(session.makeToken, { body: { current_password: DEMO_PASSWORD } }),
    ];
    for (const { status, body } of tries)
      expect({ status, body }).toEqual({ status: 403, body: { message: outcome.needsSignIn } });
    expect(await profileOf(caller)).toEqual(profile);
    await it.signIn(caller.email);
  });

  test('of a super user cannot set a password, create a user, or change an address', async () => {
    const { id, caller } = await superUser();
    const token = await makeToken(caller);
    const other = await it.given.mainUser();
    const given = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    const save = async (userId: number, fields: object) => {
      const user = await caller.ok(users.get, { params: { id: userId } });
      const body = { ...user, ...fields, is_main_user: 1, is_su: user.is_su ? 1 : 0, order_controller: 0 };
      return token.call(users.update, { params: { id: userId }, body: body as never });
    };
    const tries = [
      await token.call(users.setPassword, { params: { id: other.id }, body: given }),
      await token.call(users.setPassword, { params: { id }, body: given }),
      await token.call(users.create, {
        body: { name: 'Mine', email: 'mine@given.test', is_main_user: 1, is_su: 1 } as never,
      }),
      await save(other.id, { email: 'thief@given.test' }),
      await save(id, { email: 'thief@given.test' }),
    ];
    for (const { status, body } of tries)
      expect({ status, body }).toEqual({ status: 403, body: { message: outcome.needsSignIn } });
    // What programs are for goes on: a user who left is disabled by one.
    expect((await save(other.id, { is_active: 0 })).status).toBe(200);
  });

  test('an address is changed with the current password only, and links mailed to the old one become invalid', async () => {
    const { id, caller } = await it.given.clientUser(1);
    const profile = await profileOf(caller);
    await it.guest.ok(session.forgotPassword, { body: { email: caller.email } });
    const moved = { ...profile, email: 'moved@given.test' };
    const refused = await caller.call(session.saveProfile, { body: moved });
    expect([refused.status, refused.body.keys]).toEqual([422, { current_password: ['CurrentPasswordIsRequired'] }]);
    const wrong = await caller.call(session.saveProfile, { body: { ...moved, current_password: 'wrong' } });
    expect([wrong.status, wrong.body.keys]).toEqual([422, { current_password: ['CurrentPasswordIsWrong'] }]);
    const saved = await caller.ok(session.saveProfile, { body: { ...moved, current_password: DEMO_PASSWORD } });
    expect(saved.email).toBe('moved@given.test');
    const open = await it.database.owner('select from password_resets where user_id = $1 and used_at is null', [id]);
    expect(open).toHaveLength(0);
    // Name, language and picture need no password.
    await caller.ok(session.saveProfile, { body: { ...moved, name: 'Renamed', lang: 'ch' } });
  });
});

describe('a new password ends the token', () => {
  const works = async (token: Caller) => (await token.call(session.boot)).status === 200;

  test('chosen in the profile', async () => {
    const { caller } = await it.given.mainUser();
    const token = await makeToken(caller);
    const other = await it.signIn(caller.email);
    await caller.ok(session.saveProfile, {
      body: {
        ...(await profileOf(caller)),
        current_password: DEMO_PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      },
    });
    expect([await works(token), await works(other), await works(caller)]).toEqual([false, false, true]);
    expect(await caller.ok(session.token)).toBe(null);
  });

  test('set by a super user, for a main and a client user', async () => {
    const boss = await it.as('super');
    for (const { id, caller } of [await it.given.mainUser(), await it.given.clientUser(2)]) {
      const token = await makeToken(caller);
      const body = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
      await boss.ok(users.setPassword, { params: { id }, body });
      expect([await works(token), await works(caller)]).toEqual([false, false]);
    }
  });

  test('chosen by a mailed link', async () => {
    const { caller } = await it.given.clientUser(2);
    const token = await makeToken(caller);
    await it.guest.ok(session.forgotPassword, { body: { email: caller.email } });
    const link = await mailedResetToken(it, caller.email);
    await it.guest.ok(session.resetPassword, { body: { email: caller.email, password: NEW_PASSWORD, _token: link } });
    expect([await works(token), await works(caller)]).toEqual([false, false]);
  });
});

test.each([0, 1])(
  "a super user's token (read-only: %i) reads no mail, where links could be found",
  async (read_only) => {
    const { caller } = await superUser();
    const token = await makeToken(caller, { read_only });
    const refused = { status: 403, body: { message: outcome.needsSignIn } };
    expect(await token.call(api.operations.outbox)).toMatchObject(refused);
    expect(await token.call(api.operations.mailFile, { params: { id: 1 } })).toMatchObject(refused);
    expect((await caller.call(api.operations.outbox)).status).toBe(200);
  },
);

describe('a read-only token', () => {
  test('reads and changes nothing', async () => {
    const { caller } = await it.given.clientUser(1);
    const token = await makeToken(caller, { read_only: 1 });
    expect(await caller.ok(session.token)).toMatchObject({ read_only: true });
    expect((await token.ok(api.relations.list)).records.length).toBeGreaterThan(0);
    const written = await token.call(api.relations.create, { body: { type: 'customer', name: 'Planted' } as never });
    expect([written.status, written.body]).toEqual([403, { message: outcome.readOnlyToken }]);
    expect(await it.database.owner("select from relations where name = 'Planted'")).toHaveLength(0);
    const full = await makeToken(caller);
    expect((await full.call(api.relations.create, { body: { type: 'customer', name: 'Real' } as never })).status).toBe(
      200,
    );
  });
});
