import { TRIGGER_CALLED_MAX } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { readSealedHook, type SealedHook } from './webhooks.store.ts';

/** A webhook that can be called. Throws 422 for an external resource, which is only a link. */
export async function readCallableHook(tx: Tx, id: number): Promise<SealedHook> {
  const hook = await readSealedHook(tx, id);
  if (!hook) throw notFound();
  if (hook.trigger > TRIGGER_CALLED_MAX) throw invalid('trigger', 'NothingToSend');
  return hook;
}
