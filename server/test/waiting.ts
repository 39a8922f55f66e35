import { type Clone, connect } from './databases.ts';
import { eventually } from './harness.ts';

/** Waits until this many sessions wait for a lock, or one of these calls was answered without waiting. */
export async function untilWaiting(database: Clone, sessions: number, calls: readonly Promise<unknown>[]) {
  let answered = false;
  for (const call of calls) void call.finally(() => (answered = true)).catch(() => {});
  await eventually(async () => {
    const waits = await database.owner(
      `select distinct l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where a.datname = current_database() and not l.granted`,
    );
    return answered || waits.length >= sessions ? true : undefined;
  });
}

/** Runs the work while another transaction holds the locks of this statement; it is committed afterwards. */
export async function whileHeld<Result>(
  database: Clone,
  { text, values = [] }: { text: string; values?: unknown[] },
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = await connect(database.ownerUrl);
  try {
    await holder.query('begin');
    await holder.query(text, values);
    const result = await work();
    await holder.query('commit');
    return result;
  } finally {
    await holder.end();
  }
}
