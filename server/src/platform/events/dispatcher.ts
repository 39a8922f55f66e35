import pg from 'pg';
import type { Open } from '../database/tx.ts';
import type { Log } from '../log.ts';
import { dispatchWaiting } from './dispatch.ts';
import type { Subscribers } from './events.ts';

const DISPATCHER_LOCK = 7_263_042;
const EVERY_MS = 250;
/**
 * PostgreSQL closes the lock's session when it was idle for this long, so that a process that is frozen, not killed,
 * loses the lock too. Row locks prevent two dispatchers from dispatching an event twice.
 */
const LOCK_IDLE_SECONDS = 20;
const KEEP_ALIVE_MS = 4_000;

/** Runs while it holds an advisory lock, so that one of several processes dispatches and another can take over. */
export function startDispatcher(url: string, open: Open, subscribers: Subscribers, log: Log) {
  let stopped = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function holdLock(): Promise<pg.Client | undefined> {
    const holder = new pg.Client({ connectionString: url, application_name: 'longshore dispatcher' });
    let lost = false;
    holder.on('error', () => {
      lost = true;
    });
    try {
      await holder.connect();
      const { rows } = await holder.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        DISPATCHER_LOCK,
      ]);
      await holder.query(`set idle_session_timeout = '${LOCK_IDLE_SECONDS}s'`);
      if (rows[0]?.held && !lost) return holder;
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'the dispatcher cannot reach the database');
    }
    await holder.end().catch(() => {});
    return undefined;
  }

  async function dispatchWhileHeld(holder: pg.Client): Promise<void> {
    let lost = false;
    holder.on('end', () => {
      lost = true;
    });
    // Not awaited: a session that does not answer still holds the lock.
    const keepAlive = setInterval(() => void holder.query('select').catch(() => {}), KEEP_ALIVE_MS);
    while (!stopped && !lost) {
      try {
        const hasMore = await dispatchWaiting(open, subscribers, log);
        if (!hasMore) await pause(EVERY_MS);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'events were not dispatched; trying again');
        await pause(1000);
      }
    }
    clearInterval(keepAlive);
  }

  const running = (async () => {
    while (!stopped) {
      const holder = await holdLock();
      if (!holder) {
        await pause(2000);
        continue;
      }
      await dispatchWhileHeld(holder);
      await holder.end().catch(() => {});
    }
  })();

  return {
    async stop() {
      stopped = true;
      wake();
      await running;
    },
  };
}
