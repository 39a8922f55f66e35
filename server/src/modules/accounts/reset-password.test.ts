import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { ORIGIN, type TestApp, testApp } from '../../../test/harness.ts';
import { mailedResetToken, mailedText } from '../../../test/mailed.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';
import { hours } from '../../platform/clock.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const { session } = api;
const password = 'a brand new password';
const mailedToken = async (email: string) => {
  expect(await mailedText(it, email)).toContain(`${ORIGIN}/auth/reset-password/`);
  return mailedResetToken(it, email);
};

const forgot = (email: string) => it.guest.call(session.forgotPassword, { body: { email } });
const reset = (email: string, token: string) =>
  it.guest.call(session.resetPassword, { body: { email, password, _token: token } });

test('a mailed link sets a new password once, and ends every session', async () => {
  const { caller } = await it.given.clientUser(2);
  const { email } = caller;
  expect((await forgot(email)).data).toBe(true);
  const token = await mailedToken(email);
  expect(token).not.toBe('');
  expect(await it.guest.ok(session.resetToken, { body: { token } })).toEqual({ email });
  const strange = await reset('staff@longshore.test', token);
  expect([strange.status, strange.body.message]).toEqual([400, 'Cannot reset password: your request is not valid']);
  expect((await reset(email, token)).data).toBe(true);
  expect((await caller.call(session.boot)).status).toBe(401);
  const login = (secret: string) => it.guest.call(session.login, { body: { email, password: secret } });
  expect((await login(DEMO_PASSWORD)).status).toBe(401);
  expect((await login(password)).status).toBe(200);
  expect((await reset(email, token)).status).toBe(400);
  expect((await it.guest.call(session.resetToken, { body: { token } })).status).toBe(404);
});

test('using one link invalidates the others of the account', async () => {
  const { caller } = await it.given.mainUser();
  await forgot(caller.email);
  const first = await mailedToken(caller.email);
  await forgot(caller.email);
  const second = await mailedToken(caller.email);
  expect(second).not.toBe(first);
  expect((await reset(caller.email, second)).status).toBe(200);
  expect((await reset(caller.email, first)).status).toBe(400);
});

test('an old link is refused', async () => {
  const { caller } = await it.given.mainUser();
  it.clock.advance(-hours(2.1));
  await forgot(caller.email);
  it.clock.advance(hours(2.1));
  const token = await mailedToken(caller.email);
  expect((await it.guest.call(session.resetToken, { body: { token } })).status).toBe(404);
  expect((await reset(caller.email, token)).status).toBe(400);
});

test('an unknown address and a disabled user are answered the same, and get no mail', async () => {
  const { id, caller } = await it.given.mainUser();
  await it.database.owner('update users set is_active = false where id = $1', [id]);
  for (const email of ['nobody@nowhere.test', caller.email]) {
    const { status, data } = await forgot(email);
    expect([status, data]).toEqual([200, true]);
    expect(await mailedText(it, email)).toBe('');
  }
});

test('too many requests are 429 with Retry-After; another account is not affected', async () => {
  for (let attempt = 0; attempt < 5; attempt++) expect((await forgot('often@nowhere.test')).status).toBe(200);
  const { status, headers } = await forgot(' Often@nowhere.test');
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await forgot('seldom@nowhere.test')).status).toBe(200);
});

test('neither the link nor a password, token or hash is ever in a log line or readable in a table', async () => {
  const { caller } = await it.given.mainUser();
  await it.guest.call(session.login, { body: { email: caller.email, password: 'wrong but secret' } });
  await forgot(caller.email);
  const link = await mailedToken(caller.email);
  await reset(caller.email, link);
  const signedIn = await it.signIn(caller.email, password);
  const { api_token } = await signedIn.ok(session.makeToken, { body: { current_password: password } });
  await it.caller(api_token).ok(session.boot);
  await signedIn.call(session.saveProfile, {
    body: {
      name: 'x',
      email: caller.email,
      password: 'short',
      password_confirmation: 'short',
      current_password: password,
    },
  });
  const log = it.logLines.join('');
  expect(log).toContain('/api/auth/login');
  const tables = ['mails', 'password_resets', 'api_tokens', 'sessions', 'sign_ins', 'traces', 'events'];
  const rows = await Promise.all(
    tables.map((table) => it.database.owner(`select ${table}::text as row from ${table}`)),
  );
  for (const secret of [link, password, 'wrong but secret', DEMO_PASSWORD, signedIn.token, api_token, 'argon2id']) {
    expect(log).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});
