import { createHash } from 'node:crypto';
import { Counter, keyFor } from '../kit/values.ts';
import { CARRIERS, type Parcel } from './carriers.ts';

export interface Address {
  id: string;
  createdAt: Date;
  name: string;
  company: string;
  street1: string;
  street2: string;
  street3: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  phone: string;
  email: string;
  metadata: string;
}

export interface CarrierAccount {
  id: string;
  carrier: string;
  active: boolean;
}

export interface Rate {
  id: string;
  shipmentId: string;
  createdAt: Date;
  accountId: string;
  carrier: string;
  token: string;
  cents: number;
  days: number;
}

export interface Message {
  source: string;
  code: string;
  text: string;
}

export interface Declaration {
  id: string;
  createdAt: Date;
  given: Record<string, unknown>;
  itemIds: string[];
}

export interface Shipment {
  id: string;
  createdAt: Date;
  /** Rates are shown from then on. */
  readyAt: Date;
  from: Address;
  to: Address;
  parcels: Parcel[];
  declaration: Declaration | undefined;
  accountIds: string[];
  extra: Record<string, unknown>;
  metadata: string;
  rates: Rate[];
  messages: Message[];
}

export type TransactionEnd = 'SUCCESS' | 'ERROR';

/** A label, or the attempt to buy one. */
export interface Transaction {
  id: string;
  rate: Rate;
  shipment: Shipment;
  parcel: Parcel;
  createdAt: Date;
  /** QUEUED until then. */
  readyAt: Date;
  end: TransactionEnd;
  messages: Message[];
  trackingNumber: string;
  fileType: string;
  metadata: string;
  refund: Refund | undefined;
}

export interface Refund {
  id: string;
  transactionId: string;
  createdAt: Date;
  /** QUEUED until then. */
  readyAt: Date;
  end: 'SUCCESS' | 'ERROR';
}

/** What goes wrong or takes longer. All of it can be changed while the sandbox runs. */
export interface ShippoSwitches {
  /** How long asynchronous calls stay QUEUED. */
  queueMs: number;
  /** Also purchases that ask to wait are QUEUED: the carrier is slow. */
  queuesAlways: boolean;
  /** How long a refund takes. */
  refundMs: number;
  refundEnd: 'SUCCESS' | 'ERROR';
  /** Links to labels work for so long. */
  linkMs: number;
  /** Every purchase is refused with it. */
  refusal: string;
}

const MINUTE_MS = 60_000;

const DEFAULT_SWITCHES: ShippoSwitches = {
  queueMs: 3_000,
  queuesAlways: false,
  refundMs: 2 * MINUTE_MS,
  refundEnd: 'SUCCESS',
  linkMs: 60 * MINUTE_MS,
  refusal: '',
};

/** Calls in a minute. */
export const LIMITS = {
  live: { post: 500, one: 4000, list: 50 },
  test: { post: 50, one: 400, list: 10 },
} as const;
export type LimitKind = keyof (typeof LIMITS)['live'];

export interface ShippoAccountOptions {
  slug: string;
  title?: string;
  /** Of a test key: tighter limits, and labels that no carrier takes. */
  isTest?: boolean;
  firstId?: number;
}

const SENDERS = [
  {
    name: 'Dana Reyes',
    company: 'Harbor Point Logistics',
    street1: '1200 Harrow Street',
    city: 'Oakland',
    state: 'CA',
    zip: '94607',
    phone: '+1 510 555 0100',
  },
  {
    name: 'Returns desk',
    company: 'Harbor Point Logistics',
    street1: '88 Terminal Way, Dock 4',
    city: 'Reno',
    state: 'NV',
    zip: '89502',
    phone: '+1 775 555 0100',
  },
] as const;

/** An account with all that Shippo stores for it. */
export class ShippoAccount {
  readonly slug: string;
  readonly title: string;
  readonly owner: string;
  readonly isTest: boolean;
  readonly key: string;
  isRevoked = false;
  readonly switches: ShippoSwitches = { ...DEFAULT_SWITCHES };
  readonly carrierAccounts: CarrierAccount[];
  readonly addresses = new Map<string, Address>();
  readonly declarations = new Map<string, Declaration>();
  readonly shipments = new Map<string, Shipment>();
  readonly rates = new Map<string, Rate>();
  readonly transactions = new Map<string, Transaction>();
  readonly refunds = new Map<string, Refund>();
  readonly windows = new Map<LimitKind, { startedAt: number; calls: number }>();
  readonly serials: Counter;

  constructor({ slug, title = slug, isTest = false, firstId = 1001 }: ShippoAccountOptions) {
    this.slug = slug;
    this.title = title;
    this.owner = `shipping@${slug}.test`;
    this.isTest = isTest;
    this.key = keyFor(isTest ? 'shippo_test_' : 'shippo_live_', slug);
    this.serials = new Counter(firstId);
    this.carrierAccounts = CARRIERS.map(({ token }) => ({
      id: this.fixedId(`carrier ${token}`),
      carrier: token,
      active: true,
    }));
    // Not used any more: it is listed, and gives no rates unless it is asked for.
    this.carrierAccounts.push({ id: this.fixedId('carrier closed'), carrier: 'fedex', active: false });
    for (const [at, sender] of SENDERS.entries()) {
      const id = this.fixedId(`sender ${at}`);
      this.addresses.set(id, {
        ...sender,
        id,
        createdAt: new Date(Date.UTC(2026, 0, 5 + at)),
        street2: '',
        street3: '',
        country: 'US',
        email: this.owner,
        metadata: '',
      });
    }
  }

  /** The same at every start: couriers are mapped to it. */
  private fixedId(name: string): string {
    return createHash('sha256').update(`${this.slug}:${name}`).digest('hex').slice(0, 32);
  }

  newId(kind: string): string {
    return this.fixedId(`${kind} ${this.serials.next()}`);
  }
}
