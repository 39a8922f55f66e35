import type { NewOrder, OrderChange, ShopFront, ShopOrder, ShopProduct } from '../kit/shop-front.ts';
import { centsOf, moneyText } from '../kit/values.ts';
import type { ItemStatus, ZaloraItem, ZaloraOrder, ZaloraProduct, ZaloraStore } from './store.ts';
import type { ZaloraWebhooks } from './webhooks.ts';

const CLOSED: readonly ItemStatus[] = ['ready_to_ship', 'shipped', 'delivered', 'failed', 'returned'];

/** What customers and the seller do in the marketplace. */
export class ZaloraShop implements ShopFront {
  readonly partner = 'zalora';

  constructor(
    private readonly store: ZaloraStore,
    private readonly webhooks: ZaloraWebhooks,
    private readonly now: () => Date,
  ) {}

  get slug(): string {
    return this.store.slug;
  }

  get title(): string {
    return this.store.title;
  }

  addProduct({ sku, name, price }: ShopProduct): ZaloraProduct {
    const product = { sku, name, cents: centsOf(price) };
    this.store.products.set(sku, product);
    return product;
  }

  products(): ShopProduct[] {
    return [...this.store.products.values()].map(({ sku, name, cents }) => ({ sku, name, price: moneyText(cents) }));
  }

  orders(): ShopOrder[] {
    return [...this.store.orders.values()].map((order) => presentShopOrder(this.store, order)).reverse();
  }

  place({ lines, address, shippingMethod, note = '', ageMs = 0 }: NewOrder): string {
    const at = new Date(this.now().getTime() - ageMs);
    const id = this.store.ids.next();
    const order: ZaloraOrder = {
      id,
      number: String(2_000_000 + id),
      address: { ...address },
      deliveryInfo: shippingMethod,
      remarks: note,
      createdAt: at,
      updatedAt: at,
      addressUpdatedAt: at,
      items: lines.flatMap(({ sku, quantity, name, price }) => {
        const product = this.store.products.get(sku);
        const cents = price === undefined ? (product?.cents ?? 0) : centsOf(price);
        return Array.from({ length: quantity }, () => this.unit(sku, name ?? product?.name ?? sku, cents, at));
      }),
    };
    this.store.orders.set(id, order);
    this.webhooks.orderCreated(this.store, order);
    return String(id);
  }

  /** A line is all units of an SKU. Fewer of them: the customer cancelled some. */
  edit(id: string, { quantities = {}, address }: OrderChange): boolean {
    const order = this.store.orders.get(Number(id));
    if (!order) return false;
    for (const [sku, quantity] of Object.entries(quantities)) {
      const units = order.items.filter((item) => item.sku === sku && item.status === 'pending');
      for (const { id: unit } of units.slice(quantity)) this.cancelUnit(unit);
    }
    if (address) {
      Object.assign(order.address, address);
      order.addressUpdatedAt = this.now();
      for (const item of order.items) item.updatedAt = this.now();
      order.updatedAt = this.now();
    }
    return true;
  }

  cancel(id: string): boolean {
    const order = this.store.orders.get(Number(id));
    if (!order) return false;
    for (const { id: unit, status } of order.items) if (!CLOSED.includes(status)) this.cancelUnit(unit);
    return true;
  }

  /** A customer cancels one unit: the others of the order stay. */
  cancelUnit(itemId: number, reason = 'Customer changed mind'): boolean {
    const found = this.store.items().find(({ item }) => item.id === itemId);
    if (!found || CLOSED.includes(found.item.status)) return false;
    this.setStatus(itemId, 'canceled');
    found.item.reason = reason;
    return true;
  }

  setStatus(itemId: number, status: ItemStatus): void {
    const found = this.store.items().find(({ item }) => item.id === itemId);
    if (!found) return;
    found.item.status = status;
    found.item.updatedAt = this.now();
    found.order.updatedAt = this.now();
    this.webhooks.itemsChanged(this.store, found.order, [found.item], status);
  }

  private unit(sku: string, name: string, cents: number, at: Date): ZaloraItem {
    const { shipmentType, crossdockingDeliveryType } = this.store.switches;
    return {
      id: this.store.ids.next(),
      status: 'pending',
      sku,
      name,
      cents,
      shipmentType,
      crossdockingDeliveryType,
      provider: '',
      trackingCode: '',
      packageId: 0,
      labelReadyAt: null,
      serialNumber: '',
      reason: '',
      createdAt: at,
      updatedAt: at,
    };
  }
}

function presentShopOrder(store: ZaloraStore, order: ZaloraOrder): ShopOrder {
  const left = order.items.filter(({ status }) => status !== 'canceled');
  const statuses = [...new Set(order.items.map(({ status }) => status))];
  const numbers = [...new Set(left.map(({ trackingCode }) => trackingCode).filter(Boolean))];
  const skus = [...new Set(left.map(({ sku }) => sku))];
  return {
    id: String(order.id),
    number: order.number,
    status: statuses.join(', '),
    isOpen: left.some(({ status }) => !CLOSED.includes(status)),
    placedAt: order.createdAt,
    address: order.address,
    shippingMethod: order.deliveryInfo,
    lines: skus.map((sku) => {
      const units = left.filter((item) => item.sku === sku);
      const shipped = units.filter(({ status }) => CLOSED.includes(status)).length;
      return { id: sku, sku, name: units[0]?.name ?? sku, quantity: units.length, shipped };
    }),
    tracking: numbers.map((number) => {
      const provider = left.find(({ trackingCode }) => trackingCode === number)?.provider ?? '';
      const url = store.providers.find(({ name }) => name === provider)?.url ?? '';
      return { company: provider, number, url: url.replace('{{{TRACKING_NR}}}', encodeURIComponent(number)) };
    }),
  };
}
