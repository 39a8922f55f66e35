import { randomBytes } from 'node:crypto';
import type {
  NewLine,
  NewOrder,
  OrderChange,
  ShopAddress,
  ShopFront,
  ShopOrder,
  ShopProduct,
} from '../kit/shop-front.ts';
import { centsOf } from '../kit/values.ts';
import {
  type OrderStatus,
  pacificText,
  type SsAccount,
  type SsAddress,
  type SsItem,
  type SsOrder,
  type SsShipment,
} from './account.ts';
import { touch } from './orders.ts';
import { voidShipment } from './shipping.ts';
import type { SsWebhooks } from './webhooks.ts';

/** What people do in an account: orders arrive in its store, labels are bought, orders are merged and split. */
export class SsShop implements ShopFront {
  readonly partner = 'shipstation';
  private readonly account: SsAccount;
  private readonly webhooks: SsWebhooks;
  private readonly now: () => Date;
  private readonly catalogue: ShopProduct[] = [];

  constructor(account: SsAccount, webhooks: SsWebhooks, now: () => Date) {
    this.account = account;
    this.webhooks = webhooks;
    this.now = now;
  }

  get slug(): string {
    return this.account.slug;
  }

  get title(): string {
    return this.account.title;
  }

  addProduct(product: ShopProduct): void {
    this.catalogue.push(product);
  }

  products(): ShopProduct[] {
    return [...this.catalogue];
  }

  orders(): ShopOrder[] {
    return this.account
      .activeOrders()
      .map((order) => this.shown(order))
      .reverse();
  }

  place(order: NewOrder, storeId = this.account.mainStore.storeId): string {
    const made = this.makeOrder(order, storeId);
    this.account.orders.set(made.orderId, made);
    this.webhooks.tell(this.account, made, 'ORDER_NOTIFY');
    return String(made.orderId);
  }

  edit(id: string, { quantities = {}, address }: OrderChange): boolean {
    const order = this.account.orders.get(Number(id));
    if (!order) return false;
    for (const item of order.items) item.quantity = quantities[String(item.orderItemId)] ?? item.quantity;
    order.items = order.items.filter(({ quantity }) => quantity > 0);
    if (address) order.shipTo = ssAddress({ ...shopAddress(order), ...address });
    touch(order, this.now());
    return true;
  }

  cancel(id: string): boolean {
    return this.setStatus(id, 'cancelled');
  }

  setStatus(id: string, status: OrderStatus): boolean {
    const order = this.account.orders.get(Number(id));
    if (!order) return false;
    order.orderStatus = status;
    touch(order, this.now());
    return true;
  }

  /** The second becomes a part of the first, and is not listed any more. */
  merge(intoId: string, id: string): void {
    const into = this.need(intoId);
    const other = this.need(id);
    into.items.push(...other.items);
    into.mergedIds.push(other.orderId);
    other.isActive = false;
    touch(into, this.now());
  }

  /** The line becomes an order of its own with the same number. */
  split(id: string, itemId: string): string {
    const order = this.need(id);
    const orderId = this.account.ids.next();
    const part: SsOrder = {
      ...order,
      orderId,
      orderKey: `${order.orderKey}-split-${orderId}`,
      items: order.items.filter(({ orderItemId }) => String(orderItemId) === itemId),
      parentId: order.orderId,
    };
    order.items = order.items.filter((item) => !part.items.includes(item));
    this.account.orders.set(orderId, part);
    touch(order, this.now());
    touch(part, this.now());
    return String(orderId);
  }

  /** Buys a label, which ships the order: of the carrier that the order names, or UPS. */
  buyLabel(id: string, trackingNumber: string, cost: Partial<Pick<SsShipment, 'shipmentCost' | 'insuranceCost'>> = {}) {
    const order = this.need(id);
    const now = pacificText(this.now());
    const shipmentId = this.account.ids.next();
    this.account.shipments.push({
      shipmentId,
      orderId: order.orderId,
      trackingNumber,
      carrierCode: order.carrierCode ?? 'ups',
      serviceCode: order.serviceCode ?? 'ups_ground',
      shipmentCost: 8.4,
      insuranceCost: 0,
      ...cost,
      shipDate: now,
      createDate: now,
      voidDate: null,
    });
    order.orderStatus = 'shipped';
    order.shipDate = now;
    touch(order, this.now());
    this.webhooks.tell(this.account, order, 'SHIP_NOTIFY');
    return shipmentId;
  }

