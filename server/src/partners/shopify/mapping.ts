import type {
  ExternalAddress,
  ExternalLine,
  ExternalOrder,
  ExternalState,
  ReportedShipment,
  ServiceRequest,
} from '../../modules/channels/index.ts';
import type { ShopifyAddress, ShopifyFulfilment, ShopifyFulfilmentOrder, ShopifyOrder } from './operations.ts';
import { TRACKING_COMPANIES } from './tracking-companies.ts';

/** `gid://shopify/Order/7` is 7 for people, for webhooks and for us. */
export const idOf = (gid: string): string => gid.replace(/\?.*$/, '').split('/').at(-1) ?? '';
export const gid = (type: string, id: string): string => (id.startsWith('gid:') ? id : `gid://shopify/${type}/${id}`);

/** A value in Shopify's search syntax. */
export const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

const second = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');

/** Changes of a closed window, its ends included. Shopify keeps whole seconds: a part of one at the end is the whole of it. */
export const changedBetween = (since: Date, until: Date): string =>
  `updated_at:>='${second(since)}' AND updated_at:<='${second(new Date(until.getTime() + 999))}'`;

export const skuQuery = (skus: readonly string[]): string => skus.map((sku) => `sku:${quoted(sku)}`).join(' OR ');

/** Which fulfilment orders are ours: those at these locations; without any, all at locations of the merchant. */
export interface Ours {
  locationIds: readonly string[];
}

export function isOurs({ assignedLocation: { location } }: ShopifyFulfilmentOrder, { locationIds }: Ours): boolean {
  if (!location) return false;
  return locationIds.length > 0 ? locationIds.includes(idOf(location.id)) : !location.isFulfillmentService;
}

/** Whether a fulfilment order is to be worked on, and whether now. */
export type Workable = 'now' | 'later' | 'never';

const NOT_NOW = new Set(['ON_HOLD', 'SCHEDULED']);
const NOW = new Set(['OPEN', 'IN_PROGRESS']);
const REQUEST_NOT_NOW = new Set(['UNSUBMITTED', 'CANCELLATION_REQUESTED']);
const REQUEST_OVER = new Set(['REJECTED', 'CANCELLATION_ACCEPTED', 'CLOSED']);

export function workableOf(order: ShopifyFulfilmentOrder): Workable {
  const { status, requestStatus, assignedLocation } = order;
  // A location of the merchant has no requests: everything there stays unsubmitted.
  const isService = assignedLocation.location?.isFulfillmentService ?? false;
  if (isService && REQUEST_OVER.has(requestStatus)) return 'never';
  if (NOT_NOW.has(status)) return 'later';
  if (!NOW.has(status)) return 'never';
  return isService && REQUEST_NOT_NOW.has(requestStatus) ? 'later' : 'now';
}

const toShip = ({ lineItems }: ShopifyFulfilmentOrder) =>
  lineItems.nodes.filter((line) => line.requiresShipping && line.remainingQuantity > 0);

/** One line per line of the order: its units can be in several fulfilment orders of a location. */
function linesOf(orders: readonly ShopifyFulfilmentOrder[]): ExternalLine[] {
  const lines = new Map<string, ExternalLine>();
  for (const line of orders.flatMap(toShip)) {
    const id = idOf(line.lineItem.id);
    const quantity = line.remainingQuantity + (lines.get(id)?.quantity ?? 0);
    lines.set(id, {
      id,
      sku: line.sku || line.lineItem.sku,
      name: line.lineItem.name,
      quantity,
      price: line.lineItem.discountedUnitPriceSet?.shopMoney.amount ?? null,
    });
  }
  return [...lines.values()];
}

const addressOf = (address: ShopifyAddress, email: string): ExternalAddress => ({
  name: address.name,
  company: address.company,
  street1: address.address1,
  street2: address.address2,
  city: address.city,
  state: address.province,
  stateCode: address.provinceCode,
  postalCode: address.zip,
  countryCode: address.countryCodeV2,
  phone: address.phone,
  email,
});

interface Standing {
  state: ExternalState;
  rawStatus: string;
  orders: readonly ShopifyFulfilmentOrder[];
}

