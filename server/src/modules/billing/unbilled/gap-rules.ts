import { type Charge, GAP_NAMED_MAX, type GapDetails, type GapReason } from '@longshore/contract';
import { type Gap, isSameLink, type PricedLink } from '../billing-rules.ts';
import type { ShipmentGap } from '../gaps.store.ts';

function detailsOf(reason: GapReason, { uom }: PricedLink, gaps: readonly Gap[]): GapDetails {
  if (reason === 'no_cost') return {};
  if (reason === 'no_rate') return { too_large: true };
  if (reason === 'unknown_uom') return { uom };
  const lines = gaps.flatMap(({ line }) => (line ? [line] : []));
  const more = lines.length - GAP_NAMED_MAX;
  return {
    uom,
    skus: lines.slice(0, GAP_NAMED_MAX).map(({ id, sku, units }) => ({ id, sku, units })),
    ...(more > 0 ? { more } : {}),
  };
}

/** Charges of a shipment for which the client has no rate, with what the courier cost where that is one of them. */
export interface WithoutRate {
  charges: readonly Charge[];
  cost: string;
}

/** One gap for all of them: it is about no activity. */
export function gapWithoutRate({ charges, cost }: WithoutRate): ShipmentGap[] {
  if (charges.length === 0) return [];
  const details = { charges: [...charges], ...(charges.includes('Shipping-Charge') ? { cost: Number(cost) } : {}) };
  return [{ reason: 'no_rate', activity_id: null, item_id: null, details }];
}

/** What is stored of the gaps of a shipment: one per item and reason, however many SKUs it is about. */
export function gapsOfShipment(gaps: readonly Gap[]): ShipmentGap[] {
  const heads = gaps.filter(
    ({ link, reason }, at) => gaps.findIndex((each) => each.reason === reason && isSameLink(each.link, link)) === at,
  );
  return heads.map(({ link, reason }) => {
    const same = gaps.filter((each) => each.reason === reason && isSameLink(each.link, link));
    const { activity_id, item_id } = link;
    return { reason, activity_id, item_id, details: detailsOf(reason, link, same) };
  });
}
