import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTools, isComplete } from './installed.mjs';
import { root, run } from './run.mjs';

const OLDEST_NODE = [20, 19];

/**
 * Installs the packages that are missing or belong to another lock file: those that the app needs to be built and run,
 * or all of them, with what tests, checks and journeys need. Who has the latter keeps them.
 * @param {'app' | 'all'} needed
 */
export async function ensureInstalled(needed = 'all') {
  checkNode();
  const lock = read('package-lock.json');
  const installed = read('node_modules', '.package-lock.json');
  if (isComplete(needed, lock, installed)) return;
  const what = hasTools(installed) ? 'all' : needed;
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  if (what === 'app') {
    console.log('Installing packages (npm ci); this takes half a minute the first time …');
    return npm(['ci', '--omit=dev', ...options]);
  }
  // What the app uses is kept: a server may be running with it, and "npm ci" would remove it first.
  if (isComplete('app', lock, installed)) {
    console.log('Installing the packages of tests and checks; this takes half a minute the first time …');
    return npm(['install', '--no-save', '--include=dev', ...options]);
  }
  console.log('Installing all packages (npm ci); this takes a minute the first time …');
  return npm(['ci', '--include=dev', ...options]);
}

/** @param {string[]} path */
function read(...path) {
  const file = join(root, ...path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @param {string[]} args */
async function npm(args) {
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) await run(process.execPath, [program, ...args], { shell: false });
  else await run('npm', args);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = OLDEST_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  console.error(`Longshore needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
