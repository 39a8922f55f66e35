import { sql } from 'kysely';
import type { Tx } from './tx.ts';

/**
 * Row-level security is void for owners, superusers and BYPASSRLS: a server that logs in as one would look right and
 * guard nothing, so it does not start.
 */
export async function loginProblem(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ super: boolean; bypass: boolean; owns: boolean }>`
    select r.rolsuper as super, r.rolbypassrls as bypass,
           exists (select from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p')) as owns
    from pg_roles r where r.rolname = session_user`.execute(tx);
  const login = rows[0];
  if (login?.super) return 'DATABASE_URL logs in as a superuser; use the login that init-db made for the server.';
  if (login?.bypass)
    return 'DATABASE_URL logs in as a role with BYPASSRLS; use the login that init-db made for the server.';
  if (login?.owns) return 'DATABASE_URL logs in as an owner of tables; use the login that init-db made for the server.';
  return undefined;
}
