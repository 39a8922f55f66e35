import type { CustomsItem, RateInput, RateParcel } from '@longshore/contract';
import { messageWith } from '@longshore/contract';
import { invalid, refused } from '../../../platform/http/problem.ts';
import { sha256 } from '../../../platform/ids.ts';
import type { ExternalAddress } from '../../channels/index.ts';
import type { LabelCustoms, LabelCustomsItem, LabelParcel, LabelPayer, RateRequest } from '../label-partner.ts';
import type { Carton, CustomsLine, LabelShipment } from './label-facts.view.ts';
import { amountText, carrierIdsIn, customsOfParcel, sizeText } from './label-rules.ts';
import { countsAs, type StoredLabel } from './labels.store.ts';

/** A parcel for which prices are asked. */
export interface ParcelToShip {
  carton: string;
  container_id: number | null;
  own_number: string;
  size: LabelParcel;
  contents: Carton['contents'];
}

type Size = Pick<RateParcel, 'length' | 'width' | 'height' | 'weight'>;

const sizeOf = ({ length, width, height, weight }: Size, measure: LabelShipment['measure']): LabelParcel => ({
  length: sizeText(length),
  width: sizeText(width),
  height: sizeText(height),
  distanceUnit: measure === 'metric' ? 'cm' : 'in',
  weight: sizeText(weight),
  massUnit: measure === 'metric' ? 'kg' : 'lb',
});

/** Throws 40005 when the carton has a label that counts, or one of which nobody knows yet. */
function assertFree(carton: string, called: string, labels: readonly StoredLabel[]): void {
  const label = labels.find((each) => each.carton === carton && countsAs(each));
  if (!label) return;
  throw refused(40005, messageWith(label.state === 'asked' ? 'LabelIsBeingAsked' : 'CartonHasLabel', called));
}

/** Parcels without a carton are numbered; a number is free again once its label counts no more. */
function* freeNumbers(labels: readonly StoredLabel[]): Generator<string, never> {
  const taken = new Set(labels.filter(countsAs).map(({ carton }) => carton));
  for (let n = 1; ; n++) if (!taken.has(`parcel ${n}`)) yield `parcel ${n}`;
}

export interface Packed {
  shipment: LabelShipment;
  cartons: readonly Carton[];
  labels: readonly StoredLabel[];
}

const ofCarton = (carton: Carton, size: Size, { shipment }: Packed): ParcelToShip => ({
  carton: carton.number,
  container_id: carton.id,
  own_number: carton.own_number,
  size: sizeOf(size, shipment.measure),
  contents: carton.contents,
});

/** The parcels as they were sent. */
function sentParcels(packed: Packed, sent: readonly RateParcel[]): ParcelToShip[] {
  const { shipment, cartons, labels } = packed;
  const numbers = freeNumbers(labels);
  const parcels = sent.map((parcel, n): ParcelToShip => {
    if (parcel.container_id === undefined) {
      const carton = numbers.next().value;
      const size = sizeOf(parcel, shipment.measure);
      return { carton, container_id: null, own_number: '', size, contents: [] };
    }
    const carton = cartons.find(({ id }) => id === parcel.container_id);
    if (!carton) throw invalid(`parcels.${n}.container_id`, 'CartonIsUnknown');
    assertFree(carton.number, carton.own_number || carton.number, labels);
    return ofCarton(carton, parcel, packed);
  });
  if (new Set(parcels.map(({ carton }) => carton)).size < parcels.length) throw invalid('parcels', 'CartonIsUnknown');
  return parcels;
}

/** What prices are asked for: the parcels that were sent, else the cartons that have no label that counts. */
export function parcelsToShip(packed: Packed, sent: readonly RateParcel[]): ParcelToShip[] {
  if (sent.length > 0) return sentParcels(packed, sent);
  const free = packed.cartons.filter(
    ({ number }) => !packed.labels.some((label) => label.carton === number && countsAs(label)),
  );
  const [unknown] = packed.labels.filter(({ state }) => state === 'asked');
  if (free.length === 0 && unknown)
    throw refused(40005, messageWith('LabelIsBeingAsked', unknown.own_number || unknown.carton));
  if (free.length === 0) throw refused(40005, 'CartonsHaveLabels');
  return free.map((carton) => ofCarton(carton, carton, packed));
}

