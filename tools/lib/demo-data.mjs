import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServer, serverBundle } from './build.mjs';
import { Failed, root } from './run.mjs';

/** Names the folder with the demo for the processes that run the tests. */
const VARIABLE = 'TEST_DEMO_DATA';
const READY_MS_MAX = 180_000;

/** @returns {Promise<number>} */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * A temporary folder for the data of a server, without any.
 * @param {string} prefix
 */
export function emptyDataDir(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Starts a server on the folder, which makes the demo, and stops it.
 * @param {string} folder
 */
async function fill(folder) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, [serverBundle], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(server, 'exit');
  for (const until = Date.now() + READY_MS_MAX; ; await sleep(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) break;
    if (server.exitCode !== null || Date.now() > until) throw new Failed('The demo could not be made.');
  }
  server.kill('SIGTERM');
  await ended;
}

/**
 * Runs `work` while there is a data folder with the demo, of which every server of the tests gets a copy: making it
 * takes each of them some seconds.
 * @param {() => Promise<void>} work
 */
export async function withDemoData(work) {
  if (process.platform === 'win32') return work();
  await buildServer();
  const folder = emptyDataDir('longshore-demo-');
  try {
    await fill(folder);
    // A database that lies elsewhere would be shared instead of copied.
    if (!existsSync(join(folder, 'location'))) process.env[VARIABLE] = folder;
    await work();
  } finally {
    delete process.env[VARIABLE];
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A new data folder for a server of a test: with the demo, when there is one to copy. An empty one gets it by the first
 * start.
 * @param {string} prefix
 */
export function newDataDir(prefix) {
  const folder = emptyDataDir(prefix);
  const demo = process.env[VARIABLE];
  // Unlike Node's own copying, this keeps the owner, which PostgreSQL insists on.
  if (demo) execFileSync('cp', ['-Rp', `${demo}/.`, folder]);
  return folder;
}