  readonly labels = {
    buy: (id: string, { trackingNumber, cents }: { trackingNumber: string; cents: number }): void => {
      const isOpen = this.account.orders.get(Number(id))?.orderStatus === 'awaiting_shipment';
      if (isOpen) this.buyLabel(id, trackingNumber, { shipmentCost: cents / 100 });
    },
    voidAll: (id: string): void => {
      for (const label of this.account.shipments.filter((each) => String(each.orderId) === id && !each.voidDate))
        voidShipment(this.account, label, this.now());
    },
  };

  need(id: string): SsOrder {
    const order = this.account.orders.get(Number(id));
    if (!order) throw new Error(`There is no order ${id}.`);
    return order;
  }

  private makeOrder({ lines, address, shippingMethod, note, ageMs = 0 }: NewOrder, storeId: number): SsOrder {
    const placedAt = new Date(this.now().getTime() - ageMs);
    const at = pacificText(placedAt);
    const orderId = this.account.ids.next();
    return {
      orderId,
      orderNumber: `SS-${orderId}`,
      orderKey: `key-${orderId}`,
      orderStatus: 'awaiting_shipment',
      orderDate: at,
      createDate: at,
      modifyDate: at,
      placedAt,
      customerEmail: address.email || null,
      billTo: { ...ssAddress(address), street1: null, street2: null, city: null, state: null, postalCode: null },
      shipTo: ssAddress(address),
      items: lines.map((line) => this.makeItem(line)),
      customerNotes: note ?? null,
      giftMessage: null,
      requestedShippingService: shippingMethod || null,
      carrierCode: null,
      serviceCode: null,
      packageCode: null,
      shipDate: null,
      shipByDate: null,
      weight: null,
      warehouseId: null,
      billedTo: { billToParty: null, billToAccount: null, billToPostalCode: null, billToCountryCode: null },
      storeId,
      customFields: [],
      importBatch: randomBytes(8).toString('hex'),
      isActive: true,
      mergedIds: [],
      parentId: null,
    };
  }

  private makeItem({ sku, quantity, name, price }: NewLine): SsItem {
    const product = this.catalogue.find((each) => each.sku === sku);
    const orderItemId = this.account.ids.next();
    return {
      orderItemId,
      lineItemKey: `line-${orderItemId}`,
      sku: sku || null,
      name: name ?? product?.name ?? sku,
      quantity,
      unitPrice: centsOf(price ?? product?.price ?? '0') / 100,
      adjustment: false,
    };
  }

  private shown(order: SsOrder): ShopOrder {
    const { shipments, fulfillments } = this.account;
    const tracking = [...shipments, ...fulfillments].filter(
      ({ orderId, voidDate }) => orderId === order.orderId && voidDate === null,
    );
    return {
      id: String(order.orderId),
      number: order.orderNumber,
      status: order.orderStatus,
      isOpen: order.orderStatus !== 'shipped' && order.orderStatus !== 'cancelled',
      placedAt: order.placedAt,
      address: shopAddress(order),
      shippingMethod: order.requestedShippingService ?? '',
      lines: order.items.map(({ orderItemId, sku, name, quantity }) => ({
        id: String(orderItemId),
        sku: sku ?? '',
        name,
        quantity,
        shipped: order.orderStatus === 'shipped' ? quantity : 0,
      })),
      hasLabels: shipments.some(({ orderId, voidDate }) => orderId === order.orderId && voidDate === null),
      tracking: tracking.map(({ carrierCode, trackingNumber }) => ({
        company: carrierCode,
        number: trackingNumber,
        url: '',
      })),
    };
  }
}

const ssAddress = (address: ShopAddress): SsAddress => ({
  name: [address.firstName, address.lastName].filter(Boolean).join(' '),
  company: address.company || null,
  street1: address.street || null,
  street2: address.street2 || null,
  street3: null,
  city: address.city || null,
  state: address.state || null,
  postalCode: address.zip || null,
  country: address.country || null,
  phone: address.phone || null,
  residential: null,
});

function shopAddress({ shipTo, customerEmail }: SsOrder): ShopAddress {
  const [firstName = '', ...rest] = (shipTo.name ?? '').split(' ');
  return {
    firstName,
    lastName: rest.join(' '),
    company: shipTo.company ?? '',
    street: shipTo.street1 ?? '',
    street2: shipTo.street2 ?? '',
    city: shipTo.city ?? '',
    state: shipTo.state ?? '',
    zip: shipTo.postalCode ?? '',
    country: shipTo.country ?? '',
    email: customerEmail ?? '',
    phone: shipTo.phone ?? '',
  };
}
