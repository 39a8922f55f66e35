import { api, badgeCode, outcome, type PermissionKey } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { DEMO_PASSWORD } from '../../../demo/demo-password.ts';

const { badges, session, users } = api;
let it: TestApp;
let boss: Caller;

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
});

const person = (...keys: PermissionKey[]) => it.given.mainUser(keys);
const signIn = (badge: string) => it.guest.call(badges.signIn, { body: { badge } });
const make = (userId: number, body: object = {}, by = boss) =>
  by.ok(badges.make, { params: { id: userId }, body: body as never });
const makeOwn = (caller: Caller, body: object = {}) =>
  caller.ok(badges.makeMine, { body: { current_password: DEMO_PASSWORD, ...body } as never });
const keysOf = ({ body }: { body: { keys?: Record<string, string[]> } }) => Object.values(body.keys ?? {}).flat();
const unknown = { status: 401, body: { message: outcome.unauthenticated } };
/** As a guest sees it: nothing but that it was refused. */
const answer = ({ status, body }: { status: number; body: object }) => ({ status, body });

describe('signing in by a badge', () => {
  test('is signing in as its owner, with the same answer as by password', async () => {
    const { id, caller } = await person();
    const { code, ...badge } = await make(id, { name: 'Lanyard' });
    expect(badge).toMatchObject({ kind: 'personal', state: 'active', created_by: 'Marta Oliveira', expires_at: null });
    // A keyboard may be locked to small letters.
    for (const scan of [code, ` ${code.toLowerCase()} `]) {
      const { status, data } = await signIn(scan);
      expect(status).toBe(200);
      expect((await it.caller(data.jwt).ok(session.boot)).user).toMatchObject({ id, email: caller.email });
    }
    const byPassword = await it.guest.ok(session.login, { body: { email: caller.email, password: DEMO_PASSWORD } });
    expect(Object.keys((await signIn(code)).data)).toEqual(Object.keys(byPassword));
    const [listed] = await boss.ok(badges.ofUser, { params: { id } });
    expect(listed).toMatchObject({ state: 'active', last_used_at: expect.stringMatching(/Z$/), name: 'Lanyard' });
    expect(JSON.stringify(listed)).not.toContain(code);
  });

  test('says the same for every code that does not work', async () => {
    const { id } = await person();
    const { code } = await make(id);
    const { id: revokedId, code: revoked } = await make(id);
    await boss.ok(badges.revoke, { params: { id, badgeId: revokedId } });
    const expired = await make(id, { kind: 'one_time', hours: 1 });
    await it.database.owner("update badges set expires_at = now() - interval '1 second' where id = $1", [expired.id]);
    const disabled = await person();
    const { code: ofDisabled } = await make(disabled.id);
    await it.database.owner('update users set is_active = false where id = $1', [disabled.id]);
    const another = code.replace(/-\d+-/, '-1-');
    for (const scan of ['LSU-1-X', 'nonsense', another, revoked, expired.code, ofDisabled])
      expect(answer(await signIn(scan)), scan).toEqual(unknown);
    expect((await signIn(code)).status).toBe(200);
  });

  test('is limited as passwords are, for the account that the code names', async () => {
    const { id, caller } = await person();
    const { code } = await make(id);
    const secret = code.slice(`LSU-${id}-`.length, -2);
    // Well-formed, with another secret: one of eleven may be the right one.
    const all = Array.from({ length: 11 }, (_, n) => badgeCode(id, `${secret.slice(0, -2)}${10 + n}`));
    const tried = all.filter((scan) => scan !== code).slice(0, 10);
    for (const scan of tried) expect((await signIn(scan)).status).toBe(401);
    const refused = await signIn(code);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // The password of the same account is held back too, and nobody else.
    const password = { email: caller.email, password: DEMO_PASSWORD };
    expect((await it.guest.call(session.login, { body: password })).status).toBe(429);
    const other = await person();
    expect((await signIn((await make(other.id)).code)).status).toBe(200);
  });

  test('with a one-time badge works once, also when two scan it at the same moment', async () => {
    const { id } = await person();
    const { code, expires_at } = await make(id, { kind: 'one_time', hours: 2 });
    expect((Date.parse(expires_at ?? '') - it.clock.now().getTime()) / 3_600_000).toBeCloseTo(2, 1);
    const replies = await Promise.all([signIn(code), signIn(code), signIn(code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await boss.ok(badges.ofUser, { params: { id } }))[0]?.state).toBe('used');
  });

  test('does not open what a password guards', async () => {
    const { id } = await person('update_user_model', 'create_user_model', 'view_user_list');
    const { code } = await make(id);
    const { data } = await signIn(code);
    const badged = it.caller(data.jwt);
    const other = await person();
    const reply = await badged.call(badges.make, { params: { id: other.id }, body: {} });
    expect(answer(reply)).toEqual({ status: 403, body: { message: outcome.needsSignIn } });
    expect((await badged.call(users.create, { body: {} as never })).status).toBe(403);
    // Where the call asks for the password itself, that is enough.
    const token = (current_password: string) => badged.call(session.makeToken, { body: { current_password } });
    expect((await token('wrong')).status).toBe(422);
    expect((await token(DEMO_PASSWORD)).status).toBe(200);
  });
});

describe('a badge ends', () => {
  test('with its sessions when it is revoked, and no other', async () => {
    const { id, caller } = await person();
    const [stolen, kept] = [await make(id), await make(id)];
    const [thief, owner] = [(await signIn(stolen.code)).data, (await signIn(kept.code)).data];
    await boss.ok(badges.revoke, { params: { id, badgeId: stolen.id } });
    expect((await it.caller(thief.jwt).call(session.boot)).status).toBe(401);
    expect((await it.caller(owner.jwt).call(session.boot)).status).toBe(200);
    expect((await caller.call(session.boot)).status).toBe(200);
    expect(answer(await signIn(stolen.code))).toEqual(unknown);
    // A second time changes nothing.
    const before = await boss.ok(badges.ofUser, { params: { id } });
    await boss.ok(badges.revoke, { params: { id, badgeId: stolen.id } });
    expect(await boss.ok(badges.ofUser, { params: { id } })).toEqual(before);
  });

  test('when the password is replaced', async () => {
    const { id } = await person();
    const { code } = await make(id);
    const password = 'a-long-and-unusual-one-7';
    await boss.ok(users.setPassword, { params: { id }, body: { password, password_confirmation: password } });
    expect(answer(await signIn(code))).toEqual(unknown);
    expect((await boss.ok(badges.ofUser, { params: { id } }))[0]?.state).toBe('revoked');
  });

  test('by its owner, who cannot end those of others', async () => {
    const [one, other] = [await person(), await person()];
    const badge = await makeOwn(one.caller, { name: 'Spare' });
    expect((await other.caller.call(badges.revokeMine, { params: { badgeId: badge.id } })).status).toBe(404);
    expect((await signIn(badge.code)).status).toBe(200);
    await one.caller.ok(badges.revokeMine, { params: { badgeId: badge.id } });
    expect((await one.caller.ok(badges.mine))[0]).toMatchObject({ id: badge.id, state: 'revoked', name: 'Spare' });
  });
});

describe('making a badge', () => {
  test('for oneself needs the password', async () => {
    const { caller } = await person();
    const reply = await caller.call(badges.makeMine, { body: { current_password: 'wrong' } });
    expect(keysOf(reply)).toEqual(['CurrentPasswordIsWrong']);
    expect(await caller.ok(badges.mine)).toEqual([]);
  });

  test('for others is for those who hold no less', async () => {
    const lead = await person('update_user_model', 'pack');
    const [weaker, stronger] = [await person('pack'), await person('pack', 'adjust_inventory')];
    const clientUser = await it.given.clientUser(1);
    const tried = (id: number) => lead.caller.call(badges.make, { params: { id }, body: {} });
    expect((await tried(weaker.id)).status).toBe(200);
    expect(keysOf(await tried(stronger.id))).toEqual(['HoldsMoreThanYou']);
    expect(keysOf(await tried(clientUser.id))).toEqual(['BadgeNotForClients']);
    expect(keysOf(await tried(lead.id))).toEqual(['OwnAccountInProfile']);
    const [{ id: superId } = { id: 0 }] = await it.database.owner<{ id: number }>(
      "select id from users where email = 'super@longshore.test'",
    );
    expect((await tried(superId)).status).toBe(403);
    expect((await tried(2_000_000_000)).status).toBe(404);
  });

  test('ends at ten that work, and says so', async () => {
    const { id } = await person();
    const made = await Promise.all(
      Array.from({ length: 12 }, () => boss.call(badges.make, { params: { id }, body: {} })),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(made.flatMap(keysOf)).toEqual(['TooManyBadges:10', 'TooManyBadges:10']);
  });

  test('is in the history of the user, without the code', async () => {
    const { id } = await person();
    const { code } = await make(id, { name: 'Lanyard' });
    const rows = await it.database.owner<{ subject: string; changes: unknown }>(
      "select subject, changes from traces where traceable_type = 'User' and traceable_id = $1",
      [id],
    );
    expect(rows[0]).toMatchObject({ subject: 'Badge made' });
    expect(JSON.stringify(rows)).not.toContain(code);
    const stored = await it.database.owner('select * from badges where user_id = $1', [id]);
    expect(JSON.stringify(stored)).not.toContain(code);
  });
});

describe('the paper', () => {
  const paper = (caller: Caller, badge: string) => caller.call(badges.paper, { body: { badge } });

  test('has the name and a code, and not the secret in letters', async () => {
    const { id } = await person();
    const { code } = await make(id);
    const { status, data } = await paper(boss, code);
    expect(status).toBe(200);
    const { pages } = readPdf(Buffer.from(data, 'base64'));
    expect(pages).toHaveLength(1);
    const text = pages[0]?.text.join(' ') ?? '';
    expect(text).toContain('Scan to sign in');
    expect(text).toContain('Harrow Street Logistics');
    expect(text).not.toContain(code);
    // The squares of the code.
    expect(pages[0]?.bars.length).toBeGreaterThan(200);
  });

  test('is drawn for the owner and those who make badges, while it works', async () => {
    const [owner, stranger] = [await person(), await person('pack')];
    const badge = await make(owner.id);
    expect((await paper(owner.caller, badge.code)).status).toBe(200);
    expect(keysOf(await paper(stranger.caller, badge.code))).toEqual(['BadgeIsUnknown']);
    await owner.caller.ok(badges.revokeMine, { params: { badgeId: badge.id } });
    for (const scan of [badge.code, 'LSS-1-X', 'x'])
      expect(keysOf(await paper(owner.caller, scan))).toEqual(['BadgeIsUnknown']);
  });
});
