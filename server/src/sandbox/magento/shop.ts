import type {
  NewLine,
  NewOrder,
  OrderChange,
  ShopAddress,
  ShopFront,
  ShopOrder,
  ShopProduct,
} from '../kit/shop-front.ts';
import { centsOf, moneyText } from '../kit/values.ts';
import { closeIfDone } from './shipping.ts';
import {
  DEFAULT_SOURCE,
  isShippedRow,
  type MagentoAddress,
  type MagentoItem,
  type MagentoOrder,
  type MagentoProduct,
  type MagentoStore,
} from './store.ts';

const ON_HAND = 1_000;

/** What happens in a Magento shop when people buy, and when the merchant changes an order. */
export class MagentoShop implements ShopFront {
  readonly partner = 'magento';
  private readonly store: MagentoStore;
  private readonly now: () => Date;

  constructor(store: MagentoStore, now: () => Date) {
    this.store = store;
    this.now = now;
  }

  get slug(): string {
    return this.store.slug;
  }

  get title(): string {
    return this.store.title;
  }

  /** `source`: where there is stock of it; the shop's own when left out. */
  addProduct(
    { sku, name, price }: ShopProduct,
    more: Partial<MagentoProduct> = {},
    source = DEFAULT_SOURCE,
  ): MagentoProduct {
    const product: MagentoProduct = {
      id: this.store.ids.next(),
      sku,
      name,
      cents: centsOf(price),
      type_id: 'simple',
      ...more,
    };
    this.store.products.set(product.id, product);
    if (product.type_id === 'simple') this.store.stock.get(source)?.set(sku, { quantity: ON_HAND, status: 1 });
    return product;
  }

  products(): ShopProduct[] {
    return [...this.store.products.values()]
      .filter(({ type_id }) => type_id !== 'configurable')
      .map(({ sku, name, cents }) => ({ sku, name, price: moneyText(cents) }));
  }

  orders(): ShopOrder[] {
    return [...this.store.orders.values()].map((order) => this.presentShopOrder(order)).reverse();
  }

  place(order: NewOrder): string {
    const placed = this.makeOrder(order);
    this.store.orders.set(placed.entity_id, placed);
    return String(placed.entity_id);
  }

  /** Fewer units are refunded, as a credit memo does; the order keeps what was ordered. */
  edit(id: string, { quantities = {}, address }: OrderChange): boolean {
    const order = this.store.orders.get(Number(id));
    if (!order) return false;
    for (const item of order.items) {
      const wanted = quantities[String(item.item_id)];
      if (wanted === undefined) continue;
      const family = order.items.filter(({ parent_item_id }) => parent_item_id === item.item_id);
      for (const each of [item, ...family]) changeUnits(each, (wanted * each.qty_ordered) / item.qty_ordered);
    }
    if (address && order.shipping) order.shipping = magentoAddress({ ...shopAddress(order.shipping), ...address });
    closeIfDone(order);
    this.touch(order);
    return true;
  }

  cancel(id: string): boolean {
    return this.setStatus(id, 'canceled');
  }

  /** The state is the one that shops have by this status; a status of their own belongs to one of those states. */
  setStatus(id: string, status: string, state = status): boolean {
    const order = this.store.orders.get(Number(id));
    if (!order) return false;
    order.status = status;
    order.state = state;
    if (state === 'canceled')
      for (const item of order.items) item.qty_canceled = item.qty_ordered - item.qty_shipped - item.qty_refunded;
    this.touch(order);
    return true;
  }

  /** The order counts as changed now. */
  touch(order: MagentoOrder): void {
    order.updatedAt = this.now();
  }

