import type { Exception } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import type { ExceptionKind } from '../../platform/exceptions/exception.ts';
import { notFound } from '../../platform/http/problem.ts';
import { readException } from './exceptions.view.ts';

/** Changes what people keep of an open exception, and answers it as it is then. Throws 404 for one that is not theirs. */
export async function changeException(
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  id: number,
  change: () => Promise<void>,
): Promise<Exception> {
  const before = await readException(tx, kinds, actor, id);
  if (!before) throw notFound();
  await change();
  await recordEvent(tx, { kind: 'exceptions.changed', clientId: before.client_id });
  const after = await readException(tx, kinds, actor, id);
  if (!after) throw notFound();
  return after;
}
