import type { Caller } from '@longshore/contract';
import type { Scope } from '../database/tx.ts';

/** The user who makes this request, looked up for every request. */
export interface Actor extends Caller {
  id: number;
  name: string;
  email: string;
  /** The client a client user belongs to; null for main users. */
  clientId: number | null;
  /** The client a main user works for at the moment. */
  workingClientId: number | null;
  order_controller: boolean;
  statement_reader: boolean;
  lang: 'en' | 'ch';
  /** Null when the caller authenticated with an API token. */
  sessionId: string | null;
  /** Signed in with a badge, which somebody else may have found. */
  byBadge?: boolean;
  /** Authenticated with an API token that may only read. */
  isReadOnly: boolean;
}

export const actorScope = (actor: Actor): Scope => ({
  role: actor.clientId === null ? 'app_staff' : 'app_client',
  clientId: actor.clientId,
  userId: actor.id,
});

/** The client whose records this actor lists and creates, unless a call names another. */
export const workingClient = (actor: Actor): number | null => actor.clientId ?? actor.workingClientId;
