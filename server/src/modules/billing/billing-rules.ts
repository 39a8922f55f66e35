import {
  BILLING_UOMS,
  type Charge,
  type GapReason,
  type How,
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
  how: How;
}

/** A link that proposes nothing, or not everything, and why. */
export interface Gap {
  link: PricedLink;
  reason: Extract<GapReason, 'no_uom' | 'unknown_uom' | 'no_cost'>;
  message: Message;
  /** The SKU without the unit. */
  line?: BilledLine;
}

type Counted = Pick<How, 'counted' | 'skus'>;

function unitsBySku(lines: readonly BilledLine[]): BilledLine[] {
  const bySku = new Map<string, BilledLine>();
  for (const line of lines) {
    const same = bySku.get(line.sku);
    bySku.set(line.sku, same ? { ...same, units: same.units + line.units } : line);
  }
  return [...bySku.values()].filter(({ units }) => units > 0);
}

const sumOf = (skus: Counted['skus']) => skus.reduce((sum, { count }) => sum + count, 0);

/** Whole cartons, packs, bags or pallets: a begun one counts, SKU by SKU. */
function countByUom(uom: string, lines: readonly BilledLine[]): Counted & { missing: BilledLine[] } {
  const name = uom.toLowerCase();
  const skus = lines.flatMap(({ sku, units, uoms }) => {
    const per = uoms[name];
    return per ? [{ sku, units, per, count: Math.ceil(units / per) }] : [];
  });
  return { counted: sumOf(skus), skus, missing: lines.filter(({ uoms }) => !uoms[name]) };
}

/** What an item counts of a shipment, by the name of its unit; `missing` are the lines without that unit. */
export function countLines(uom: string, billed: readonly BilledLine[]): Counted & { missing: BilledLine[] } {
  const lines = unitsBySku(billed);
  const single = lines.map(({ sku, units }) => ({ sku, units, per: 1, count: units }));
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

const times = (quantity: string, count: number) => Money.of(quantity).times(count).toString();

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
    const how: How = {
      ...{ charge: link.charge, by: link.uom, counted, skus },
      ...{ link_quantity: link.quantity, rate: link.rate, valid_from: link.valid_from },
    };
    proposals.push({ link, price: link.rate, quantity: times(link.quantity, counted), how });
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
    else
      proposals.push({
        ...{ link, price: charge, quantity: link.quantity },
        how: {
          ...{ charge: link.charge, by: 'Cost', counted: 1, skus: [], link_quantity: link.quantity },
          ...{ rate: charge, valid_from: link.valid_from, cost, modifier },
        },
      });
  return { proposals, gaps };
}
