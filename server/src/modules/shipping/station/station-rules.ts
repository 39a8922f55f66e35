import {
  type AddressCopy,
  type Direction,
  type Message,
  Money,
  messageWith,
  type PartnerPlace,
  type Shipment,
  type ShipmentStatus,
} from '@longshore/contract';
import type { ExternalAddress } from '../../channels/index.ts';
import type { LabelPayer } from '../label-partner.ts';
import type { StationLabel, StationOrder } from '../station-partner.ts';

/** What is sent to the station of a shipment, as it is here. */
export interface StationFacts {
  id: number;
  client_id: number;
  direction: Direction;
  status: ShipmentStatus;
  billed: boolean;
  pt_number: string;
  reference: string;
  po: string;
  ship_date: string;
  created_at: string;
  waybill: string;
  cost: string;
  payment_method: Shipment['shipping']['payment'];
  courier_account: string;
  billing_zip: string;
  billing_country_code: string;
  carrier: string;
  service: string;
  package: string;
  shipping_addr: AddressCopy;
  billing_addr: AddressCopy;
  relation: string;
  /** The client's warehouse at the station, by its id there or, as older releases stored it, by its name. */
  warehouse: string;
  prefix: string;
  measure: 'metric' | 'imperial';
  /** Of its cartons; null while it is not packed. */
  weight: string | null;
  lines: { id: number; sku: string; name: string; quantity: number; price: string }[];
}

const WAYBILL_MAX = 255;

const live = (labels: readonly StationLabel[]) => labels.filter(({ isVoided }) => !isVoided);

/** What the labels cost that are not voided; a decimal, exact. */
export const liveCost = (labels: readonly StationLabel[]): string =>
  String(live(labels).reduce((total, { cost }) => total.plus(Money.of(cost)), Money.zero));

/** Their numbers, as many as a waybill holds. */
export function liveWaybill(labels: readonly StationLabel[]): string {
  const numbers = [...new Set(live(labels).map(({ trackingNumber }) => trackingNumber))].filter(Boolean);
  let waybill = '';
  for (const number of numbers) {
    const longer = waybill ? `${waybill}, ${number}` : number;
    if (longer.length > WAYBILL_MAX) break;
    waybill = longer;
  }
  return waybill;
}

/**
 * What a shipment's waybill and cost become; undefined when they stay. When all labels were voided, only what they had
 * written is taken back: what a person entered since is that person's.
 */
export function updateOf(
  { waybill, cost }: Pick<StationFacts, 'waybill' | 'cost'>,
  before: readonly StationLabel[],
  now: readonly StationLabel[],
): { waybill: string; cost: string } | undefined {
  if (live(now).length > 0) return { waybill: liveWaybill(now), cost: liveCost(now) };
  const isOurs =
    live(before).length > 0 && waybill === liveWaybill(before) && Number(cost) === Number(liveCost(before));
  return isOurs ? { waybill: '', cost: '0' } : undefined;
}

/** The station wants a name: the contact, else the company, else who ordered. */
export const addressOf = (copy: StationFacts['shipping_addr'], relation: string): ExternalAddress => ({
  name: copy.contact || copy.company || relation,
  company: copy.company,
  street1: copy.street1,
  street2: [copy.street2, copy.street3].filter(Boolean).join(', '),
  city: copy.city,
  state: copy.state,
  stateCode: copy.state_code,
  postalCode: copy.postal_code,
  countryCode: copy.country_code,
  phone: copy.phone,
  email: '',
});

export function payerOf(facts: StationFacts): LabelPayer | undefined {
  if (facts.payment_method === 'prepaid') return undefined;
  return {
    type: facts.payment_method === 'collect' ? 'recipient' : 'third_party',
    account: facts.courier_account,
    postalCode: facts.billing_zip,
    countryCode: facts.billing_country_code,
  };
}

/** The company's prefix and our picking number. */
export const numberOf = ({ prefix, pt_number, id }: Pick<StationFacts, 'prefix' | 'pt_number' | 'id'>): string =>
  `${prefix}${pt_number || id}`;

/** By its id at the station, or by its name, as older releases stored it. */
export const warehouseIdOf = (warehouse: string, places: readonly PartnerPlace[]): string | undefined =>
  places.find(({ id, name }) => id === warehouse || name === warehouse)?.id;

/** Why a shipment cannot be sent; undefined when it can. */
export function obstacleOf(facts: StationFacts, places: readonly PartnerPlace[]): Message | undefined {
  if (!facts.carrier) return 'CourierHasNoStation';
  if (facts.warehouse && !warehouseIdOf(facts.warehouse, places))
    return messageWith('StationWarehouseUnknown', facts.warehouse);
  return undefined;
}

/** The whole of a shipment, as the station is to have it. */
export function orderOf(facts: StationFacts, key: string, places: readonly PartnerPlace[]): StationOrder {
  return {
    key,
    number: numberOf(facts),
    placedAt: new Date(facts.created_at),
    shipBy: facts.ship_date || null,
    shipTo: addressOf(facts.shipping_addr, facts.relation),
    billTo: addressOf(facts.billing_addr, facts.relation),
    lines: facts.lines.map(({ id, sku, name, quantity, price }) => ({
      key: String(id),
      sku,
      name: name || sku,
      quantity,
      unitPrice: price,
    })),
    weight: facts.weight ? { value: facts.weight, unit: facts.measure === 'metric' ? 'kg' : 'lb' } : undefined,
    carrierCode: facts.carrier,
    serviceCode: facts.service,
    packageCode: facts.package,
    warehouseId: (facts.warehouse && warehouseIdOf(facts.warehouse, places)) || '',
    payer: payerOf(facts),
    note: [facts.reference, facts.po && `PO ${facts.po}`].filter(Boolean).join(' · '),
  };
}
