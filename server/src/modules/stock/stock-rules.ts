import { type Message, messageWith, NO_LICENSE, type StockTotals } from '@longshore/contract';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { NamedStock } from './named-stock.ts';
import type { PostingLine, Totals } from './posting.ts';

/** How a posting changes an item's totals. */
export function sumOfLines(lines: readonly PostingLine[]): { pristine: number; quarantined: number } {
  const sum = { pristine: 0, quarantined: 0 };
  for (const { place, quantity } of lines) sum[place.quarantine ? 'quarantined' : 'pristine'] += quantity;
  return sum;
}

/**
 * Why a posting cannot be made, as a message with the SKU, or undefined: every place must hold what is taken from it,
 * and the item must keep what is reserved. The smaller of the two limits is reported.
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

/** The maximum value of a balance. */
const BALANCE_MAX = 2_147_483_647;

/** The item's totals after a posting. Throws 422 when a balance would exceed its maximum. */
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

/**
 * The item and the plates of a command, by the fields they were sent in; throws for those that do not exist, by
 * field.
 */
export function assertFound(stock: NamedStock | undefined, plates: Record<string, string>): NamedStock {
  if (!stock) throw refused(20001);
  for (const [n, [field, number]] of Object.entries(plates).entries())
    if (!isNoPlate(number) && stock.places[n]?.licenseId === null) throw invalid(field, `PlateIsUnknown:${number}`);
  return stock;
}

/** A lot given by its id must belong to the item, and the item must be lot-controlled. */
export function assertLotFound({ item, lot }: NamedStock, lotId: number | null): void {
  if (lotId === null) return;
  if (!lot) throw invalid('lotId', 'LotIsUnknown');
  if (!item.lot) throw invalid('lotId', 'NotByLots');
}
