import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

export async function setOwner(tx: Tx, id: number, owner: { id: number; name: string } | null): Promise<void> {
  await sql`update exceptions set owner_id = ${owner?.id ?? null}::int, owner_name = ${owner?.name ?? ''}
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** Of the side that the caller is on: staff, or the users of the client. */
export async function setSnooze(tx: Tx, id: number, until: string | null): Promise<void> {
  const column = tx.scope.role === 'app_client' ? 'client_snoozed_until' : 'snoozed_until';
  await sql`update exceptions set ${sql.ref(column)} = ${until}::timestamptz where id = ${id} and ${inScope(tx)}`.execute(
    tx,
  );
}
