import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { mailedResetToken } from '../../../test/mailed.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';
import { isCommonPassword } from './common-passwords.ts';

const { session, users } = api;
let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

test.each([
  ['1234567890', true],
  ['qwertyuiop', true],
  ['Password123', true],
  ['PASSWORD1234', true],
  ['administrator', true],
  [DEMO_PASSWORD, false],
  ['correct horse battery', false],
])('%s is one of the most common: %s', (password, expected) => {
  expect(isCommonPassword(password)).toBe(expected);
});

describe('one of the most common passwords', () => {
  const password = 'Qwertyuiop';
  const refused = { status: 422, keys: { password: ['PasswordIsCommon'] } };

  test('is refused in the profile, by a mailed link and for another user', async () => {
    const { id, caller } = await it.given.mainUser();
    const { name, email, lang, avatar_path } = (await caller.ok(session.boot)).user;
    const body = { name, email, lang, avatar_path, current_password: DEMO_PASSWORD };
    const boss = await it.as('super');
    await it.guest.ok(session.forgotPassword, { body: { email } });
    const link = await mailedResetToken(it, email);
    const tries = [
      await caller.call(session.saveProfile, { body: { ...body, password, password_confirmation: password } }),
      await it.guest.call(session.resetPassword, { body: { email, password, _token: link } }),
      await boss.call(users.setPassword, { params: { id }, body: { password, password_confirmation: password } }),
    ];
    for (const { status, body: answer } of tries) expect({ status, keys: answer.keys }).toEqual(refused);
    await it.signIn(email);
  });
});

test('leading and trailing spaces belong to the password', async () => {
  const { id, caller } = await it.given.mainUser();
  const boss = await it.as('super');
  const password = '  a roomy password ';
  await boss.ok(users.setPassword, { params: { id }, body: { password, password_confirmation: password } });
  const login = async (given: string) =>
    (await it.guest.call(session.login, { body: { email: caller.email, password: given } })).status;
  expect(await login(password.trim())).toBe(401);
  expect(await login(password)).toBe(200);
  const signedIn = await it.signIn(caller.email, password);
  const make = async (current_password: string) =>
    (await signedIn.call(session.makeToken, { body: { current_password } })).status;
  expect(await make(password.trim())).toBe(422);
  expect(await make(password)).toBe(200);
});

describe('calls of guests', () => {
  test.each([
    ['/api/auth/login', { password: 'x' }],
    ['/api/auth/forget-password', {}],
    ['/api/auth/forget-password/token', { token: 'x' }],
    ['/api/auth/reset-password', { password: 'long enough for all', _token: 'x' }],
  ])('%s survives an e-mail address that is no text', async (url, rest) => {
    for (const email of [{ toString: 1 }, { toString: { valueOf: null } }, [[]], null, 7, true]) {
      const { statusCode } = await it.http.inject({ method: 'POST', url, payload: { ...rest, email } });
      expect(statusCode, JSON.stringify(email)).toBeGreaterThanOrEqual(400);
      expect(statusCode, JSON.stringify(email)).toBeLessThan(500);
    }
  });

  test('an extra field does not evade the limit', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 25; index++) {
      const { statusCode } = await it.http.inject({
        method: 'POST',
        url: '/api/auth/forget-password/token',
        remoteAddress: '203.0.113.20',
        payload: { token: `guess ${index}`, email: `any${index}@nowhere.test` },
      });
      statuses.push(statusCode);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
  });

  test('one address is limited over all accounts', async () => {
    const ask = async (index: number, remoteAddress: string) =>
      (
        await it.http.inject({
          method: 'POST',
          url: '/api/auth/forget-password',
          remoteAddress,
          payload: { email: `nobody${index}@nowhere.test` },
        })
      ).statusCode;
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index, '203.0.113.21')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(25);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    expect(await ask(1, '203.0.113.22')).toBe(200);
  });
});
