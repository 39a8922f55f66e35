import type { ShopAddress } from '../kit/shop-front.ts';
import { Counter, keyFor } from '../kit/values.ts';

export interface ShopifyLocation {
  id: number;
  name: string;
  isActive: boolean;
  /** Of the fulfilment service that the location belongs to. */
  serviceId?: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ShopifyService {
  id: number;
  name: string;
  callbackUrl: string | null;
  inventoryManagement: boolean;
  trackingSupport: boolean;
  requiresShippingMethod: boolean;
  locationId: number;
  /** False for a service of another application. */
  isOurs: boolean;
}

export interface ShopifyVariant {
  id: number;
  productId: number;
  inventoryItemId: number;
  sku: string;
  title: string;
  cents: number;
  createdAt: Date;
}

export interface ShopifyLine {
  id: number;
  variantId?: number;
  sku: string;
  title: string;
  /** As ordered, with what was removed or refunded later. */
  quantity: number;
  removed: number;
  cents: number;
  requiresShipping: boolean;
}

export interface ShopifyOrder {
  id: number;
  number: number;
  name: string;
  createdAt: Date;
  updatedAt: Date;
  cancelledAt?: Date;
  isEdited: boolean;
  address: ShopAddress;
  shippingMethod: string;
  shippingCents: number;
  note: string;
  lines: ShopifyLine[];
  workIds: number[];
  fulfillmentIds: number[];
  /** Fulfilment orders are made some time after the order; until then it has none. */
  routedAt: Date;
}

export type FulfillmentOrderStatus =
  | 'OPEN'
  | 'IN_PROGRESS'
  | 'SCHEDULED'
  | 'ON_HOLD'
  | 'INCOMPLETE'
  | 'CLOSED'
  | 'CANCELLED';
export type RequestStatus =
  | 'UNSUBMITTED'
  | 'SUBMITTED'
  | 'ACCEPTED'
  | 'REJECTED'
  | 'CANCELLATION_REQUESTED'
  | 'CANCELLATION_ACCEPTED'
  | 'CANCELLATION_REJECTED'
  | 'CLOSED';

export interface FulfillmentOrderLine {
  id: number;
  lineId: number;
  total: number;
  remaining: number;
}

export interface ShopifyFulfillmentOrder {
  id: number;
  orderId: number;
  locationId: number;
  status: FulfillmentOrderStatus;
  requestStatus: RequestStatus;
  createdAt: Date;
  updatedAt: Date;
  fulfillAt?: Date;
  holds: { id: number; reason: string; notes: string }[];
  lines: FulfillmentOrderLine[];
  requests: { id: number; kind: 'FULFILLMENT_REQUEST' | 'CANCELLATION_REQUEST'; message: string; sentAt: Date }[];
}

export interface Tracking {
  company: string | null;
  number: string | null;
  url: string | null;
}

export interface ShopifyFulfillment {
  id: number;
  orderId: number;
  locationId: number;
  name: string;
  status: 'SUCCESS' | 'CANCELLED';
  createdAt: Date;
  updatedAt: Date;
  tracking: Tracking[];
  notified: boolean;
  lines: { id: number; fulfillmentOrderId: number; fulfillmentOrderLineId: number; lineId: number; quantity: number }[];
}

export interface InventoryRow {
  id: number;
  itemId: number;
  locationId: number;
  available: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ShopifySubscription {
  id: number;
  topic: string;
  uri: string;
  format: string;
  filter: string | null;
  includeFields: string[];
  name: string | null;
  createdAt: Date;
  updatedAt: Date;
  failures: number;
}

export interface ShopifyToken {
  scopes: string[];
  expiresAt?: Date;
  revoked: boolean;
}

/** A finished call with an idempotency key. */
export interface IdempotentCall {
  parameters: string;
  answer?: unknown;
}

export interface ShopifySwitches {
  /** Without it names, addresses and e-mails are null. */
  approvedForCustomerData: boolean;
  /** With which status a throttled call is answered. */
  throttleStatus: 200 | 429;
  bucketSize: number;
  restoreRate: number;
  /** How long an order has no fulfilment orders. */
  routingDelayMs: number;
  /** `split` gives every second line to another location, `parts` makes a fulfilment order per line at the same location. */
  routing: 'one' | 'split' | 'parts';
  /** The merchant asks a fulfilment service at once for what is assigned to it. */
  requestsFulfillment: boolean;
  /** The merchant gives open orders to a service that is installed. */
  movesOrdersToNewService: boolean;
}

export interface ShopifyShopOptions {
  /** The first part of `{name}.myshopify.com`. */
  name: string;
  title?: string;
  zone?: string;
  currency?: string;
  scopes?: string[];
  /** Where its ids begin. */
  firstId?: number;
  switches?: Partial<ShopifySwitches>;
}

const DEFAULT_SWITCHES: ShopifySwitches = {
  approvedForCustomerData: true,
  throttleStatus: 200,
  bucketSize: 2000,
  restoreRate: 100,
  routingDelayMs: 0,
  routing: 'one',
  requestsFulfillment: true,
  movesOrdersToNewService: true,
};

export const SCOPES = [
  'read_orders',
  'read_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_fulfillments',
  'write_fulfillments',
  'read_assigned_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
];

const FIRST_ID = 4_501_001;

/** One shop with all that it stores. */
export class ShopifyShop {
  readonly host: string;
  readonly title: string;
  readonly zone: string;
  readonly currency: string;
  readonly switches: ShopifySwitches;
  readonly scopes: string[];
  readonly clientId: string;
  /** The first signs webhooks; a secret is followed by the one before it. */
  readonly clientSecrets: { secret: string; since: Date }[];
  readonly tokens = new Map<string, ShopifyToken>();
  readonly locations = new Map<number, ShopifyLocation>();
  readonly services = new Map<number, ShopifyService>();
  readonly variants = new Map<number, ShopifyVariant>();
  readonly variantsByItem = new Map<number, ShopifyVariant>();
  readonly variantsBySku = new Map<string, ShopifyVariant>();
  readonly inventory = new Map<string, InventoryRow>();
  readonly orders = new Map<number, ShopifyOrder>();
  readonly fulfillmentOrders = new Map<number, ShopifyFulfillmentOrder>();
  readonly fulfillments = new Map<number, ShopifyFulfillment>();
  readonly subscriptions = new Map<number, ShopifySubscription>();
  readonly idempotent = new Map<string, IdempotentCall>();
  readonly ids: Counter;
  readonly orderNumbers = new Counter(1001);
  readonly createdAt: Date;
  bucket: { level: number; at: Date };

