import type { SessionUser } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';

const clientName = (alias: string) => {
  const c = sql.ref(alias);
  return sql`case when ${c}.id is not null then json_build_object('id', ${c}.id, 'company', ${c}.company, 'is_fba', ${c}.is_fba) end`;
};

/** The signed-in user as every screen receives it. */
export async function readSessionUser(tx: Tx, userId: number): Promise<SessionUser> {
  const { rows } = await sql<SessionUser>`
    select u.id, u.name, u.email, coalesce(u.role_id, 0) as role_id, '' as role_name, u.is_su, u.is_main_user,
           u.is_active::int as is_active, u.order_controller, u.statement_reader, u.client_id, u.last_working_client, u.avatar_path, u.lang, u.created_at,
           exists (select from api_tokens t where t.user_id = u.id and (t.expires_at is null or t.expires_at > now())) as has_api_token,
           ${clientName('w')} as working_client, ${clientName('c')} as client, '{}'::jsonb as access
    from users u
    left join clients w on w.id = u.last_working_client and ${inScope(tx, 'w.id')}
    left join clients c on c.id = u.client_id
    where u.id = ${userId} and ${inScope(tx, 'u.client_id')}`.execute(tx);
  const user = rows[0];
  if (!user) throw notFound();
  // Clients need not see roles, and their database role may not read them.
  if (!user.is_main_user || !user.role_id) return user;
  const role = await sql<{
    name: string;
    access: Record<string, boolean>;
  }>`select name, access from roles where id = ${user.role_id}`.execute(tx);
  return { ...user, role_name: role.rows[0]?.name ?? '', access: role.rows[0]?.access ?? {} };
}
