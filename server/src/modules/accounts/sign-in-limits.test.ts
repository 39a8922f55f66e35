import { api, outcome } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';
import { FAILURES_MAX } from './attempt-rules.ts';
import { hashPassword } from './passwords.ts';

/** Two processes on one database: a limit that each kept for itself would allow twice as much. */
let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  first = await testApp();
  second = await testApp({ database: first.database });
});

const { session } = api;

interface Guess {
  email: string;
  password?: string;
  address: string;
}

const guess = async (it: TestApp, { email, password = 'wrong', address }: Guess) => {
  const answer = await it.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    payload: { email, password },
  });
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after'] ?? 0) };
};

/** All at once, by turns at both processes. */
const guessAll = (guesses: Guess[]) =>
  Promise.all(guesses.map((each, index) => guess(index % 2 ? second : first, each)));
/** On a slow machine the guesses may take longer than the minute they are counted in. */
async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; windows: number }> {
  const start = Date.now();
  const result = await work();
  return { result, windows: 1 + Math.floor((Date.now() - start) / 60_000) };
}
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const many = (length: number, of: (index: number) => Guess) => Array.from({ length }, (_, index) => of(index));

describe('concurrent guesses', () => {
  test('at one account: ten are checked, however many are sent', async () => {
    const { caller } = await first.given.mainUser();
    const { result: answers, windows } = await timed(() =>
      guessAll(many(300, () => ({ email: caller.email, address: '203.0.113.1' }))),
    );
    expect(count(answers, 401)).toBeGreaterThanOrEqual(FAILURES_MAX.account);
    expect(count(answers, 401)).toBeLessThanOrEqual(FAILURES_MAX.account * windows);
    expect(count(answers, 401) + count(answers, 429)).toBe(300);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 60)).toBe(true);
    const right = { email: caller.email, password: DEMO_PASSWORD };
    expect((await guess(first, { ...right, address: '203.0.113.1' })).status).toBe(429);
    expect((await guess(first, { ...right, address: '203.0.113.2' })).status).toBe(200);
  });

  test('at many accounts from one address: a hundred are checked', async () => {
    const { result: answers, windows } = await timed(() =>
      guessAll(many(200, (index) => ({ email: `nobody${index}@nowhere.test`, address: '203.0.113.3' }))),
    );
    expect(count(answers, 401)).toBeLessThanOrEqual(FAILURES_MAX.network * windows);
    expect(count(answers, 401) + count(answers, 429) + count(answers, 503)).toBe(200);
    expect(count(answers, 429)).toBeGreaterThan(0);
  });

  test('from many addresses of one IPv6 network count together', async () => {
    const { caller } = await first.given.mainUser();
    const answers = await guessAll(
      many(40, (index) => ({ email: caller.email, address: `2001:db8:7:7::${(index + 1).toString(16)}` })),
    );
    expect(count(answers, 401)).toBe(FAILURES_MAX.account);
  });

  test('from so many addresses that hashing is overloaded: the rest gets 503, and is not counted', async () => {
    const { id, caller } = await first.given.mainUser();
    const hash = await hashPassword(DEMO_PASSWORD);
    await first.database.owner('update users set password_hash = $2 where id = $1', [id, hash]);
    const answers = await guessAll(
      many(260, (index) => ({ email: caller.email, address: `198.51.${index >> 8}.${index & 255}` })),
    );
    expect(count(answers, 401) + count(answers, 503)).toBe(260);
    expect(count(answers, 503)).toBeGreaterThan(0);
    expect(answers.every(({ status, retryAfter }) => status !== 503 || retryAfter > 0)).toBe(true);
    const kept = await first.database.owner('select from sign_ins where email = $1 and not succeeded', [caller.email]);
    expect(kept).toHaveLength(count(answers, 401));
    expect((await guess(first, { email: caller.email, password: DEMO_PASSWORD, address: '203.0.113.4' })).status).toBe(
      200,
    );
  });
});

test('correct passwords do not count towards the limit', async () => {
  const { caller } = await first.given.mainUser();
  for (let index = 0; index < FAILURES_MAX.account + 2; index++)
    expect((await guess(first, { email: caller.email, password: DEMO_PASSWORD, address: '203.0.113.5' })).status).toBe(
      200,
    );
});

test('guesses of the confirming password are limited like sign-ins', async () => {
  const { caller } = await first.given.mainUser();
  const body = { current_password: 'wrong' };
  const answers = await Promise.all(Array.from({ length: 60 }, () => caller.call(session.makeToken, { body })));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(FAILURES_MAX.account);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - FAILURES_MAX.account);
  expect(answers.find(({ status }) => status === 429)?.body).toEqual({ message: outcome.tooMany });
});

test('confirming with a password is not recorded as a sign-in', async () => {
  const { caller } = await first.given.mainUser();
  await caller.ok(session.makeToken, { body: { current_password: DEMO_PASSWORD } });
  expect(await first.database.owner('select from sign_ins where email = $1', [caller.email])).toHaveLength(1);
});

test('API tokens are made a few times a minute by one user, which limits nobody else', async () => {
  const [one, other] = [await first.given.mainUser(), await first.given.mainUser()];
  const make = async ({ caller }: typeof one) =>
    (await caller.call(session.makeToken, { body: { current_password: DEMO_PASSWORD } })).status;
  const statuses: number[] = [];
  for (let index = 0; index < 14; index++) statuses.push(await make(one));
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
  expect(await make(other)).toBe(200);
});