  constructor(
    {
      name,
      title = name,
      zone = 'America/New_York',
      currency = 'USD',
      scopes = SCOPES,
      firstId = FIRST_ID,
      switches = {},
    }: ShopifyShopOptions,
    at: Date,
  ) {
    this.ids = new Counter(firstId);
    this.host = `${name}.myshopify.com`;
    this.title = title;
    this.zone = zone;
    this.currency = currency;
    this.scopes = scopes;
    this.switches = { ...DEFAULT_SWITCHES, ...switches };
    this.createdAt = at;
    this.clientId = keyFor('', `client:${name}`).slice(0, 32);
    this.clientSecrets = [{ secret: keyFor('shpss_', name), since: at }];
    this.tokens.set(keyFor('shpat_', name), { scopes, revoked: false });
    this.bucket = { level: this.switches.bucketSize, at };
    this.addLocation('Main warehouse', at);
  }

  addLocation(name: string, at: Date, serviceId?: number): ShopifyLocation {
    const location: ShopifyLocation = {
      id: this.ids.next(),
      name,
      isActive: true,
      serviceId,
      createdAt: at,
      updatedAt: at,
    };
    this.locations.set(location.id, location);
    return location;
  }

  /** Stock of an item at a location, undefined where it is not stocked. */
  level(itemId: number, locationId: number): InventoryRow | undefined {
    return this.inventory.get(`${itemId}/${locationId}`);
  }

  stock(itemId: number, locationId: number, at: Date, available = 0): InventoryRow {
    const known = this.level(itemId, locationId);
    if (known) return known;
    const row = { id: this.ids.next(), itemId, locationId, available, createdAt: at, updatedAt: at };
    this.inventory.set(`${itemId}/${locationId}`, row);
    return row;
  }

  /** What is promised to open orders: on hand is this much more than available. */
  committed(itemId: number, locationId: number): number {
    const variant = this.variantsByItem.get(itemId);
    if (!variant) return 0;
    return [...this.fulfillmentOrders.values()]
      .filter((work) => work.locationId === locationId)
      .flatMap((work) => work.lines.filter(({ lineId }) => this.line(work.orderId, lineId)?.variantId === variant.id))
      .reduce((sum, { remaining }) => sum + remaining, 0);
  }

  line(orderId: number, lineId: number): ShopifyLine | undefined {
    return this.orders.get(orderId)?.lines.find(({ id }) => id === lineId);
  }

  addVariant(variant: ShopifyVariant): void {
    this.variants.set(variant.id, variant);
    this.variantsByItem.set(variant.inventoryItemId, variant);
    if (variant.sku) this.variantsBySku.set(variant.sku, variant);
  }

  /** Fulfilment orders of an order, as far as they exist already. */
  workOf(order: ShopifyOrder, now: Date): ShopifyFulfillmentOrder[] {
    if (order.routedAt > now) return [];
    return order.workIds.flatMap((id) => this.fulfillmentOrders.get(id) ?? []);
  }

  fulfillmentsOf(order: ShopifyOrder): ShopifyFulfillment[] {
    return order.fulfillmentIds.flatMap((id) => this.fulfillments.get(id) ?? []);
  }
}