/** What a price was asked for: when any of it changes, the price is void. */
export function basisOf(
  { shipment, cartons }: Pick<Packed, 'shipment' | 'cartons'>,
  parcels: readonly Pick<ParcelToShip, 'carton'>[],
): Buffer {
  const named = new Set(parcels.map(({ carton }) => carton));
  const { shipping_addr, payment_method, courier_account, billing_zip, billing_country_code, incoterm } = shipment;
  const sizes = cartons
    .filter(({ number }) => named.has(number))
    .map(({ number, length, width, height, weight, contents }) => [number, length, width, height, weight, contents]);
  const terms = [payment_method, courier_account, billing_zip, billing_country_code, incoterm];
  return sha256(JSON.stringify([shipping_addr, terms, sizes]));
}

export function receiverOf({ shipping_addr }: LabelShipment, { address = {} }: Pick<RateInput, 'address'>) {
  const to = { ...shipping_addr, ...address };
  const street = [to.street2, to.street3].filter(Boolean).join(', ');
  return {
    name: to.contact || to.company || '',
    company: to.company ?? '',
    street1: to.street1 ?? '',
    street2: street,
    city: to.city ?? '',
    state: to.state_code ?? '',
    stateCode: to.state_code ?? '',
    postalCode: to.postal_code ?? '',
    countryCode: to.country_code ?? '',
    phone: to.phone ?? '',
    email: 'email' in to ? String(to.email ?? '') : '',
  } satisfies ExternalAddress;
}

export function payerOf(shipment: LabelShipment): LabelPayer | undefined {
  const { payment_method, courier_account: account, billing_zip, billing_country_code } = shipment;
  if (payment_method === 'prepaid') return undefined;
  return {
    type: payment_method === 'collect' ? 'recipient' : 'third_party',
    account,
    postalCode: billing_zip,
    countryCode: billing_country_code,
  };
}

/** The weights are those of the lines: what a person declares is their value, number and origin. */
export function customsItems(
  items: readonly CustomsItem[],
  lines: readonly CustomsLine[],
  { measure }: Pick<LabelShipment, 'measure'>,
): LabelCustomsItem[] {
  return items.map((item) => {
    const line = lines.find(({ sku }) => sku === item.sku_code);
    return {
      description: item.description || 'Merchandise',
      quantity: item.quantity,
      netWeight: sizeText(line ? (line.weight * item.quantity) / line.units : item.quantity),
      massUnit: measure === 'metric' ? 'kg' : 'lb',
      value: amountText(item.value_amount),
      currency: item.value_currency,
      originCountry: item.origin_country,
      tariffNumber: item.tariff_number,
      sku: item.sku_code,
    };
  });
}

export interface ToAsk {
  shipment: LabelShipment;
  parcels: readonly ParcelToShip[];
  receiver: ExternalAddress;
  /** Undefined within one country. */
  customs: readonly LabelCustomsItem[] | undefined;
  reference: string;
  signer: string;
}

/**
 * The requests for prices, one for each parcel. `made` is the part of their keys that tells one set of requests from
 * another.
 */
export function requestsOf({ shipment, parcels, receiver, customs, reference, signer }: ToAsk, made: string) {
  const declared = (parcel: ParcelToShip): LabelCustoms | undefined =>
    customs && {
      signer,
      incoterm: shipment.incoterm,
      items: parcels.length > 1 ? customsOfParcel(customs, parcel.contents) : customs,
    };
  return parcels.map(
    (parcel, n): RateRequest => ({
      senderId: shipment.shippo_address_id,
      receiver,
      parcel: parcel.size,
      customs: declared(parcel),
      carrierIds: carrierIdsIn(shipment.shippo_id),
      payer: payerOf(shipment),
      reference,
      key: `longshore-${shipment.id}-${made}-${n + 1}`,
    }),
  );
}
