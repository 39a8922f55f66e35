import type { Log } from './postmaster.ts';

const EVERY_MS = 1000;

/**
 * Restarts PostgreSQL when it exited although nobody stopped it, for example when the system ran out of memory. Every
 * process that uses the server watches it; `restart` must ensure that only one of them starts it.
 */
export function watchPostgres(isRunning: () => boolean, restart: () => Promise<void>, log: Log) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    if (!isRunning()) {
      log('PostgreSQL has ended unexpectedly; starting it again …');
      await restart().catch((error: Error) => log(`PostgreSQL was not started again: ${error.message}`));
    }
    if (!stopped) next();
  };
  let looking = Promise.resolve();
  const next = () => {
    timer = setTimeout(() => (looking = look()), EVERY_MS);
    timer.unref();
  };
  next();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
