import type {
  ExternalAddress,
  ExternalLine,
  ExternalOrder,
  ExternalState,
  ReportedShipment,
  StockLevel,
} from '../../modules/channels/index.ts';
import { dayIn } from '../day-in-zone.ts';
import type {
  WooAddress,
  WooFulfilment,
  WooLine,
  WooNote,
  WooOrder,
  WooProduct,
  WooRefund,
  WooTracking,
} from './shapes.ts';

/** Statuses of plugins are none of these: such an order waits until a person or the plugin moves it on. */
const STATES = new Map<string, ExternalState>(
  Object.entries({
    processing: 'open',
    pending: 'waiting',
    'on-hold': 'waiting',
    // A payment that failed can be repeated.
    failed: 'waiting',
    'checkout-draft': 'waiting',
    completed: 'shipped',
    cancelled: 'cancelled',
    refunded: 'cancelled',
    trash: 'cancelled',
  } as const),
);
export const stateOf = (status: string): ExternalState => STATES.get(status.replace(/^wc-/, '')) ?? 'waiting';

/** In UTC without a zone, as WooCommerce wants it with `dates_are_gmt`. */
export const gmt = (at: Date): string => at.toISOString().slice(0, 19);

const nameOf = ({ first_name, last_name }: WooAddress): string => [first_name, last_name].filter(Boolean).join(' ');

const isEmpty = (address: WooAddress): boolean =>
  !nameOf(address) && !address.company && !address.address_1 && !address.city && !address.postcode;

const addressOf = (address: WooAddress, billing: WooAddress | null | undefined): ExternalAddress => ({
  name: nameOf(address),
  company: address.company,
  street1: address.address_1,
  street2: address.address_2,
  city: address.city,
  state: address.state,
  stateCode: address.state,
  postalCode: address.postcode,
  countryCode: address.country,
  phone: address.phone || billing?.phone || '',
  email: address.email || billing?.email || '',
});

const metaOf = (meta: readonly { key: string; value?: unknown }[], key: string): unknown =>
  meta.find((each) => each.key === key)?.value;

const isChild = ({ bundled_by, composite_parent, meta_data }: WooLine): boolean =>
  Boolean(bundled_by || composite_parent || metaOf(meta_data, '_bundled_by') || metaOf(meta_data, '_composite_parent'));

const isParent = (line: WooLine, lines: readonly WooLine[]): boolean =>
  line.bundled_items.length > 0 ||
  line.composite_children.length > 0 ||
  Boolean(metaOf(line.meta_data, '_bundled_items') || metaOf(line.meta_data, '_composite_children')) ||
  lines.some(({ bundled_by, composite_parent }) => bundled_by === line.id || composite_parent === line.id);

/** A bundle is a row with the price and a row for each product in it: those are in the warehouse. */
function stockLines(lines: readonly WooLine[]): WooLine[] {
  const hasChildren = lines.some(isChild);
  return lines.filter((line) => !(hasChildren && !isChild(line) && isParent(line, lines)));
}

/** Units that were refunded, by line; a refund counts them below zero. */
export function refundedUnits(refunds: readonly WooRefund[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { quantity, meta_data } of refunds.flatMap(({ line_items }) => line_items)) {
    const line = String(metaOf(meta_data, '_refunded_item_id') ?? '');
    units.set(line, (units.get(line) ?? 0) + Math.abs(quantity));
  }
  return units;
}

function linesOf(order: WooOrder, refunds: readonly WooRefund[]): ExternalLine[] {
  const refunded = refundedUnits(refunds);
  return stockLines(order.line_items)
    .map(({ id, sku, name, quantity, price }) => ({
      id,
      sku,
      name,
      quantity: quantity - (refunded.get(id) ?? 0),
      price,
    }))
    .filter(({ quantity }) => quantity > 0);
}

