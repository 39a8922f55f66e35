import type {
  NewLine,
  NewOrder,
  OrderChange,
  ShopAddress,
  ShopFront,
  ShopOrder,
  ShopProduct,
} from '../kit/shop-front.ts';
import { centsOf, isObject, moneyText } from '../kit/values.ts';
import { setStatus } from './orders.ts';
import type { WooAddress, WooLine, WooOrder, WooProduct, WooStore } from './store.ts';
import type { WooWebhooks } from './webhooks.ts';

const SHIPPING_CENTS = 590;

/** What happens in a WooCommerce shop when people buy, and when the merchant changes an order. */
export class WooShop implements ShopFront {
  readonly partner = 'woocommerce';
  private readonly store: WooStore;
  private readonly webhooks: WooWebhooks;
  private readonly now: () => Date;

  constructor(store: WooStore, webhooks: WooWebhooks, now: () => Date) {
    this.store = store;
    this.webhooks = webhooks;
    this.now = now;
  }

  get slug(): string {
    return this.store.slug;
  }

  get title(): string {
    return this.store.title;
  }

  addProduct({ sku, name, price }: ShopProduct, more: Partial<WooProduct> = {}): WooProduct {
    const at = this.now();
    const product: WooProduct = {
      id: this.store.postIds.next(),
      parent_id: 0,
      type: 'simple',
      name,
      sku,
      cents: centsOf(price),
      manage_stock: true,
      stock_quantity: 0,
      createdAt: at,
      modifiedAt: at,
      ...more,
    };
    this.store.products.set(product.id, product);
    return product;
  }

  products(): ShopProduct[] {
    return [...this.store.products.values()]
      .filter(({ type }) => type !== 'variable')
      .map(({ sku, name, cents }) => ({ sku, name, price: moneyText(cents) }));
  }

  orders(): ShopOrder[] {
    return [...this.store.orders.values()].map(presentShopOrder).reverse();
  }

  place(order: NewOrder): string {
    const placed = this.makeOrder(order);
    this.store.orders.set(placed.id, placed);
    this.webhooks.orderChanged(this.store, placed, 'created');
    return String(placed.id);
  }

  edit(id: string, { quantities = {}, address }: OrderChange): boolean {
    const order = this.store.orders.get(Number(id));
    if (!order) return false;
    for (const line of order.lines) line.quantity = quantities[String(line.id)] ?? line.quantity;
    order.lines = order.lines.filter(({ quantity }) => quantity > 0);
    if (address) Object.assign(order.shipping, wooAddress({ ...shopAddress(order), ...address }));
    this.touch(order);
    return true;
  }

  cancel(id: string): boolean {
    return this.setStatus(id, 'cancelled');
  }

  setStatus(id: string, status: string): boolean {
    const order = this.store.orders.get(Number(id));
    if (!order) return false;
    setStatus(order, status, this.now());
    this.touch(order);
    return true;
  }

  /** The order counts as changed now. */
  touch(order: WooOrder): void {
    order.modifiedAt = this.now();
    this.webhooks.orderChanged(this.store, order, 'updated');
  }

  private makeOrder({ lines, address, shippingMethod, note = '', ageMs = 0 }: NewOrder): WooOrder {
    const at = new Date(this.now().getTime() - ageMs);
    const id = this.store.postIds.next();
    return {
      id,
      number: String(id),
      status: 'processing',
      currency: this.store.currency,
      createdAt: at,
      modifiedAt: at,
      customerNote: note,
      billing: { ...wooAddress(address), email: address.email, phone: address.phone },
      shipping: { ...wooAddress(address), phone: address.phone },
      shippingMethod,
      shippingCents: shippingMethod ? SHIPPING_CENTS : 0,
      lines: lines.flatMap((line) => this.makeLines(line)),
      refunds: [],
      meta: [],
      notes: [],
      fulfillments: [],
      trackings: [],
    };
  }

  /** A bundle is a line with the price, followed by lines without one for what is in it. */
  private makeLines(line: NewLine): WooLine[] {
    const product = [...this.store.products.values()].find(({ sku }) => sku === line.sku && sku !== '');
    const made = this.makeLine(line, product);
    if (!product?.contains) return [made];
    const children = product.contains.map((part) => ({
      ...this.makeLine({ sku: part.sku, quantity: part.quantity * line.quantity }, this.bySku(part.sku)),
      cents: 0,
      bundledBy: made.id,
    }));
    return [made, ...children];
  }

  private bySku(wanted: string): WooProduct | undefined {
    return [...this.store.products.values()].find(({ sku }) => sku === wanted);
  }

  private makeLine({ sku, quantity, name, price }: NewLine, product: WooProduct | undefined): WooLine {
    return {
      id: this.store.ids.next(),
      name: name ?? product?.name ?? sku,
      product_id: (product?.parent_id || product?.id) ?? 0,
      variation_id: product?.type === 'variation' ? product.id : 0,
      sku,
      quantity,
      cents: price === undefined ? (product?.cents ?? 0) : centsOf(price),
      meta_data: [],
    };
  }
}

const wooAddress = (address: ShopAddress): WooAddress => ({
  first_name: address.firstName,
  last_name: address.lastName,
  company: address.company,
  address_1: address.street,
  address_2: address.street2,
  city: address.city,
  state: address.state,
  postcode: address.zip,
  country: address.country,
});

const shopAddress = ({ shipping, billing }: WooOrder): ShopAddress => ({
  firstName: shipping.first_name,
  lastName: shipping.last_name,
  company: shipping.company,
  street: shipping.address_1,
  street2: shipping.address_2,
  city: shipping.city,
  state: shipping.state,
  zip: shipping.postcode,
  country: shipping.country,
  email: billing.email,
  phone: billing.phone,
});

const presentShopOrder = (order: WooOrder): ShopOrder => ({
  id: String(order.id),
  number: order.number,
  status: order.status,
  isOpen: !['completed', 'cancelled', 'refunded', 'failed', 'trash'].includes(order.status),
  placedAt: order.createdAt,
  address: shopAddress(order),
  shippingMethod: order.shippingMethod,
  lines: order.lines.map(({ id, sku, name, quantity }) => ({
    id: String(id),
    sku,
    name,
    quantity,
    shipped: order.status === 'completed' ? quantity : shippedOf(order, id),
  })),
  tracking: [...order.trackings.map(pluginTracking), ...order.fulfillments.flatMap(coreTracking)],
});

const pluginTracking = (tracking: WooOrder['trackings'][number]) => ({
  company: tracking.tracking_provider,
  number: tracking.tracking_number,
  url: tracking.tracking_link,
});

function coreTracking({ meta, deletedAt }: WooOrder['fulfillments'][number]) {
  const value = (name: string) => String(meta.find(({ key }) => key === name)?.value ?? '');
  if (deletedAt || !value('_tracking_number')) return [];
  return [{ company: value('_shipping_provider'), number: value('_tracking_number'), url: value('_tracking_url') }];
}

function shippedOf(order: WooOrder, lineId: number): number {
  return order.fulfillments
    .filter(({ isFulfilled, deletedAt }) => isFulfilled && !deletedAt)
    .flatMap(({ meta }) => (meta.find(({ key }) => key === '_items')?.value ?? []) as unknown[])
    .filter((item) => isObject(item) && item.item_id === lineId)
    .reduce<number>((sum, item) => sum + Number((item as { qty: number }).qty), 0);
}
