import {
  type Charge,
  type ChargeComputation,
  GAP_NAMED_MAX,
  type GapDetails,
  type GapReason,
  Money,
  type SnapshotItem,
  type SnapshotPlace,
} from '@longshore/contract';
import { countLines, type PricedLink, storedQuantity } from '../billing-rules.ts';

/** A link as a day is priced by it. */
export interface DayLink extends PricedLink {
  client_id: number;
  valid_from: string;
  minimum_charge: string;
  minimum_quantity: string;
}

/** What a charge is computed from: the stock of one client at a day's end. */
export interface Stock {
  units: number;
  /** Four decimals. */
  volume: string;
  unplaced: number;
  off_pallets: number;
  items: readonly SnapshotItem[];
  places: readonly SnapshotPlace[];
  /** Plates of the unit Pallet that hold stock. */
  pallets: number;
}

/** The stock of a client at a day's end as it was written down; `pallets` is their number. */
export interface StoredSnapshot {
  id: number;
  client_id: number;
  day: string;
  units: number;
  volume: string;
  unplaced: number;
  off_pallets: number;
  pallets: number;
  /** A closed month was charged by it: it is not taken again. */
  is_frozen: boolean;
  items: SnapshotItem[];
  places: SnapshotPlace[];
}

export interface DayCharge {
  price: string;
  quantity: string;
  how: ChargeComputation;
}

/** Something that could not be charged; of the whole activity when it is not about one of its items. */
export interface DayGap {
  reason: GapReason;
  details: GapDetails;
  isOfItem: boolean;
}

