import { type Context, isVisible, requireScope, scopeFor } from './api.ts';
import { find, userError } from './ids.ts';
import type { ShopifyMerchant } from './merchant.ts';
import { isShippable } from './order-state.ts';
import type { ShopifyFulfillment, ShopifyFulfillmentOrder, ShopifyOrder, Tracking } from './shop.ts';
import { fulfillmentView, workView } from './views.ts';

type UserErrors = ReturnType<typeof userError>[];

interface TrackingInput {
  company?: string | null;
  number?: string | null;
  numbers?: string[] | null;
  url?: string | null;
  urls?: string[] | null;
}

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
  }[];
  notifyCustomer?: boolean | null;
  trackingInfo?: TrackingInput | null;
}

const LINES_MAX = 512;

/** A line of a fulfilment order with the units that leave. */
interface Parcel {
  work: ShopifyFulfillmentOrder;
  lineId: number;
  workLineId: number;
  quantity: number;
}

function trackingOf({ company = null, number, numbers, url, urls }: TrackingInput): Tracking[] {
  const all = numbers ?? (number ? [number] : []);
  const links = urls ?? (url ? [url] : []);
  return all.map((each, at) => ({ company, number: each, url: links[at] ?? null }));
}

class Refused extends Error {
  readonly errors: UserErrors;

  constructor(message: string, ...field: string[]) {
    super(message);
    this.errors = [userError(message, ...field)];
  }
}

/** Turns a refusal into the user errors of a payload. */
function payload<T extends object>(name: string, run: () => T): object {
  try {
    return { [name]: run(), userErrors: [] };
  } catch (error) {
    if (error instanceof Refused) return { [name]: null, userErrors: error.errors };
    throw error;
  }
}

