import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../tools/lib/demo-data.mjs';
import { migrationsDir, rootDir } from '../src/commands/database.ts';
import { DEMO_PASSWORD } from '../src/demo/demo-password.ts';
import { type Clone, cloneDatabase } from './databases.ts';
import { eventually } from './harness.ts';

/** An installed release: the built server with its own migrations, started on a shared database. */
class Release {
  private child: ChildProcess | undefined;
  private output = '';
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly operatorPort: number,
    private readonly database: Clone,
  ) {}

  static async install(database: Clone, extraMigrations: Record<string, string>): Promise<Release> {
    const folder = mkdtempSync(join(tmpdir(), 'longshore-release-'));
    mkdirSync(join(folder, 'server', 'dist'), { recursive: true });
    cpSync(join(rootDir, 'server', 'dist', 'main.js'), join(folder, 'server', 'dist', 'main.js'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(join(rootDir, 'node_modules'), join(folder, 'node_modules'));
    cpSync(migrationsDir, join(folder, 'server', 'migrations'), { recursive: true });
    const release = new Release(folder, await freePort(), await freePort(), database);
    release.add(extraMigrations);
    return release;
  }

  add(migrations: Record<string, string>): void {
    for (const [name, text] of Object.entries(migrations))
      writeFileSync(join(this.folder, 'server', 'migrations', name), text);
  }

  /** Resolves once the server is ready or has exited. */
  async start(): Promise<void> {
    this.output = '';
    const { serverUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = this.database;
    const ports = { PORT: String(this.port), METRICS_PORT: String(this.operatorPort) };
    const ours = { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR: join(this.folder, 'data'), ...ports };
    const child = spawn(process.execPath, [join(this.folder, 'server', 'dist', 'main.js')], {
      env: { ...process.env, ...ours, HOST: '127.0.0.1', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    child.stderr?.on('data', (chunk) => (this.output += chunk));
    await eventually(
      async () => (child.exitCode !== null || (await this.ready()) === 'ready' ? true : undefined),
      PATIENCE_MS,
    );
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get refusal(): string | undefined {
    return this.child?.exitCode ? this.output.trim() : undefined;
  }

  /** What operators see. */
  async ready(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.operatorPort}/readyz`).catch(() => undefined);
    return response ? ((await response.json()) as { status: string }).status : 'unreachable';
  }

  /** Signs in and reads a list: the status of the answer. */
  async work(): Promise<number> {
    const login = await fetch(`http://127.0.0.1:${this.port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'client@longshore.test', password: DEMO_PASSWORD }),
    });
    const { data } = (await login.json()) as { data: { jwt: string } };
    const headers = { authorization: `Bearer ${data.jwt}` };
    return (await fetch(`http://127.0.0.1:${this.port}/api/v3/relations`, { headers })).status;
  }
}

const PATIENCE_MS = 300_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

const additive = {
  '9990-later.sql': "alter table relations add column planted text not null default '';",
  '9991-later-index.sql': '-- non-transactional\ncreate index concurrently planted on relations (planted);',
};
const incompatible = { '9992-breaks.sql': '-- incompatible\nselect 1;' };

let database: Clone;
let previous: Release;
let next: Release;

beforeAll(async () => {
  const build = "import('./tools/lib/build.mjs').then((tools) => tools.buildServer())";
  await promisify(execFile)(process.execPath, ['-e', build], { cwd: rootDir });
  database = await cloneDatabase();
  previous = await Release.install(database, {});
  next = await Release.install(database, additive);
}, PATIENCE_MS);

afterAll(async () => {
  await previous.remove();
  await next.remove();
  await database.drop();
});

test('the previous release keeps working while the next one migrates, and can be restarted', async () => {
  await previous.start();
  expect(await previous.work()).toBe(200);
  await next.start();
  expect(await database.owner("select to_regclass('planted')::text as made")).toEqual([{ made: 'planted' }]);
  for (const release of [previous, next]) {
    expect(await release.ready()).toBe('ready');
    expect(await release.work()).toBe(200);
  }
  await previous.stop();
  await previous.start();
  expect(previous.refusal).toBeUndefined();
  expect(await previous.work()).toBe(200);
});

test('after a migration marked incompatible the previous release is not ready and says why', async () => {
  await next.stop();
  next.add(incompatible);
  await next.start();
  expect(await next.ready()).toBe('ready');
  expect(await previous.ready()).toContain('9992-breaks.sql');
  await previous.stop();
  await previous.start();
  expect(previous.refusal).toMatch(
    /^This database was migrated by a newer version of Longshore \(9992-breaks.sql\)[^\n]*$/,
  );
});