  private makeOrder({ lines, address, shippingMethod, note = '', ageMs = 0 }: NewOrder): MagentoOrder {
    const at = new Date(this.now().getTime() - ageMs);
    const id = this.store.orderIds.next();
    const items = lines.flatMap((line) => this.makeItems(line));
    const isVirtual = items.every(({ is_virtual }) => is_virtual);
    return {
      entity_id: id,
      increment_id: String(id).padStart(9, '0'),
      state: 'processing',
      status: 'processing',
      store_id: 1,
      currency: this.store.currency,
      createdAt: at,
      updatedAt: at,
      note,
      billing: magentoAddress(address),
      shipping: isVirtual ? undefined : magentoAddress(address),
      shippingDescription: isVirtual ? '' : shippingMethod,
      items,
    };
  }

  /** A variant and a bundle are a row with the price, and a row for each product in it. */
  private makeItems(line: NewLine): MagentoItem[] {
    const product = this.store.productBySku(line.sku);
    const parent = product?.variantOf === undefined ? undefined : this.store.products.get(product.variantOf);
    if (product && parent) {
      const row: MagentoItem = { ...this.makeItem(line, parent), sku: product.sku, cents: product.cents };
      return [row, { ...this.makeItem(line, product), cents: 0, parent_item_id: row.item_id }];
    }
    const row = this.makeItem(line, product);
    const parts = (product?.contains ?? []).map(({ sku, quantity }) => ({
      ...this.makeItem({ sku, quantity: quantity * line.quantity }, this.store.productBySku(sku)),
      cents: 0,
      parent_item_id: row.item_id,
    }));
    return [row, ...parts];
  }

  private makeItem({ sku, quantity, name, price }: NewLine, product: MagentoProduct | undefined): MagentoItem {
    const type = product?.type_id ?? 'simple';
    return {
      item_id: this.store.ids.next(),
      product_id: product?.id ?? 0,
      product_type: type,
      sku,
      name: name ?? product?.name ?? sku,
      cents: price === undefined ? (product?.cents ?? 0) : centsOf(price),
      is_virtual: type === 'virtual' || type === 'downloadable',
      ...(product?.shipment_type && { shipment_type: product.shipment_type }),
      qty_ordered: quantity,
      qty_shipped: 0,
      qty_refunded: 0,
      qty_canceled: 0,
    };
  }

  private presentShopOrder(order: MagentoOrder): ShopOrder {
    const shipments = [...this.store.shipments.values()].filter(({ order_id }) => order_id === order.entity_id);
    return {
      id: String(order.entity_id),
      number: order.increment_id,
      status: order.status,
      isOpen: !['complete', 'closed', 'canceled'].includes(order.state),
      placedAt: order.createdAt,
      address: shopAddress(order.shipping ?? order.billing),
      shippingMethod: order.shippingDescription,
      lines: order.items
        .filter((item) => isShippedRow(order, item) || item.is_virtual)
        .map((item) => ({
          id: String(item.item_id),
          sku: item.sku,
          name: item.name,
          quantity: item.qty_ordered - item.qty_refunded - item.qty_canceled,
          shipped: item.qty_shipped,
        })),
      tracking: shipments.flatMap(({ tracks }) =>
        tracks.map(({ title, track_number }) => ({ company: title, number: track_number, url: '' })),
      ),
    };
  }
}

function changeUnits(item: MagentoItem, wanted: number): void {
  const open = item.qty_ordered - item.qty_refunded - item.qty_canceled;
  if (wanted < open) item.qty_refunded += open - wanted;
  else item.qty_ordered += wanted - open;
}

const magentoAddress = (address: ShopAddress): MagentoAddress => ({
  firstname: address.firstName,
  lastname: address.lastName,
  company: address.company,
  street: [address.street, address.street2].filter(Boolean),
  city: address.city,
  region: address.state,
  region_code: address.state,
  postcode: address.zip,
  country_id: address.country,
  telephone: address.phone,
  email: address.email,
});

const shopAddress = (address: MagentoAddress): ShopAddress => ({
  firstName: address.firstname,
  lastName: address.lastname,
  company: address.company,
  street: address.street[0] ?? '',
  street2: address.street[1] ?? '',
  city: address.city,
  state: address.region,
  zip: address.postcode,
  country: address.country_id,
  email: address.email,
  phone: address.telephone,
});
