import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const OLDEST_NODE = [20, 19];
const lockFile = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'node_modules', '.longshore-lock');

/** Installs the packages when they are absent or belong to another lock file. */
export async function ensureInstalled() {
  checkNode();
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === wanted) return;
  } else if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs) {
    // Somebody ran npm by hand: npm writes this file last, so what it describes is there.
    writeFileSync(stamp, wanted);
    return;
  }
  console.log('Installing packages (npm ci); this takes a minute the first time …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args], { shell: false });
  else await run('npm', args);
  writeFileSync(stamp, wanted);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = OLDEST_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  console.error(`Longshore needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
