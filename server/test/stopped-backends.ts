import type { Clone } from './databases.ts';

/**
 * Runs the work while the PostgreSQL backends of an application name are stopped: their connections stay open and
 * never answer, like those of a lost host.
 */
export async function whileStopped<Result>(
  database: Clone,
  applications: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const rows = await database.server(
    'select pid, application_name from pg_stat_activity where datname = current_database() and application_name = any($1)',
    [applications],
  );
  const missing = applications.filter((name) => !rows.some((row) => row.application_name === name));
  if (missing.length) throw new Error(`There is no backend of ${missing.join(', ')} to stop.`);
  const pids = rows.map(({ pid }) => Number(pid));
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) process.kill(pid, name);
  };
  try {
    signal('SIGSTOP');
    return await work();
  } finally {
    signal('SIGCONT');
  }
}
