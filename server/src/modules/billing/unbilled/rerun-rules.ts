import type { How } from '@longshore/contract';
import {
  type Gap,
  isSameLink,
  type PricedLink,
  type Proposal,
  proposeFreight,
  proposeHandling,
} from '../billing-rules.ts';
import type { Billable } from '../shipment-charges.view.ts';

/** A charge that a shipment has, or had: what a person removed is not charged again. */
export interface ChargedEntry {
  activity_id: number;
  item_id: number;
  how: How | null;
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
  const counted = new Set(charged.flatMap(({ how }) => how?.skus.map(({ sku }) => sku) ?? []));
  const lines = billable.lines.filter(({ sku }) => !counted.has(sku));
  return lines.length ? proposeHandling([link], lines, billable.uoms) : { proposals: [], gaps: [] };
}

/** The links that a gap is about: one item, or every item of the direction when none had a rate. */
export const linksOfGap = (
  { handling, freight }: Billable,
  gap: { activity_id: number | null; item_id: number | null },
): PricedLink[] =>
  gap.activity_id === null
    ? handling
    : [...handling, ...freight].filter(
        ({ activity_id, item_id }) => activity_id === gap.activity_id && item_id === gap.item_id,
      );

/** What these links still charge. */
export function missingCharges(
  links: readonly PricedLink[],
  billable: Billable,
  entries: readonly ChargedEntry[],
): Missing {
  const parts = links.map((link) => missingOf(link, billable, entries));
  return { proposals: parts.flatMap(({ proposals }) => proposals), gaps: parts.flatMap(({ gaps }) => gaps) };
}
