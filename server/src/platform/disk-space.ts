import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sentence } from '@longshore/contract';
import { Counter, Gauge, type Registry } from 'prom-client';

const DATABASE_FULL = '53100';
/** No space, and no space left of what this user may use. */
const FILES_FULL = new Set(['ENOSPC', 'EDQUOT']);
/** How long after a failed write the alarm stays on. */
const ALARM_MS = 600_000;

export type FullDisk = 'database' | 'files';

/** Which disk is full, when that is the reason of an error, or the reason of its reason. */
export function fullDiskOf(error: unknown): FullDisk | undefined {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as { cause?: unknown }).cause) {
    const { code } = each as { code?: unknown };
    if (code === DATABASE_FULL) return 'database';
    if (typeof code === 'string' && FILES_FULL.has(code)) return 'files';
  }
  return undefined;
}

/** An error as it is kept for people: in words, where we have them. */
export const errorText = (error: unknown): string =>
  fullDiskOf(error) ? sentence('DiskIsFull') : (error as Error).message;

/** The space of the disk with our files: what is left, and whether a write has failed for lack of it. */
export class DiskSpace {
  private alarmUntil = 0;
  private readonly failures: Counter;

  constructor(registry: Registry, folder: string | undefined) {
    this.failures = new Counter({
      name: 'longshore_disk_full_total',
      help: 'Writes that failed because a disk is full, of the database or of files',
      labelNames: ['where'],
      registers: [registry],
    });
    const isFull = () => (performance.now() < this.alarmUntil ? 1 : 0);
    new Gauge({
      name: 'longshore_disk_full',
      help: 'Alarm: 1 when a write failed in the last ten minutes because a disk is full',
      registers: [registry],
      collect() {
        this.set(isFull());
      },
    });
    if (folder) measureFreeSpace(registry, folder);
  }

  /** Raises the alarm when an error is about a full disk. */
  report(error: unknown): void {
    const where = fullDiskOf(error);
    if (!where) return;
    this.failures.inc({ where });
    this.alarmUntil = performance.now() + ALARM_MS;
  }
}

function measureFreeSpace(registry: Registry, folder: string): void {
  new Gauge({
    name: 'longshore_disk_free_bytes',
    help: 'Space left on the disk of the data folder',
    registers: [registry],
    async collect() {
      // The folder is made by the first file in it.
      const { bavail, bsize } = await statfs(folder).catch(() => statfs(dirname(folder)));
      this.set(bavail * bsize);
    },
  });
}
