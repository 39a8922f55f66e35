import type { EventKind, EventPayload } from '@longshore/contract';
import type { Open, Tx } from '../database/tx.ts';

/** An event as subscribers of its own transaction receive it. */
export interface RecordedEvent<Kind extends EventKind = EventKind> {
  kind: Kind;
  clientId: number | null;
  subjectId: number | null;
  payload: EventPayload<Kind>;
}

/** Kinds that are sent with the commit, so that nobody can take part in their transaction. */
export type QueuedEventKind = 'inventory.moved' | 'serial.saved';

/** Kinds that have their own point in a command at which others can take part. */
export type InTransactionKind = Exclude<EventKind, QueuedEventKind>;

/**
 * Handlers that run inside the transaction of the command that records the event, one after the other in the order of
 * their registration. An error of theirs is the command's error: nothing of either is kept. This is how a later module
 * takes part in a command of an earlier one.
 */
export type InTransactionSubscribers = {
  [Kind in InTransactionKind]?: ((tx: Tx, event: RecordedEvent<Kind>) => Promise<void>)[];
};

const subscribersOf = new WeakMap<Tx, InTransactionSubscribers>();

/** The same way to the database, with these subscribers taking part in every transaction it opens. */
export function withSubscribers(open: Open, subscribers: InTransactionSubscribers): Open {
  return (scope, work, ...rest) =>
    open(
      scope,
      (tx) => {
        subscribersOf.set(tx, subscribers);
        return work(tx);
      },
      ...rest,
    );
}

export async function runInTransaction<Kind extends InTransactionKind>(
  tx: Tx,
  event: RecordedEvent<Kind>,
): Promise<void> {
  for (const subscriber of subscribersOf.get(tx)?.[event.kind] ?? []) await subscriber(tx, event);
}
