import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid } from '../../platform/http/problem.ts';
import { clientExists } from './clients.store.ts';

/** The client of a new record, before anybody looked whether there is such a client. */
export const clientIdOfNew = (actor: Actor, named: number | undefined): number | null =>
  actor.clientId ?? named ?? workingClient(actor);

/**
 * The client of a new record: for a client user always its own, otherwise the one in the request, otherwise the
 * working client. Throws 422 when there is no such client.
 */
export async function clientOfNew(tx: Tx, actor: Actor, named: number | undefined): Promise<number> {
  const clientId = clientIdOfNew(actor, named);
  if (!clientId || !(await clientExists(tx, clientId))) throw invalid('client_id', 'ClientIsRequired');
  return clientId;
}
