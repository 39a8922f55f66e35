import type { Comment } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { forbidden, notFound, refused } from '../../platform/http/problem.ts';
import { commentColumns } from './comments.view.ts';
import { assertKind, type CommentedRef, clientOfCommented, type OwnerKinds } from './owners.ts';
import { trace } from './traces.ts';

/** Only staff may see internal comments, so their event has no client. */
const audienceOf = (clientId: number | null, internal: boolean) => ({ clientId: internal ? null : clientId });

/** Exceptions have no history: the facts open and close them. */
async function traceComment(
  tx: Tx,
  actor: Actor,
  { type, id }: CommentedRef,
  clientId: number | null,
  subject: 'Comment added' | 'Comment deleted',
): Promise<void> {
  if (type !== 'Exception') await trace(tx, actor, { type, id, clientId, subject });
}

export async function addComment(
  tx: Tx,
  kinds: OwnerKinds,
  actor: Actor,
  owner: CommentedRef,
  input: { comment: string; internal: 0 | 1 },
): Promise<Comment> {
  const clientId = await clientOfCommented(tx, kinds, actor, owner, 'write');
  if (clientId === undefined) throw refused(10001, 'there is no such record');
  const internal = actor.is_main_user && input.internal === 1;
  const { rows } = await sql<Comment>`
    insert into comments (client_id, commentable_type, commentable_id, comment, internal, user_id, user_name)
    values (${clientId}, ${owner.type}, ${owner.id}, ${input.comment}, ${internal}, ${actor.id}, ${actor.name})
    returning ${commentColumns(actor)}`.execute(tx);
  if (!rows[0]) throw refused(10001);
  await traceComment(tx, actor, owner, clientId, 'Comment added');
  await recordEvent(tx, { kind: 'upload.comment', ...audienceOf(clientId, internal), subjectId: owner.id });
  return rows[0];
}

interface StoredComment {
  client_id: number | null;
  commentable_type: CommentedRef['type'];
  commentable_id: number;
  internal: boolean;
  user_id: number;
}

export async function deleteComment(tx: Tx, kinds: OwnerKinds, actor: Actor, id: number): Promise<true> {
  const { rows } = await sql<StoredComment>`
    select client_id, commentable_type, commentable_id, internal, user_id from comments
    where id = ${id} and ${inScope(tx)} and (${actor.is_main_user} or not internal)`.execute(tx);
  const comment = rows[0];
  if (!comment) throw notFound();
  assertKind(kinds, actor, comment.commentable_type, 'read');
  if (comment.user_id !== actor.id && !actor.is_su) throw forbidden();
  const deleted = await sql`delete from comments where id = ${id} and ${inScope(tx)} returning 1`.execute(tx);
  if (!deleted.rows.length) throw notFound();
  const { client_id: clientId, commentable_type: type, commentable_id: ownerId } = comment;
  await traceComment(tx, actor, { type, id: ownerId }, clientId, 'Comment deleted');
  await recordEvent(tx, { kind: 'upload.comment', ...audienceOf(clientId, comment.internal), subjectId: ownerId });
  return true;
}
