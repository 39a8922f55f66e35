import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { api, permissionKeys } from '@longshore/contract';
import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { listEndpoints, resourceOf } from '../access/endpoints.ts';
import { type TestApp, testApp } from '../harness.ts';
import { seeded } from '../simulation/random.ts';
import { workbookOf } from '../workbooks.ts';
import { type FuzzCall, type Kind, makeCall, type Seeds } from './calls.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_115);
const calls = Number(process.env.FUZZ_CALLS ?? 2_000);
const AT_ONCE = 4;
const MEMORY_MAX = 500 * 1024 * 1024;
const FINDINGS_MAX = 20;
/** The demo's first client. */
const CLIENT = 1;
const SUPER_EMAIL = 'super@longshore.test';

const lines = listEndpoints(api);
let it: TestApp;
let seeds: Seeds;
const tokens = new Map<Kind, Promise<string>>();

async function readSeeds(): Promise<Seeds> {
  const tables = new Set(lines.flatMap(({ endpoint }) => Object.values(endpoint.params).map(resourceOf)));
  const ids: Seeds['ids'] = {};
  for (const table of tables)
    if (table)
      ids[table] = (await it.database.owner<{ id: number }>(`select id from ${table} order by id limit 12`)).map(
        (row) => row.id,
      );
  const client = await it.as('client');
  const template = await client.call(api.records.importTemplate, { params: { type: 'Relation' } });
  return { ids, files: [template.bytes, workbookOf(), Buffer.from('hello'), Buffer.alloc(0), Buffer.alloc(3000, 7)] };
}

interface SuperUser {
  id: number;
  password_hash: string;
}
let superUser: SuperUser | undefined;

/** New users get the password hash of the demo's super user, which calls may have changed. */
async function restoreSuperUser(): Promise<void> {
  await it.database.owner('update users set email = $2, password_hash = $3 where id = $1', [
    superUser?.id,
    SUPER_EMAIL,
    superUser?.password_hash,
  ]);
}

/** A new user: earlier calls may have signed the last one out, disabled it or changed its role. */
async function signIn(kind: Kind): Promise<string> {
  if (kind === 'guest') return '';
  await restoreSuperUser();
  await it.database.owner('update clients set is_active = true where id = $1 and not is_active', [CLIENT]);
  if (kind === 'client') return (await it.given.clientUser(CLIENT)).caller.token;
  if (kind === 'staff') return (await it.given.mainUser(permissionKeys)).caller.token;
  const { id, caller } = await it.given.mainUser();
  await it.database.owner('update users set is_su = true, role_id = null where id = $1', [id]);
  return caller.token;
}

function tokenOf(kind: Kind): Promise<string> {
  const known = tokens.get(kind) ?? signIn(kind);
  tokens.set(kind, known);
  return known;
}

/** Each call has its own address: limits per address are tested elsewhere. */
const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

async function send(call: FuzzCall, index: number) {
  const token = await tokenOf(call.kind);
  const response = await it.http.inject({
    method: call.method,
    url: call.url,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...call.headers },
    remoteAddress: addressOf(index),
    ...(call.payload === undefined ? {} : { payload: call.payload }),
  } as InjectOptions);
  if (response.statusCode === 401 && !call.headers.authorization) tokens.delete(call.kind);
  return response;
}

/** What the server logged about a call, to find the bug. */
const logOf = (reference: unknown) =>
  it.logLines
    .filter((line) => line.includes(String(reference)) && line.includes('"err"'))
    .map((line) => JSON.stringify((JSON.parse(line) as { err?: unknown }).err))
    .join('\n')
    .slice(0, 1500);

/** A busy server may ask to try again later, as the contract documents; how often that may happen is checked at the end. */
const isAllowed = (status: number, retryAfter: unknown) => status < 500 || (status === 503 && retryAfter !== undefined);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

beforeAll(async () => {
  it = await testApp();
  seeds = await readSeeds();
  [superUser] = await it.database.owner<SuperUser>('select id, password_hash from users where email = $1', [
    SUPER_EMAIL,
  ]);
});

test(`no call of the contract is answered with a defect (${calls} calls, seed ${seed})`, {
  timeout: 86_400_000,
}, async () => {
  const findings: string[] = [];
  const statuses = new Map<number, number>();
  let memory = 0;
  let next = 0;
  const hand = async () => {
    for (let index = next++; index < calls && findings.length < FINDINGS_MAX; index = next++) {
      // Every call has its own random numbers: it does not depend on the others.
      const random = seeded(seed * 1_000_003 + index);
      const call = makeCall(random, random.pick(lines), seeds);
      const { statusCode, headers } = await send(call, index);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      if (!isAllowed(statusCode, headers['retry-after'])) {
        const shown = { ...call, url: call.url.slice(0, 500), payload: call.payload?.toString('latin1').slice(0, 500) };
        findings.push(
          `seed ${seed}, call ${index}: ${statusCode} ${JSON.stringify(shown)}\n${logOf(headers['x-request-id'])}`,
        );
      }
      if (index % 50 === 0) {
        memory = Math.max(memory, process.memoryUsage().rss);
        it.logLines.length = 0;
        // With much memory on the machine, V8 lets garbage pile up; only what is not garbage counts.
        if (index % 500 === 0) collectGarbage();
      }
    }
  };
  // What nobody catches ends a server's process.
  const onUncaught = (error: Error) => findings.push(`seed ${seed}, about call ${next}: uncaught ${error.stack}`);
  process.on('uncaughtException', onUncaught);
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  process.off('uncaughtException', onUncaught);
  console.log(
    `answers by status: ${JSON.stringify(Object.fromEntries(statuses))}, memory ${Math.round(memory / 1e6)} MB`,
  );
  expect(findings.join('\n\n')).toBe('');
  expect(memory).toBeLessThan(MEMORY_MAX);
  expect(statuses.get(503) ?? 0).toBeLessThanOrEqual(calls / 200);
  // A fuzz test whose calls are all refused at once would find nothing.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(calls / 20);
});
