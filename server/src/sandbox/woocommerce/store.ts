import { Counter, keyFor } from '../kit/values.ts';

export interface WooAddress {
  first_name: string;
  last_name: string;
  company: string;
  address_1: string;
  address_2: string;
  city: string;
  state: string;
  postcode: string;
  country: string;
}

export interface WooMeta {
  id: number;
  key: string;
  value: unknown;
}

export interface WooLine {
  id: number;
  name: string;
  product_id: number;
  variation_id: number;
  sku: string;
  quantity: number;
  cents: number;
  meta_data: WooMeta[];
  /** Lines of a bundle name the line of the bundle. */
  bundledBy?: number;
}

export interface WooNote {
  id: number;
  at: Date;
  author: string;
  note: string;
  customer_note: boolean;
}

export interface WooFulfillment {
  id: number;
  status: string;
  isFulfilled: boolean;
  updatedAt: Date;
  deletedAt?: Date;
  meta: WooMeta[];
}

export interface WooTracking {
  tracking_id: string;
  tracking_provider: string;
  tracking_link: string;
  tracking_number: string;
  date_shipped: string;
}

export interface WooOrder {
  id: number;
  number: string;
  status: string;
  currency: string;
  createdAt: Date;
  modifiedAt: Date;
  completedAt?: Date;
  customerNote: string;
  billing: WooAddress & { email: string; phone: string };
  shipping: WooAddress & { phone: string };
  shippingMethod: string;
  shippingCents: number;
  lines: WooLine[];
  refunds: { id: number; reason: string; cents: number }[];
  meta: WooMeta[];
  notes: WooNote[];
  fulfillments: WooFulfillment[];
  trackings: WooTracking[];
}

export interface WooProduct {
  id: number;
  /** Of the product that a variation belongs to, else 0. */
  parent_id: number;
  type: 'simple' | 'variable' | 'variation' | 'bundle';
  name: string;
  sku: string;
  cents: number;
  manage_stock: boolean;
  stock_quantity: number | null;
  createdAt: Date;
  modifiedAt: Date;
  /** SKUs of what is in a bundle. */
  contains?: { sku: string; quantity: number }[];
}

export interface WooWebhook {
  id: number;
  name: string;
  status: 'active' | 'paused' | 'disabled';
  topic: string;
  delivery_url: string;
  secret: string;
  createdAt: Date;
  modifiedAt: Date;
  failures: number;
}

export interface WooKey {
  key: string;
  secret: string;
  permissions: 'read' | 'write' | 'read_write';
  /** False for a user who is not a shop manager: then fulfilments are refused. */
  managesShop: boolean;
  revoked: boolean;
}

/** What differs between shops. All of it can be changed while the sandbox runs. */
export interface WooSwitches {
  /** A shop on plain http accepts OAuth 1.0a only, one on https Basic and query parameters too. */
  scheme: 'https' | 'http';
  /** The host removes the Authorization header. */
  stripsAuthorization: boolean;
  /** Old shops ignore `modified_after` and refuse `orderby=modified`. */
  hasModifiedFilter: boolean;
  /** The fulfilments of the core; without them their routes do not exist. */
  hasFulfillments: boolean;
  hasTrackingPlugin: boolean;
  /** Every call gets the page of a firewall. */
  firewall: boolean;
  /** `order.created` is sent twice, as some shops do. */
  sendsCreatedTwice: boolean;
}

export interface WooStoreOptions {
  slug: string;
  title?: string;
  zone?: string;
  currency?: string;
  /** Where its ids begin. */
  firstId?: number;
  switches?: Partial<WooSwitches>;
}

const DEFAULT_SWITCHES: WooSwitches = {
  scheme: 'https',
  stripsAuthorization: false,
  hasModifiedFilter: true,
  hasFulfillments: true,
  hasTrackingPlugin: false,
  firewall: false,
  sendsCreatedTwice: false,
};

/** One shop with all that it stores. */
export class WooStore {
  readonly slug: string;
  readonly title: string;
  readonly zone: string;
  readonly currency: string;
  readonly switches: WooSwitches;
  readonly keys: WooKey[];
  readonly orders = new Map<number, WooOrder>();
  readonly products = new Map<number, WooProduct>();
  readonly webhooks = new Map<number, WooWebhook>();
  readonly nonces = new Set<string>();
  /** Posts of WordPress share their numbers: orders, products and variations. */
  readonly postIds: Counter;
  readonly ids: Counter;

  constructor({
    slug,
    title = slug,
    zone = 'America/New_York',
    currency = 'USD',
    firstId = 701,
    switches = {},
  }: WooStoreOptions) {
    this.postIds = new Counter(firstId);
    this.ids = new Counter(firstId);
    this.slug = slug;
    this.title = title;
    this.zone = zone;
    this.currency = currency;
    this.switches = { ...DEFAULT_SWITCHES, ...switches };
    this.keys = [
      {
        key: keyFor('ck_', slug),
        secret: keyFor('cs_', slug),
        permissions: 'read_write',
        managesShop: true,
        revoked: false,
      },
    ];
  }
}
