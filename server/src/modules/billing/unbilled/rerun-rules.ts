import type { Charge, ChargeComputation } from '@longshore/contract';
import {
  countsItem,
  type Gap,
  isSameLink,
  type PricedLink,
  type Proposal,
  proposeFreight,
  proposeHandling,
} from '../billing-rules.ts';
import type { OpenGap } from '../gaps.store.ts';
import type { Billable } from '../shipment-charges.view.ts';

/** A charge that a shipment has, or had: what a person removed is not charged again. */
export interface ChargedEntry {
  activity_id: number;
  item_id: number;
  how: ChargeComputation | null;
}

export interface Missing {
  proposals: Proposal[];
  gaps: Gap[];
}

/** What a link still charges for a shipment: the SKUs that no entry of it counted. */
function missingOf(link: PricedLink, billable: Billable, entries: readonly ChargedEntry[]): Missing {
  const charged = entries.filter((entry) => isSameLink(entry, link));
  if (billable.freight.includes(link))
    return charged.length ? { proposals: [], gaps: [] } : proposeFreight([link], billable.shipment);
  // A person's entry is the whole charge. One per order, or by another unit than now, cannot be completed by SKUs.
  const isWhole = ({ how }: ChargedEntry) =>
    how === null || how.by.toLowerCase() !== link.uom.toLowerCase() || how.by.toLowerCase() === 'order';
  if (charged.some(isWhole)) return { proposals: [], gaps: [] };
  const counted = charged.flatMap(({ how }) => how?.skus ?? []);
  const lines = billable.lines.filter((line) => !counted.some((sku) => countsItem(sku, line)));
  return lines.length ? proposeHandling([link], lines, billable.uoms) : { proposals: [], gaps: [] };
}

/** What a gap without an activity is about: charges that had no rate. */
export const chargesOfGap = ({ shipment }: Billable, { details }: Pick<OpenGap, 'details'>): readonly Charge[] =>
  details.charges ?? [shipment.direction === 'inbound' ? 'Inbound' : 'Outbound'];

/** The links that a gap is about: one item, or every item of the charges that had no rate. */
export const linksOfGap = (
  billable: Billable,
  gap: Pick<OpenGap, 'activity_id' | 'item_id' | 'details'>,
): PricedLink[] => {
  const links = [...billable.handling, ...billable.freight];
  const charges = chargesOfGap(billable, gap);
  return gap.activity_id === null
    ? links.filter(({ charge }) => charges.includes(charge))
    : links.filter(({ activity_id, item_id }) => activity_id === gap.activity_id && item_id === gap.item_id);
};

/** What these links still charge. */
export function missingCharges(
  links: readonly PricedLink[],
  billable: Billable,
  entries: readonly ChargedEntry[],
): Missing {
  const parts = links.map((link) => missingOf(link, billable, entries));
  return { proposals: parts.flatMap(({ proposals }) => proposals), gaps: parts.flatMap(({ gaps }) => gaps) };
}
