import type { CompanyPartnerSlug } from '@longshore/contract';
import type { ExternalAddress, HookAnswer, HookRequest, PartnerConnection } from '../channels/index.ts';

export interface FreightCargo {
  pieces: number;
  /** Of one piece; decimals, exact. */
  weight: string;
  length: string;
  width: string;
  height: string;
  unit: 'kg' | 'lb';
  distanceUnit: 'cm' | 'in';
  description: string;
  hsCode: string;
  value: string;
}

export interface FreightOrder {
  /** Ours, the same for every attempt: the partner answers the first booking again. */
  key: string;
  customerId: string;
  userEmail: string;
  currency: string;
  serviceName: string;
  quoteType: string;
  incoCode: string;
  transportMode: string;
  reference: string;
  readyOn: string;
  from: ExternalAddress;
  to: ExternalAddress;
  cargo: readonly FreightCargo[];
  /** Where the provider tells what became of it, and what it signs that with. */
  callback: { url: string; secret: string };
}

export const FREIGHT_STATES = ['SUBMITTED', 'CONFIRMED', 'REJECTED', 'CANCELLED'] as const;
export type FreightState = (typeof FREIGHT_STATES)[number];

export interface FreightBooking {
  id: string;
  state: FreightState;
  /** Why it was rejected. */
  reason: string;
}

/** A partner that freight is booked with. Its lists are in the catalogue of the company's account. */
export interface FreightPartner {
  partner: CompanyPartnerSlug;
  /** The currency that the partner bills a customer in. */
  currency(connection: PartnerConnection, customerId: string): Promise<string>;
  book(connection: PartnerConnection, order: FreightOrder): Promise<FreightBooking>;
  read(connection: PartnerConnection, bookingId: string): Promise<FreightBooking>;
  /** Cancels a booking; asked again, it changes nothing. Throws `conflict` or `refused` when it is too late for that. */
  cancel(connection: PartnerConnection, bookingId: string): Promise<FreightBooking>;
  /** A call of the partner: which booking to read again. It must not call the partner. */
  readHook(request: HookRequest, secret: string): HookAnswer;
}

declare module '../../platform/module.ts' {
  interface Module {
    freightPartners?: readonly FreightPartner[];
  }
}
