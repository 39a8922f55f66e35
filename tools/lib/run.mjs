import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A failure already explained on the terminal: whoever catches it only has to exit. */
export class Failed extends Error {}

/**
 * Runs a program with our terminal and waits for its end.
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
  // On Windows, what npm puts into node_modules/.bin are scripts of the shell.
  const shell = process.platform === 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', shell, ...options });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * A program that npm installed.
 * @param {string} name
 */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** A smaller nursery for short-lived objects: a server that mostly waits needs a fifth less memory for it. */
export const nodeFlags = ['--enable-source-maps', '--max-semi-space-size=4'];

/**
 * Runs our bundle in place of this process, as far as Node allows: signals pass through and its exit code is ours.
 * @param {string[]} args
 * @returns {Promise<never>}
 */
export async function become(args) {
  // The channel tells the child when this process was killed, so that it does not stay behind and hold the port.
  const child = spawn(process.execPath, [...nodeFlags, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let passed = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the whole group, so the child has it already.
      if (passed || (signal === 'SIGINT' && process.stdin.isTTY)) return;
      passed = true;
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