/** An order of WooCommerce, with its refunds when it has any. */
export function orderOf(order: WooOrder, refunds: readonly WooRefund[]): ExternalOrder {
  const { billing, shipping } = order;
  const to = shipping && !isEmpty(shipping) ? shipping : billing;
  return {
    id: order.id,
    number: order.number,
    state: stateOf(order.status),
    rawStatus: order.status,
    updatedAt: order.date_modified_gmt,
    placedAt: order.date_created_gmt ?? order.date_modified_gmt,
    customer: {
      name: billing ? nameOf(billing) : '',
      company: billing?.company ?? '',
      email: billing?.email ?? '',
      phone: billing?.phone ?? '',
    },
    shipTo: to && !isEmpty(to) ? addressOf(to, billing) : null,
    billTo: billing && !isEmpty(billing) ? addressOf(billing, billing) : null,
    shippingMethod: order.shipping_lines[0]?.method_title ?? '',
    note: order.customer_note,
    currency: order.currency,
    lines: linesOf(order, refunds),
  };
}

/** Our shipment, as a fulfilment remembers it. */
const SHIPMENT_KEY = '_longshore_shipment';
/** Providers that WooCommerce knows by these keys; any other is named in words. */
const PROVIDERS = [
  'amazon-logistics',
  'australia-post',
  'canada-post',
  'dhl',
  'dpd',
  'evri-hermes',
  'fedex',
  'royal-mail',
  'ups',
  'usps',
];

const slug = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

interface FulfilledItem {
  item_id: number;
  qty: number;
}

/** What a fulfilment holds; the value comes as a list, or as an object with numbers for keys. */
function itemsOf({ meta_data }: WooFulfilment): FulfilledItem[] {
  const value = metaOf(meta_data, '_items');
  const rows: unknown[] = value && typeof value === 'object' ? Object.values(value) : [];
  return rows.flatMap((row) => {
    const { item_id, qty } = (row ?? {}) as { item_id?: unknown; qty?: unknown };
    return Number(item_id) > 0 && Number(qty) > 0 ? [{ item_id: Number(item_id), qty: Number(qty) }] : [];
  });
}

const trackingText = ({ trackingNumbers }: ReportedShipment): string => trackingNumbers.join(', ');

/** The fulfilment that this shipment already is: by our key, or by its tracking number. */
export function fulfilmentOf(
  shipment: ReportedShipment,
  fulfilments: readonly WooFulfilment[],
): WooFulfilment | undefined {
  const isSame = ({ meta_data }: WooFulfilment) =>
    metaOf(meta_data, SHIPMENT_KEY) === shipment.key ||
    (shipment.trackingNumbers.length > 0 && metaOf(meta_data, '_tracking_number') === trackingText(shipment));
  return fulfilments.find(isSame);
}

export interface FulfilmentPlan {
  /** Undefined: nothing of the shipment can be fulfilled. */
  body: unknown;
  rejected: readonly { lineId: string; reason: string }[];
}

/** A fulfilment for a shipment, with no more units than the order has left. */
export function fulfilmentPlan(
  shipment: ReportedShipment,
  order: ExternalOrder,
  fulfilments: readonly WooFulfilment[],
): FulfilmentPlan {
  const left = new Map(order.lines.map(({ id, quantity }) => [id, quantity]));
  for (const { item_id, qty } of fulfilments.flatMap(itemsOf))
    left.set(String(item_id), (left.get(String(item_id)) ?? 0) - qty);
  const items = new Map<string, number>();
  const rejected: { lineId: string; reason: string }[] = [];
  for (const { lineId, quantity } of shipment.lines) {
    const taking = Math.max(0, Math.min(quantity, left.get(lineId) ?? 0));
    left.set(lineId, (left.get(lineId) ?? 0) - taking);
    if (taking > 0) items.set(lineId, (items.get(lineId) ?? 0) + taking);
    if (taking < quantity) rejected.push({ lineId, reason: `MoreThanIsLeft:${quantity - taking}` });
  }
  const known = knownProvider(shipment.carrier, PROVIDERS);
  const meta: { key: string; value: unknown }[] = [
    { key: '_items', value: [...items].map(([id, qty]) => ({ item_id: Number(id), qty })) },
    { key: '_tracking_number', value: trackingText(shipment) },
    { key: '_shipping_provider', value: known ?? 'other' },
    { key: '_tracking_url', value: shipment.trackingUrl },
    { key: SHIPMENT_KEY, value: shipment.key },
  ];
  if (!known) meta.push({ key: '_provider_name', value: shipment.carrier });
  const body = { status: 'fulfilled', notify_customer: true, meta_data: meta };
  return { body: items.size > 0 ? body : undefined, rejected };
}

