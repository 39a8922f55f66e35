import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
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
 * Runs the bundle as a child process, like exec: forwards signals and exits with its exit code.
 * @param {string[]} args
 * @returns {Promise<never>}
 */
export async function runInPlace(args) {
  // The IPC channel closes when this process is killed, so that the child exits too and frees the port.
  const child = spawn(process.execPath, [...nodeFlags, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let isForwarded = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      // Ctrl-C in a terminal is sent to the process group, so the child has received it already.
      if (isForwarded || (signal === 'SIGINT' && process.stdin.isTTY)) return;
      isForwarded = true;
      child.kill(signal);
    });
  }
  const code = await new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)));
  process.exit(code);
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
