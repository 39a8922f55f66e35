import { Counter, keyFor } from '../kit/values.ts';
import { wallTime } from '../kit/zone.ts';

/** Times are those of the clocks in Los Angeles, without an offset: they are kept, compared and sorted as such. */
export const PACIFIC = 'America/Los_Angeles';

/** With seven decimals, as ShipStation writes it. */
export const pacificText = (moment: Date): string =>
  `${wallTime(moment, PACIFIC)}.${String(moment.getUTCMilliseconds()).padStart(3, '0')}0000`;

export type OrderStatus =
  | 'awaiting_payment'
  | 'awaiting_shipment'
  | 'shipped'
  | 'on_hold'
  | 'cancelled'
  | 'pending_fulfillment'
  | 'rejected_fulfillment';
export const STATUSES: readonly OrderStatus[] = [
  'awaiting_payment',
  'awaiting_shipment',
  'shipped',
  'on_hold',
  'cancelled',
  'pending_fulfillment',
  'rejected_fulfillment',
];

export interface SsAddress {
  name: string | null;
  company: string | null;
  street1: string | null;
  street2: string | null;
  street3: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
  phone: string | null;
  residential: boolean | null;
}

export interface SsItem {
  orderItemId: number;
  lineItemKey: string | null;
  sku: string | null;
  name: string;
  quantity: number;
  unitPrice: number | null;
  /** A discount or a fee, no goods. */
  adjustment: boolean;
}

export interface SsOrder {
  orderId: number;
  orderNumber: string;
  orderKey: string;
  orderStatus: OrderStatus;
  /** Pacific times as texts. */
  orderDate: string;
  createDate: string;
  modifyDate: string;
  placedAt: Date;
  customerEmail: string | null;
  billTo: SsAddress;
  shipTo: SsAddress;
  items: SsItem[];
  customerNotes: string | null;
  giftMessage: string | null;
  requestedShippingService: string | null;
  carrierCode: string | null;
  serviceCode: string | null;
  packageCode: string | null;
  shipDate: string | null;
  shipByDate: string | null;
  weight: { value: number; units: string } | null;
  warehouseId: number | null;
  billedTo: SsBilledTo;
  storeId: number;
  customFields: (string | null)[];
  importBatch: string;
  /** False after it was deleted or merged into another: lists leave it out. */
  isActive: boolean;
  mergedIds: number[];
  parentId: number | null;
}

/** Who pays the carrier; all null for the account itself. */
export interface SsBilledTo {
  billToParty: string | null;
  billToAccount: string | null;
  billToPostalCode: string | null;
  billToCountryCode: string | null;
}

/** A label that was bought there. */
export interface SsShipment {
  shipmentId: number;
  orderId: number;
  trackingNumber: string;
  carrierCode: string;
  serviceCode: string;
  shipmentCost: number;
  insuranceCost: number;
  shipDate: string;
  createDate: string;
  voidDate: string | null;
}

/** Shipped elsewhere: "mark as shipped". */
export interface SsFulfillment {
  fulfillmentId: number;
  orderId: number;
  trackingNumber: string;
  carrierCode: string;
  shipDate: string;
  createDate: string;
  voidDate: string | null;
  notifiesCustomer: boolean;
  notifiesSalesChannel: boolean;
}

export interface SsStore {
  storeId: number;
  storeName: string;
  marketplaceId: number;
  marketplaceName: string;
  active: boolean;
}

export interface SsCarrier {
  name: string;
  code: string;
  services: readonly { code: string; name: string }[];
  packages: readonly { code: string; name: string }[];
}

export interface SsWarehouse {
  warehouseId: number;
  warehouseName: string;
  city: string;
  state: string;
  isDefault: boolean;
}

const PACKAGE = { code: 'package', name: 'Package' };

