import type { NewLine, NewOrder, OrderChange, ShopFront, ShopOrder, ShopProduct } from '../kit/shop-front.ts';
import { centsOf, moneyText } from '../kit/values.ts';
import type { ShopifyNotifier } from './notify.ts';
import { fulfillmentStatusOf, shippedOf } from './order-state.ts';
import type {
  ShopifyFulfillmentOrder,
  ShopifyLine,
  ShopifyLocation,
  ShopifyOrder,
  ShopifyService,
  ShopifyShop,
  ShopifyVariant,
} from './shop.ts';

const SHIPPING_CENTS = 590;

/** What customers and the merchant do in a Shopify shop. */
export class ShopifyMerchant implements ShopFront {
  readonly partner = 'shopify';
  readonly shop: ShopifyShop;
  readonly notifier: ShopifyNotifier;
  private readonly now: () => Date;

  constructor(shop: ShopifyShop, notifier: ShopifyNotifier, now: () => Date) {
    this.shop = shop;
    this.notifier = notifier;
    this.now = now;
  }

  get slug(): string {
    return this.shop.host;
  }

  get title(): string {
    return this.shop.title;
  }

  /** Stocked at every location with nothing available. */
  addProduct({ sku, name, price }: ShopProduct): ShopifyVariant {
    const { ids } = this.shop;
    const at = this.now();
    const variant = {
      id: ids.next(),
      productId: ids.next(),
      inventoryItemId: ids.next(),
      sku,
      title: name,
      cents: centsOf(price),
      createdAt: at,
    };
    this.shop.addVariant(variant);
    for (const { id } of this.shop.locations.values()) this.shop.stock(variant.inventoryItemId, id, at);
    return variant;
  }

  products(): ShopProduct[] {
    return [...this.shop.variants.values()].map(({ sku, title, cents }) => ({
      sku,
      name: title,
      price: moneyText(cents),
    }));
  }

  orders(): ShopOrder[] {
    return [...this.shop.orders.values()].map((order) => this.present(order)).reverse();
  }

  place({ lines, address, shippingMethod, note = '', ageMs = 0 }: NewOrder): string {
    const { shop } = this;
    const at = new Date(this.now().getTime() - ageMs);
    const number = shop.orderNumbers.next();
    const order: ShopifyOrder = {
      id: shop.ids.next(),
      number,
      name: `#${number}`,
      createdAt: at,
      updatedAt: at,
      isEdited: false,
      address: { ...address },
      shippingMethod,
      shippingCents: shippingMethod ? SHIPPING_CENTS : 0,
      note,
      lines: lines.map((line) => this.makeLine(line)),
      workIds: [],
      fulfillmentIds: [],
      routedAt: new Date(at.getTime() + shop.switches.routingDelayMs),
    };
    shop.orders.set(order.id, order);
    this.notifier.orderEvent(shop, order, 'ORDERS_CREATE');
    this.route(order);
    return String(order.id);
  }

  edit(id: string, { quantities = {}, address }: OrderChange): boolean {
    const order = this.shop.orders.get(Number(id));
    if (!order) return false;
    for (const line of order.lines) {
      const wanted = quantities[String(line.id)];
      if (wanted !== undefined) this.setQuantity(order, line, wanted);
    }
    order.isEdited ||= Object.keys(quantities).length > 0;
    if (address) Object.assign(order.address, address);
    this.touch(order);
    if (order.isEdited) this.notifier.orderEvent(this.shop, order, 'ORDERS_EDITED');
    this.notifier.orderEvent(this.shop, order, 'ORDERS_UPDATED');
    return true;
  }

  /** Work that was accepted is only asked back; the service decides. */
  cancel(id: string): boolean {
    const order = this.shop.orders.get(Number(id));
    if (!order || order.cancelledAt) return false;
    order.cancelledAt = this.now();
    for (const work of this.work(order)) {
      if (work.status === 'CLOSED') continue;
      if (work.requestStatus === 'ACCEPTED') this.requestCancellation(work.id);
      else this.change(work, { status: 'CANCELLED' });
    }
    this.touch(order);
    this.notifier.orderEvent(this.shop, order, 'ORDERS_CANCELLED', 'ORDERS_UPDATED');
    return true;
  }

  /** The order counts as changed now. */
  touch(order: ShopifyOrder): void {
    order.updatedAt = this.now();
  }

