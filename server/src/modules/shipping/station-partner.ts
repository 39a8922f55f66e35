import type { CompanyPartnerSlug } from '@longshore/contract';
import type { ExternalAddress, PartnerConnection } from '../channels/index.ts';
import type { LabelPayer } from './label-partner.ts';

export interface StationLine {
  key: string;
  sku: string;
  name: string;
  quantity: number;
  /** A decimal, exact. */
  unitPrice: string;
}

/** The complete data of a shipment for the shipping station. */
export interface StationOrder {
  /** Ours, the same for every attempt: the station keeps one order for it. */
  key: string;
  number: string;
  placedAt: Date;
  shipBy: string | null;
  shipTo: ExternalAddress;
  billTo: ExternalAddress;
  lines: readonly StationLine[];
  weight: { value: string; unit: 'kg' | 'lb' } | undefined;
  carrierCode: string;
  serviceCode: string;
  packageCode: string;
  warehouseId: string;
  payer: LabelPayer | undefined;
  /** Shown there beside the order. */
  note: string;
}

export interface StationLabel {
  id: string;
  trackingNumber: string;
  carrierCode: string;
  serviceCode: string;
  /** With insurance; a decimal, exact. */
  cost: string;
  isVoided: boolean;
  shippedOn: string;
}

/** An order that was sent: `id` is empty while it is unknown whether it arrived. */
export interface StationRef {
  id: string;
  key: string;
  number: string;
}

/** A shipping station: orders are sent there, labels are bought there by people, and read back. */
export interface StationPartner {
  partner: CompanyPartnerSlug;
  /** Orders in one call of the partner. */
  batch: number;
  /**
   * Creates or replaces the orders; repeated, it changes nothing. The answer has for each key the id there, or why it
   * was refused.
   */
  push(
    connection: PartnerConnection,
    orders: readonly StationOrder[],
  ): Promise<readonly { key: string; id: string; problem: string }[]>;
  /** The id of an order that was sent by our key, by any attempt; empty when there is none. */
  find(connection: PartnerConnection, order: StationRef): Promise<string>;
  /** What was bought there for an order. */
  pull(connection: PartnerConnection, order: StationRef): Promise<readonly StationLabel[]>;
  /** Takes an order away; one that is not there any more is no problem. */
  remove(connection: PartnerConnection, order: StationRef): Promise<void>;
}

declare module '../../platform/module.ts' {
  interface Module {
    stationPartners?: readonly StationPartner[];
  }
}
