import type { MoveInput, StockTotals } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid } from '../../platform/http/problem.ts';
import { lockItems } from './ledger.store.ts';
import { byName, plateNamed } from './naming.ts';
import { postItem, postSeen } from './post-item.ts';
import { assertCarries, putBucket, takeBucket } from './serials/carry-bucket.ts';
import { findNamed } from './stock-item.store.ts';

const namedBy = ({ inventory_id: itemId, client_id: clientId, from_lp, to_lp, lotId }: MoveInput) => ({
  itemId,
  clientId,
  plates: { from_lp, to_lp },
  lotId,
});

const isTurned = (input: MoveInput) => input.is_from_quarantine !== input.is_to_quarantine;

const storyOf = (actor: Actor, input: MoveInput) => ({
  kind: isTurned(input) ? ('convert' as const) : ('move' as const),
  reference: input.reference,
  by: actor,
});

/** Step by step: a bucket, or something that must be refused with its reason. */
async function moveWithCare(tx: Tx, actor: Actor, input: MoveInput): Promise<StockTotals> {
  const { lotId, qty, serialId: bucketId } = input;
  const { item, plateIds } = await findNamed(tx, namedBy(input));
  assertCarries(item, bucketId);
  const [from = null, to = null] = plateIds;
  const source = { licenseId: from, lotId, quarantine: input.is_from_quarantine === 1 };
  const target = { licenseId: to, lotId, quarantine: input.is_to_quarantine === 1 };
  if (from === to && !isTurned(input)) throw invalid('to_lp', 'SamePlace');
  if (bucketId) {
    await lockItems(tx, [item.id]);
    const states = [source.quarantine ? 'quarantined' : 'in_stock'] as const;
    await takeBucket(tx, item, bucketId, { states, place: source, quantity: qty });
  }
  const lines = [
    { ...source, quantity: -qty },
    { ...target, quantity: qty },
  ];
  const totals = await postSeen(tx, item, { ...storyOf(actor, input), lines }, bucketId);
  if (bucketId) await putBucket(tx, item, bucketId, target);
  return totals;
}

/** What nearly every move needs, asked for in the statement that posts it; of all else nothing comes back. */
export function commonMove(actor: Actor, input: MoveInput) {
  const { inventory_id: inventoryId, from_lp, to_lp, lotId, qty } = input;
  const isSame = from_lp.toLowerCase() === to_lp.toLowerCase() && !isTurned(input);
  const [from, to] = [plateNamed(from_lp, 'from_lp'), plateNamed(to_lp, 'to_lp')];
  const isCommon = !input.serialId && !isSame && (isTurned(input) || from !== null || to !== null);
  if (!isCommon) return undefined;
  return (tx: Tx) =>
    postItem(tx, {
      ...storyOf(actor, input),
      named: byName(namedBy(input)),
      inventoryId,
      lines: [
        { licenseId: from, lotId, quarantine: input.is_from_quarantine === 1, quantity: -qty },
        { licenseId: to, lotId, quarantine: input.is_to_quarantine === 1, quantity: qty },
      ],
    });
}

/** Two movements that sum to zero: from one place to another, of the same lot. */
export async function moveStock(tx: Tx, actor: Actor, input: MoveInput): Promise<StockTotals> {
  return (await commonMove(actor, input)?.(tx)) ?? moveWithCare(tx, actor, input);
}
