import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, where Linux has one. */
const IN_MEMORY = '/dev/shm';
const PREFIX = 'longshore-tmp-';
/** Twice what a whole run of the tests was seen to use, so that neither the folder nor the memory runs out. */
const NEEDED_BYTES = 8 * 2 ** 30;

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** What runs that were killed have left would be kept in memory. */
function removeOthersLeft() {
  for (const name of readdirSync(IN_MEMORY)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

/**
 * Runs `work` with the temporary files of all its processes in memory, where there is room: tests copy databases
 * hundreds of times, for which they would mostly wait for the disk. What a killed process has written stays there as it
 * stays in the cache of a disk.
 * @param {() => Promise<void>} work
 */
export async function withFilesInMemory(work) {
  if (process.platform !== 'linux' || !hasRoom()) return work();
  removeOthersLeft();
  const folder = join(IN_MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  }
}
