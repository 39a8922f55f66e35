import type { Role } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

const columns = sql`r.id, r.name, r.is_active::int as is_active, r.access,
  (select count(*) from users u where u.role_id = r.id and u.is_active) as user_count`;

export async function listRoles(tx: Tx): Promise<Role[]> {
  const { rows } = await sql<Role>`select ${columns} from roles r order by lower(r.name), r.id`.execute(tx);
  return rows;
}

export async function readRole(tx: Tx, id: number): Promise<Role | undefined> {
  const { rows } = await sql<Role>`select ${columns} from roles r where r.id = ${id}`.execute(tx);
  return rows[0];
}