/** Where an order stands for us, and the fulfilment orders that say so. */
function standingOf(order: ShopifyOrder, ours: readonly ShopifyFulfilmentOrder[]): Standing {
  const all = order.fulfillmentOrders.nodes;
  if (order.cancelledAt) return { state: 'cancelled', rawStatus: 'CANCELLED', orders: [] };
  if (!order.requiresShipping) return { state: 'shipped', rawStatus: 'NO_SHIPPING', orders: [] };
  // Fulfilment orders are made by a worker of Shopify, some time after the order.
  if (all.length === 0) {
    const isDone = order.displayFulfillmentStatus === 'FULFILLED';
    return { state: isDone ? 'shipped' : 'waiting', rawStatus: isDone ? 'FULFILLED' : 'NOT_ROUTED', orders: [] };
  }
  const having = (workable: Workable) =>
    ours.filter((each) => workableOf(each) === workable && toShip(each).length > 0);
  const now = having('now');
  if (now.length > 0) return { state: 'open', rawStatus: now[0]?.status ?? '', orders: now };
  const later = having('later');
  const [first] = later;
  if (first) {
    const isRequest = !NOT_NOW.has(first.status);
    return { state: 'waiting', rawStatus: isRequest ? first.requestStatus : first.status, orders: later };
  }
  const wasShippedHere = ours.some(
    ({ status, lineItems }) => status === 'CLOSED' && lineItems.nodes.some(({ totalQuantity }) => totalQuantity > 0),
  );
  if (wasShippedHere) return { state: 'shipped', rawStatus: 'CLOSED', orders: [] };
  return { state: 'cancelled', rawStatus: ours.length > 0 ? 'CLOSED' : 'ASSIGNED_ELSEWHERE', orders: [] };
}

export function requestOf(ours: readonly ShopifyFulfilmentOrder[]): ServiceRequest | undefined {
  if (ours.some(({ requestStatus }) => requestStatus === 'CANCELLATION_REQUESTED')) return 'cancellation';
  if (ours.some(({ requestStatus }) => requestStatus === 'SUBMITTED')) return 'fulfilment';
  return undefined;
}

/** An order of Shopify, as far as it is ours to ship. It has to be complete. */
export function orderOf(order: ShopifyOrder, places: Ours): ExternalOrder {
  const ours = order.fulfillmentOrders.nodes.filter((each) => isOurs(each, places));
  const { state, rawStatus, orders } = standingOf(order, ours);
  const shipTo = order.shippingAddress ? addressOf(order.shippingAddress, order.email) : null;
  const billTo = order.billingAddress ? addressOf(order.billingAddress, order.email) : null;
  const request = requestOf(ours);
  return {
    id: idOf(order.id),
    number: order.name,
    state,
    rawStatus,
    updatedAt: order.updatedAt,
    placedAt: order.createdAt,
    customer: {
      name: billTo?.name || shipTo?.name || '',
      company: billTo?.company || shipTo?.company || '',
      email: order.email,
      phone: order.phone || shipTo?.phone || '',
    },
    shipTo,
    billTo,
    shippingMethod: order.shippingLine?.title ?? '',
    note: order.note,
    currency: order.currencyCode,
    lines: linesOf(orders),
    ...(request ? { request } : {}),
  };
}

const COMPANY_BY_NAME = new Map(TRACKING_COMPANIES.map((name) => [name.toLowerCase(), name]));

/** Shopify builds links and follows parcels only for the companies on its list, spelled as there. */
export const trackingCompany = (carrier: string): string =>
  COMPANY_BY_NAME.get(carrier.trim().toLowerCase()) ?? carrier.trim();

