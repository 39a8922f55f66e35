import type {
  ExternalAddress,
  ExternalLine,
  ExternalOrder,
  ExternalState,
  ReportedShipment,
  StockLevel,
} from '../../modules/channels/index.ts';
import type { MagentoAddress, MagentoItem, MagentoOrder, MagentoProduct, MagentoShipment } from './shapes.ts';

/** In UTC, as Magento keeps its times. */
export const utcText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** The statuses that people entered, in any of the usual ways to write a list. */
export const statusesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((status) => status.toLowerCase())
    .filter(Boolean);

/** Products that are bundles of others, by their id: whether their parts are shipped together or one by one. */
export type BundleTypes = ReadonlyMap<string, 'together' | 'separately'>;

/** Magento's number of `shipment_type`: 0 is together, which is also what a new bundle has. */
export const bundleTypeOf = ({ custom_attributes }: MagentoProduct): 'together' | 'separately' =>
  custom_attributes.some(({ attribute_code, value }) => attribute_code === 'shipment_type' && String(value) === '1')
    ? 'separately'
    : 'together';

const isBundle = ({ product_type }: MagentoItem): boolean => product_type === 'bundle';

/** The products of an order that are bundles. */
export const bundlesOf = ({ items }: MagentoOrder): string[] =>
  items.filter((item) => isBundle(item) && item.product_id).map(({ product_id }) => product_id);

const NO_GOODS = new Set(['virtual', 'downloadable']);
const isGoods = ({ product_type, is_virtual }: MagentoItem): boolean => !NO_GOODS.has(product_type) && !is_virtual;

/** What Magento would still ship of a row. */
const leftOf = ({ qty_ordered, qty_shipped, qty_refunded, qty_canceled }: MagentoItem): number =>
  Math.max(0, qty_ordered - qty_shipped - qty_refunded - qty_canceled);

/** Units of a part in one bundle. */
const unitsIn = (bundle: MagentoItem, part: MagentoItem): number =>
  bundle.qty_ordered > 0 ? part.qty_ordered / bundle.qty_ordered : 0;

/** A part of a bundle that ships together: its line here, the bundle's row there. */
const PART = '.';
const partId = (bundle: MagentoItem, part: MagentoItem): string => `${bundle.item_id}${PART}${part.item_id}`;

interface Row {
  line: ExternalLine;
  /** The row that is reported to Magento, and how many units of ours one of it is. */
  itemId: string;
  units: number;
}

const lineOf = (item: MagentoItem, given: Partial<ExternalLine> = {}): ExternalLine => ({
  id: item.item_id,
  sku: item.sku,
  name: item.name,
  quantity: leftOf(item),
  price: item.price,
  ...given,
});

function bundleRows(bundle: MagentoItem, parts: readonly MagentoItem[], isTogether: boolean): Row[] {
  const goods = parts.filter(isGoods);
  if (!isTogether) return goods.map((part) => ({ line: lineOf(part), itemId: part.item_id, units: 1 }));
  return goods.map((part) => {
    const units = unitsIn(bundle, part);
    const line = lineOf(part, { id: partId(bundle, part), quantity: leftOf(bundle) * units });
    return { line, itemId: bundle.item_id, units };
  });
}

/**
 * What is picked for an order, and which of its rows are reported to Magento when it is shipped. A variant is two rows: the
 * configurable product has the price and is shipped, the simple one has the SKU. A bundle is a row and one for each part.
 */
export function rowsOf(order: MagentoOrder, bundles: BundleTypes): Row[] {
  return order.items
    .filter(({ parent_item_id }) => !parent_item_id)
    .flatMap((item): Row[] => {
      const children = order.items.filter(({ parent_item_id }) => parent_item_id === item.item_id);
      if (isBundle(item)) return bundleRows(item, children, bundles.get(item.product_id) !== 'separately');
      const [child] = children;
      const picked = child ?? item;
      if (!isGoods(picked)) return [];
      const line = lineOf(item, { sku: picked.sku || item.sku, name: picked.name || item.name });
      return [{ line, itemId: item.item_id, units: 1 }];
    });
}

