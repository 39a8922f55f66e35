import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Binaries, program } from './binaries.ts';
import { EmbeddedError } from './embedded-error.ts';
import type { Connection, Home } from './home.ts';
import { changeOwner } from './identity.ts';
import { isPostgresRunning, processExists } from './processes.ts';
import { writeSettings } from './settings.ts';

export type Log = (line: string) => void;

const POLL_MS = 50;
const LOG_LIMIT_BYTES = 10_000_000;
const BACKOFF_MS = [200, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];

export const adminUrl = ({ port, passwords }: Connection) =>
  `postgres://postgres:${passwords.admin}@127.0.0.1:${port}/postgres`;

/** The server that runs on this data now; it may have outlived the Node process that started it. */
export function findRunning(data: string): { pid: number; port: number } | undefined {
  const named = readPidFile(data);
  return named && isPostgresRunning(named.pid) ? named : undefined;
}

function readPidFile(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port } : undefined;
}

/**
 * Starts the server detached: in its own session and with its log in a file, so that it survives when Node is killed
 * and keeps what it has acknowledged. Returns the port it took.
 */
export async function start(binaries: Binaries, home: Home, connection: Connection, log: Log): Promise<number> {
  let port = await freePort(connection.port);
  for (const pause of [...BACKOFF_MS, undefined]) {
    removeStalePidFile(home.data);
    writeSettings(home.data, port);
    const complaint = await launch(binaries, home, { ...connection, port }, log);
    if (complaint === undefined) return port;
    if (/Address already in use/.test(complaint)) port = await freePort(0);
    else if (/pre-existing shared memory|postmaster\.pid" already exists/.test(complaint) && pause !== undefined) {
      if (pause === BACKOFF_MS[0]) log('The processes of a killed PostgreSQL are still ending; waiting for them …');
      await sleep(pause);
    } else {
      throw new EmbeddedError(`PostgreSQL does not start: ${lastWords(complaint)} (${home.log})`);
    }
  }
  throw new EmbeddedError(`PostgreSQL found no free port on 127.0.0.1 (${home.log})`);
}

/** The last line of the output that explains something: after the reason PostgreSQL may write a closing line. */
function lastWords(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim());
  const line = lines.findLast((each) => /FATAL|PANIC/.test(each)) ?? lines.at(-1);
  return line?.trim() ?? 'it ended without a word';
}

/** Returns undefined once the server accepts connections, or its output when it exited instead. */
async function launch(binaries: Binaries, home: Home, connection: Connection, log: Log): Promise<string | undefined> {
  if (existsSync(home.log) && statSync(home.log).size > LOG_LIMIT_BYTES) renameSync(home.log, `${home.log}.old`);
  const output = openSync(home.log, 'a', 0o600);
  changeOwner(home.log, home.identity);
  const before = statSync(home.log).size;
  const child = spawn(program(binaries, 'postgres'), ['-D', home.data], {
    ...home.identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  const onExit = () => {
    ended ??= readFileSync(home.log).subarray(before).toString();
  };
  child.on('exit', onExit);
  const ready = await acceptsConnections(adminUrl(connection), () => ended === undefined, log);
  // Once it runs, its exit does not concern this start; by then the folder may be gone.
  child.off('exit', onExit);
  return ready ? undefined : (ended ?? '');
}

/**
 * Waits until the server accepts connections, through crash recovery if needed; returns false when it exited before.
 */
export async function acceptsConnections(url: string, lives: () => boolean, log: Log): Promise<boolean> {
  for (let polls = 0; lives(); polls++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === '28P01') throw new EmbeddedError(`The running PostgreSQL does not accept our password: ${message}`);
    }
    if (polls === 100) log('PostgreSQL is still getting ready, perhaps recovering from a crash …');
    await sleep(POLL_MS);
  }
  return false;
}

/**
 * A fast shutdown: open transactions are rolled back, all commits are written, and the next start needs no recovery.
 */
export async function shutDown(binaries: Binaries, home: Home, log: Log): Promise<void> {
  const running = findRunning(home.data);
  if (!running) return;
  if (process.platform === 'win32') {
    await promisify(execFile)(program(binaries, 'pg_ctl'), ['stop', '-m', 'fast', '-D', home.data]);
    return;
  }
  process.kill(running.pid, 'SIGINT');
  for (let polls = 0; findRunning(home.data)?.pid === running.pid; polls++) {
    if (polls === 100) log('PostgreSQL is still writing its last checkpoint …');
    await sleep(POLL_MS);
  }
}

/**
 * PostgreSQL refuses to start while the pid in postmaster.pid exists, even as a zombie or as another program's
 * process in a new container. We check more precisely; processes that still use the data are also found by their
 * shared memory.
 */
function removeStalePidFile(data: string): void {
  const named = readPidFile(data);
  if (named && processExists(named.pid) && !isPostgresRunning(named.pid)) rmSync(join(data, 'postmaster.pid'));
}

async function freePort(preferred: number): Promise<number> {
  const server = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(preferred, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  } catch {
    return freePort(0);
  } finally {
    server.close();
  }
}
