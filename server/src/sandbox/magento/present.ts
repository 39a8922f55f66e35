import type { Columns } from './search-criteria.ts';
import type {
  MagentoAddress,
  MagentoItem,
  MagentoOrder,
  MagentoProduct,
  MagentoShipment,
  MagentoSource,
  MagentoStore,
} from './store.ts';

/** `2026-11-14 10:00:00`, in UTC. */
export const timeText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

const SHIPPING_CENTS = 500;

const presentAddress = (address: MagentoAddress, type: 'billing' | 'shipping', order: MagentoOrder) => ({
  address_type: type,
  parent_id: order.entity_id,
  firstname: address.firstname,
  lastname: address.lastname,
  ...(address.company && { company: address.company }),
  street: address.street,
  city: address.city,
  ...(address.region && { region: address.region, region_code: address.region_code }),
  postcode: address.postcode,
  country_id: address.country_id,
  telephone: address.telephone,
  email: address.email,
});

const presentItem = (item: MagentoItem, order: MagentoOrder) => ({
  item_id: item.item_id,
  order_id: order.entity_id,
  ...(item.parent_item_id === undefined ? {} : { parent_item_id: item.parent_item_id }),
  store_id: order.store_id,
  product_id: item.product_id,
  product_type: item.product_type,
  sku: item.sku,
  name: item.name,
  price: item.cents / 100,
  base_price: item.cents / 100,
  row_total: (item.cents * item.qty_ordered) / 100,
  is_virtual: Number(item.is_virtual),
  is_qty_decimal: 0,
  qty_ordered: item.qty_ordered,
  qty_invoiced: item.qty_ordered - item.qty_canceled,
  qty_shipped: item.qty_shipped,
  qty_refunded: item.qty_refunded,
  qty_canceled: item.qty_canceled,
  created_at: timeText(order.createdAt),
  updated_at: timeText(order.updatedAt),
});

function assignments(order: MagentoOrder, items: unknown[]): unknown[] {
  if (!order.shipping) return [];
  const address = presentAddress(order.shipping, 'shipping', order);
  return [{ shipping: { address, method: 'flatrate_flatrate' }, items }];
}

export function presentOrder(order: MagentoOrder): object {
  const items = order.items.map((item) => presentItem(item, order));
  const shipping = order.shipping ? SHIPPING_CENTS : 0;
  const cents = order.items.reduce((sum, item) => sum + item.cents * item.qty_ordered, shipping);
  return {
    entity_id: order.entity_id,
    increment_id: order.increment_id,
    state: order.state,
    status: order.status,
    store_id: order.store_id,
    is_virtual: Number(!order.shipping),
    base_currency_code: order.currency,
    order_currency_code: order.currency,
    base_grand_total: cents / 100,
    grand_total: cents / 100,
    shipping_amount: shipping / 100,
    ...(order.shippingDescription && { shipping_description: order.shippingDescription }),
    customer_email: order.billing.email,
    customer_firstname: order.billing.firstname,
    customer_lastname: order.billing.lastname,
    customer_is_guest: 1,
    ...(order.note && { customer_note: order.note }),
    total_item_count: items.length,
    total_qty_ordered: order.items.reduce((sum, { qty_ordered }) => sum + qty_ordered, 0),
    created_at: timeText(order.createdAt),
    updated_at: timeText(order.updatedAt),
    items,
    billing_address: presentAddress(order.billing, 'billing', order),
    status_histories: [],
    extension_attributes: { shipping_assignments: assignments(order, items) },
  };
}

export const orderColumns = (order: MagentoOrder): Columns => ({
  entity_id: order.entity_id,
  increment_id: order.increment_id,
  state: order.state,
  status: order.status,
  store_id: order.store_id,
  created_at: timeText(order.createdAt),
  updated_at: timeText(order.updatedAt),
  customer_email: order.billing.email,
});

export const presentShipment = (shipment: MagentoShipment): object => ({
  entity_id: shipment.entity_id,
  increment_id: shipment.increment_id,
  order_id: shipment.order_id,
  created_at: timeText(shipment.createdAt),
  updated_at: timeText(shipment.createdAt),
  total_qty: shipment.items.reduce((sum, { qty }) => sum + qty, 0),
  packages: [],
  items: shipment.items.map((item) => ({ ...item, parent_id: shipment.entity_id })),
  tracks: shipment.tracks.map(({ createdAt, ...track }) => ({
    ...track,
    order_id: shipment.order_id,
    parent_id: shipment.entity_id,
    weight: 0,
    qty: 0,
    description: '',
    created_at: timeText(createdAt),
  })),
  comments: shipment.comments.map((comment) => ({
    ...comment,
    parent_id: shipment.entity_id,
    is_customer_notified: 0,
    created_at: timeText(shipment.createdAt),
  })),
  extension_attributes: { source_code: shipment.source_code },
});

export const shipmentColumns = ({ entity_id, increment_id, order_id, createdAt }: MagentoShipment): Columns => ({
  entity_id,
  increment_id,
  order_id,
  created_at: timeText(createdAt),
});

/** The number of a bundle's `shipment_type`. */
const SHIPMENT_TYPES = { together: '0', separately: '1' };

export const presentProduct = (product: MagentoProduct): object => ({
  id: product.id,
  sku: product.sku,
  name: product.name,
  price: product.cents / 100,
  status: 1,
  type_id: product.type_id,
  custom_attributes: product.shipment_type
    ? [{ attribute_code: 'shipment_type', value: SHIPMENT_TYPES[product.shipment_type] }]
    : [],
});

export const productColumns = ({ id, sku, name, type_id }: MagentoProduct): Columns => ({
  entity_id: id,
  sku,
  name,
  type_id,
});

export const presentSource = ({ source_code, name, enabled }: MagentoSource): object => ({
  source_code,
  name,
  enabled,
  country_id: 'US',
  postcode: '02110',
});

export const sourceColumns = ({ source_code, name }: MagentoSource): Columns => ({ source_code, name });

export function presentConfig(store: MagentoStore, view: { id: number; code: string }, url: string): object {
  const addresses = ['', 'link_', 'static_', 'media_'].flatMap((part) =>
    ['', 'secure_'].map((secure) => [`${secure}base_${part}url`, `${url}/`]),
  );
  return {
    id: view.id,
    code: view.code,
    website_id: 1,
    locale: 'en_US',
    base_currency_code: store.currency,
    default_display_currency_code: store.currency,
    timezone: 'America/New_York',
    weight_unit: 'lbs',
    ...Object.fromEntries(addresses),
  };
}
