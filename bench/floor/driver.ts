import type pg from 'pg';

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

const scope =
  "select set_config('role', $1, true), set_config('app.client_id', $2, true), set_config('app.user_id', $3, true)";

/** Begin, scope, the statements, commit: all sent before the first answer is read. A statement that fails undoes all. */
export async function inOneTransaction(pool: pg.Pool, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  const client = await pool.connect();
  try {
    const results = await Promise.all([
      client.query('begin'),
      client.query({ name: 'scope', text: scope, values: ['app_staff', '', '1'] }),
      ...statements.map((statement) => client.query(statement)),
      client.query('commit'),
    ]);
    return results.slice(2, -1);
  } finally {
    client.release();
  }
}
