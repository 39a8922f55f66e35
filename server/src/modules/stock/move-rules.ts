import type { MoveInput, StockTotals } from '@longshore/contract';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { NamedStock, StockItem, StockNames } from './named-stock.ts';
import type { PostingLine, PostingReason, StockPlace } from './posting.ts';
import { assertBucketFits, assertCarries, type LockedBucket } from './serials/bucket-rules.ts';
import { assertFound, assertLotFound, shortage, stockTotals, totalsAfter } from './stock-rules.ts';

/** Whether units become available or unavailable by the move. */
export const changesQuarantine = (input: Pick<MoveInput, 'is_from_quarantine' | 'is_to_quarantine'>) =>
  input.is_from_quarantine !== input.is_to_quarantine;

export const movedStock = (input: MoveInput): StockNames => ({
  itemId: input.inventory_id,
  clientId: input.client_id,
  lotId: input.lotId,
  lotNumber: '',
  places: [
    { license: input.from_lp, quarantine: input.is_from_quarantine === 1 },
    { license: input.to_lp, quarantine: input.is_to_quarantine === 1 },
  ],
});

export interface Move extends Pick<PostingReason, 'kind' | 'reference'> {
  item: StockItem;
  lines: readonly [PostingLine, PostingLine];
  /** The item's totals afterwards. */
  totals: StockTotals;
}

/** Decides a move from what was read under the item's lock; throws the reason of a refusal. */
export function decideMove(input: MoveInput, found: NamedStock | undefined, bucket: LockedBucket | undefined): Move {
  const stock = assertFound(found, { from_lp: input.from_lp, to_lp: input.to_lp });
  assertLotFound(stock, input.lotId);
  assertCarries(stock.item, input.serialId);
  const [from, to] = stock.places as [StockPlace, StockPlace];
  if (from.licenseId === to.licenseId && !changesQuarantine(input)) throw invalid('to_lp', 'SamePlace');
  if (input.serialId) assertBucketFits(stock.item, bucket, { from, quantity: input.qty });
  const lines = [
    { place: from, quantity: -input.qty },
    { place: to, quantity: input.qty },
  ] as const;
  const short = shortage(stock.item, stock.totals, lines);
  if (short) throw refused(40002, short);
  return {
    item: stock.item,
    kind: changesQuarantine(input) ? 'convert' : 'move',
    reference: input.reference,
    lines,
    totals: stockTotals(stock.item.id, totalsAfter(stock.totals, lines)),
  };
}
