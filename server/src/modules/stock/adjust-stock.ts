import type { AdjustInput, StockTotals } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import { lockItems } from './ledger.store.ts';
import { byName, plateNamed } from './naming.ts';
import { postItem, postSeen } from './post-item.ts';
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
  if (!item.lot) throw invalid('newLot.lot', 'NotByLots');
  await lockItems(tx, [item.id]);
  if (input.qty > 0) return makeLot(tx, item, number, input.newLot.expire);
  const known = await lotNumbered(tx, item.id, number);
  if (!known) throw invalid('newLot.lot', 'LotIsUnknown');
  return known;
}

const namedBy = ({ inventory_id: itemId, client_id: clientId, license, lotId }: AdjustInput) => ({
  itemId,
  clientId,
  plates: { license },
  lotId,
});

const storyOf = (actor: Actor, { is_disposal, reference }: AdjustInput) => ({
  kind: is_disposal ? ('dispose' as const) : ('adjust' as const),
  reference,
  by: actor,
});

/** Step by step: a new lot, a bucket, or something that must be refused with its reason. */
async function adjustWithCare(tx: Tx, actor: Actor, input: AdjustInput): Promise<StockTotals> {
  const { item, plateIds } = await findNamed(tx, namedBy(input));
  const quarantine = input.quarantine === 1;
  if (quarantine && input.qty > 0) throw refused(20003);
  const disposes = input.is_disposal === 1;
  if (disposes && input.qty > 0) throw invalid('qty', 'DisposalTakesAway');
  // What is serial-controlled comes with an order and goes with one, or is thrown away by the bucket.
  if (item.serial && !disposes) throw refused(20002);
  const { serialId: bucketId } = input;
  assertCarries(item, bucketId);
  const place = { licenseId: plateIds[0] ?? null, lotId: await lotOf(tx, item, input), quarantine };
  if (bucketId) {
    await lockItems(tx, [item.id]);
    const states = [quarantine ? 'quarantined' : 'in_stock'] as const;
    await takeBucket(tx, item, bucketId, { states, place, quantity: -input.qty });
  }
  const lines = [{ ...place, quantity: input.qty }];
  const totals = await postSeen(tx, item, { ...storyOf(actor, input), lines }, bucketId);
  if (bucketId) await releaseBucket(tx, item, bucketId, 'disposed');
  return totals;
}

/**
 * What nearly every adjustment needs is known beforehand and asked for in the statement that posts it. Nothing is
 * posted, and nothing comes back, of what has to be looked at with care.
 */
export function commonAdjustment(actor: Actor, input: AdjustInput) {
  const { inventory_id: inventoryId, license, lotId, qty: quantity } = input;
  const quarantine = input.quarantine === 1;
  const isCommon = !input.serialId && !input.newLot.lot && (quantity < 0 || (!quarantine && !input.is_disposal));
  if (!isCommon) return undefined;
  return (tx: Tx) =>
    postItem(tx, {
      ...storyOf(actor, input),
      named: byName(namedBy(input), { withoutLot: quantity > 0 && !lotId }),
      inventoryId,
      lines: [{ licenseId: plateNamed(license, 'license'), lotId, quarantine, quantity }],
    });
}

/** Books what is really there. Taking away needs stock that is promised to nobody. */
export async function adjustStock(tx: Tx, actor: Actor, input: AdjustInput): Promise<StockTotals> {
  return (await commonAdjustment(actor, input)?.(tx)) ?? adjustWithCare(tx, actor, input);
}
