import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, where Linux has one. */
const IN_MEMORY = '/dev/shm';
const PREFIX = 'longshore-tmp-';
/** More than 1 GB was seen to be used at a time; a server that writes much keeps up to 1 GB of log besides. */
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

/** What runs that were killed have left would stay in memory. One of them may have had the number of this process. */
function removeLeftovers() {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && (pid === process.pid || !isRunning(pid)))
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
  removeLeftovers();
  const folder = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`));
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
