import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { mailedResetToken } from '../../../test/mailed.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';
import { systemIds } from '../../platform/ids.ts';
import { passwordProblem } from './password-rules.ts';
import { generatePassword } from './passwords.ts';

const { session, users } = api;
let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const owner = { names: ['Ana Prado'], emails: ['ana.prado@harbor.test'], companies: ['Harbor 3PL', 'Bluebird Toys'] };

test.each([
  ['1234567890', 'PasswordIsCommon'],
  ['qwertyuiop', 'PasswordIsCommon'],
  ['Password123', 'PasswordIsCommon'],
  ['administrator', 'PasswordIsCommon'],
  ['aaaaaaaaaaaaaaaa', 'PasswordRepeatsCharacters'],
  ['1111111111', 'PasswordRepeatsCharacters'],
  ['AaaAaaAaaAaaA', 'PasswordRepeatsCharacters'],
  ['abcde1abcde1abcde1', 'PasswordRepeatsCharacters'],
  [DEMO_PASSWORD, 'PasswordIsTheDemos'],
  ['Longshore-Demo', 'PasswordIsTheDemos'],
  ['longshore-demo1', 'PasswordHoldsOwnWords'],
  ['Ana Prado 2026', 'PasswordHoldsOwnWords'],
  ['anaprado1234', 'PasswordHoldsOwnWords'],
  ['odarp.ana.2026', 'PasswordHoldsOwnWords'],
  ['harbor3plharbor', 'PasswordHoldsOwnWords'],
  ['Harbor-3PL-2026', 'PasswordHoldsOwnWords'],
  ['bluebirdtoys!', 'PasswordHoldsOwnWords'],
  ['qwertyuiop12', 'PasswordIsEasyToGuess'],
  ['Winter2025!', 'PasswordIsEasyToGuess'],
  ['correct horse battery', undefined],
  ['Ana has four unrelated words', undefined],
  ['我们的仓库在上海浦东新区', undefined],
])('%s is refused with %s', (password, expected) => {
  expect(passwordProblem(password, owner)).toBe(expected);
});

test('a generated password is always accepted', () => {
  for (let index = 0; index < 20; index++) expect(passwordProblem(generatePassword(systemIds), owner)).toBe(undefined);
});

test('an estimate of the longest password takes no seconds', () => {
  const hard = '4@8({[</369&#!1/|0$5+7%2'.repeat(9).slice(0, 200);
  passwordProblem(hard, owner);
  const started = performance.now();
  passwordProblem(hard, owner);
  expect(performance.now() - started).toBeLessThan(2_000);
});

describe('a password that can be guessed', () => {
  test.each([
    ['Qwertyuiop', 'PasswordIsCommon'],
    ['zzzzzzzzzzzz', 'PasswordRepeatsCharacters'],
    [DEMO_PASSWORD, 'PasswordIsTheDemos'],
    ['wilhelmina-1', 'PasswordHoldsOwnWords'],
    ['Harborlight2', 'PasswordHoldsOwnWords'],
  ])('%s is refused in the profile, by a mailed link and for another user', async (password, problem) => {
    const boss = await it.as('super');
    await it.database.owner(`update company set name = 'Harborlight'`);
    const { id, caller } = await it.given.mainUser();
    await it.database.owner(`update users set name = 'Wilhelmina Ng' where id = $1`, [id]);
    const { name, email, lang, avatar_path } = (await caller.ok(session.boot)).user;
    const body = { name, email, lang, avatar_path, current_password: DEMO_PASSWORD };
    await it.guest.ok(session.forgotPassword, { body: { email } });
    const link = await mailedResetToken(it, email);
    const tries = [
      await caller.call(session.saveProfile, { body: { ...body, password, password_confirmation: password } }),
      await it.guest.call(session.resetPassword, { body: { email, password, _token: link } }),
      await boss.call(users.setPassword, { params: { id }, body: { password, password_confirmation: password } }),
    ];
    for (const { status, body: answer } of tries)
      expect({ status, keys: answer.keys }).toEqual({ status: 422, keys: { password: [problem] } });
    await it.signIn(email);
  });

  test('is one with the new name, when both are changed at once', async () => {
    const { caller } = await it.given.mainUser();
    const { email, lang, avatar_path } = (await caller.ok(session.boot)).user;
    const password = 'konstantina77';
    const { status, body } = await caller.call(session.saveProfile, {
      body: {
        name: 'Konstantina',
        email,
        lang,
        avatar_path,
        current_password: DEMO_PASSWORD,
        password,
        password_confirmation: password,
      },
    });
    expect([status, body.keys]).toEqual([422, { password: ['PasswordHoldsOwnWords'] }]);
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
