import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failed } from './run.mjs';

const OLDEST_MAJOR = 15;
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * Starts a temporary cluster of a PostgreSQL installed on this host; undefined when there is none. The oldest
 * supported version is used, because the embedded one is new.
 * @returns {Promise<{ version: number, adminUrl: string, stop: () => Promise<void> } | undefined>}
 */
export async function startSystemPostgres() {
  const found = installations()[0];
  if (!found) return undefined;
  const { folder, version } = found;
  const identity = nonRootUser();
  const home = mkdtempSync(join(tmpdir(), 'longshore-postgres-'));
  chmodSync(home, 0o700);
  if (identity) chownSync(home, identity.uid, identity.gid);
  const data = join(home, 'data');
  const options = { ...identity, cwd: '/' };
  execFileSync(join(folder, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'ignore',
  });

  const port = await freePort();
  // The cluster is temporary, so nothing has to be flushed to disk.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'unix_socket_directories=',
  ];
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(folder, 'postgres'), args, { ...options, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(adminUrl, () => server.exitCode === null);
  return { version, adminUrl, stop };
}

function installations() {
  const debian = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).map((name) => join(DEBIAN_FOLDER, name, 'bin'))
    : [];
  return [...debian, ...(process.env.PATH ?? '').split(delimiter)]
    .filter((folder) => ['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(join(folder, name))))
    .map((folder) => ({ folder, version: majorOf(join(folder, 'postgres')) }))
    .filter(({ version }) => version >= OLDEST_MAJOR)
    .sort((a, b) => a.version - b.version);
}

/** @param {string} postgres */
function majorOf(postgres) {
  return Number(/(\d+)[.\w]*/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[1]);
}

function nonRootUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ['postgres', 'nobody']) {
    const id = (/** @type {string} */ flag) =>
      Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    try {
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This host does not have that user.
    }
  }
  throw new Failed('PostgreSQL cannot run as root and this host has no user postgres or nobody.');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * @param {string} url
 * @param {() => boolean} isRunning
 */
async function waitUntilReady(url, isRunning) {
  const { default: pg } = await import('pg');
  while (isRunning()) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Failed('The PostgreSQL installed on this host does not start.');
}
