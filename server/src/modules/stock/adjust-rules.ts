import type { AdjustInput, StockTotals } from '@longshore/contract';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { NamedStock, StockItem, StockNames } from './named-stock.ts';
import { emptyPlace, type PostingLine, type PostingReason, type StockPlace } from './posting.ts';
import { assertBucketFits, assertCarries, type LockedBucket } from './serials/bucket-rules.ts';
import { assertFound, assertLotFound, shortage, stockTotals, totalsAfter } from './stock-rules.ts';

export const adjustedStock = (input: AdjustInput): StockNames => ({
  itemId: input.inventory_id,
  clientId: input.client_id,
  lotId: input.lotId,
  lotNumber: input.lotId ? '' : input.newLot.lot,
  places: [{ license: input.license, quarantine: input.quarantine === 1 }],
});

export interface Adjustment extends Pick<PostingReason, 'kind' | 'reference'> {
  item: StockItem;
  line: PostingLine;
  /** The lot to create before the line is posted; the line is then posted with this lot. */
  newLot: AdjustInput['newLot'] | undefined;
  /** The item's totals afterwards. */
  totals: StockTotals;
}

function assertAllowed(input: AdjustInput, { item }: NamedStock): void {
  const isDisposal = input.is_disposal === 1;
  if (input.quarantine === 1 && input.qty > 0) throw refused(20003);
  if (isDisposal && input.qty > 0) throw invalid('qty', 'DisposalTakesAway');
  // Serial-controlled goods are received and shipped with orders, or disposed of by the bucket.
  if (item.serial && !isDisposal) throw refused(20002);
  assertCarries(item, input.serialId);
}

/** Whether the adjustment creates its lot: an unknown number, for goods that are added. */
function createsLot(input: AdjustInput, { item, lot }: NamedStock): boolean {
  const { lot: number, expire } = input.newLot;
  if (input.lotId) return false;
  if (!number) {
    if (item.lot && input.qty > 0) throw invalid('lotId', 'LotIsRequired');
    return false;
  }
  if (!item.lot) throw invalid('newLot.lot', 'NotByLots');
  if (!lot && input.qty < 0) throw invalid('newLot.lot', 'LotIsUnknown');
  // A known lot keeps its expiry date: a different one is a typing error or another lot, and must not be ignored.
  if (lot && input.qty > 0 && expire !== null && expire !== lot.expire_date)
    throw invalid('newLot.expire', lot.expire_date ? `LotExpires:${lot.expire_date}` : 'LotKeeps');
  return !lot;
}

/** Decides an adjustment from what was read under the item's lock; throws the reason of a refusal. */
export function decideAdjustment(
  input: AdjustInput,
  found: NamedStock | undefined,
  bucket: LockedBucket | undefined,
): Adjustment {
  const stock = assertFound(found, { license: input.license });
  assertLotFound(stock, input.lotId);
  assertAllowed(input, stock);
  const isNew = createsLot(input, stock);
  const [named] = stock.places as [StockPlace];
  const place = isNew ? emptyPlace(named) : named;
  if (input.serialId) assertBucketFits(stock.item, bucket, { from: place, quantity: -input.qty });
  const line = { place, quantity: input.qty };
  const short = shortage(stock.item, stock.totals, [line]);
  if (short) throw refused(40002, short);
  return {
    item: stock.item,
    kind: input.is_disposal === 1 ? 'dispose' : 'adjust',
    reference: input.reference,
    line,
    newLot: isNew ? input.newLot : undefined,
    totals: stockTotals(stock.item.id, totalsAfter(stock.totals, [line])),
  };
}
