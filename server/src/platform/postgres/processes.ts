import { readFileSync } from 'node:fs';

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether this pid is a running PostgreSQL. After a reboot or in a new container the number may belong to something
 * else, and under an init that does not reap it may be a zombie; /proc shows which, where it exists.
 */
export function isPostgresRunning(pid: number): boolean {
  if (!processExists(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const [, name, state] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return name === 'postgres' && state !== 'Z';
  } catch {
    return false;
  }
}
