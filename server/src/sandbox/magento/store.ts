import { Counter, keyFor } from '../kit/values.ts';

export type ProductType = 'simple' | 'virtual' | 'downloadable' | 'configurable' | 'bundle';

export interface MagentoAddress {
  firstname: string;
  lastname: string;
  company: string;
  street: string[];
  city: string;
  region: string;
  region_code: string;
  postcode: string;
  country_id: string;
  telephone: string;
  email: string;
}

export interface MagentoProduct {
  id: number;
  sku: string;
  name: string;
  cents: number;
  type_id: ProductType;
  /** Of a variant: the configurable product that customers choose it of. */
  variantOf?: number;
  /** Of a bundle. */
  contains?: { sku: string; quantity: number }[];
  /** Of a bundle: its parts are shipped one by one, or all together. */
  shipment_type?: 'together' | 'separately';
}

export interface MagentoItem {
  item_id: number;
  parent_item_id?: number;
  product_id: number;
  product_type: ProductType;
  sku: string;
  name: string;
  cents: number;
  is_virtual: boolean;
  shipment_type?: 'together' | 'separately';
  qty_ordered: number;
  qty_shipped: number;
  qty_refunded: number;
  qty_canceled: number;
}

export interface MagentoOrder {
  entity_id: number;
  increment_id: string;
  state: string;
  status: string;
  store_id: number;
  currency: string;
  createdAt: Date;
  updatedAt: Date;
  note: string;
  billing: MagentoAddress;
  /** Undefined for an order of which nothing is shipped. */
  shipping: MagentoAddress | undefined;
  shippingDescription: string;
  items: MagentoItem[];
}

export interface MagentoTrack {
  entity_id: number;
  track_number: string;
  title: string;
  carrier_code: string;
  createdAt: Date;
}

export interface MagentoShipment {
  entity_id: number;
  increment_id: string;
  order_id: number;
  createdAt: Date;
  items: { entity_id: number; order_item_id: number; qty: number }[];
  tracks: MagentoTrack[];
  comments: { entity_id: number; comment: string; is_visible_on_front: number }[];
  source_code: string;
}

export interface MagentoSource {
  source_code: string;
  name: string;
  enabled: boolean;
}

/** An integration of the shop: what it gives to somebody who may call it. */
export interface MagentoIntegration {
  consumerKey: string;
  consumerSecret: string;
  token: string;
  tokenSecret: string;
  isRevoked: boolean;
}

/** What differs between shops. All of it can be changed while the sandbox runs. */
export interface MagentoSwitches {
  /** The access token is enough; off in a new shop, then calls are signed. */
  allowsBearer: boolean;
  /** A page beyond the end is the last one again, as up to 2.3; later versions answer none. */
  repeatsLastPage: boolean;
  /** At most 20 entities in a call and 300 on a page, and 20 on a page that names no size. */
  limitsInput: boolean;
  /** Inventory of several sources; without it its routes do not exist. */
  hasSources: boolean;
  /** A plugin fails: a page of PHP instead of an answer, with this status. */
  phpFatal: 200 | 500 | undefined;
}

export interface MagentoStoreOptions {
  slug: string;
  title?: string;
  currency?: string;
  /** Where its ids begin. */
  firstId?: number;
  switches?: Partial<MagentoSwitches>;
}

const DEFAULT_SWITCHES: MagentoSwitches = {
  allowsBearer: false,
  repeatsLastPage: true,
  limitsInput: false,
  hasSources: true,
  phpFatal: undefined,
};

export const DEFAULT_SOURCE = 'default';

/** One shop with all that it stores. */
export class MagentoStore {
  readonly slug: string;
  readonly title: string;
  readonly currency: string;
  readonly switches: MagentoSwitches;
  readonly integration: MagentoIntegration;
  /** Its store views. */
  readonly views = [
    { id: 1, code: 'default' },
    { id: 2, code: 'de' },
  ];
  readonly orders = new Map<number, MagentoOrder>();
  readonly products = new Map<number, MagentoProduct>();
  readonly shipments = new Map<number, MagentoShipment>();
  readonly sources = new Map<string, MagentoSource>();
  /** How much of an SKU there is, by source. */
  readonly stock = new Map<string, Map<string, { quantity: number; status: number }>>();
  readonly nonces = new Set<string>();
  readonly orderIds: Counter;
  readonly ids: Counter;

  constructor({ slug, title = slug, currency = 'USD', firstId = 1, switches = {} }: MagentoStoreOptions) {
    this.slug = slug;
    this.title = title;
    this.currency = currency;
    this.orderIds = new Counter(firstId);
    this.ids = new Counter(firstId);
    this.switches = { ...DEFAULT_SWITCHES, ...switches };
    this.integration = {
      consumerKey: keyFor('mck', slug),
      consumerSecret: keyFor('mcs', slug),
      token: keyFor('mat', slug),
      tokenSecret: keyFor('mts', slug),
      isRevoked: false,
    };
    this.addSource({ source_code: DEFAULT_SOURCE, name: 'Default Source', enabled: true });
  }

  addSource(source: MagentoSource): void {
    this.sources.set(source.source_code, source);
    this.stock.set(source.source_code, new Map());
  }

  productBySku(sku: string): MagentoProduct | undefined {
    return [...this.products.values()].find((product) => product.sku === sku);
  }
}

const parentOf = (order: MagentoOrder, { parent_item_id }: MagentoItem): MagentoItem | undefined =>
  order.items.find(({ item_id }) => item_id === parent_item_id);

/** Whether a row is the one that is named when it is shipped: of a pair of rows only one is. */
export function isShippedRow(order: MagentoOrder, item: MagentoItem): boolean {
  if (item.is_virtual) return false;
  const parent = parentOf(order, item);
  if (parent) return parent.shipment_type === 'separately';
  return item.shipment_type !== 'separately';
}

export const qtyToShip = ({ qty_ordered, qty_shipped, qty_refunded, qty_canceled }: MagentoItem): number =>
  Math.max(0, qty_ordered - qty_shipped - qty_refunded - qty_canceled);
