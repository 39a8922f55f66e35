import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { relationList } from '../floor/relation-list.ts';
import { CLIENTS, seededDatabase, startDatabase } from './database.ts';
import { Connection, type Measured, measure, type Work } from './load.ts';
import { type Running, startServer } from './servers.ts';

const AT_ONCE = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = 3;
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

interface Subject {
  name: 'Longshore' | 'bare HTTP floor' | 'driver floor';
  relations: number;
  work: Work;
  rounds: Measured[];
  end(): Promise<void>;
}

const clientOf = (worker: number, turn: number) => 1 + ((worker + turn * AT_ONCE) % CLIENTS);

function overHttp(server: Running, path: (client: number) => string, tokens: string[]): Pick<Subject, 'work' | 'end'> {
  const connections = Array.from({ length: AT_ONCE }, () => new Connection(server.port));
  return {
    work: (worker, turn) => {
      const client = clientOf(worker, turn);
      return (connections[worker] as Connection).get(path(client), tokens[client]);
    },
    end: async () => {
      for (const connection of connections) connection.end();
      await server.stop();
    },
  };
}

function overDriver(url: string): Pick<Subject, 'work' | 'end'> {
  const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true } as pg.PoolConfig);
  return {
    work: async (worker, turn) => {
      await relationList(pool, clientOf(worker, turn));
    },
    end: () => pool.end(),
  };
}

const path = '/api/v3/relations?on_page=1&per_page=15&filter_by[type]=customer&filter_by[is_active]=1';

/** The list of 15 relations by our server, by the bare HTTP floor and by the driver, on the same data. */
async function subjectsOf(serverUrl: string, relations: number): Promise<{ subjects: Subject[]; idle: number }> {
  const ours = await startServer('server/dist/main.js', {
    DATABASE_URL: serverUrl,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'longshore-bench-data-')),
  });
  const idle = ours.memory();
  const tokens: string[] = [];
  for (let client = 1; client <= CLIENTS; client++) tokens[client] = await signIn(ours.port, client);
  const bare = await startServer('bench/dist/floor.js', { DATABASE_URL: serverUrl });
  const subject = (name: Subject['name'], way: Pick<Subject, 'work' | 'end'>): Subject => ({
    name,
    relations,
    rounds: [],
    ...way,
  });
  return {
    idle,
    subjects: [
      subject(
        'Longshore',
        overHttp(ours, () => path, tokens),
      ),
      subject(
        'bare HTTP floor',
        overHttp(bare, (client) => `/?client=${client}`, []),
      ),
      subject('driver floor', overDriver(serverUrl)),
    ],
  };
}

/** Everybody's turn comes in every round, so that a machine that is slow for a while is slow for all alike. */
async function runRounds(subjects: Subject[]): Promise<void> {
  for (const { work } of subjects) await measure(AT_ONCE, 2, work);
  for (let round = 0; round < ROUNDS; round++)
    for (const subject of subjects) subject.rounds.push(await measure(AT_ONCE, SECONDS, subject.work));
}

const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rate = ({ rounds }: Subject) => middle(rounds.map((round) => round.perSecond));
const median = ({ rounds }: Subject) => middle(rounds.map((round) => round.medianMs));

const line = (subject: Subject) =>
  `    ${subject.name.padEnd(22)} ${String(Math.round(rate(subject))).padStart(7)} a second   median ${median(subject).toFixed(2).padStart(7)} ms`;

function report([ours, http, driver]: Subject[]): void {
  if (!ours || !http || !driver) return;
  console.log(
    `\nList of 15 relations, ${ours.relations.toLocaleString('en')} relations over ${CLIENTS} clients, ${AT_ONCE} at once`,
  );
  console.log([ours, http, driver].map(line).join('\n'));
  console.log(
    `    rate against the bare HTTP floor: ${(rate(ours) / rate(http)).toFixed(2)} (promised: at least 0.50)`,
  );
  console.log(`    rate against the driver floor:    ${(rate(ours) / rate(driver)).toFixed(2)}`);
}

async function main(): Promise<void> {
  const database = await startDatabase();
  const sets: { subjects: Subject[]; idle: number }[] = [];
  try {
    for (const relations of [1_000, 1_000_000]) {
      console.log(`Making ${relations.toLocaleString('en')} relations …`);
      const urls = await seededDatabase(database.adminUrl, `bench_${relations}`, relations);
      await seedUsers(urls.ownerUrl);
      sets.push(await subjectsOf(urls.serverUrl, relations));
    }
    await runRounds(sets.flatMap(({ subjects }) => subjects));
    for (const { subjects } of sets) report(subjects);
    const [small, large] = sets.map(({ subjects }) => subjects[0] as Subject) as [Subject, Subject];
    console.log(
      `\nMedian at 1,000,000 against 1,000: ${(median(large) / median(small)).toFixed(2)} (promised: at most 2.00)`,
    );
    console.log(`Server process, idle: ${sets[0]?.idle} MB (promised: below 150)`);
  } finally {
    for (const { subjects } of sets) await Promise.all(subjects.map((subject) => subject.end()));
    await database.stop();
  }
}

await main();