/** The address of each parcel, from the one of the first: its number is part of it. */
function trackingUrls({ trackingUrl, trackingNumbers }: ReportedShipment): string[] {
  const [first = ''] = trackingNumbers;
  if (!/^https?:\/\//.test(trackingUrl)) return [];
  if (!first || !trackingUrl.includes(first)) return [trackingUrl];
  return trackingNumbers.map((number) => trackingUrl.replaceAll(first, number));
}

export interface TrackingInfo {
  company?: string;
  number?: string;
  numbers?: readonly string[];
  url?: string;
  urls?: readonly string[];
}

/** One parcel is `number` and `url`, several are `numbers` and `urls`; Shopify wants not both. */
export function trackingOf(shipment: ReportedShipment): TrackingInfo | undefined {
  const { trackingNumbers } = shipment;
  const urls = trackingUrls(shipment);
  const company = trackingCompany(shipment.carrier);
  const [number] = trackingNumbers;
  const [url] = urls;
  const info: TrackingInfo = company ? { company } : {};
  if (trackingNumbers.length > 1) {
    info.numbers = trackingNumbers;
    if (url) info.urls = urls;
  } else {
    if (number) info.number = number;
    if (url) info.url = url;
  }
  return Object.keys(info).length > 0 ? info : undefined;
}

const GONE = new Set(['CANCELLED', 'ERROR', 'FAILURE']);

/**
 * The fulfilments that this shipment may be: those with one of its tracking numbers. Without any number, those that have
 * none either and were made after the shipment; their lines decide.
 */
export function candidatesOf(
  { trackingNumbers, shippedAt }: ReportedShipment,
  fulfilments: readonly ShopifyFulfilment[],
): ShopifyFulfilment[] {
  const live = fulfilments.filter(({ status }) => !GONE.has(status));
  return trackingNumbers.length > 0
    ? live.filter(({ trackingInfo }) => trackingInfo.some(({ number }) => trackingNumbers.includes(number)))
    : live.filter(
        ({ trackingInfo, createdAt }) => trackingInfo.every(({ number }) => !number) && createdAt >= shippedAt,
      );
}

/** A fulfilment with the units in it. */
export interface Fulfilled {
  id: string;
  lines: readonly { lineId: string; quantity: number }[];
}

/** Whether a candidate is this shipment. */
export const isSameShipment = ({ trackingNumbers, lines }: ReportedShipment, fulfilled: Fulfilled): boolean =>
  trackingNumbers.length > 0 || unitsKey(lines) === unitsKey(fulfilled.lines);

const unitsKey = (lines: readonly { lineId: string; quantity: number }[]): string =>
  lines
    .map(({ lineId, quantity }) => `${lineId}:${quantity}`)
    .sort()
    .join(' ');

export interface PlannedFulfilment {
  locationId: string;
  /** Of fulfilment orders whose request nobody has answered yet. */
  toAccept: readonly string[];
  lineItemsByFulfillmentOrder: readonly {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems: readonly { id: string; quantity: number }[];
  }[];
}

export interface FulfilmentPlan {
  fulfilments: readonly PlannedFulfilment[];
  rejected: readonly { lineId: string; reason: string }[];
}

function shortReason(lineId: string, missing: number, ours: readonly ShopifyFulfilmentOrder[]): string {
  const later = ours.filter(
    (order) => workableOf(order) === 'later' && toShip(order).some(({ lineItem }) => idOf(lineItem.id) === lineId),
  );
  const [first] = later;
  if (first) return `FulfilmentOrderIs:${NOT_NOW.has(first.status) ? first.status : first.requestStatus}`;
  return `MoreThanIsLeft:${missing}`;
}

/** What is to be fulfilled for a shipment, beyond the units that `done` covers: never more than is left. */
export function planOf(
  shipment: ReportedShipment,
  ours: readonly ShopifyFulfilmentOrder[],
  done: readonly Fulfilled[],
): FulfilmentPlan {
  const covered = new Map<string, number>();
  for (const { lineId, quantity } of done.flatMap(({ lines }) => lines))
    covered.set(lineId, (covered.get(lineId) ?? 0) + quantity);

  const units = ours
    .filter((order) => workableOf(order) === 'now')
    .flatMap((order) => toShip(order).map((line) => ({ order, line, left: line.remainingQuantity })));
  const taken: { order: ShopifyFulfilmentOrder; id: string; quantity: number }[] = [];
  const rejected: { lineId: string; reason: string }[] = [];
  for (const { lineId, quantity } of shipment.lines) {
    const already = Math.min(quantity, covered.get(lineId) ?? 0);
    covered.set(lineId, (covered.get(lineId) ?? 0) - already);
    let missing = quantity - already;
    for (const unit of units.filter(({ line }) => idOf(line.lineItem.id) === lineId)) {
      const taking = Math.min(missing, unit.left);
      if (taking <= 0) continue;
      unit.left -= taking;
      missing -= taking;
      taken.push({ order: unit.order, id: unit.line.id, quantity: taking });
    }
    if (missing > 0) rejected.push({ lineId, reason: shortReason(lineId, missing, ours) });
  }
  return { fulfilments: byLocation(taken), rejected };
}

/** A fulfilment is made of fulfilment orders of one location. */
function byLocation(
  taken: readonly { order: ShopifyFulfilmentOrder; id: string; quantity: number }[],
): PlannedFulfilment[] {
  const locationOf = (order: ShopifyFulfilmentOrder) => idOf(order.assignedLocation.location?.id ?? '');
  return [...new Set(taken.map(({ order }) => locationOf(order)))].map((locationId) => {
    const here = taken.filter(({ order }) => locationOf(order) === locationId);
    const orders = [...new Set(here.map(({ order }) => order))];
    return {
      locationId,
      toAccept: orders.filter(({ requestStatus }) => requestStatus === 'SUBMITTED').map(({ id }) => id),
      lineItemsByFulfillmentOrder: orders.map((order) => ({
        fulfillmentOrderId: order.id,
        fulfillmentOrderLineItems: mergedById(here.filter((each) => each.order === order)),
      })),
    };
  });
}

/** A line may be named once: two lines of ours can be one of the shop's. */
function mergedById(lines: readonly { id: string; quantity: number }[]): { id: string; quantity: number }[] {
  const merged = new Map<string, number>();
  for (const { id, quantity } of lines) merged.set(id, (merged.get(id) ?? 0) + quantity);
  return [...merged].map(([id, quantity]) => ({ id, quantity }));
}
