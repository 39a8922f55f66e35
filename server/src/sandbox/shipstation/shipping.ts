import type { Call } from '../kit/partner.ts';
import { pacificText, type SsAccount, type SsShipment } from './account.ts';
import { badRequest, notFound } from './errors.ts';
import { orderOf, touch } from './orders.ts';
import { presentFulfillment, presentShipment } from './present.ts';
import { dateOf, dateText, integerOf, isWithin, pageOf } from './query.ts';

type Body = Record<string, unknown>;

/** What lists of shipments and fulfilments can be asked for. */
function matching<Row extends { orderId: number; trackingNumber: string; createDate: string; shipDate: string }>(
  { orders }: SsAccount,
  call: Call,
  rows: readonly Row[],
): Row[] {
  const orderId = integerOf(call, 'orderId');
  const number = call.query.get('orderNumber');
  const tracking = call.query.get('trackingNumber');
  const ranges = (['createDate', 'shipDate'] as const).map((name) => ({
    name,
    start: dateOf(call, `${name}Start`),
    end: dateOf(call, `${name}End`),
  }));
  return rows
    .filter((row) => orderId === undefined || row.orderId === orderId)
    .filter((row) => number === null || orders.get(row.orderId)?.orderNumber === number)
    .filter((row) => tracking === null || row.trackingNumber === tracking)
    .filter((row) => ranges.every(({ name, start, end }) => isWithin(row[name], start, end)));
}

export const listShipments = (account: SsAccount, call: Call): object =>
  pageOf(
    call,
    'shipments',
    matching(account, call, account.shipments),
    presentShipment(account, call.query.get('includeShipmentItems') === 'true'),
  );

export const listFulfillments = (account: SsAccount, call: Call): object => {
  const id = integerOf(call, 'fulfillmentId');
  const rows = matching(account, call, account.fulfillments).filter(
    ({ fulfillmentId }) => id === undefined || fulfillmentId === id,
  );
  return pageOf(call, 'fulfillments', rows, presentFulfillment(account));
};

/** The whole order is shipped, without a label. Said twice, there are two fulfilments, and the customer is told twice. */
export function markAsShipped(account: SsAccount, call: Call, body: Body): object {
  if (!Number.isInteger(body.orderId)) throw badRequest('orderId is invalid.');
  const carrierCode = typeof body.carrierCode === 'string' ? body.carrierCode : '';
  if (!carrierCode) throw badRequest('carrierCode is required.');
  const order = orderOf(account, Number(body.orderId));
  if (order.orderStatus === 'cancelled') throw badRequest('A cancelled order cannot be marked as shipped.');
  const now = pacificText(call.at);
  const shipDate = body.shipDate === undefined ? now : dateText(String(body.shipDate), 'shipDate');
  account.fulfillments.push({
    fulfillmentId: account.ids.next(),
    orderId: order.orderId,
    trackingNumber: String(body.trackingNumber ?? ''),
    carrierCode,
    shipDate,
    createDate: now,
    voidDate: null,
    notifiesCustomer: body.notifyCustomer === true,
    notifiesSalesChannel: body.notifySalesChannel === true,
  });
  order.orderStatus = 'shipped';
  order.shipDate = shipDate;
  order.carrierCode = carrierCode;
  touch(order, call.at);
  return { orderId: order.orderId, orderNumber: order.orderNumber };
}

/** Its order is to be shipped again. */
export function voidShipment(account: SsAccount, shipment: SsShipment, at: Date): void {
  shipment.voidDate = pacificText(at);
  const order = account.orders.get(shipment.orderId);
  if (!order) return;
  order.orderStatus = 'awaiting_shipment';
  order.shipDate = null;
  touch(order, at);
}

/** Answers 200 also when the label is not voided. */
export function voidLabel(account: SsAccount, call: Call, body: Body): object {
  const shipment = account.shipments.find(({ shipmentId }) => shipmentId === body.shipmentId);
  if (!shipment) throw notFound('Shipment');
  if (shipment.voidDate !== null) return { approved: false, message: 'The label has been voided already.' };
  voidShipment(account, shipment, call.at);
  return { approved: true, message: 'Label voided successfully' };
}
