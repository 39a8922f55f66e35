import type pg from 'pg';

/**
 * The least a correct answer to "the first 15 customers of this client" needs: a transaction, its scope, the rows and
 * their total. No session is looked up, nothing is parsed or checked.
 */
const scope =
  "select set_config('role', $1, true), set_config('app.client_id', $2, true), set_config('app.user_id', $3, true)";
const rows = `select r.id, r.client_id, r.type, r.name, r.account, r.email, r.is_active::int as is_active, r.updated_at from relations r
  where r.client_id = $1 and not r.is_system and r.type = $2 and r.is_active = $3
  order by lower(r.name) asc, r.name asc, r.id asc limit 15`;
const total = `select count(*) as total from (select from relations r
  where r.client_id = $1 and not r.is_system and r.type = $2 and r.is_active = $3 limit 10001) counted`;

export async function relationList(pool: pg.Pool, clientId: number) {
  const client = await pool.connect();
  try {
    const values = [clientId, 'customer', true];
    const [, , page, counted] = await Promise.all([
      client.query('begin'),
      client.query({ name: 'scope', text: scope, values: ['app_staff', '', '1'] }),
      client.query({ name: 'rows', text: rows, values }),
      client.query({ name: 'total', text: total, values }),
      client.query('commit'),
    ]);
    const count = Number(counted.rows[0]?.total);
    return {
      data: {
        records: page.rows,
        on_page: 1,
        per_page: 15,
        total: Math.min(count, 10_000),
        ...(count > 10_000 ? { total_is_minimum: true } : {}),
      },
    };
  } finally {
    client.release();
  }
}
