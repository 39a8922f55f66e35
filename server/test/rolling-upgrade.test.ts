import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { freePort } from '../../tools/lib/demo-data.mjs';
import { rootDir } from '../src/commands/database.ts';
import { DEMO_PASSWORD } from '../src/demo/demo-password.ts';
import { loginOf } from '../src/platform/database/logins.ts';
import { readMigrations } from '../src/platform/database/migration-files.ts';
import { initDatabase } from '../src/platform/postgres/init-db.ts';
import { type Clone, cloneDatabase, connect } from './databases.ts';
import { eventually } from './harness.ts';

/** An installed release: the built server with its own migrations, started on a shared database. */
class Release {
  private child: ChildProcess | undefined;
  private output = '';
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly operatorPort: number,
    private readonly database: DatabaseUrls,
  ) {}

  /** The build in `source`, which is this checkout unless another is given. */
  static async install(
    database: DatabaseUrls,
    extraMigrations: Record<string, string>,
    source = rootDir,
  ): Promise<Release> {
    const folder = mkdtempSync(join(tmpdir(), 'longshore-release-'));
    mkdirSync(join(folder, 'server', 'dist'), { recursive: true });
    cpSync(join(source, 'server', 'dist', 'main.js'), join(folder, 'server', 'dist', 'main.js'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(join(rootDir, 'node_modules'), join(folder, 'node_modules'));
    cpSync(join(source, 'server', 'migrations'), join(folder, 'server', 'migrations'), { recursive: true });
    const release = new Release(folder, await freePort(), await freePort(), database);
    release.add(extraMigrations);
    return release;
  }

  add(migrations: Record<string, string>): void {
    for (const [name, text] of Object.entries(migrations))
      writeFileSync(join(this.folder, 'server', 'migrations', name), text);
  }

  private get main(): string {
    return join(this.folder, 'server', 'dist', 'main.js');
  }

  private get environment(): NodeJS.ProcessEnv {
    const { serverUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = this.database;
    const ports = { PORT: String(this.port), METRICS_PORT: String(this.operatorPort) };
    const ours = { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR: join(this.folder, 'data'), ...ports };
    return { ...process.env, ...ours, HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  }

  /** Runs a command of the release, such as `admin create`. */
  async command(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [this.main, ...args], { env: this.environment });
    return stdout;
  }

  /** Resolves once the server is ready or has exited. */
  async start(): Promise<void> {
    this.output = '';
    const child = spawn(process.execPath, [this.main], {
      env: this.environment,
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
  async work(email = 'client@longshore.test', password = DEMO_PASSWORD): Promise<number> {
    const jwt = await this.signIn(email, password);
    return (await this.call('GET', '/v3/relations', { jwt })).status;
  }

  async signIn(email: string, password: string): Promise<string> {
    const { data } = await this.call<{ jwt: string }>('POST', '/auth/login', { body: { email, password } });
    return data.jwt;
  }

  async call<Data>(
    method: string,
    path: string,
    { jwt, body }: { jwt?: string; body?: object } = {},
  ): Promise<{ status: number; data: Data }> {
    const response = await fetch(`http://127.0.0.1:${this.port}/api${path}`, {
      method,
      headers: {
        ...(jwt ? { authorization: `Bearer ${jwt}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data } = (await response.json()) as { data: Data };
    return { status: response.status, data };
  }
}

/** Everything that a client user does with an account: the statuses of the answers. */
async function exerciseAccount(release: Release, { email, password }: { email: string; password: string }) {
  const jwt = await release.signIn(email, password);
  const statuses: Record<string, number> = {};
  const call = async (method: string, path: string, body?: object) => {
    const { status } = await release.call(method, path, { jwt, ...(body ? { body } : {}) });
    statuses[`${method} ${path}`] = status;
  };
  await call('GET', '/v3/relations');
  await call('POST', '/v3/relations', { type: 'customer', name: `Customer ${Math.random()}` });
  await call('GET', '/v3/orders');
  await call('GET', '/v3/inventories');
  await call('POST', '/v3/me/token', { current_password: password });
  await call('DELETE', '/v3/me/token');
  await call('GET', '/v3/boot');
  return statuses;
}

type DatabaseUrls = Pick<Clone, 'serverUrl' | 'ownerUrl'>;

const git = async (...args: string[]) =>
  (await promisify(execFile)('git', args, { cwd: rootDir, maxBuffer: 2 ** 28 })).stdout.trim();

/** The last release: the newest tag, else the newest commit before this one that set the version in package.json. */
async function lastRelease(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => '');
  if (tag) return tag;
  const commits = await git('log', '--format=%H', '-G', '^  "version":', 'HEAD~1', '--', 'package.json').catch(
    () => '',
  );
  const [commit] = commits.split('\n');
  // In a shallow clone the oldest commit seems to have written everything.
  if (!commit || (await git('rev-list', '--max-parents=0', 'HEAD')).split('\n').includes(commit))
    throw new Error('The history of this clone does not reach the last release: run "git fetch --unshallow --tags".');
  return commit;
}

/** Builds the server of an earlier commit, with the packages that are installed here. Returns its folder. */
async function buildEarlier(commit: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-earlier-'));
  const archive = join(folder, 'earlier.tar');
  await git('archive', '--format=tar', `--output=${archive}`, commit, 'contract', 'server', 'tools', 'package.json');
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder]);
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@longshore'), { recursive: true });
  for (const name of readdirSync(join(rootDir, 'node_modules')))
    if (name !== '@longshore') symlinkSync(join(rootDir, 'node_modules', name), join(packages, name));
  symlinkSync(join(folder, 'contract'), join(packages, '@longshore', 'contract'));
  await promisify(execFile)(process.execPath, ['-e', BUILD], { cwd: folder });
  return folder;
}

const BUILD = "import('./tools/lib/build.mjs').then((tools) => tools.buildServer())";
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
  await promisify(execFile)(process.execPath, ['-e', BUILD], { cwd: rootDir });
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

test('the last release works on the schema of this one until it is stopped, and is refused afterwards', async () => {
  const { adminUrl, ownerUrl, serverUrl } = inject('database');
  const name = `rolling_${process.pid}`;
  const urls = await initDatabase(adminUrl, { database: name, owner: loginOf(ownerUrl), server: loginOf(serverUrl) });
  const folder = await buildEarlier(await lastRelease());
  const old = await Release.install(urls, {}, folder);
  const current = await Release.install(urls, {});
  const admin = await connect(adminUrl);
  try {
    await old.start();
    const made = await old.command('admin', 'create', '--email', 'boss@rolling.test');
    const jwt = await old.signIn('boss@rolling.test', /: (\S+)\s*$/.exec(made)?.[1] ?? '');
    const client = await old.call<{ id: number }>('POST', '/v3/clients', { jwt, body: { company: 'Rolling Oats' } });
    const email = 'user@rolling.test';
    const body = { name: 'Rolling User', email, client_id: client.data.id };
    const user = await old.call<{ newlyCreatedPassword: string }>('POST', '/v3/users', { jwt, body });
    const account = { email, password: user.data.newlyCreatedPassword };
    const everything = await exerciseAccount(old, account);
    expect(Object.values(everything).filter((status) => status !== 200)).toEqual([]);

    await current.start();
    expect(current.refusal).toBeUndefined();
    for (const release of [old, current]) {
      expect(await release.ready()).toBe('ready');
      expect(await exerciseAccount(release, account)).toEqual(everything);
    }

    await old.stop();
    await current.stop();
    await current.start();
    expect(await exerciseAccount(current, account)).toEqual(everything);
    const contracts = readMigrations(join(rootDir, 'server', 'migrations')).filter(({ isContract }) => isContract);
    const known = new Set(readMigrations(join(folder, 'server', 'migrations')).map(({ number }) => number));
    const taken = contracts.find(({ number }) => !known.has(number));
    await old.start();
    if (taken) expect(old.refusal).toContain(taken.name);
    else expect(old.refusal).toBeUndefined();
  } finally {
    await old.remove();
    await current.remove();
    rmSync(folder, { recursive: true, force: true });
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
});