  work(order: ShopifyOrder): ShopifyFulfillmentOrder[] {
    return order.workIds.flatMap((id) => this.shop.fulfillmentOrders.get(id) ?? []);
  }

  hold(workId: number, notes = ''): void {
    const work = this.workById(workId);
    work.holds.push({ id: this.shop.ids.next(), reason: 'OTHER', notes });
    this.change(work, { status: 'ON_HOLD' });
    this.notifier.workEvent(this.shop, work, 'FULFILLMENT_ORDERS_PLACED_ON_HOLD');
  }

  releaseHold(workId: number): void {
    const work = this.workById(workId);
    work.holds = [];
    this.change(work, { status: 'OPEN' });
    this.notifier.workEvent(this.shop, work, 'FULFILLMENT_ORDERS_HOLD_RELEASED');
  }

  schedule(workId: number, fulfillAt: Date): void {
    this.change(this.workById(workId), { status: 'SCHEDULED', fulfillAt });
  }

  requestFulfillment(workId: number, message = ''): void {
    const work = this.workById(workId);
    work.requests.push({ id: this.shop.ids.next(), kind: 'FULFILLMENT_REQUEST', message, sentAt: this.now() });
    this.change(work, { requestStatus: 'SUBMITTED' });
    this.notifier.workEvent(this.shop, work, 'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED');
    this.notifier.ring(this.shop, work, 'FULFILLMENT_REQUEST');
  }

  /** What nobody has accepted yet is taken back without asking. */
  requestCancellation(workId: number, message = ''): void {
    const work = this.workById(workId);
    if (work.requestStatus === 'SUBMITTED') {
      this.change(work, { requestStatus: 'UNSUBMITTED' });
      return;
    }
    work.requests.push({ id: this.shop.ids.next(), kind: 'CANCELLATION_REQUEST', message, sentAt: this.now() });
    this.change(work, { requestStatus: 'CANCELLATION_REQUESTED' });
    this.notifier.workEvent(this.shop, work, 'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED');
    this.notifier.ring(this.shop, work, 'CANCELLATION_REQUEST');
  }

  /** Gives open work to another location; to a service it is sent as a request. */
  move(workId: number, locationId: number): void {
    const work = this.workById(workId);
    this.change(work, { locationId, requestStatus: 'UNSUBMITTED', status: 'OPEN' });
    this.requestWhereServed(work);
  }

  /** All that is open goes to a service that was installed, when the merchant wants that. */
  serviceInstalled(service: ShopifyService): void {
    for (const { inventoryItemId } of this.shop.variants.values())
      this.shop.stock(inventoryItemId, service.locationId, this.now());
    if (!this.shop.switches.movesOrdersToNewService) return;
    for (const work of this.shop.fulfillmentOrders.values())
      if (work.status === 'OPEN' && work.requestStatus === 'UNSUBMITTED') this.move(work.id, service.locationId);
  }

  /** A new fulfilment order for these lines. */
  addWork(
    order: ShopifyOrder,
    locationId: number,
    lines: { lineId: number; quantity: number }[],
  ): ShopifyFulfillmentOrder {
    const { shop } = this;
    const at = new Date(Math.max(order.routedAt.getTime(), this.now().getTime()));
    const work: ShopifyFulfillmentOrder = {
      id: shop.ids.next(),
      orderId: order.id,
      locationId,
      status: 'OPEN',
      requestStatus: 'UNSUBMITTED',
      createdAt: at,
      updatedAt: at,
      holds: [],
      requests: [],
      lines: lines.map(({ lineId, quantity }) => ({
        id: shop.ids.next(),
        lineId,
        total: quantity,
        remaining: quantity,
      })),
    };
    shop.fulfillmentOrders.set(work.id, work);
    order.workIds.push(work.id);
    return work;
  }

  /** Every change of work changes the order as well. */
  change(work: ShopifyFulfillmentOrder, changes: Partial<ShopifyFulfillmentOrder>): void {
    Object.assign(work, changes, { updatedAt: this.now() });
    const order = this.shop.orders.get(work.orderId);
    if (order) this.touch(order);
  }

  private workById(id: number): ShopifyFulfillmentOrder {
    const work = this.shop.fulfillmentOrders.get(id);
    if (!work) throw new Error(`There is no fulfilment order ${id}.`);
    return work;
  }

