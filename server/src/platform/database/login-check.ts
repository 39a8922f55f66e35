import { SCOPE_ROLES } from './logins.ts';
import { sql } from './sql.ts';
import type { Tx } from './tx.ts';

const remedy = 'DATABASE_URL must be the address that "npm run admin -- init-db" printed.';

/** The columns of a view may be null for all that PostgreSQL knows. */
interface Login {
  name: string | null;
  super: boolean | null;
  bypass: boolean | null;
  owns: boolean;
  others: string[];
}

/**
 * Row-level security does not apply to owners, superusers and BYPASSRLS, nor does it help when a login can take
 * another role. A server with such a login would work without any protection, so it does not start. Returns what is
 * wrong with the login of this transaction.
 */
export async function loginProblem(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<Login>`
    select r.rolname as name, r.rolsuper as super, r.rolbypassrls as bypass,
           exists (select from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p')) as owns,
           array(select g.rolname::text from pg_roles g where g.rolname = any(${SCOPE_ROLES}::text[])
             and g.rolname <> ${tx.scope.role} and pg_has_role(r.oid, g.oid, 'member')) as others
    from pg_roles r where r.rolname = session_user`.execute(tx);
  const login = rows[0];
  if (login?.super) return `The login ${login.name} is a superuser. ${remedy}`;
  if (login?.bypass) return `The login ${login.name} has BYPASSRLS. ${remedy}`;
  if (login?.owns) return `The login ${login.name} owns tables. ${remedy}`;
  if (login?.others.length) return `The login ${login.name} can also become ${login.others.join(', ')}. ${remedy}`;
  return undefined;
}
