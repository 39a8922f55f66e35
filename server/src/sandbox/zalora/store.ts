import type { ShopAddress } from '../kit/shop-front.ts';
import { Counter, keyFor } from '../kit/values.ts';

export const DELIVERY_TYPES = ['dropship', 'pickup', 'send_to_warehouse'] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

export type ItemStatus =
  | 'payment_pending'
  | 'pending'
  | 'ready_to_ship'
  | 'shipped'
  | 'delivered'
  | 'failed'
  | 'canceled'
  | 'returned';

export const SHIPMENT_TYPES = [
  'warehouse',
  'dropshipping',
  'crossdocking',
  'dropshipping_crossdocking',
  'crossdocking_dropshipping',
] as const;
export type ShipmentType = (typeof SHIPMENT_TYPES)[number];

/** One unit: an order of two mugs has two of these. */
export interface ZaloraItem {
  id: number;
  status: ItemStatus;
  sku: string;
  name: string;
  cents: number;
  shipmentType: ShipmentType;
  crossdockingDeliveryType: 'send_to_warehouse' | 'pickup' | null;
  provider: string;
  trackingCode: string;
  /** 0 until it is packed. */
  packageId: number;
  /** Of integrated providers: before it, setting the item to ready is refused. */
  labelReadyAt: Date | null;
  serialNumber: string;
  reason: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface ZaloraOrder {
  id: number;
  number: string;
  address: ShopAddress;
  deliveryInfo: string;
  remarks: string;
  createdAt: Date;
  updatedAt: Date;
  addressUpdatedAt: Date;
  items: ZaloraItem[];
}

export interface ZaloraProvider {
  id: number;
  name: string;
  isDefault: boolean;
  hasApi: boolean;
  isActive: boolean;
  cashOnDelivery: boolean;
  url: string;
}

export interface ZaloraProduct {
  sku: string;
  name: string;
  cents: number;
}

export type ExportState = 'Queued' | 'Processing' | 'Finished' | 'Error' | 'Expired';

/** A document that was asked for; each look at it moves it one state on. */
export interface ZaloraExport {
  id: number;
  status: ExportState;
  documentTypes: string[];
  itemIds: number[];
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
  note: string;
  /** Part of the address of the file, which is all that its download needs. */
  secret: string;
}

export interface ZaloraWebhook {
  uuid: string;
  id: number;
  callbackUrl: string;
  events: string[];
  isEnabled: boolean;
  createdAt: Date;
  lastCallAt: Date | null;
  lastStatus: 'success' | 'fail' | 'inprogress';
}

/** What differs between sellers, and what goes wrong. All of it can be changed while the sandbox runs. */
export interface ZaloraSwitches {
  /** Every call answers 503 with a wait. */
  maintenance: boolean;
  /** Customers' phones and e-mail addresses are hidden. */
  masksContacts: boolean;
  /** How long an integrated provider takes after packing until the item can be set to ready. */
  labelDelayMs: number;
  /** How the next documents end. */
  documentEnd: 'Finished' | 'Error' | 'Expired';
  /** Documents are in the answer instead of behind a link. */
  documentsInAnswer: boolean;
  /** The download gives a page instead of a PDF. */
  brokenDocuments: boolean;
  /** The shipment type of new orders. */
  shipmentType: ShipmentType;
  crossdockingDeliveryType: 'send_to_warehouse' | 'pickup' | null;
}

const DEFAULT_SWITCHES: ZaloraSwitches = {
  maintenance: false,
  masksContacts: false,
  labelDelayMs: 0,
  documentEnd: 'Finished',
  documentsInAnswer: false,
  brokenDocuments: false,
  shipmentType: 'dropshipping',
  crossdockingDeliveryType: null,
};

const provider = (id: number, name: string, more: Partial<ZaloraProvider>): ZaloraProvider => ({
  id,
  name,
  isDefault: false,
  hasApi: false,
  isActive: true,
  cashOnDelivery: false,
  url: `https://${name.toLowerCase().replaceAll(/\W+/g, '')}.example/track?{{{TRACKING_NR}}}`,
  ...more,
});

/** One seller with all that the marketplace stores about it. */
export class ZaloraStore {
  readonly sellerId: number;
  readonly slug: string;
  readonly title: string;
  readonly email: string;
  readonly currency = 'SGD';
  readonly switches: ZaloraSwitches = { ...DEFAULT_SWITCHES };
  /** REST 2.0. */
  readonly appId: string;
  readonly appSecret: string;
  /** Classic. */
  readonly userId: string;
  readonly apiKey: string;
  isRevoked = false;
  readonly tokens = new Map<string, Date>();
  readonly orders = new Map<number, ZaloraOrder>();
  readonly products = new Map<string, ZaloraProduct>();
  readonly exports = new Map<number, ZaloraExport>();
  readonly webhooks = new Map<string, ZaloraWebhook>();
  readonly providers: ZaloraProvider[] = [
    provider(1, 'Ninja Van', { isDefault: true, hasApi: true, cashOnDelivery: true }),
    provider(2, 'Pos Laju', { hasApi: true }),
    provider(3, 'UPS', {}),
    provider(4, 'Seller Own Fleet', {}),
    provider(5, 'Closed Courier', { isActive: false }),
  ];
  readonly ids: Counter;

  constructor({
    slug,
    title = slug,
    sellerId = 31,
    firstId = 190,
  }: {
    slug: string;
    title?: string;
    sellerId?: number;
    firstId?: number;
  }) {
    this.slug = slug;
    this.title = title;
    this.sellerId = sellerId;
    this.email = `seller@${slug}.test`;
    this.appId = keyFor('app-', slug);
    this.appSecret = keyFor('secret-', slug);
    this.userId = this.email;
    this.apiKey = keyFor('api-', slug);
    this.ids = new Counter(firstId);
  }

  items(): { order: ZaloraOrder; item: ZaloraItem }[] {
    return [...this.orders.values()].flatMap((order) => order.items.map((item) => ({ order, item })));
  }
}
