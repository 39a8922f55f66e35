import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type Change, withNames } from '../records/index.ts';
import { readRole } from './roles.view.ts';
import type { UserFields } from './users.store.ts';

export async function nameOfClient(tx: Tx, id: number | null): Promise<string> {
  if (id === null) return '';
  const { rows } = await sql<{
    company: string;
  }>`select company from clients where id = ${id} and ${inScope(tx, 'id')}`.execute(tx);
  return rows[0]?.company ?? '';
}

/** Changes of a user as stored in its history: role and client by their current names. */
export async function withReferences(
  tx: Tx,
  changes: Change<keyof UserFields>[],
  { role_id, client_id }: UserFields,
): Promise<Change<keyof UserFields>[]> {
  const changed = new Set(changes.map(({ field }) => field));
  return withNames(changes, {
    ...(changed.has('role_id') ? { role_id: role_id ? ((await readRole(tx, role_id))?.name ?? '') : '' } : {}),
    ...(changed.has('client_id') ? { client_id: await nameOfClient(tx, client_id) } : {}),
  });
}
