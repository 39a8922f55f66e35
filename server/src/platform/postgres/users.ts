import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processExists } from './processes.ts';

/**
 * The users of a running server: one file per start, named by its process. The last one to leave stops the server, no
 * matter who started it. Files of killed processes do not count; a pid reused by another program leaves the server
 * running, which is harmless, because the next start attaches to it.
 */
const mine = new Set<string>();

export function registerUser(folder: string): string {
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(join(folder, name), '');
  mine.add(name);
  return name;
}

export function unregisterUser(folder: string, name: string): void {
  mine.delete(name);
  rmSync(join(folder, name), { force: true });
}

export function hasUsers(folder: string): boolean {
  return readdirSync(folder).some((name) => {
    const pid = Number.parseInt(name, 10);
    const lives = pid === process.pid ? mine.has(name) : processExists(pid);
    if (!lives) rmSync(join(folder, name), { force: true });
    return lives;
  });
}
