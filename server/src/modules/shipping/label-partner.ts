import type { CompanyPartnerSlug } from '@longshore/contract';
import type { ExternalAddress, PartnerConnection } from '../channels/index.ts';

/** Sizes and weights are decimals as text: partners want them so, and nothing is computed with them here. */
export interface LabelParcel {
  length: string;
  width: string;
  height: string;
  distanceUnit: 'cm' | 'in';
  weight: string;
  massUnit: 'kg' | 'lb';
}

export interface LabelCustomsItem {
  description: string;
  quantity: number;
  /** Of all units of the line. */
  netWeight: string;
  massUnit: 'kg' | 'lb';
  /** Of all units of the line. */
  value: string;
  currency: string;
  originCountry: string;
  tariffNumber: string;
  sku: string;
}

export interface LabelCustoms {
  signer: string;
  incoterm: string;
  items: readonly LabelCustomsItem[];
}

/** Who pays the carrier, when it is not the sender. */
export interface LabelPayer {
  type: 'recipient' | 'third_party';
  account: string;
  postalCode: string;
  countryCode: string;
}

/** One parcel for which prices are asked. */
export interface RateRequest {
  /** The sender's address at the partner. */
  senderId: string;
  receiver: ExternalAddress;
  parcel: LabelParcel;
  customs: LabelCustoms | undefined;
  /** Accounts with carriers that may answer; empty for all. */
  carrierIds: readonly string[];
  payer: LabelPayer | undefined;
  /** Printed on the label. */
  reference: string;
  /** Ours: what was asked for is found again by it. At most 100 characters. */
  key: string;
}

export interface LabelRate {
  id: string;
  carrierId: string;
  /** The carrier's name for people: `UPS`. */
  carrier: string;
  serviceCode: string;
  service: string;
  /** A decimal, exact. */
  amount: string;
  currency: string;
  /** Working days; null when the carrier does not say. */
  days: number | null;
  /** After this moment it cannot be bought any more. */
  expiresAt: Date;
}

export interface RateAnswer {
  rates: readonly LabelRate[];
  /** Carriers that refuse the parcel, and why. */
  refusals: readonly { carrier: string; reason: string }[];
}

/** `pdf` and `zpl` are 4 × 6 inches. */
export const LABEL_FORMATS = ['pdf', 'zpl'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** What became of a purchase at the partner. `waiting`: it is still being made; ask again. */
export type PurchaseState = 'waiting' | 'bought' | 'refused' | 'voiding' | 'voided' | 'void_refused';

export interface Purchase {
  /** The partner's id of the purchase. */
  id: string;
  state: PurchaseState;
  trackingNumber: string;
  trackingUrl: string;
  /** Where the label can be downloaded for a while. */
  labelUrl: string;
  /** Of `refused`: the carrier's sentences. */
  problem: string;
}

export interface TrackingEvent {
  /** Of the carrier, for recognising it again. */
  id: string;
  status: 'unknown' | 'pre_transit' | 'transit' | 'delivered' | 'returned' | 'failure';
  at: Date;
  place: string;
  text: string;
}

export interface Tracking {
  status: TrackingEvent['status'];
  /** When the carrier expects to deliver it. */
  arrivesAt: Date | null;
  events: readonly TrackingEvent[];
}

/** A partner that sells labels of carriers. Errors are `PartnerProblem`s. */
export interface LabelPartner {
  /** Whose account is used. */
  partner: CompanyPartnerSlug;
  formats: readonly LabelFormat[];
  rates(connection: PartnerConnection, request: RateRequest): Promise<RateAnswer>;
  /** Buys at a rate. When no answer arrives it throws `unknownOutcome`: `findPurchase` says what happened. */
  buy(connection: PartnerConnection, order: { rateId: string; key: string; format: LabelFormat }): Promise<Purchase>;
  /** What was bought at a rate for our key, by any attempt; undefined when nothing was. It changes nothing. */
  findPurchase(connection: PartnerConnection, order: { rateId: string; key: string }): Promise<Purchase | undefined>;
  /** What became of a purchase since. */
  readPurchase(connection: PartnerConnection, purchaseId: string): Promise<Purchase>;
  /** Requests a refund; repeated, it changes nothing. The carrier may refuse it days later (`readPurchase`). */
  voidLabel(connection: PartnerConnection, purchaseId: string): Promise<PurchaseState>;
  /** The label itself, from the partner's link. */
  download(connection: PartnerConnection, labelUrl: string): Promise<Buffer>;
  track(
    connection: PartnerConnection,
    parcel: { carrier: string; trackingNumber: string },
  ): Promise<Tracking | undefined>;
  /** Makes a sender's address at the partner, and answers its id. */
  addSender(connection: PartnerConnection, address: ExternalAddress): Promise<string>;
}

declare module '../../platform/module.ts' {
  interface Module {
    labelPartners?: readonly LabelPartner[];
  }
}
