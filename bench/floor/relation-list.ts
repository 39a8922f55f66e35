import type pg from 'pg';
import { inOneTransaction } from './driver.ts';

/**
 * The least work that a correct answer to "the first 15 customers of this client" needs: a transaction, its scope, the
 * rows and their total. No session is looked up, nothing is parsed or checked.
 */
const rows = `select r.id, r.client_id, r.type, r.name, r.account, r.email, r.is_active::int as is_active, r.updated_at from relations r
  where r.client_id = $1 and not r.is_system and r.type = $2 and r.is_active = $3
  order by lower(r.name) asc, r.name asc, r.id asc limit 15`;
const total = `select count(*) as total from (select from relations r
  where r.client_id = $1 and not r.is_system and r.type = $2 and r.is_active = $3 limit 10001) counted`;

export async function relationList(pool: pg.Pool, clientId: number) {
  const values = [clientId, 'customer', true];
  const [page, counted] = await inOneTransaction(pool, [
    { name: 'rows', text: rows, values },
    { name: 'total', text: total, values },
  ]);
  const count = Number(counted?.rows[0]?.total);
  return {
    data: {
      records: page?.rows,
      on_page: 1,
      per_page: 15,
      total: Math.min(count, 10_000),
      ...(count > 10_000 ? { total_is_minimum: true } : {}),
    },
  };
}
