import type { Exception } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ExceptionKind } from '../../platform/exceptions/exception.ts';
import { changeException } from './change-exception.ts';
import { setOwner } from './exceptions.store.ts';

/** Takes an exception, also from somebody else, or gives it back. */
export const ownException = (
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  id: number,
  isMine: 0 | 1,
): Promise<Exception> => changeException(tx, kinds, actor, id, () => setOwner(tx, id, isMine ? actor : null));
