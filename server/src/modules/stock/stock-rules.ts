import { type Message, messageWith, NO_LICENSE, type StockTotals } from '@longshore/contract';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { NamedStock } from './named-stock.ts';
import type { PostingLine, Totals } from './posting.ts';

/** How a posting changes what an item has in all. */
export function sumOfLines(lines: readonly PostingLine[]): { pristine: number; quarantined: number } {
  const sum = { pristine: 0, quarantined: 0 };
  for (const { place, quantity } of lines) sum[place.quarantine ? 'quarantined' : 'pristine'] += quantity;
  return sum;
}

/**
 * What a posting lacks, as a sentence with the SKU, or nothing: every place must hold what is taken from it, and the
 * item must keep what is reserved. The smaller of the two limits is named.
 */
export function shortage({ sku }: { sku: string }, totals: Totals, lines: readonly PostingLine[]): Message | undefined {
  const taken = -sumOfLines(lines).pristine;
  const available = totals.in_stock - totals.reserved;
  const isReserved = taken > 0 && taken > available;
  for (const { place, quantity } of lines)
    if (place.onHand + quantity < 0 && !(isReserved && available < place.onHand))
      return messageWith('ShortAtPlace', sku, -quantity, place.onHand);
  return isReserved ? messageWith('ShortOfAvailable', sku, taken, available) : undefined;
}

/** The largest number that a balance can hold. */
const BALANCE_MAX = 2_147_483_647;

/** What the item has after a posting. Throws 422 when a balance would grow beyond what can be kept. */
export function totalsAfter(totals: Totals, lines: readonly PostingLine[]): Totals {
  const { pristine, quarantined } = sumOfLines(lines);
  const after = {
    in_stock: totals.in_stock + pristine,
    reserved: totals.reserved,
    quarantined: totals.quarantined + quarantined,
  };
  if (after.in_stock > BALANCE_MAX || after.quarantined > BALANCE_MAX) throw invalid('_', 'NumberIsTooLarge');
  return after;
}

/** The totals of an item as the API answers them. */
export const stockTotals = (inventoryId: number, { in_stock, reserved, quarantined }: Totals): StockTotals => ({
  inventory_id: inventoryId,
  in_stock,
  reserved,
  available: in_stock - reserved,
  quarantined,
});

export const isNoPlate = (number: string) => number === '' || number === NO_LICENSE;

/** The item and the plates a command names, by the fields they came in; throws by name what is not there. */
export function assertFound(stock: NamedStock | undefined, plates: Record<string, string>): NamedStock {
  if (!stock) throw refused(20001);
  for (const [n, [field, number]] of Object.entries(plates).entries())
    if (!isNoPlate(number) && stock.places[n]?.licenseId === null) throw invalid(field, `PlateIsUnknown:${number}`);
  return stock;
}

/** A lot that is named by its id is one of the item's, and the item is controlled by lots. */
export function assertLotFound({ item, lot }: NamedStock, lotId: number | null): void {
  if (lotId === null) return;
  if (!lot) throw invalid('lotId', 'LotIsUnknown');
  if (!item.lot) throw invalid('lotId', 'NotByLots');
}