/** The mutations about fulfilment orders and fulfilments. */
export function fulfillingMutations(context: Context, merchant: ShopifyMerchant): Record<string, unknown> {
  const { shop } = context;

  const workFor = (id: string): ShopifyFulfillmentOrder => {
    const work = find('FulfillmentOrder', shop.fulfillmentOrders, id);
    if (!work || !isVisible(context, work)) throw new Refused('Fulfillment order does not exist.', 'id');
    requireScope(context, 'mutation', scopeFor(context, work, 'write'), 'write_fulfillments');
    return work;
  };

  const answerRequest =
    (wanted: string, changes: Partial<ShopifyFulfillmentOrder>, topic: string) =>
    ({ id }: { id: string }) =>
      payload('fulfillmentOrder', () => {
        const work = workFor(id);
        if (work.requestStatus !== wanted)
          throw new Refused(`The fulfillment order has the request status ${work.requestStatus.toLowerCase()}.`, 'id');
        merchant.change(work, changes);
        merchant.notifier.workEvent(shop, work, topic);
        return workView(context, work);
      });

  const parcelsOf = ({
    fulfillmentOrderId,
    fulfillmentOrderLineItems,
  }: FulfillmentInput['lineItemsByFulfillmentOrder'][0]): Parcel[] => {
    const work = workFor(fulfillmentOrderId);
    if (!isShippable(work))
      throw new Refused(
        `Fulfillment order ${work.id} has an unfulfillable status= ${work.status.toLowerCase()}.`,
        'fulfillment',
      );
    const open = work.lines.filter(({ remaining }) => remaining > 0);
    if (!fulfillmentOrderLineItems?.length)
      return open.map(({ id, lineId, remaining }) => ({ work, lineId, workLineId: id, quantity: remaining }));
    if (fulfillmentOrderLineItems.length > LINES_MAX) throw new Refused(`At most ${LINES_MAX} lines.`, 'fulfillment');
    const byId = new Map(work.lines.map((line) => [line.id, line]));
    return fulfillmentOrderLineItems.map(({ id, quantity }) => {
      const line = find('FulfillmentOrderLineItem', byId, id);
      if (!line) throw new Refused('Fulfillment order line item does not exist.', 'fulfillment');
      if (quantity < 1 || quantity > line.remaining)
        throw new Refused('Invalid fulfillment order line item quantity requested.', 'fulfillment');
      return { work, lineId: line.lineId, workLineId: line.id, quantity };
    });
  };

  const create = ({ fulfillment: input }: { fulfillment: FulfillmentInput }) =>
    payload('fulfillment', () => {
      const parcels = input.lineItemsByFulfillmentOrder.flatMap(parcelsOf);
      const [first] = parcels;
      if (!first) throw new Refused('There is nothing to fulfill.', 'fulfillment');
      if (parcels.some(({ work }) => work.orderId !== first.work.orderId))
        throw new Refused('All fulfillment orders must belong to the same order.', 'fulfillment');
      if (parcels.some(({ work }) => work.locationId !== first.work.locationId))
        throw new Refused('All fulfillment orders must be assigned to the same location.', 'fulfillment');
      const order = shop.orders.get(first.work.orderId) as ShopifyOrder;
      return fulfillmentView(context, send(order, parcels, input));
    });

  const send = (order: ShopifyOrder, parcels: Parcel[], input: FulfillmentInput): ShopifyFulfillment => {
    const fulfillment: ShopifyFulfillment = {
      id: shop.ids.next(),
      orderId: order.id,
      locationId: parcels[0]?.work.locationId ?? 0,
      name: `${order.name}.${order.fulfillmentIds.length + 1}`,
      status: 'SUCCESS',
      createdAt: context.now,
      updatedAt: context.now,
      tracking: trackingOf(input.trackingInfo ?? {}),
      notified: input.notifyCustomer ?? false,
      lines: parcels.map(({ work, lineId, workLineId, quantity }) => ({
        id: shop.ids.next(),
        fulfillmentOrderId: work.id,
        fulfillmentOrderLineId: workLineId,
        lineId,
        quantity,
      })),
    };
    shop.fulfillments.set(fulfillment.id, fulfillment);
    order.fulfillmentIds.push(fulfillment.id);
    for (const { work, workLineId, quantity } of parcels) takeFrom(work, workLineId, quantity);
    announce(order, fulfillment, 'FULFILLMENTS_CREATE');
    return fulfillment;
  };

  const takeFrom = (work: ShopifyFulfillmentOrder, workLineId: number, quantity: number) => {
    for (const line of work.lines) if (line.id === workLineId) line.remaining -= quantity;
    const isDone = work.lines.every(({ remaining }) => remaining === 0);
    merchant.change(work, { status: isDone ? 'CLOSED' : 'IN_PROGRESS' });
  };

  const announce = (order: ShopifyOrder, fulfillment: ShopifyFulfillment, topic: string) => {
    const [tracking] = fulfillment.tracking;
    merchant.notifier.publish(shop, topic, {
      id: fulfillment.id,
      order_id: order.id,
      status: fulfillment.status.toLowerCase(),
      tracking_number: tracking?.number ?? null,
    });
    merchant.notifier.orderEvent(shop, order, 'ORDERS_UPDATED');
  };

  const fulfillmentFor = (id: string): ShopifyFulfillment => {
    requireScope(
      context,
      'mutation',
      'write_fulfillments',
      'write_assigned_fulfillment_orders',
      'write_merchant_managed_fulfillment_orders',
    );
    const fulfillment = find('Fulfillment', shop.fulfillments, id);
    if (!fulfillment) throw new Refused('Fulfillment does not exist.', 'fulfillmentId');
    return fulfillment;
  };

  const updateTracking = (args: { fulfillmentId: string; trackingInfoInput: TrackingInput }) =>
    payload('fulfillment', () => {
      const fulfillment = fulfillmentFor(args.fulfillmentId);
      if (fulfillment.status === 'CANCELLED') throw new Refused('Fulfillment is cancelled.', 'fulfillmentId');
      fulfillment.tracking = trackingOf(args.trackingInfoInput);
      fulfillment.updatedAt = context.now;
      const order = shop.orders.get(fulfillment.orderId) as ShopifyOrder;
      merchant.touch(order);
      announce(order, fulfillment, 'FULFILLMENTS_UPDATE');
      return fulfillmentView(context, fulfillment);
    });

  /** What was sent as a whole becomes a new fulfilment order, else the units come back to theirs. */
  const cancel = ({ id }: { id: string }) =>
    payload('fulfillment', () => {
      const fulfillment = fulfillmentFor(id);
      if (fulfillment.status === 'CANCELLED') throw new Refused('Fulfillment is already cancelled.', 'id');
      const order = shop.orders.get(fulfillment.orderId) as ShopifyOrder;
      fulfillment.status = 'CANCELLED';
      fulfillment.updatedAt = context.now;
      for (const workId of new Set(fulfillment.lines.map(({ fulfillmentOrderId }) => fulfillmentOrderId)))
        giveBack(order, fulfillment, workId);
      merchant.touch(order);
      announce(order, fulfillment, 'FULFILLMENTS_UPDATE');
      return fulfillmentView(context, fulfillment);
    });

  const giveBack = (order: ShopifyOrder, fulfillment: ShopifyFulfillment, workId: number) => {
    const work = shop.fulfillmentOrders.get(workId) as ShopifyFulfillmentOrder;
    const lines = fulfillment.lines.filter(({ fulfillmentOrderId }) => fulfillmentOrderId === workId);
    if (work.status === 'CLOSED') {
      const again = merchant.addWork(order, work.locationId, lines);
      again.requestStatus = work.requestStatus;
      return;
    }
    for (const { fulfillmentOrderLineId, quantity } of lines)
      for (const line of work.lines) if (line.id === fulfillmentOrderLineId) line.remaining += quantity;
    merchant.change(work, {});
  };

  return {
    fulfillmentCreate: create,
    fulfillmentTrackingInfoUpdate: updateTracking,
    fulfillmentCancel: cancel,
    fulfillmentOrderAcceptFulfillmentRequest: answerRequest(
      'SUBMITTED',
      { requestStatus: 'ACCEPTED', status: 'IN_PROGRESS' },
      'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_ACCEPTED',
    ),
    fulfillmentOrderRejectFulfillmentRequest: answerRequest(
      'SUBMITTED',
      { requestStatus: 'REJECTED', status: 'OPEN' },
      'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_REJECTED',
    ),
    fulfillmentOrderAcceptCancellationRequest: answerRequest(
      'CANCELLATION_REQUESTED',
      { requestStatus: 'CANCELLATION_ACCEPTED', status: 'OPEN' },
      'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_ACCEPTED',
    ),
    fulfillmentOrderRejectCancellationRequest: answerRequest(
      'CANCELLATION_REQUESTED',
      { requestStatus: 'CANCELLATION_REJECTED', status: 'IN_PROGRESS' },
      'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_REJECTED',
    ),
  };
}