/** The numbers that the tracking plugin does not have yet. */
export const missingNumbers = (shipment: ReportedShipment, trackings: readonly WooTracking[]): string[] =>
  shipment.trackingNumbers.filter((number) => !trackings.some(({ tracking_number }) => tracking_number === number));

/** The provider of the plugin's list that a carrier is: by its name, or the longest that the name begins with (UPS Ground). */
const knownProvider = (carrier: string, providers: readonly string[]): string | undefined =>
  providers
    .filter((name) => `${slug(carrier)}-`.startsWith(`${slug(name)}-`))
    .sort((one, other) => other.length - one.length)[0];

/** Whether the plugin can record a shipment: any provider that it does not know needs a link. */
export const isTrackable = (shipment: ReportedShipment, providers: readonly string[]): boolean =>
  shipment.trackingUrl !== '' || knownProvider(shipment.carrier, providers) !== undefined;

/** A provider of the plugin's list by its own spelling; any other with a link. */
export function trackingBody(
  shipment: ReportedShipment,
  number: string,
  providers: readonly string[],
  zone: string,
): unknown {
  const known = knownProvider(shipment.carrier, providers);
  const [first = ''] = shipment.trackingNumbers;
  const link = first ? shipment.trackingUrl.replaceAll(first, number) : shipment.trackingUrl;
  const provider = known
    ? { tracking_provider: known }
    : { custom_tracking_provider: shipment.carrier || 'Carrier', custom_tracking_link: link };
  return { ...provider, tracking_number: number, date_shipped: dayIn(zone, shipment.shippedAt) };
}

/** The note informs the customer; we recognise it by its tracking numbers. */
export function noteText(shipment: ReportedShipment): string {
  const { carrier, trackingNumbers, trackingUrl } = shipment;
  const what = shipment.completesOrder ? 'Your order was shipped' : 'A part of your order was shipped';
  const by = carrier ? ` with ${carrier}` : '';
  const numbers = trackingNumbers.length > 0 ? ` Tracking number: ${trackingText(shipment)}.` : '';
  return `${what}${by}.${numbers}${trackingUrl ? ` ${trackingUrl}` : ''}`;
}

export const noteOf = (shipment: ReportedShipment, notes: readonly WooNote[]): WooNote | undefined =>
  notes.find(({ note }) =>
    shipment.trackingNumbers.length > 0
      ? shipment.trackingNumbers.every((number) => note.includes(number))
      : note === noteText(shipment),
  );

export const wholeOrdersOnly = (shipment: ReportedShipment): { lineId: string; reason: string }[] =>
  shipment.completesOrder ? [] : shipment.lines.map(({ lineId }) => ({ lineId, reason: 'WholeOrdersOnly' }));

export interface StockChange {
  sku: string;
  /** Of variations: the product that they belong to. 0 for a product. */
  parentId: number;
  update: { id: number; manage_stock: true; stock_quantity: number };
}

/** The changes that the shop needs, and the SKUs that it does not have. */
export function stockChanges(
  levels: readonly StockLevel[],
  products: readonly WooProduct[],
): { changes: StockChange[]; rejected: { sku: string; reason: string }[] } {
  const changes: StockChange[] = [];
  const rejected: { sku: string; reason: string }[] = [];
  for (const { sku, quantity } of levels) {
    const product = products.find((each) => each.sku === sku);
    if (!product) {
      rejected.push({ sku, reason: 'NoProductOfSku' });
      continue;
    }
    if (product.manage_stock === true && product.stock_quantity === quantity) continue;
    changes.push({
      sku,
      parentId: product.type === 'variation' ? (product.parent_id ?? 0) : 0,
      update: { id: product.id, manage_stock: true, stock_quantity: quantity },
    });
  }
  return { changes, rejected };
}
