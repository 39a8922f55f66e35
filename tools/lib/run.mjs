import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** An expected failure: `main` prints its message without a stack. */
export class Failed extends Error {}

/**
 * Runs a program with inherited stdio; throws when its exit code is not 0.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function run(program, args, options = {}) {
  const code = await exitCode(program, args, options);
  if (code !== 0) throw new Failed(`${program} ended with ${code}`);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function exitCode(program, args, options = {}) {
  // On Windows the files in node_modules/.bin are shell scripts.
  const shell = process.platform === 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', shell, ...options });
    running.add(child);
    child.on('error', reject);
    child.on('exit', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/**
 * The path of a program in node_modules/.bin.
 * @param {string} name
 */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** A smaller young generation: a mostly idle server needs a fifth less memory. */
export const nodeFlags = ['--enable-source-maps', '--max-semi-space-size=4'];

/**
 * Programs that run for us: they end with us.
 * @type {Set<ChildProcess>}
 */
const running = new Set();

/** How often we look whether the npm that started us is still there. */
const LOOK_MS = 500;

/**
 * The parent of a process, and its command.
 * @param {number} pid
 */
function describe(pid) {
  if (existsSync('/proc/self/stat')) {
    const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  }
  const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return { parent: Number.parseInt(line, 10), command: line };
}

/** The npm that runs our script: it may have started us by a shell, which outlives it. */
function findNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined;
  try {
    const above = describe(process.ppid);
    if (/\bnpm\b/.test(above.command)) return process.ppid;
    return /\bnpm\b/.test(describe(above.parent).command) ? above.parent : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a process still runs; one that has ended may wait for somebody to ask for its exit code.
 * @param {number} pid
 */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Ends what runs for us, and then us, on a signal and when npm was killed, which does not tell us. */
export function endWithNpm() {
  let isEnding = false;
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    if (isEnding) return;
    isEnding = true;
    if (running.size === 0) process.exit(1);
    for (const child of running) {
      child.once('exit', () => running.size === 0 && process.exit(child.exitCode ?? 1));
      // Ctrl-C in a terminal is sent to the process group, so the child has received it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    }
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => end(signal));
  const npm = findNpm();
  if (npm) setInterval(() => isThere(npm) || end('SIGTERM'), LOOK_MS).unref();
}

/**
 * Runs the bundle as a child process, like exec: forwards signals and exits with its exit code. The child is told when
 * `web` is built, for which it waits before it listens.
 * @param {string[]} args
 * @param {Promise<unknown>} [web]
 * @returns {Promise<never>}
 */
export async function runInPlace(args, web) {
  // The IPC channel closes when this process is killed, so that the child exits too and frees the port.
  const child = spawn(process.execPath, [...nodeFlags, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...(web && { LONGSHORE_WEB: 'building' }) },
  });
  running.add(child);
  const ended = new Promise((resolve) =>
    child.on('exit', (status) => {
      running.delete(child);
      resolve(status ?? 1);
    }),
  );
  if (web) {
    await Promise.race([web, ended]);
    if (child.connected) child.send('web is built');
  }
  process.exit(Number(await ended));
}

/**
 * Ends the process with one line for an expected failure, with a stack for any other.
 * @param {() => Promise<unknown>} work
 */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Failed ? error.message : error);
    process.exit(1);
  }
}

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  try {
    const result = await work();
    console.log(`✓ ${name} (${seconds()})`);
    return result;
  } catch (error) {
    console.log(`✗ ${name} (${seconds()})`);
    throw error;
  }
}
