import {
  BILLING_UOMS,
  type Charge,
  type ChargeComputation,
  type GapReason,
  type Message,
  Money,
  messageWith,
} from '@longshore/contract';

/** Units of a shipment line, with the units of measure of its item. */
export interface BilledLine {
  /** The item. */
  id: number;
  sku: string;
  units: number;
  /** Units in one of each unit of measure, by its name in lower case. */
  uoms: Readonly<Record<string, number>>;
}

/** An item of an activity, as it is priced on the bill date. */
export interface PricedLink {
  activity_id: number;
  activity: string;
  charge: Charge;
  item_id: number;
  item: string;
  uom: string;
  rate: string;
  quantity: string;
  /** The first day of the rate. */
  valid_from: string;
}

type LinkIds = Pick<PricedLink, 'activity_id' | 'item_id'>;

/** The same item of the same activity, at whatever rate. */
export const isSameLink = (one: LinkIds, other: LinkIds): boolean =>
  one.activity_id === other.activity_id && one.item_id === other.item_id;

export interface Proposal {
  link: PricedLink;
  price: string;
  quantity: string;
  how: ChargeComputation;
}

/** A link that proposes nothing, or not everything, and why. */
export interface Gap {
  link: PricedLink;
  reason: Extract<GapReason, 'no_uom' | 'unknown_uom' | 'no_cost' | 'no_rate'>;
  message: Message;
  /** The SKU without the unit. */
  line?: BilledLine;
}

type Counted = Pick<ChargeComputation, 'counted' | 'skus'>;

/** Several lines of an item are counted as one. */
function unitsByItem(lines: readonly BilledLine[]): BilledLine[] {
  const byItem = new Map<number, BilledLine>();
  for (const line of lines) {
    const same = byItem.get(line.id);
    byItem.set(line.id, same ? { ...same, units: same.units + line.units } : line);
  }
  return [...byItem.values()].filter(({ units }) => units > 0);
}

/** Whether an entry counted this item: by its id, or by its SKU in entries of earlier releases, which have no ids. */
export const countsItem = (counted: Counted['skus'][number], { id, sku }: Pick<BilledLine, 'id' | 'sku'>): boolean =>
  counted.id === undefined ? counted.sku === sku : counted.id === id;

const sumOf = (skus: Counted['skus']) => skus.reduce((sum, { count }) => sum + count, 0);

/** Whole cartons, packs, bags or pallets, rounded up for each SKU. */
function countByUom(uom: string, lines: readonly BilledLine[]): Counted & { missing: BilledLine[] } {
  const name = uom.toLowerCase();
  const skus = lines.flatMap(({ id, sku, units, uoms }) => {
    const per = uoms[name];
    return per ? [{ id, sku, units, per, count: Math.ceil(units / per) }] : [];
  });
  return { counted: sumOf(skus), skus, missing: lines.filter(({ uoms }) => !uoms[name]) };
}

/** What an item counts of a shipment, by the name of its unit; `missing` are the lines without that unit. */
export function countLines(uom: string, billed: readonly BilledLine[]): Counted & { missing: BilledLine[] } {
  const lines = unitsByItem(billed);
  const single = lines.map(({ id, sku, units }) => ({ id, sku, units, per: 1, count: units }));
  switch (uom.toLowerCase()) {
    case 'order':
      return { counted: 1, skus: single, missing: [] };
    case 'sku':
      return { counted: lines.length, skus: single, missing: [] };
    case 'unit':
      return { counted: sumOf(single), skus: single, missing: [] };
    default:
      return countByUom(uom, lines);
  }
}

/** Amounts below this can be stored: 15 digits before the point. */
const AMOUNT_MAX = 10n ** 15n * 10n ** 8n;

/** A quantity as it is stored; undefined when it, the price or their product has more digits than can be stored. */
export function storedQuantity(price: string, quantity: Money): string | undefined {
  const rate = Money.parse(price);
  if (typeof rate === 'string' || rate.units * quantity.units >= AMOUNT_MAX) return undefined;
  try {
    return quantity.toString();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const tooLarge = (link: PricedLink): Gap => ({ link, reason: 'no_rate', message: 'ChargeIsTooLarge' });

const isCounted = (uom: string) => BILLING_UOMS.some((name) => name.toLowerCase() === uom.toLowerCase());

/** What the activities of a direction charge for a shipment; `knownUoms` are the company's units, in lower case. */
export function proposeHandling(
  links: readonly PricedLink[],
  lines: readonly BilledLine[],
  knownUoms: ReadonlySet<string>,
) {
  const proposals: Proposal[] = [];
  const gaps: Gap[] = [];
  for (const link of links) {
    const { uom } = link;
    if (!isCounted(uom) && !knownUoms.has(uom.toLowerCase())) {
      gaps.push({ link, reason: 'unknown_uom', message: messageWith('BillingUomIsUnknown', uom || '–') });
      continue;
    }
    const { counted, skus, missing } = countLines(uom, lines);
    for (const line of missing)
      gaps.push({ link, reason: 'no_uom', message: messageWith('SkuHasNoUom', line.sku, uom), line });
    if (counted === 0) continue;
    const quantity = storedQuantity(link.rate, Money.of(link.quantity).times(counted));
    if (quantity === undefined) {
      gaps.push(tooLarge(link));
      continue;
    }
    const how: ChargeComputation = {
      charge: link.charge,
      by: link.uom,
      counted,
      skus,
      link_quantity: link.quantity,
      rate: link.rate,
      valid_from: link.valid_from,
    };
    proposals.push({ link, price: link.rate, quantity, how });
  }
  return { proposals, gaps };
}

/** What the courier cost, with what the client pays on top of it. */
export interface Freight {
  cost: string;
  modifier: string;
  /** Cost × (1 + modifier), of four decimals. */
  charge: string;
}

/** The shipping charge; a shipment without a cost has a gap instead. */
export function proposeFreight(links: readonly PricedLink[], { cost, modifier, charge }: Freight) {
  const proposals: Proposal[] = [];
  const gaps: Gap[] = [];
  for (const link of links)
    if (Number(cost) === 0) gaps.push({ link, reason: 'no_cost', message: 'ShipmentHasNoCost' });
    else if (storedQuantity(charge, Money.of(link.quantity)) === undefined) gaps.push(tooLarge(link));
    else
      proposals.push({
        link,
        price: charge,
        quantity: link.quantity,
        how: {
          charge: link.charge,
          by: 'Cost',
          counted: 1,
          skus: [],
          link_quantity: link.quantity,
          rate: charge,
          valid_from: link.valid_from,
          cost,
          modifier,
        },
      });
  return { proposals, gaps };
}
