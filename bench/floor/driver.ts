import type pg from 'pg';

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** The connection has a signed scope for user 1 (bench/src/rig.ts); the server would set one for each transaction. */
const scope = "select set_config('role', $1, true), set_config('app.scope', current_setting('app.scope'), true)";

/**
 * Begin, scope, the statements, commit: all sent before the first answer is read. A statement that fails undoes all.
 */
export async function inOneTransaction(pool: pg.Pool, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  const client = await pool.connect();
  try {
    const results = await Promise.all([
      client.query('begin'),
      client.query({ name: 'scope', text: scope, values: ['app_staff'] }),
      ...statements.map((statement) => client.query(statement)),
      client.query('commit'),
    ]);
    return results.slice(2, -1);
  } finally {
    client.release();
  }
}
