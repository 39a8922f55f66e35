import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from './tx.ts';

/**
 * The condition that a row is in the transaction's scope: of its client for a client user, any row for staff and for
 * what the server does by itself. Every query that finds a client's rows by an id carries it, so that such a query holds
 * without row-level security as well. `column` is the one that names the client: `client_id`, or `id` of `clients`.
 */
export function inScope(tx: Tx, column = 'client_id'): RawBuilder<SqlBool> {
  const { role, clientId } = tx.scope;
  return role === 'app_client' ? sql<SqlBool>`${sql.ref(column)} = ${clientId}` : sql<SqlBool>`true`;
}

/** The same for rows that may be everybody's, which name no client. */
export function inScopeOrShared(tx: Tx, column = 'client_id'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(column)} is null or ${inScope(tx, column)})`;
}

/** The client of the scope, or null for staff: for statements of a constant text, as `($2::int is null or client_id = $2)`. */
export const scopedClient = (tx: Tx): number | null => (tx.scope.role === 'app_client' ? tx.scope.clientId : null);
