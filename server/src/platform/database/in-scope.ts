import { type Sql, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/**
 * The condition that a row is in the transaction's scope: of its own client for a client user; any row for staff and
 * for the server's own work. Every query that finds a client's rows by an id includes it, so that clients are
 * separated even without row-level security. `column` is the one with the client's id: `client_id`, or `id` of
 * `clients`.
 */
export function inScope(tx: Tx, column = 'client_id'): Sql {
  const { role, clientId } = tx.scope;
  return role === 'app_client' ? sql`${sql.ref(column)} = ${clientId}` : sql`true`;
}

/** The same for tables whose rows without a client are shared by all. */
export function inScopeOrShared(tx: Tx, column = 'client_id'): Sql {
  return sql`(${sql.ref(column)} is null or ${inScope(tx, column)})`;
}
