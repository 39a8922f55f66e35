import type { SessionUser } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { readSessionUser } from './session-user.view.ts';

export async function switchClient(tx: Tx, actor: Actor, clientId: number): Promise<SessionUser> {
  const { rows } = await sql`
    update users set last_working_client = c.id from clients c
    where users.id = ${actor.id} and ${inScope(tx, 'users.client_id')} and c.id = ${clientId} returning 1`.execute(tx);
  if (!rows.length) throw notFound();
  return readSessionUser(tx, actor.id);
}
