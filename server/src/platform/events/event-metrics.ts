import { Gauge, type Registry } from 'prom-client';
import { sql } from '../database/sql.ts';
import { type Open, workerScope } from '../database/tx.ts';

interface Backlog {
  waiting: number;
  oldest_seconds: number;
  parked: number;
}

/** Events that wait to be dispatched, new or between two attempts, and parked ones. */
async function readBacklog(open: Open): Promise<Backlog | undefined> {
  return open(
    workerScope,
    async (tx) => {
      const { rows } = await sql<Backlog>`
        with waiting as (
          select at from events where dispatched_at is null and tries = 0
          union all select at from events where dispatched_at is null and parked_at is null and tries > 0)
        select count(*)::int as waiting,
          coalesce(greatest(extract(epoch from now() - min(at)), 0), 0)::float as oldest_seconds,
          (select count(*)::int from events where parked_at is not null) as parked
        from waiting`.execute(tx);
      return rows[0];
    },
    'read',
  );
}

/** Reads the backlog when the metrics are scraped, once for all gauges; without a database they have no value. */
export function measureEvents(registry: Registry, open: Open): void {
  let reading: Promise<Backlog | undefined> | undefined;
  const backlog = () =>
    (reading ??= readBacklog(open)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      }));
  const gauge = (name: string, help: string, field: keyof Backlog) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = (await backlog())?.[field];
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge('longshore_events_waiting', 'Events that wait to be dispatched', 'waiting');
  gauge('longshore_events_oldest_seconds', 'Age of the oldest event that waits to be dispatched', 'oldest_seconds');
  gauge('longshore_events_parked', 'Events that failed ten times and wait for a super user', 'parked');
}
