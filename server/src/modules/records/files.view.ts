import type { FileRecord } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { clientOfOwner, type OwnerKinds, type OwnerRef } from './owners.ts';

export const fileColumns = (
  actor: Actor,
) => sql`id, original_name, path, type, size, comment as comments, user_id, user_name, created_at,
  (user_id = ${actor.id} or ${actor.is_su}) as is_mine`;

export async function listFiles(tx: Tx, kinds: OwnerKinds, actor: Actor, owner: OwnerRef): Promise<FileRecord[]> {
  const clientId = await clientOfOwner(tx, kinds, actor, owner, 'read');
  if (clientId === undefined) throw notFound();
  const { rows } = await sql<FileRecord>`
    select ${fileColumns(actor)} from files
    where client_id = ${clientId} and filable_type = ${owner.type} and filable_id = ${owner.id} order by id`.execute(
    tx,
  );
  return rows;
}
