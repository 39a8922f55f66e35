import pg from 'pg';
import { nameWithContract } from '../database/migration-files.ts';
import type { Log } from '../log.ts';
import { LIVE_CHANNEL } from './dispatch.ts';

/** One change, as sent to open screens; no kind means "anything may have changed". */
export interface LiveNotice {
  kind: string;
  clientId: number | null;
  subjectId: number | null;
}

type Listener = (notices: LiveNotice[]) => void;

/** Listens for the dispatcher's notifications and passes them to the streams of this process. */
export function startLive(url: string, log: Log) {
  const listeners = new Set<Listener>();
  let stopped = false;
  let client: pg.Client | undefined;

  function publish(text: string | undefined): void {
    const rows = JSON.parse(text ?? '[]') as [string, number | null, number | null][];
    const notices = rows.map(([kind, clientId, subjectId]) => ({ kind, clientId, subjectId }));
    for (const listener of listeners)
      listener(notices.length ? notices : [{ kind: '', clientId: null, subjectId: null }]);
  }

  async function connect(isReconnect: boolean): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: nameWithContract('longshore live') });
    client = next;
    next.on('error', () => {});
    next.on('notification', (notification) => publish(notification.payload));
    next.on('end', () => {
      if (!stopped) setTimeout(() => void connect(true), 1000).unref();
    });
    try {
      await next.connect();
      await next.query(`listen ${LIVE_CHANNEL}`);
      // Notifications sent while there was no connection are lost: screens have to reload everything.
      if (isReconnect) publish('[]');
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'live updates cannot reach the database');
      await next.end().catch(() => {});
    }
  }

  const ready = connect(false);
  return {
    ready,
    subscribe(listener: Listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      await ready;
      await client?.end().catch(() => {});
    },
  };
}

export type Live = ReturnType<typeof startLive>;
