import type { Caller } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** An active user with what decides their permissions. */
export interface Person extends Caller {
  id: number;
  name: string;
  client_id: number | null;
}

/** Client users see colleagues only, who have no role: its permissions are those of main users. */
const roleOf = (tx: Tx): Sql =>
  tx.scope.role === 'app_client'
    ? sql`(select null::jsonb as access, true as is_active) r`
    : sql`(select 1) n left join roles r on r.id = u.role_id`;

/** Main users and the users of a client, by name, as far as the caller may see them; those who cannot sign in are left out. */
export async function readPeople(tx: Tx, clientId: number | null): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.client_id, u.is_su, u.is_main_user, u.order_controller, u.statement_reader, coalesce(p.access, '{}') as access
    from users u left join clients c on c.id = u.client_id cross join lateral (select r.access, r.is_active from ${roleOf(tx)}) p
    where u.is_active and ${inScope(tx, 'u.client_id')} and (u.client_id is null or u.client_id = ${clientId}::int)
      and (p.is_active is not false or u.is_su) and c.is_active is not false
    order by lower(u.name), u.id`.execute(tx);
  return rows;
}
