import { isObject } from '../kit/values.ts';
import type { TgAccount, TgFulfillment, TgFulfillmentStatus } from './account.ts';
import { TgError } from './errors.ts';

const invalid = (message: string) => new TgError(422, 'Unprocessable Entity', message);

const COUNTED: readonly TgFulfillmentStatus[] = ['packed', 'fulfilled'];
const NEXT: Readonly<Record<TgFulfillmentStatus, readonly TgFulfillmentStatus[]>> = {
  packed: ['fulfilled', 'void', 'deleted'],
  fulfilled: ['void'],
  void: ['deleted'],
  deleted: [],
};

function linesOf(account: TgAccount, orderId: number, given: unknown): { lineId: number; quantity: number }[] {
  if (!Array.isArray(given) || given.length === 0) throw invalid('fulfillment_line_items can’t be blank');
  return given.map((each: unknown) => {
    const row = isObject(each) ? each : {};
    const lineId = Number(row.order_line_item_id);
    const quantity = Number(row.quantity);
    const line = account.lines.get(lineId);
    if (line?.order_id !== orderId || !(quantity > 0)) throw invalid('fulfillment_line_items is invalid');
    if (quantity > line.quantity - account.heldOf(lineId, COUNTED))
      throw invalid('quantity must be less than or equal to what is left');
    return { lineId, quantity };
  });
}

/** A new one is packed; nothing is shipped before it is fulfilled. */
export function createFulfillment(account: TgAccount, given: unknown, at: Date): TgFulfillment {
  const body = isObject(given) ? given : {};
  const order = account.orders.get(Number(body.order_id));
  if (!order) throw invalid('order must exist');
  if (order.status !== 'finalized') throw invalid(`order is ${order.status}`);
  const location = Number(body.stock_location_id);
  if (!account.locations.some(({ id }) => id === location)) throw invalid('stock location must exist');
  const lines = linesOf(account, order.id, body.fulfillment_line_items);
  const fulfillment: TgFulfillment = {
    id: account.ids.next(),
    order_id: order.id,
    stock_location_id: location,
    status: 'packed',
    delivery_type: String(body.delivery_type ?? ''),
    tracking_number: String(body.tracking_number ?? ''),
    tracking_company: String(body.tracking_company ?? ''),
    packed_at: String(body.packed_at ?? at.toISOString().slice(0, 10)),
  };
  account.fulfillments.set(fulfillment.id, fulfillment);
  for (const { lineId, quantity } of lines) {
    const id = account.ids.next();
    const line = { id, fulfillment_id: fulfillment.id, order_line_item_id: lineId, quantity };
    account.fulfillmentLines.set(id, line);
  }
  order.updatedAt = at;
  return fulfillment;
}

export function changeFulfillment(account: TgAccount, id: number, given: unknown, at: Date): TgFulfillment {
  const fulfillment = account.fulfillments.get(id);
  if (!fulfillment) throw new TgError(404, 'Not Found', 'Couldn’t find the fulfillment');
  const wanted = isObject(given) ? given.status : undefined;
  const next = NEXT[fulfillment.status].find((status) => status === wanted);
  if (!next) throw invalid(`status can’t change from ${fulfillment.status} to ${String(wanted)}`);
  fulfillment.status = next;
  const order = account.orders.get(fulfillment.order_id);
  if (order) {
    const goods = account.linesOf(order.id).filter(({ variant_id }) => variant_id !== null);
    const isShipped = goods.every((line) => account.heldOf(line.id, ['fulfilled']) >= line.quantity);
    order.status = isShipped ? 'fulfilled' : 'finalized';
    order.updatedAt = at;
  }
  return fulfillment;
}