const CARRIERS: readonly SsCarrier[] = [
  {
    name: 'Stamps.com',
    code: 'stamps_com',
    services: [
      { code: 'usps_priority_mail', name: 'USPS Priority Mail' },
      { code: 'usps_ground_advantage', name: 'USPS Ground Advantage' },
    ],
    packages: [PACKAGE, { code: 'flat_rate_envelope', name: 'Flat Rate Envelope' }],
  },
  {
    name: 'UPS',
    code: 'ups',
    services: [
      { code: 'ups_ground', name: 'UPS® Ground' },
      { code: 'ups_2nd_day_air', name: 'UPS 2nd Day Air®' },
    ],
    packages: [PACKAGE, { code: 'ups_letter', name: 'UPS Letter' }],
  },
  {
    name: 'UPS by ShipStation',
    code: 'ups_walleted',
    services: [
      { code: 'ups_ground', name: 'UPS® Ground' },
      { code: 'ups_next_day_air', name: 'UPS Next Day Air®' },
    ],
    packages: [PACKAGE],
  },
  {
    name: 'FedEx',
    code: 'fedex',
    services: [
      { code: 'fedex_ground', name: 'FedEx Ground®' },
      { code: 'fedex_2day', name: 'FedEx 2Day®' },
    ],
    packages: [PACKAGE, { code: 'fedex_pak', name: 'FedEx® Pak' }],
  },
];

export interface SsWebhook {
  id: number;
  url: string;
  event: string;
  name: string;
  storeId: number | null;
}

export interface SsSwitches {
  /** How bodies of refusals are spelled: as documented, as seen, or not at all. */
  errors: 'message' | 'Message' | 'empty';
  /** What answers a subscription: today's page, or the older one. */
  subscribed: 'WebHookID' | 'id';
  /** Sent in webhooks instead of the true address. */
  resourceUrl: string;
  /** An order that was deleted comes back when its key is sent again; else that is refused. */
  revivesDeleted: boolean;
  /** What an order that was merged into another answers. */
  showsMerged: boolean;
  callsPerMinute: number;
}

const DEFAULT_SWITCHES: SsSwitches = {
  errors: 'message',
  subscribed: 'WebHookID',
  resourceUrl: '',
  revivesDeleted: true,
  showsMerged: true,
  callsPerMinute: 40,
};

export interface SsAccountOptions {
  slug: string;
  title?: string;
  firstId?: number;
}

/** One account with its stores and all that it keeps. */
export class SsAccount {
  readonly slug: string;
  readonly title: string;
  readonly switches: SsSwitches = { ...DEFAULT_SWITCHES };
  readonly key: string;
  readonly secret: string;
  revoked = false;
  readonly stores: SsStore[];
  readonly carriers = CARRIERS;
  readonly warehouses: readonly SsWarehouse[] = [
    { warehouseId: 71, warehouseName: 'Oakland', city: 'Oakland', state: 'CA', isDefault: true },
    { warehouseId: 72, warehouseName: 'Northfield West', city: 'Reno', state: 'NV', isDefault: false },
  ];
  readonly orders = new Map<number, SsOrder>();
  readonly shipments: SsShipment[] = [];
  readonly fulfillments: SsFulfillment[] = [];
  readonly webhooks = new Map<number, SsWebhook>();
  readonly ids: Counter;
  /** The minute that calls are counted in. */
  window = { startedAt: 0, calls: 0 };

  constructor({ slug, title = slug, firstId = 5_001 }: SsAccountOptions) {
    this.slug = slug;
    this.title = title;
    this.ids = new Counter(firstId);
    this.key = keyFor('', `${slug} key`).slice(0, 32);
    this.secret = keyFor('', `${slug} secret`).slice(0, 32);
    this.stores = [
      { storeId: 301, storeName: title, marketplaceId: 0, marketplaceName: 'ShipStation', active: true },
      { storeId: 302, storeName: 'Closed market', marketplaceId: 36, marketplaceName: 'Shopify', active: false },
    ];
  }

  get mainStore(): SsStore {
    return this.stores[0] as SsStore;
  }

  /** Of those that lists show. */
  activeOrders(): SsOrder[] {
    return [...this.orders.values()].filter(({ isActive }) => isActive);
  }
}
