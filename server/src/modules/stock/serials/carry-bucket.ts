import type { BucketState } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { queueEvent } from '../../../platform/events/events.ts';
import type { Place } from '../posting.ts';
import { stateAt } from './bucket-rules.ts';
import { placeBucket, setBucketState } from './buckets.store.ts';

type Owner = { id: number; client_id: number };

const queueSaved = (tx: Tx, { client_id: clientId }: Owner, subjectId: number) =>
  queueEvent(tx, { kind: 'serial.saved', clientId, subjectId });

/** Puts a bucket on the stock row of a place, after the posting that creates that row. */
export function putBucket(tx: Tx, item: Owner, id: number, place: Place): void {
  placeBucket(tx, id, stateAt(place), item.id, place);
  queueSaved(tx, item, id);
}

/** Takes a bucket off its stock row: its units are no longer in stock. */
export function releaseBucket(
  tx: Tx,
  item: Owner,
  id: number,
  state: Exclude<BucketState, 'in_stock' | 'quarantined'>,
): void {
  setBucketState(tx, id, state);
  queueSaved(tx, item, id);
}
