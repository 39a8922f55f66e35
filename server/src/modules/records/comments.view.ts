import type { Comment } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { type CommentedRef, clientOfCommented, type OwnerKinds } from './owners.ts';

export const commentColumns = (
  actor: Actor,
) => sql`id, comment, internal, created_at, json_build_object('name', user_name) as user,
  commentable_id, commentable_type, (user_id = ${actor.id} or ${actor.is_su}) as is_mine`;

export async function listComments(tx: Tx, kinds: OwnerKinds, actor: Actor, owner: CommentedRef): Promise<Comment[]> {
  const clientId = await clientOfCommented(tx, kinds, actor, owner, 'read');
  if (clientId === undefined) throw notFound();
  const { rows } = await sql<Comment>`
    select ${commentColumns(actor)} from comments
    where ${clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}`} and ${inScope(tx)} and commentable_type = ${owner.type} and commentable_id = ${owner.id}
      and (${actor.is_main_user} or not internal)
    order by id`.execute(tx);
  return rows;
}
