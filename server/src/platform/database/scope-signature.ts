import { createHmac } from 'node:crypto';

/** The ids of a scope: of the client for a client user, and of the user. */
export interface ScopeIds {
  clientId: number | null;
  userId: number | null;
}

/**
 * The text that a transaction sets as its scope, signed with the key of `scope_keys`: row-level policies refuse any
 * other text, so that SQL that got into a statement cannot take another client or user (decision 0055).
 */
export function signScope(key: Buffer, { clientId, userId }: ScopeIds): string {
  const ids = `${clientId ?? ''}.${userId ?? ''}`;
  return `${ids}:${createHmac('sha256', key).update(ids).digest('hex')}`;
}