const nameOf = ({ firstname, lastname }: MagentoAddress): string => [firstname, lastname].filter(Boolean).join(' ');

const addressOf = (address: MagentoAddress, email: string): ExternalAddress => {
  const [street1 = '', ...more] = address.street;
  return {
    name: nameOf(address),
    company: address.company,
    street1,
    street2: more.filter(Boolean).join(', '),
    city: address.city,
    state: address.region,
    stateCode: address.region_code,
    postalCode: address.postcode,
    countryCode: address.country_id,
    phone: address.telephone,
    email: address.email || email,
  };
};

/** Refunded as a whole is cancelled as well: nothing of it is to be shipped. */
const CANCELLED = new Set(['canceled', 'closed']);
/** Magento ships nothing in these states, whatever the shop calls its status. */
const HELD = new Set(['holded', 'payment_review']);

function stateOf({ state, status }: MagentoOrder, statuses: readonly string[], left: number): ExternalState {
  if (CANCELLED.has(state)) return 'cancelled';
  if (left === 0 || state === 'complete') return 'shipped';
  if (HELD.has(state)) return 'waiting';
  return statuses.includes(status.toLowerCase()) ? 'open' : 'waiting';
}

const shippingOf = ({ extension_attributes }: MagentoOrder) =>
  extension_attributes?.shipping_assignments.find(({ shipping }) => shipping?.address)?.shipping;

/** An order of Magento; `statuses` are those that the connection takes. */
export function orderOf(order: MagentoOrder, statuses: readonly string[], bundles: BundleTypes): ExternalOrder {
  const { billing_address: billing, customer_email: email } = order;
  const shipping = shippingOf(order);
  const lines = rowsOf(order, bundles)
    .map(({ line }) => line)
    .filter(({ quantity }) => quantity > 0);
  const name = [order.customer_firstname, order.customer_lastname].filter(Boolean).join(' ');
  return {
    id: order.entity_id,
    number: order.increment_id,
    state: stateOf(order, statuses, lines.length),
    rawStatus: order.status,
    updatedAt: order.updated_at,
    placedAt: order.created_at ?? order.updated_at,
    customer: {
      name: name || (billing ? nameOf(billing) : ''),
      company: billing?.company ?? '',
      email,
      phone: billing?.telephone ?? '',
    },
    shipTo: shipping?.address ? addressOf(shipping.address, email) : null,
    billTo: billing ? addressOf(billing, email) : null,
    shippingMethod: order.shipping_description || shipping?.method || '',
    note: order.customer_note,
    currency: order.order_currency_code,
    lines,
  };
}

/** Our shipment, as a comment of Magento's shipment remembers it: there is no other place for it. */
const commentText = ({ key }: ReportedShipment): string => `Longshore: ${key}`;

/** The shipment that this one already is: by our comment, or by its tracking numbers. */
export function shipmentThere(
  shipment: ReportedShipment,
  shipments: readonly MagentoShipment[],
): MagentoShipment | undefined {
  const { trackingNumbers } = shipment;
  const hasComment = ({ comments }: MagentoShipment) =>
    comments.some(({ comment }) => comment === commentText(shipment));
  const hasNumbers = ({ tracks }: MagentoShipment) =>
    trackingNumbers.length > 0 &&
    trackingNumbers.every((number) => tracks.some(({ track_number }) => track_number === number));
  return shipments.find(hasComment) ?? shipments.find(hasNumbers);
}

/** Carriers that Magento knows by these codes; any other is named in words. */
const CARRIERS = ['ups', 'usps', 'fedex', 'dhl'];

export function carrierCode(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  return CARRIERS.find((code) => words.includes(code)) ?? 'custom';
}

export interface ShipPlan {
  /** Undefined: nothing of the shipment can be shipped. */
  body: unknown;
  rejected: readonly { lineId: string; reason: string }[];
}

