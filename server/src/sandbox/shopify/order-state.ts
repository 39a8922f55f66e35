import type { ShopifyFulfillmentOrder, ShopifyOrder, ShopifyShop } from './shop.ts';

/** Units of a line that left and were not taken back. */
export const shippedOf = (shop: ShopifyShop, order: ShopifyOrder, lineId: number): number =>
  shop
    .fulfillmentsOf(order)
    .filter(({ status }) => status === 'SUCCESS')
    .flatMap(({ lines }) => lines)
    .filter((line) => line.lineId === lineId)
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** The state of an order as its list shows it. */
export function fulfillmentStatusOf(shop: ShopifyShop, order: ShopifyOrder, now: Date): string {
  const wanted = order.lines.reduce((sum, { quantity, removed }) => sum + quantity - removed, 0);
  const shipped = order.lines.reduce((sum, { id }) => sum + shippedOf(shop, order, id), 0);
  if (wanted > 0 && shipped >= wanted) return 'FULFILLED';
  if (shipped > 0) return 'PARTIALLY_FULFILLED';
  const work = shop.workOf(order, now);
  if (work.some(({ status }) => status === 'ON_HOLD')) return 'ON_HOLD';
  if (work.some(({ status }) => status === 'SCHEDULED')) return 'SCHEDULED';
  if (work.some(({ requestStatus }) => requestStatus === 'SUBMITTED')) return 'PENDING_FULFILLMENT';
  if (work.some(({ requestStatus }) => requestStatus === 'REJECTED')) return 'REQUEST_DECLINED';
  if (work.some(({ status }) => status === 'IN_PROGRESS')) return 'IN_PROGRESS';
  return 'UNFULFILLED';
}

export const isShippable = ({ status }: ShopifyFulfillmentOrder): boolean =>
  status === 'OPEN' || status === 'IN_PROGRESS';

export function supportedActions(work: ShopifyFulfillmentOrder): string[] {
  if (work.status === 'ON_HOLD') return ['RELEASE_HOLD', 'MOVE'];
  if (work.status === 'SCHEDULED') return ['MARK_AS_OPEN'];
  if (!isShippable(work)) return [];
  return work.requestStatus === 'UNSUBMITTED'
    ? ['CREATE_FULFILLMENT', 'REQUEST_FULFILLMENT', 'HOLD', 'MOVE']
    : ['CREATE_FULFILLMENT', 'REQUEST_CANCELLATION'];
}
