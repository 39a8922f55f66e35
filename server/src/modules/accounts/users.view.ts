import { type User, userList } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { FRAGMENT_MIN, flagOf, likePattern, listSql } from '../../platform/lists/list-sql.ts';

const from = sql`users u left join clients c on c.id = u.client_id left join roles r on r.id = u.role_id`;

export const userListSql = listSql<typeof userList>({
  spec: userList,
  select: sql`u.id, u.name, u.email, u.is_active::int as is_active, u.is_su, u.is_main_user, u.client_id,
    coalesce(c.company, '') as client_company, coalesce(r.name, '') as role_name, u.avatar_path`,
  from,
  id: sql`u.id`,
  visible: () => sql`true`,
  sort: { name: [sql`lower(u.name)`, sql`u.name`], email: [sql`lower(u.email)`] },
  filter: { is_active: flagOf(sql`u.is_active`) },
  search: (term) => {
    const pattern = `${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`;
    return sql`(lower(u.name) like ${pattern} or lower(u.email) like ${pattern})`;
  },
  conditions: {},
});

export async function readUser(tx: Tx, id: number): Promise<User> {
  const { rows } = await sql<User>`
    select u.id, u.name, u.email, u.is_active::int as is_active, u.is_su, u.is_main_user, u.client_id,
           coalesce(c.company, '') as client_company, coalesce(u.role_id, 0) as role_id, coalesce(r.name, '') as role_name,
           u.order_controller, u.statement_reader, u.lang, u.avatar_path, u.last_working_client, u.created_at, u.updated_at,
           guarded.has_api_token(u.id) as has_api_token
    from ${from} where u.id = ${id} and ${inScope(tx, 'u.client_id')}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
