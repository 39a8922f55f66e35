import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@longshore/contract';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../test/harness.ts';
import { systemIds } from '../platform/ids.ts';
import {
  chooseDemoPassword,
  DEMO_PASSWORD,
  findPublishedUsers,
  giveDemoPassword,
  isExposed,
  keepDemoPassword,
} from './demo-password.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'longshore-demo-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test.each([
  ['127.0.0.1', undefined, false],
  ['localhost', 'http://localhost:3000', false],
  ['0.0.0.0', undefined, true],
  ['::', undefined, true],
  ['192.168.1.4', undefined, true],
  ['127.0.0.1', 'https://demo.example', true],
  ['127.0.0.1', 'not an address', false],
])('listening on %s as %s is reached by others: %s', (host, publicUrl, expected) => {
  expect(isExposed(host, publicUrl)).toBe(expected);
});

test('the published password is for this machine only; a generated one is stored and reused', () => {
  expect(chooseDemoPassword(dataDir, false, systemIds)).toBe(DEMO_PASSWORD);
  const generated = chooseDemoPassword(dataDir, true, systemIds);
  expect(generated).toHaveLength(16);
  expect(generated).not.toBe(chooseDemoPassword(dataDir, true, systemIds));
  keepDemoPassword(dataDir, generated);
  expect(statSync(join(dataDir, 'demo-password')).mode & 0o077).toBe(0);
  expect(readFileSync(join(dataDir, 'demo-password'), 'utf8')).toBe(`${generated}\n`);
  expect(chooseDemoPassword(dataDir, true, systemIds)).toBe(generated);
  expect(chooseDemoPassword(dataDir, false, systemIds)).toBe(generated);
});

test('a demo that others can reach no longer opens with the published password', async () => {
  const it = await testApp();
  const before = await it.as('super');
  const own = 'chosen by its user';
  const viewer = await it.as('viewer');
  const { name, email, lang, avatar_path } = (await viewer.ok(api.session.boot)).user;
  const profile = { name, email, lang, avatar_path, current_password: DEMO_PASSWORD };
  await viewer.ok(api.session.saveProfile, { body: { ...profile, password: own, password_confirmation: own } });
  const published = await findPublishedUsers(it.app.open);
  expect(published.length).toBeGreaterThan(3);
  await giveDemoPassword(it.app.open, published, 'generated-for-you');
  const login = async (title: string, password: string) =>
    (await it.guest.call(api.session.login, { body: { email: `${title}@longshore.test`, password } })).status;
  for (const title of ['super', 'staff', 'client']) {
    expect(await login(title, DEMO_PASSWORD)).toBe(401);
    expect(await login(title, 'generated-for-you')).toBe(200);
  }
  expect(await login('viewer', own)).toBe(200);
  expect((await before.call(api.session.boot)).status).toBe(401);
  expect(await findPublishedUsers(it.app.open)).toEqual([]);
});
