import type { Dashboard } from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { countInventories } from '../inventory/index.ts';

export async function readDashboard(tx: Tx, actor: Actor): Promise<Dashboard> {
  const clientId = workingClient(actor);
  return { inventories: clientId === null ? null : await countInventories(tx, clientId) };
}
