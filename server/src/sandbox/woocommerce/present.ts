import { moneyText } from '../kit/values.ts';
import { utcText, wallTime } from '../kit/zone.ts';
import type { WooFulfillment, WooLine, WooNote, WooOrder, WooProduct, WooStore, WooWebhook } from './store.ts';

const when = (store: WooStore, name: string, moment: Date | undefined) => ({
  [name]: moment ? wallTime(moment, store.zone) : null,
  [`${name}_gmt`]: moment ? utcText(moment) : null,
});

/** Prices of lines are numbers, all other money is text. */
const presentLine = (order: WooOrder) => (line: WooLine) => ({
  id: line.id,
  name: line.name,
  product_id: line.product_id,
  variation_id: line.variation_id,
  quantity: line.quantity,
  tax_class: '',
  subtotal: moneyText(line.cents * line.quantity),
  subtotal_tax: '0.00',
  total: moneyText(line.cents * line.quantity),
  total_tax: '0.00',
  taxes: [],
  meta_data: line.meta_data,
  sku: line.sku,
  price: line.cents / 100,
  image: { id: '', src: '' },
  parent_name: null,
  ...bundleFields(order, line),
});

function bundleFields(order: WooOrder, line: WooLine): object {
  const children = order.lines.filter(({ bundledBy }) => bundledBy === line.id).map(({ id }) => id);
  if (children.length === 0 && line.bundledBy === undefined) return {};
  return { bundled_by: line.bundledBy ?? '', bundled_item_title: '', bundled_items: children };
}

export function presentOrder(store: WooStore, order: WooOrder): Record<string, unknown> {
  const goods = order.lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  return {
    id: order.id,
    parent_id: 0,
    number: order.number,
    order_key: `wc_order_${order.id}`,
    created_via: 'checkout',
    version: '10.8.0',
    status: order.status,
    currency: order.currency,
    ...when(store, 'date_created', order.createdAt),
    ...when(store, 'date_modified', order.modifiedAt),
    discount_total: '0.00',
    discount_tax: '0.00',
    shipping_total: moneyText(order.shippingCents),
    shipping_tax: '0.00',
    cart_tax: '0.00',
    total: moneyText(goods + order.shippingCents),
    total_tax: '0.00',
    prices_include_tax: false,
    customer_id: 0,
    customer_note: order.customerNote,
    billing: order.billing,
    shipping: order.shipping,
    payment_method: 'bacs',
    payment_method_title: 'Bank transfer',
    transaction_id: '',
    ...when(store, 'date_paid', order.createdAt),
    ...when(store, 'date_completed', order.completedAt),
    cart_hash: '',
    meta_data: order.meta,
    line_items: order.lines.map(presentLine(order)),
    tax_lines: [],
    shipping_lines: order.shippingMethod
      ? [
          {
            id: order.id + 100_000,
            method_title: order.shippingMethod,
            method_id: 'flat_rate',
            instance_id: '1',
            total: moneyText(order.shippingCents),
            total_tax: '0.00',
            taxes: [],
            meta_data: [],
          },
        ]
      : [],
    fee_lines: [],
    coupon_lines: [],
    refunds: order.refunds.map(({ id, reason, cents }) => ({ id, reason, total: moneyText(-cents) })),
    payment_url: '',
    is_editable: order.status === 'pending' || order.status === 'on-hold',
    needs_payment: order.status === 'pending',
    needs_processing: order.status === 'processing',
  };
}

export const presentNote = (store: WooStore) => (note: WooNote) => ({
  id: note.id,
  author: note.author,
  ...when(store, 'date_created', note.at),
  note: note.note,
  customer_note: note.customer_note,
});

export const presentFulfillment = (order: WooOrder) => (fulfillment: WooFulfillment) => ({
  id: fulfillment.id,
  entity_type: 'WC_Order',
  entity_id: String(order.id),
  status: fulfillment.status,
  is_fulfilled: fulfillment.isFulfilled,
  date_updated: `${utcText(fulfillment.updatedAt)}Z`,
  date_deleted: fulfillment.deletedAt ? `${utcText(fulfillment.deletedAt)}Z` : null,
  meta_data: fulfillment.meta,
});

export const presentProduct = (store: WooStore) => (product: WooProduct) => ({
  id: product.id,
  name: product.name,
  slug: product.sku.toLowerCase(),
  ...when(store, 'date_created', product.createdAt),
  ...when(store, 'date_modified', product.modifiedAt),
  type: product.type,
  status: 'publish',
  sku: product.sku,
  price: moneyText(product.cents),
  regular_price: moneyText(product.cents),
  sale_price: '',
  manage_stock: product.manage_stock,
  stock_quantity: product.stock_quantity,
  stock_status: product.manage_stock && (product.stock_quantity ?? 0) <= 0 ? 'outofstock' : 'instock',
  backorders: 'no',
  weight: '',
  dimensions: { length: '', width: '', height: '' },
  parent_id: product.parent_id,
  variations: [...store.products.values()].filter(({ parent_id }) => parent_id === product.id).map(({ id }) => id),
  meta_data: [],
});

/** The secret is never shown again. */
export const presentWebhook = (store: WooStore) => (hook: WooWebhook) => {
  const [resource = '', event = ''] = hook.topic.split('.');
  return {
    id: hook.id,
    name: hook.name,
    status: hook.status,
    topic: hook.topic,
    resource,
    event,
    hooks: [],
    delivery_url: hook.delivery_url,
    ...when(store, 'date_created', hook.createdAt),
    ...when(store, 'date_modified', hook.modifiedAt),
  };
};
