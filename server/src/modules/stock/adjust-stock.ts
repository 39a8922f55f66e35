import type { AdjustInput, Inventory } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import { lockItems } from './ledger.store.ts';
import { postAndRead } from './post-and-read.ts';
import { assertCarries, releaseBucket, takeBucket } from './serials/carry-bucket.ts';
import { findNamed, lotNumbered, makeLot, type StockItem } from './stock-item.store.ts';

/** A new lot is made when the item is locked, so that two commands never wait for each other's lot. */
async function lotOf(tx: Tx, item: StockItem, input: AdjustInput): Promise<number | null> {
  if (input.lotId) return input.lotId;
  const number = input.newLot.lot;
  if (!number) {
    if (item.lot && input.qty > 0) throw invalid('lotId', 'LotIsRequired');
    return null;
  }
  if (!item.lot) throw invalid('newLot.lot', 'LotIsUnknown');
  await lockItems(tx, [item.id]);
  if (input.qty > 0) return makeLot(tx, item, number, input.newLot.expire);
  const known = await lotNumbered(tx, item.id, number);
  if (!known) throw invalid('newLot.lot', 'LotIsUnknown');
  return known;
}

/** Books what is really there. Taking away needs stock that is promised to nobody. */
export async function adjustStock(tx: Tx, actor: Actor, input: AdjustInput): Promise<Inventory> {
  const { inventory_id: itemId, client_id: clientId, lotId: namedLot, license, serialId: bucketId } = input;
  const { item, plateIds } = await findNamed(tx, { itemId, clientId, plates: { license }, lotId: namedLot });
  const quarantine = input.quarantine === 1;
  if (quarantine && input.qty > 0) throw refused(20003);
  const disposes = input.is_disposal === 1;
  if (disposes && input.qty > 0) throw invalid('qty', 'DisposalTakesAway');
  // What is serial-controlled comes with an order and goes with one, or is thrown away by the bucket.
  if (item.serial && !disposes) throw refused(20002);
  assertCarries(item, bucketId);
  const lotId = await lotOf(tx, item, input);
  const place = { licenseId: plateIds[0] ?? null, lotId, quarantine };
  if (bucketId) {
    await lockItems(tx, [item.id]);
    const states = [quarantine ? 'quarantined' : 'in_stock'] as const;
    await takeBucket(tx, item, bucketId, { states, place, quantity: -input.qty });
  }
  return postAndRead(
    tx,
    item,
    {
      kind: disposes ? 'dispose' : 'adjust',
      reference: input.reference,
      by: actor,
      lines: [{ ...place, quantity: input.qty }],
    },
    bucketId ? { bucketId, after: () => releaseBucket(tx, item, bucketId, 'disposed') } : null,
  );
}
