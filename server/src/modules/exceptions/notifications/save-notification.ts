import type { ExceptionNotification } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { ExceptionKind } from '../../../platform/exceptions/exception.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { saveNotification } from './notifications.store.ts';

async function assertClients(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from clients where id = any(${ids as number[]}::int[]) and ${inScope(tx, 'id')}`.execute(tx);
  if (rows.length < new Set(ids).size) throw invalid('client_ids', 'ClientIsUnknown');
}

/** Asks for a mail when exceptions of kinds that the caller sees open. */
export async function notifyOfExceptions(
  tx: Tx,
  seen: readonly ExceptionKind[],
  actor: Actor,
  { kinds, client_ids }: ExceptionNotification,
): Promise<ExceptionNotification> {
  const names = new Set<string>(seen.map(({ name }) => name));
  if (kinds.some((kind) => !names.has(kind))) throw invalid('kinds', 'ExceptionKindIsUnknown');
  await assertClients(tx, client_ids);
  const chosen = { kinds: [...new Set(kinds)], client_ids: [...new Set(client_ids)] };
  await saveNotification(tx, actor, chosen);
  return chosen;
}
