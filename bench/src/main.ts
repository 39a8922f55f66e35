import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { relationList } from '../floor/relation-list.ts';
import { CLIENTS, seededDatabase, startDatabase } from './database.ts';
import { Connection, type Measured, measure } from './load.ts';
import { type Running, startServer } from './servers.ts';

const AT_ONCE = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const PASSWORD = 'bench-password';

/** One super user per client, so that every call works for another client, as in a busy warehouse. */
async function seedUsers(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const passwordHash = await hash(PASSWORD);
  await owner.query(
    `insert into users (name, email, password_hash, is_main_user, is_su, last_working_client)
     select 'Bench ' || id, 'bench' || id || '@longshore.test', $1, true, true, id from clients`,
    [passwordHash],
  );
  await owner.end();
}

async function signIn(port: number, client: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `bench${client}@longshore.test`, password: PASSWORD }),
  });
  const { data } = (await answer.json()) as { data: { jwt: string } };
  return data.jwt;
}

async function overHttp(server: Running, path: (client: number) => string, tokens: string[]): Promise<Measured> {
  const connections = Array.from({ length: AT_ONCE }, () => new Connection(server.port));
  const work = (worker: number, turn: number) => {
    const client = 1 + ((worker + turn * AT_ONCE) % CLIENTS);
    return (connections[worker] as Connection).get(path(client), tokens[client]);
  };
  await measure(AT_ONCE, 2, work);
  const measured = await measure(AT_ONCE, SECONDS, work);
  for (const connection of connections) connection.end();
  return measured;
}

async function overDriver(url: string): Promise<Measured> {
  const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true } as pg.PoolConfig);
  const work = async (worker: number, turn: number) => {
    await relationList(pool, 1 + ((worker + turn * AT_ONCE) % CLIENTS));
  };
  await measure(AT_ONCE, 2, work);
  const measured = await measure(AT_ONCE, SECONDS, work);
  await pool.end();
  return measured;
}

const path = '/api/v3/relations?on_page=1&per_page=15&filter_by[type]=customer&filter_by[is_active]=1';

/** The list of 15 relations: our server, the bare HTTP floor and the driver, one after the other on the same data. */
async function benchList(serverUrl: string) {
  const ours = await startServer('server/dist/main.js', {
    DATABASE_URL: serverUrl,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'longshore-bench-data-')),
    LONGSHORE_ROLE: 'all',
  });
  const idle = ours.memory();
  const tokens: string[] = [];
  for (let client = 1; client <= CLIENTS; client++) tokens[client] = await signIn(ours.port, client);
  const server = await overHttp(ours, () => path, tokens);
  await ours.stop();
  const bare = await startServer('bench/dist/floor.js', { DATABASE_URL: serverUrl });
  const http = await overHttp(bare, (client) => `/?client=${client}`, []);
  await bare.stop();
  const driver = await overDriver(serverUrl);
  return { server, http, driver, idle };
}

const line = (name: string, { perSecond, medianMs }: Measured) =>
  `    ${name.padEnd(22)} ${String(Math.round(perSecond)).padStart(7)} a second   median ${medianMs.toFixed(2).padStart(7)} ms`;

async function main(): Promise<void> {
  const database = await startDatabase();
  const results: Awaited<ReturnType<typeof benchList>>[] = [];
  try {
    for (const relations of [1_000, 1_000_000]) {
      console.log(
        `\nList of 15 relations, ${relations.toLocaleString('en')} relations over ${CLIENTS} clients, ${AT_ONCE} at once`,
      );
      const urls = await seededDatabase(database.adminUrl, `bench_${relations}`, relations);
      await seedUsers(urls.ownerUrl);
      const result = await benchList(urls.serverUrl);
      results.push(result);
      console.log(
        [
          line('Longshore', result.server),
          line('bare HTTP floor', result.http),
          line('driver floor', result.driver),
        ].join('\n'),
      );
      console.log(
        `    rate against the bare HTTP floor: ${(result.server.perSecond / result.http.perSecond).toFixed(2)} (promised: at least 0.50)`,
      );
      console.log(
        `    rate against the driver floor:    ${(result.server.perSecond / result.driver.perSecond).toFixed(2)}`,
      );
    }
    const [small, large] = results;
    if (small && large) {
      console.log(
        `\nMedian at 1,000,000 against 1,000: ${(large.server.medianMs / small.server.medianMs).toFixed(2)} (promised: at most 2.00)`,
      );
      console.log(`Server process, idle: ${small.idle} MB (promised: below 150)`);
    }
  } finally {
    await database.stop();
  }
}

await main();
