import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rootDir } from '../src/commands/database.ts';
import { DEMO_PASSWORD } from '../src/demo/demo.ts';

const WRITERS = ['client@longshore.test', 'viewer@longshore.test', 'liwei@northfield.test', 'sam@bluebird.test'];
/** Acknowledged writes before the blow falls. */
const ENOUGH = 20;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let dataDir: string;
let port: number;
let server: ChildProcess | undefined;
const url = (path: string) => `http://127.0.0.1:${port}${path}`;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as { port: number };
  probe.close();
  return free;
}

async function start(): Promise<void> {
  const child = spawn(process.execPath, [join(rootDir, 'server/dist/main.js')], {
    cwd: rootDir,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
      LONGSHORE_DEMO: 'on',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = child;
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${said}`);
    const ready = await fetch(url('/readyz')).catch(() => undefined);
    if (ready?.ok) return;
    await sleep(50);
  }
}

async function kill(child: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

async function signIn(email: string): Promise<string> {
  const response = await fetch(url('/api/auth/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return ((await response.json()) as { data: { jwt: string } }).data.jwt;
}

/** Writes one relation under a key that is its name; answers whether the server acknowledged it. */
async function write(token: string, name: string): Promise<boolean> {
  const response = await fetch(url('/api/v3/relations'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': name },
    body: JSON.stringify({ type: 'customer', name }),
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  return response?.status === 200;
}

interface Written {
  acknowledged: string[];
  unknown: { token: string; name: string }[];
}

/** Everybody writes until the blow falls and their next write is not acknowledged. */
async function writeUntil(tokens: string[], round: string, blow: () => Promise<void>): Promise<Written> {
  const written: Written = { acknowledged: [], unknown: [] };
  const writing = tokens.map(async (token, writer) => {
    for (let turn = 0; ; turn++) {
      const name = `durable ${round} ${writer} ${turn}`;
      if (await write(token, name)) written.acknowledged.push(name);
      else return written.unknown.push({ token, name });
    }
  });
  // However slow the machine: enough was acknowledged, and then any moment will do.
  while (written.acknowledged.length < ENOUGH && !written.unknown.length) await sleep(10);
  await sleep(Math.random() * 400);
  await blow();
  await Promise.all(writing);
  return written;
}

async function counted(): Promise<Map<string, number>> {
  const connection = JSON.parse(readFileSync(join(dataDir, 'postgres/connection.json'), 'utf8'));
  const client = new pg.Client({
    connectionString: `postgres://longshore_owner:${connection.passwords.owner}@127.0.0.1:${connection.port}/longshore`,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; n: number }>(
      "select name, count(*)::int as n from relations where name like 'durable %' group by name",
    );
    return new Map(rows.map((row) => [row.name, row.n]));
  } finally {
    await client.end();
  }
}

// The server brings its own PostgreSQL here, whatever the other tests run on: once is enough.
describe.runIf(!process.env.TEST_ADMIN_URL)('what was acknowledged survives kill -9', () => {
  beforeAll(async () => {
    const build = "import('./tools/lib/build.mjs').then((tools) => tools.buildServer())";
    await promisify(execFile)(process.execPath, ['-e', build], { cwd: rootDir });
    dataDir = mkdtempSync(join(tmpdir(), 'longshore-durable-'));
    chmodSync(dataDir, 0o755);
    port = await freePort();
    await start();
  }, 60_000);

  afterAll(async () => {
    await kill(server, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  test('of Node, and of PostgreSQL: each write is there once, and a retry does not double it', async () => {
    const tokens = await Promise.all(WRITERS.map(signIn));
    const first = await writeUntil(tokens, 'node', () => kill(server, 'SIGKILL'));
    await start();
    const second = await writeUntil(tokens, 'postgres', async () => void process.kill(postmaster(), 'SIGKILL'));
    await kill(server, 'SIGKILL');
    await start();
    const acknowledged = [...first.acknowledged, ...second.acknowledged];
    const unknown = [...first.unknown, ...second.unknown];
    expect(acknowledged.length).toBeGreaterThanOrEqual(2 * ENOUGH);
    expect(unknown).toHaveLength(2 * WRITERS.length);
    const before = await counted();
    expect(acknowledged.filter((name) => before.get(name) !== 1)).toEqual([]);
    for (const { token, name } of unknown) expect(await write(token, name), name).toBe(true);
    const after = await counted();
    expect([...after].filter(([, count]) => count !== 1)).toEqual([]);
    expect(after.size).toBe(acknowledged.length + unknown.length);
  }, 60_000);
});
