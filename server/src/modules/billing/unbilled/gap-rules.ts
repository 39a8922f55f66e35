import { GAP_SKUS_MAX, type GapDetails, type GapReason } from '@longshore/contract';
import type { NewGap } from '../accrual/gaps.store.ts';
import { type Gap, isSameLink, type PricedLink } from '../billing-rules.ts';

/** A gap without its cause. */
export type ShipmentGap = Omit<NewGap, 'client_id' | 'cause'>;

function detailsOf(reason: GapReason, { uom }: PricedLink, gaps: readonly Gap[]): GapDetails {
  if (reason === 'no_cost') return {};
  if (reason === 'unknown_uom') return { uom };
  const lines = gaps.flatMap(({ line }) => (line ? [line] : []));
  const more = lines.length - GAP_SKUS_MAX;
  return {
    uom,
    skus: lines.slice(0, GAP_SKUS_MAX).map(({ id, sku, units }) => ({ id, sku, units })),
    ...(more > 0 ? { more } : {}),
  };
}

/** What is stored of the gaps of a shipment: one per item and reason, however many SKUs it is about. */
export function gapsOfShipment(gaps: readonly Gap[], hasNoRate = false): ShipmentGap[] {
  const heads = gaps.filter(
    ({ link, reason }, at) => gaps.findIndex((each) => each.reason === reason && isSameLink(each.link, link)) === at,
  );
  const ofItems = heads.map(({ link, reason }) => {
    const same = gaps.filter((each) => each.reason === reason && isSameLink(each.link, link));
    const { activity_id, item_id } = link;
    return { reason, activity_id, item_id, details: detailsOf(reason, link, same) };
  });
  return hasNoRate ? [...ofItems, { reason: 'no_rate', activity_id: null, item_id: null, details: {} }] : ofItems;
}