/** Units of ours to units of Magento's row: of a bundle as many as all parts are enough for. */
function shippedUnits(rows: readonly Row[], sent: ReadonlyMap<string, number>, completesOrder: boolean): number {
  const left = Math.min(...rows.map(({ line, units }) => (units > 0 ? line.quantity / units : 0)));
  const whole = rows.map(({ line, units }) => (units > 0 ? (sent.get(line.id) ?? 0) / units : 0));
  // The parts of a bundle can be in several shipments of ours: the last one reports it.
  const isLast = completesOrder && rows.length > 1 && whole.some((each) => each > 0);
  const wanted = isLast ? left : Math.min(...whole);
  return rows.length > 1 ? Math.floor(Math.min(left, wanted)) : Math.min(left, wanted);
}

/** The body of `POST /order/{id}/ship`: no more of a row than the order has left. `place` is the source. */
export function shipPlan(
  shipment: ReportedShipment,
  order: MagentoOrder,
  bundles: BundleTypes,
  place: string,
): ShipPlan {
  const sent = new Map<string, number>();
  for (const { lineId, quantity } of shipment.lines) sent.set(lineId, (sent.get(lineId) ?? 0) + quantity);
  const byItem = new Map<string, Row[]>();
  for (const row of rowsOf(order, bundles)) byItem.set(row.itemId, [...(byItem.get(row.itemId) ?? []), row]);
  const items: { order_item_id: number; qty: number }[] = [];
  const taken = new Map<string, number>();
  for (const [itemId, rows] of byItem) {
    const qty = shippedUnits(rows, sent, shipment.completesOrder);
    if (qty > 0) items.push({ order_item_id: Number(itemId), qty });
    for (const { line, units } of rows) taken.set(line.id, qty * units);
  }
  const rejected = [...sent].flatMap(([lineId, quantity]) => {
    const missing = quantity - (taken.get(lineId) ?? 0);
    if (missing <= 0) return [];
    const reason = lineId.includes(PART) ? 'BundleShipsAsWhole' : `MoreThanIsLeft:${missing}`;
    return [{ lineId, reason }];
  });
  const title = shipment.carrier.trim() || 'Carrier';
  const body = {
    items,
    notify: true,
    appendComment: false,
    comment: { comment: commentText(shipment), is_visible_on_front: 0 },
    tracks: shipment.trackingNumbers.map((number) => ({
      track_number: number,
      title,
      carrier_code: carrierCode(title),
    })),
    ...(place ? { arguments: { extension_attributes: { source_code: place } } } : {}),
  };
  return { body: items.length > 0 ? body : undefined, rejected };
}

/** The source of shops that have no other. */
const DEFAULT_SOURCE = 'default';
/** Types whose stock is that of their parts. */
const COMPOSED = new Set(['configurable', 'bundle', 'grouped']);

/** What is set at the source, and the SKUs that have no stock in the shop: Magento would accept those silently. */
export function stockPlan(levels: readonly StockLevel[], products: readonly MagentoProduct[], place: string) {
  // Magento's search is blind to upper and lower case, its inventory is not.
  const types = new Map(products.map(({ sku, type_id }) => [sku, type_id]));
  const reasonOf = (sku: string): string | undefined => {
    const type = types.get(sku);
    if (type === undefined) return 'NoProductOfSku';
    return COMPOSED.has(type) ? `StockIsOfParts:${type}` : undefined;
  };
  return {
    sourceItems: levels
      .filter(({ sku }) => !reasonOf(sku))
      .map(({ sku, quantity }) => ({
        sku,
        source_code: place || DEFAULT_SOURCE,
        quantity,
        status: quantity > 0 ? 1 : 0,
      })),
    rejected: levels.flatMap(({ sku }) => {
      const reason = reasonOf(sku);
      return reason ? [{ sku, reason }] : [];
    }),
  };
}
