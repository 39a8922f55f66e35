import type { EventKind, EventPayload } from '@longshore/contract';
import type { Open, Tx } from '../database/tx.ts';

/** An event as `inTransaction` subscribers receive it. */
export interface RecordedEvent<Kind extends EventKind = EventKind> {
  kind: Kind;
  clientId: number | null;
  subjectId: number | null;
  payload: EventPayload<Kind>;
}

/** Kinds that are sent with the commit, so that they cannot have `inTransaction` subscribers. */
export type QueuedEventKind = 'inventory.moved' | 'serial.saved' | (`order.${string}` & EventKind);

/** Kinds recorded during a command, at a point where subscribers can run. */
export type InTransactionKind = Exclude<EventKind, QueuedEventKind>;

/**
 * Handlers that run inside the transaction of the command that records the event, sequentially in order of
 * registration. If one throws, the command fails and everything is rolled back. This is how a later module takes part
 * in a command of an earlier one.
 */
export type InTransactionSubscribers = {
  [Kind in InTransactionKind]?: ((tx: Tx, event: RecordedEvent<Kind>) => Promise<void>)[];
};

const subscribersOf = new WeakMap<Tx, InTransactionSubscribers>();

/** The same opener, with these subscribers active in every transaction it opens. */
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