  private makeLine({ sku, quantity, name, price }: NewLine): ShopifyLine {
    const variant = this.shop.variantsBySku.get(sku);
    return {
      id: this.shop.ids.next(),
      variantId: variant?.id,
      sku,
      title: name ?? variant?.title ?? sku,
      quantity,
      removed: 0,
      cents: price === undefined ? (variant?.cents ?? 0) : centsOf(price),
      requiresShipping: true,
    };
  }

  /** Decides which location sends what. */
  private route(order: ShopifyOrder): void {
    const locations = this.sendingLocations();
    for (const [at, lines] of this.groups(order).entries()) {
      const location = this.shop.switches.routing === 'split' ? locations[at % locations.length] : locations[0];
      if (!location || lines.length === 0) continue;
      const work = this.addWork(
        order,
        location.id,
        lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
      );
      this.requestWhereServed(work);
    }
    if (order.routedAt <= this.now()) this.announceRouting(order);
  }

  /** Tells that the fulfilment orders of an order are there. With a delay, the test says when. */
  announceRouting(order: ShopifyOrder): void {
    const body = { fulfillment_order: { id: order.workIds[0] ?? null, status: 'open' }, order_id: order.id };
    this.notifier.publish(this.shop, 'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE', body);
  }

  private groups(order: ShopifyOrder): ShopifyLine[][] {
    const { routing } = this.shop.switches;
    if (routing === 'parts') return order.lines.map((line) => [line]);
    if (routing === 'one') return [order.lines];
    return [order.lines.filter((_, at) => at % 2 === 0), order.lines.filter((_, at) => at % 2 === 1)];
  }

  /** A service that was installed comes first, then the merchant's own locations. */
  private sendingLocations(): ShopifyLocation[] {
    const active = [...this.shop.locations.values()].filter(({ isActive }) => isActive);
    const served = active.filter(({ serviceId }) => serviceId !== undefined);
    return [...served, ...active.filter(({ serviceId }) => serviceId === undefined)];
  }

  private requestWhereServed(work: ShopifyFulfillmentOrder): void {
    const isServed = this.shop.locations.get(work.locationId)?.serviceId !== undefined;
    if (isServed && this.shop.switches.requestsFulfillment) this.requestFulfillment(work.id);
  }

  /** Fewer units shrink what is left to send, more units are new work. */
  private setQuantity(order: ShopifyOrder, line: ShopifyLine, wanted: number): void {
    const change = wanted - (line.quantity - line.removed);
    if (change > 0) {
      line.quantity += change;
      const [first] = this.work(order);
      const locationId = first?.locationId ?? this.sendingLocations()[0]?.id ?? 0;
      this.requestWhereServed(this.addWork(order, locationId, [{ lineId: line.id, quantity: change }]));
    }
    if (change < 0) {
      line.removed -= change;
      this.shrink(order, line, -change);
    }
  }

  private shrink(order: ShopifyOrder, line: ShopifyLine, units: number): void {
    let left = units;
    for (const work of this.work(order)) {
      for (const each of work.lines.filter(({ lineId }) => lineId === line.id)) {
        const taken = Math.min(left, each.remaining);
        each.remaining -= taken;
        each.total -= taken;
        left -= taken;
      }
      work.lines = work.lines.filter(({ total }) => total > 0);
      const isDone = work.lines.every(({ remaining }) => remaining === 0);
      this.change(work, isDone && work.status !== 'CANCELLED' ? { status: 'CLOSED' } : {});
    }
  }

  private present(order: ShopifyOrder): ShopOrder {
    const { shop } = this;
    const status = order.cancelledAt ? 'CANCELLED' : fulfillmentStatusOf(shop, order, this.now());
    return {
      id: String(order.id),
      number: order.name,
      status,
      isOpen: status !== 'CANCELLED' && status !== 'FULFILLED',
      placedAt: order.createdAt,
      address: order.address,
      shippingMethod: order.shippingMethod,
      lines: order.lines.map(({ id, sku, title, quantity, removed }) => ({
        id: String(id),
        sku,
        name: title,
        quantity: quantity - removed,
        shipped: shippedOf(shop, order, id),
      })),
      tracking: shop
        .fulfillmentsOf(order)
        .filter((fulfillment) => fulfillment.status === 'SUCCESS')
        .flatMap(({ tracking }) => tracking)
        .map(({ company, number, url }) => ({ company: company ?? '', number: number ?? '', url: url ?? '' })),
    };
  }
}
