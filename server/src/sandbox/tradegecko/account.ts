import { Counter, keyFor } from '../kit/values.ts';

export type TgOrderStatus = 'draft' | 'active' | 'finalized' | 'fulfilled' | 'void' | 'deleted';
export type TgFulfillmentStatus = 'packed' | 'fulfilled' | 'void' | 'deleted';

export interface TgAddress {
  id: number;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  country: string | null;
  phone_number: string | null;
  email: string | null;
}

export interface TgVariant {
  id: number;
  sku: string;
  product_name: string;
  cents: number;
}

export interface TgLine {
  id: number;
  order_id: number;
  /** Null for a line in words, as a shipping charge is. */
  variant_id: number | null;
  label: string | null;
  quantity: number;
  cents: number;
}

export interface TgOrder {
  id: number;
  order_number: string;
  status: TgOrderStatus;
  email: string | null;
  notes: string | null;
  billing_address_id: number | null;
  shipping_address_id: number | null;
  stock_location_id: number;
  issuedAt: Date;
  updatedAt: Date;
}

export interface TgFulfillment {
  id: number;
  order_id: number;
  stock_location_id: number;
  status: TgFulfillmentStatus;
  delivery_type: string;
  tracking_number: string;
  tracking_company: string;
  packed_at: string;
}

export interface TgFulfillmentLine {
  id: number;
  fulfillment_id: number;
  order_line_item_id: number;
  quantity: number;
}

/** One company with all that it keeps. Records name each other by their ids, and are read by calls of their own. */
export class TgAccount {
  readonly token: string;
  readonly ids: Counter;
  revoked = false;
  /** The service was switched off: its address leads nowhere. */
  isSwitchedOff = false;
  readonly callsMost = 300;
  window = { startedAt: 0, calls: 0 };
  readonly locations = [
    { id: 21, label: 'Demo warehouse', status: 'active' },
    { id: 22, label: 'Old shed', status: 'archived' },
  ];
  readonly orders = new Map<number, TgOrder>();
  readonly lines = new Map<number, TgLine>();
  readonly addresses = new Map<number, TgAddress>();
  readonly variants = new Map<number, TgVariant>();
  readonly fulfillments = new Map<number, TgFulfillment>();
  readonly fulfillmentLines = new Map<number, TgFulfillmentLine>();

  constructor(
    readonly slug: string,
    readonly title: string,
    firstId = 9_001,
  ) {
    this.ids = new Counter(firstId);
    this.token = keyFor('', `${slug} token`);
  }

  linesOf(orderId: number): TgLine[] {
    return [...this.lines.values()].filter((line) => line.order_id === orderId);
  }

  fulfillmentsOf(orderId: number): TgFulfillment[] {
    return [...this.fulfillments.values()].filter((each) => each.order_id === orderId);
  }

  /** Units of a line that fulfilments hold which count. */
  heldOf(lineId: number, statuses: readonly TgFulfillmentStatus[]): number {
    return [...this.fulfillmentLines.values()]
      .filter((each) => each.order_line_item_id === lineId)
      .filter((each) => statuses.includes(this.fulfillments.get(each.fulfillment_id)?.status ?? 'deleted'))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }
}
