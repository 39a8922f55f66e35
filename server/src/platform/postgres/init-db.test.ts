import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Clone, cloneDatabase, connect } from '../../../test/databases.ts';
import { readyDatabase } from '../../commands/database.ts';
import { readConfig } from '../config.ts';
import { loginProblem } from '../database/login-check.ts';
import { loginOf, roleLogin, SCOPE_ROLES, type ScopeRole, withLogin } from '../database/logins.ts';
import { openPools } from '../database/pools.ts';
import { opener } from '../database/tx.ts';
import { initDatabase } from './init-db.ts';

/** Roles belong to the whole cluster: a name of our own leaves the other tests' logins alone. */
const server = { name: `upgraded ${randomBytes(3).toString('hex')}`, password: 'p@ss/word:?#' };
const logins = SCOPE_ROLES.map((role) => roleLogin(server, role));
let database: Clone;
let admin: pg.Client;
let serverUrl: string;

const quoted = (name: string) => pg.escapeIdentifier(name);
const init = () =>
  initDatabase(inject('database').adminUrl, { database: database.name, owner: loginOf(database.ownerUrl), server });
const start = () =>
  readyDatabase(readConfig({ DATABASE_URL: serverUrl, DATABASE_OWNER_URL: database.ownerUrl }), () => {});

beforeAll(async () => {
  database = await cloneDatabase();
  serverUrl = withLogin(database.serverUrl, server);
  admin = await connect(inject('database').adminUrl);
  // As release 1.3 left it: one login that belongs to every group role.
  await admin.query(`create role ${quoted(server.name)} login noinherit password ${pg.escapeLiteral(server.password)}`);
  await admin.query(`grant ${SCOPE_ROLES.join(', ')} to ${quoted(server.name)}`);
  await admin.query(`grant connect on database ${database.name} to ${quoted(server.name)}`);
});

afterAll(async () => {
  await database.drop();
  for (const { name } of [server, ...logins]) await admin.query(`drop role if exists ${quoted(name)}`);
  await admin.end();
});

async function problemOf(role: ScopeRole): Promise<string | undefined> {
  const pools = openPools(serverUrl, pino({ level: 'silent' }), 1);
  try {
    return await opener(pools)({ role, clientId: null, userId: null }, loginProblem);
  } finally {
    await pools.end();
  }
}

test('an installation of 1.3 gets a one-line message to run init-db, and works afterwards with the same DATABASE_URL', async () => {
  await expect(start()).rejects.toThrow(/^The login of app_client .* is missing .*npm run admin -- init-db[^\n]*$/);
  expect((await init()).serverUrl).toBe(serverUrl);
  await (await start()).stop();
  for (const role of SCOPE_ROLES) expect(await problemOf(role)).toBeUndefined();
  const base = await connect(serverUrl);
  await expect(base.query('set role app_client')).rejects.toThrow('permission denied to set role');
  await base.end();
});

test('running init-db again changes nothing', async () => {
  await init();
  await (await start()).stop();
});

test('the passwords of the roles differ from each other and from the configured one', () => {
  const passwords = [server, ...logins].map((login) => login.password);
  expect(new Set(passwords).size).toBe(5);
});

test.each([
  ['bypassrls', 'nobypassrls', 'has BYPASSRLS'],
  ['superuser', 'nosuperuser', 'is a superuser'],
])('a login with %s is refused', async (attribute, without, problem) => {
  const login = quoted(roleLogin(server, 'app_staff').name);
  await admin.query(`alter role ${login} ${attribute}`);
  expect(await problemOf('app_staff')).toContain(problem);
  await admin.query(`alter role ${login} ${without}`);
});

test('a login that can become another role is refused', async () => {
  const login = quoted(roleLogin(server, 'app_client').name);
  await admin.query(`grant app_staff to ${login}`);
  expect(await problemOf('app_client')).toContain('can also become app_staff');
  await admin.query(`revoke app_staff from ${login}`);
});

test('the login may be in the parameters of the URL', () => {
  const url = 'postgres://db.example/longshore?user=a%20b&password=c%26d&sslmode=require';
  expect(loginOf(url)).toEqual({ name: 'a b', password: 'c&d' });
  expect(withLogin(url, { name: 'e', password: 'f' })).toBe('postgres://e:f@db.example/longshore?sslmode=require');
});
