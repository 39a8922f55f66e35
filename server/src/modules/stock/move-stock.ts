import type { Inventory, MoveInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid } from '../../platform/http/problem.ts';
import { lockItems } from './ledger.store.ts';
import { postAndRead } from './post-and-read.ts';
import { assertCarries, putBucket, takeBucket } from './serials/carry-bucket.ts';
import { findNamed } from './stock-item.store.ts';

/** Two movements that sum to zero: from one place to another, of the same lot. */
export async function moveStock(tx: Tx, actor: Actor, input: MoveInput): Promise<Inventory> {
  const { inventory_id: itemId, client_id: clientId, from_lp, to_lp, lotId, serialId: bucketId } = input;
  const { item, plateIds } = await findNamed(tx, { itemId, clientId, plates: { from_lp, to_lp }, lotId });
  assertCarries(item, bucketId);
  const [from = null, to = null] = plateIds;
  const source = { licenseId: from, lotId, quarantine: input.is_from_quarantine === 1 };
  const target = { licenseId: to, lotId, quarantine: input.is_to_quarantine === 1 };
  if (from === to && source.quarantine === target.quarantine) throw invalid('to_lp', 'SamePlace');
  if (bucketId) {
    await lockItems(tx, [item.id]);
    const states = [source.quarantine ? 'quarantined' : 'in_stock'] as const;
    await takeBucket(tx, item, bucketId, { states, place: source, quantity: input.qty });
  }
  return postAndRead(
    tx,
    item,
    {
      kind: source.quarantine === target.quarantine ? 'move' : 'convert',
      reference: input.reference,
      by: actor,
      lines: [
        { ...source, quantity: -input.qty },
        { ...target, quantity: input.qty },
      ],
    },
    bucketId ? { bucketId, after: () => putBucket(tx, item, bucketId, target) } : null,
  );
}