/** Nothing, a charge, a gap, or a charge of one part and gaps of the rest. */
export interface Outcome {
  charge?: DayCharge;
  gaps: DayGap[];
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** A day of the calendar, so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const isFirstOfMonth = (day: string) => day.endsWith('-01');
const isMonday = (day: string) => weekdayOf(day) === 1;

/**
 * Which stock a charge counts on a day: that of the day's end, or of its start, which is the end of the day before.
 * Undefined when the charge is not due on that day.
 */
export function stockOf(charge: Charge, day: string): 'end' | 'start' | undefined {
  switch (charge) {
    case 'Daily-Cubic':
    case 'Daily-Location':
      return 'end';
    case 'Month-End':
      return isFirstOfMonth(addDays(day, 1)) ? 'end' : undefined;
    case 'Week-End':
      return isMonday(addDays(day, 1)) ? 'end' : undefined;
    case 'Month-Begin':
      return isFirstOfMonth(day) ? 'start' : undefined;
    case 'Week-Beg':
      return isMonday(day) ? 'start' : undefined;
    default:
      return undefined;
  }
}

/** Whether the stock of the day before may be charged on this day. */
export const countsDayBefore = (day: string): boolean => isFirstOfMonth(day) || isMonday(day);

/**
 * Extends a span of days: days that count the same snapshot are charged together, so that no two charges of
 * neighbouring days are computed from different versions of it.
 */
export const daysSharingSnapshots = (from: string, to: string): { from: string; to: string } => ({
  from: countsDayBefore(from) ? addDays(from, -1) : from,
  to: countsDayBefore(addDays(to, 1)) ? addDays(to, 1) : to,
});

/** The part of a span of days that lies within another; days sort as text. */
export function intersectDays(
  days: { from: string; to: string },
  first: string,
  last: string,
): { from: string; to: string } {
  const [from = first, to = last] = [[days.from, first].sort()[1], [days.to, last].sort()[0]];
  return { from, to };
}

const PALLET = 'pallet';
const COUNTED_WITHOUT_UOM = new Set(['order', 'sku', 'unit', PALLET]);

const skusOf = (items: readonly SnapshotItem[]): Pick<GapDetails, 'skus' | 'more'> => ({
  skus: items.slice(0, GAP_NAMED_MAX).map(({ id, sku, units }) => ({ id, sku, units })),
  ...(items.length > GAP_NAMED_MAX ? { more: items.length - GAP_NAMED_MAX } : {}),
});

const ofItem = (reason: GapReason, details: GapDetails): DayGap => ({ reason, details, isOfItem: true });

const how = (link: DayLink, by: string, counted: number, more: Partial<ChargeComputation> = {}): ChargeComputation => ({
  charge: link.charge,
  by,
  counted,
  skus: [],
  link_quantity: link.quantity,
  rate: link.rate,
  valid_from: link.valid_from,
  ...more,
});

/** Nothing when the quantity is 0. A charge with more digits than an amount may have is not charged at its rate. */
function charged(price: Money, quantity: Money, explanation: ChargeComputation, gaps: DayGap[] = []): Outcome {
  if (quantity.units === 0n) return { gaps };
  const stored = storedQuantity(price.toString(), quantity);
  if (stored === undefined) return { gaps: [...gaps, ofItem('no_rate', { too_large: true })] };
  return { charge: { price: price.toString(), quantity: stored, how: explanation }, gaps };
}

/** Stock by the unit of the item: pallets are plates, everything else is counted SKU by SKU as for shipments. */
function chargeByUom(link: DayLink, stock: Stock, known: BillableNames): Outcome {
  const name = link.uom.toLowerCase();
  if (!COUNTED_WITHOUT_UOM.has(name) && !known.uoms.has(name))
    return { gaps: [ofItem('unknown_uom', { uom: link.uom })] };
  const isPallets = name === PALLET;
  const counted = isPallets ? stock.pallets : countLines(link.uom, stock.items).counted;
  const without = COUNTED_WITHOUT_UOM.has(name) ? [] : stock.items.filter(({ uoms }) => !uoms[name]);
  const gaps = without.length ? [ofItem('no_uom', { uom: link.uom, ...skusOf(without) })] : [];
  if (isPallets && stock.off_pallets > 0 && known.palletsOnly?.has(link.client_id))
    gaps.push({ reason: 'no_pallet', details: { units: stock.off_pallets }, isOfItem: false });
  return charged(Money.of(link.rate), Money.of(link.quantity).times(counted), how(link, link.uom, counted), gaps);
}

/** The items whose volume is above the average: without them the sum would be smaller. */
const largest = (items: readonly SnapshotItem[], total: number): SnapshotItem[] =>
  items.filter(({ volume, units }) => (volume ?? 0) * units * items.length >= total);

/** Items without sizes are a gap, and so are those whose sizes make the volume too large to be charged. */
function chargeVolume(link: DayLink, { volume, items }: Stock): Outcome {
  const without = items.filter((item) => item.volume === null);
  const total = Money.parse(volume);
  const quantity = typeof total === 'string' ? undefined : total.timesRate(link.quantity);
  if (quantity === undefined || storedQuantity('0', quantity) === undefined)
    return { gaps: [ofItem('no_size', skusOf([...largest(items, Number(volume)), ...without]))] };
  const gaps = without.length ? [ofItem('no_size', skusOf(without))] : [];
  return charged(Money.of(link.rate), quantity, how(link, 'Volume', Number(volume)), gaps);
}

/** Which minimum is charged instead of what was counted. */
function withMinimums(
  link: DayLink,
  counted: Money,
): { price: Money; quantity: Money; minimum?: 'quantity' | 'charge' } {
  const rate = Money.of(link.rate);
  const [least, charge] = [Money.of(link.minimum_quantity), Money.of(link.minimum_charge)];
  const isFewer = counted.compare(least) < 0;
  const quantity = isFewer ? least : counted;
  // Both sides in the square of ten-thousandths, so that nothing is rounded.
  if (rate.units * quantity.units < charge.units * Money.of('1').units)
    return { price: charge, quantity: Money.of('1'), minimum: 'charge' };
  return { price: rate, quantity, ...(isFewer ? { minimum: 'quantity' } : {}) };
}

function chargeLocations(link: DayLink, { places, unplaced }: Stock, categories: ReadonlySet<string>): Outcome {
  const name = link.item.toLowerCase();
  const isCategory = categories.has(name);
  const counted = isCategory ? places.filter(({ category }) => category.toLowerCase() === name).length : places.length;
  const { price, quantity, minimum } = withMinimums(link, Money.of(link.quantity).times(counted));
  const explanation = how(link, 'Location', counted, {
    ...(minimum ? { minimum } : {}),
    minimum_quantity: link.minimum_quantity,
    minimum_charge: link.minimum_charge,
    ...(isCategory ? { category: link.item } : {}),
  });
  const gaps: DayGap[] = unplaced > 0 ? [{ reason: 'no_location', details: { units: unplaced }, isOfItem: false }] : [];
  return charged(price, quantity, explanation, gaps);
}

/** The configured names that charges depend on, in lower case. */
export interface BillableNames {
  uoms: ReadonlySet<string>;
  /** Billing categories of locations. */
  categories: ReadonlySet<string>;
  /** Clients that pay storage by pallets and by nothing else; left out: nobody. */
  palletsOnly?: ReadonlySet<number>;
}

/** What a link charges for a day's stock. Without stock nothing is charged, not even a minimum. */
export function chargeStock(link: DayLink, stock: Stock, known: BillableNames): Outcome {
  if (stock.units === 0) return { gaps: [] };
  if (link.charge === 'Daily-Cubic') return chargeVolume(link, stock);
  if (link.charge === 'Daily-Location') return chargeLocations(link, stock, known.categories);
  return chargeByUom(link, stock, known);
}

/** What a link charges for a posted count. */
export const chargeCount = (link: DayLink, lines: number): Outcome =>
  charged(Money.of(link.rate), Money.of(link.quantity).times(lines), how(link, 'Line', lines));

const isByPallets = ({ charge, uom }: DayLink) => !charge.startsWith('Daily-') && uom.toLowerCase() === PALLET;

/** The clients whose storage is charged by pallets only: what is on no pallet would be charged by nothing. */
export function clientsByPallets(links: readonly DayLink[]): Set<number> {
  const storage = links.filter(({ charge }) => charge !== 'Count');
  const others = new Set(storage.filter((link) => !isByPallets(link)).map(({ client_id }) => client_id));
  return new Set(storage.map(({ client_id }) => client_id).filter((id) => !others.has(id)));
}

/**
 * Locations with stock that no billing item of the client counts: all of its items are for categories, and none is for
 * theirs. Undefined when there are none, or when the client does not pay by location.
 */
export function uncountedPlaces(
  links: readonly DayLink[],
  { places }: Pick<Stock, 'places'>,
  categories: ReadonlySet<string>,
): GapDetails | undefined {
  const counted = new Set(
    links.filter(({ charge }) => charge === 'Daily-Location').map(({ item }) => item.toLowerCase()),
  );
  if (counted.size === 0 || [...counted].some((name) => !categories.has(name))) return undefined;
  const left = places.filter(({ category }) => !counted.has(category.toLowerCase()));
  if (left.length === 0) return undefined;
  const more = left.length - GAP_NAMED_MAX;
  return {
    categories: [...new Set(left.map(({ category }) => category))].slice(0, GAP_NAMED_MAX),
    places: left.slice(0, GAP_NAMED_MAX),
    ...(more > 0 ? { more } : {}),
  };
}
