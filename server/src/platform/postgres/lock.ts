import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './embedded-error.ts';
import { processExists } from './processes.ts';

const held = new Set<string>();
const LOCK_TIMEOUT_MS = 300_000;
const STEP_MS = 100;

/**
 * Lets one process at a time start or stop the server of a data folder. The file contains its holder's pid, so a
 * killed process does not block the next. It only avoids races: the data itself is protected by PostgreSQL's own
 * postmaster.pid.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  for (let waited = 0; !take(file); waited += STEP_MS) {
    if (isStale(file)) rmSync(file, { force: true });
    else if (waited > LOCK_TIMEOUT_MS) throw new EmbeddedError(`Another process has held ${file} for too long.`);
    else await sleep(STEP_MS);
  }
  held.add(file);
  try {
    return await work();
  } finally {
    held.delete(file);
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new EmbeddedError(`The data folder ${dirname(file)} cannot be written: ${(error as Error).message}`);
  }
}

function isStale(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // A file without a number is either just being written or was left by a kill at that instant.
    if (!pid) return statSync(file).size === 0 && performance.timeOrigin > statSync(file).mtimeMs;
    return pid === process.pid ? !held.has(file) : !processExists(pid);
  } catch {
    return false;
  }
}
