import type {
  ExternalAddress,
  ExternalLine,
  ExternalOrder,
  ExternalState,
  Place,
  ReportedShipment,
} from '../../modules/channels/index.ts';
import { dayIn } from '../day-in-zone.ts';
import type { TgAddress, TgFulfillment, TgLine, TgLocation, TgOrder, TgVariant } from './shapes.ts';

const STATES = new Map<string, ExternalState>(
  Object.entries({
    finalized: 'open',
    draft: 'waiting',
    active: 'waiting',
    fulfilled: 'shipped',
    void: 'cancelled',
    deleted: 'cancelled',
  } as const),
);
export const stateOf = (status: string): ExternalState => STATES.get(status) ?? 'waiting';

const nameOf = ({ first_name, last_name }: TgAddress): string => [first_name, last_name].filter(Boolean).join(' ');

function addressOf(address: TgAddress | undefined, email: string): ExternalAddress | null {
  if (!address || !(nameOf(address) || address.company_name || address.address1 || address.city)) return null;
  return {
    name: nameOf(address),
    company: address.company_name,
    street1: address.address1,
    street2: address.address2,
    city: address.city,
    state: address.state,
    stateCode: address.state,
    postalCode: address.zip_code,
    // Some accounts have names of countries here: those are for a person to correct.
    countryCode: /^[A-Za-z]{2}$/.test(address.country) ? address.country.toUpperCase() : '',
    phone: address.phone_number,
    email: address.email || email,
  };
}

/** Records that an order names, by their ids. */
export interface References {
  lines: readonly TgLine[];
  variants: ReadonlyMap<string, TgVariant>;
  addresses: ReadonlyMap<string, TgAddress>;
}

/** A line without a variant is in words: shipping charges and fees, no goods. */
function linesOf({ lines, variants }: References): ExternalLine[] {
  return (
    lines
      .filter(({ variant_id, quantity }) => variant_id && quantity > 0)
      // Lists have the newest record first, orders have their lines as they were entered.
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ id, variant_id, label, quantity, price }) => {
        const variant = variants.get(variant_id);
        const name = variant?.product_name || variant?.name || label;
        return { id, sku: variant?.sku ?? '', name, quantity, price };
      })
  );
}

export function orderOf(order: TgOrder, references: References): ExternalOrder {
  const { lines, addresses } = references;
  const shipTo = addressOf(addresses.get(order.shipping_address_id), order.email);
  const billTo = addressOf(addresses.get(order.billing_address_id), order.email);
  const person = billTo ?? shipTo;
  return {
    id: order.id,
    number: order.order_number,
    state: stateOf(order.status),
    rawStatus: order.status,
    updatedAt: order.updated_at,
    placedAt: order.created_at ?? order.updated_at,
    customer: {
      name: person?.name ?? '',
      company: person?.company ?? '',
      email: order.email || person?.email || '',
      phone: person?.phone ?? '',
    },
    shipTo: shipTo ?? billTo,
    billTo,
    shippingMethod: lines.find(({ variant_id, label }) => !variant_id && label)?.label ?? '',
    note: order.notes,
    currency: '',
    lines: linesOf(references),
  };
}

/** Whether an order is of the location that a connection works for; without one all of them are. */
export const isOfLocation = ({ stock_location_id }: TgOrder, location: string): boolean =>
  !location || stock_location_id === location;

export const placeOf = ({ id, label, status }: TgLocation): Place => ({
  id,
  name: label || id,
  isActive: status === '' || status === 'active',
});

const counts = ({ status }: TgFulfillment): boolean => status === 'packed' || status === 'fulfilled';
const trackingText = ({ trackingNumbers }: ReportedShipment): string => trackingNumbers.join(', ');

const hasSameLines = ({ lines }: ReportedShipment, fulfillment: TgFulfillment): boolean =>
  fulfillment.lines.length === lines.length &&
  lines.every(({ lineId, quantity }) =>
    fulfillment.lines.some((each) => each.order_line_item_id === lineId && each.quantity === quantity),
  );

/** The fulfilment that a shipment already is: by its tracking number, or by its lines when it has none. */
export const fulfillmentOf = (
  shipment: ReportedShipment,
  fulfillments: readonly TgFulfillment[],
): TgFulfillment | undefined =>
  fulfillments.find(
    (each) =>
      counts(each) &&
      each.tracking_number === trackingText(shipment) &&
      (shipment.trackingNumbers.length > 0 || hasSameLines(shipment, each)),
  );

export interface FulfillmentPlan {
  /** Undefined: nothing of the shipment can be fulfilled. */
  body: unknown;
  rejected: readonly { lineId: string; reason: string }[];
}

/** A fulfilment for a shipment, with no more units than the order has left. */
export function fulfillmentPlan(
  shipment: ReportedShipment,
  { location, zone }: { location: string; zone: string },
  ordered: readonly ExternalLine[],
  fulfillments: readonly TgFulfillment[],
): FulfillmentPlan {
  const left = new Map(ordered.map(({ id, quantity }) => [id, quantity]));
  for (const { order_line_item_id: id, quantity } of fulfillments.filter(counts).flatMap(({ lines }) => lines))
    left.set(id, (left.get(id) ?? 0) - quantity);
  const items: { order_line_item_id: number; quantity: number }[] = [];
  const rejected: { lineId: string; reason: string }[] = [];
  for (const { lineId, quantity } of shipment.lines) {
    const taking = Math.max(0, Math.min(quantity, left.get(lineId) ?? 0));
    left.set(lineId, (left.get(lineId) ?? 0) - taking);
    if (taking > 0) items.push({ order_line_item_id: Number(lineId), quantity: taking });
    if (taking < quantity) rejected.push({ lineId, reason: `MoreThanIsLeft:${quantity - taking}` });
  }
  const fulfillment = {
    order_id: Number(shipment.orderId),
    stock_location_id: Number(location),
    delivery_type: 'Courier',
    tracking_number: trackingText(shipment),
    tracking_company: shipment.carrier,
    packed_at: dayIn(zone, shipment.shippedAt),
    fulfillment_line_items: items,
  };
  return { body: items.length > 0 ? { fulfillment } : undefined, rejected };
}
