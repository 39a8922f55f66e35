import { Money, type PartnerCatalogue } from '@longshore/contract';
import {
  type ExternalAddress,
  type ExternalLine,
  type ExternalOrder,
  type ExternalState,
  PartnerProblem,
  type Place,
  type ReportedShipment,
} from '../../modules/channels/index.ts';
import type { StationLabel, StationOrder } from '../../modules/shipping/index.ts';
import { carrierCodeOf } from './carriers.ts';
import { fromPacific, pacificText } from './pacific.ts';
import type { SsAddress, SsLabel, SsOrder, SsParcel, SsStore, SsWarehouse } from './shapes.ts';

/** Statuses that were added later are none of these: such an order waits until ShipStation moves it on. */
const STATES = new Map<string, ExternalState>(
  Object.entries({
    awaiting_shipment: 'open',
    awaiting_payment: 'waiting',
    on_hold: 'waiting',
    // Another warehouse was asked to ship it, or has said no.
    pending_fulfillment: 'waiting',
    rejected_fulfillment: 'waiting',
    shipped: 'shipped',
    cancelled: 'cancelled',
  } as const),
);
export const stateOf = (status: string): ExternalState => STATES.get(status) ?? 'waiting';

const isEmpty = ({ name, company, street1, city, postalCode }: SsAddress): boolean =>
  !name && !company && !street1 && !city && !postalCode;

/** Of a billing address ShipStation often has a name only. */
function addressOf(address: SsAddress | null | undefined, email: string): ExternalAddress | null {
  if (!address || isEmpty(address)) return null;
  return {
    name: address.name,
    company: address.company,
    street1: address.street1,
    street2: [address.street2, address.street3].filter(Boolean).join(', '),
    city: address.city,
    state: address.state,
    stateCode: address.state,
    postalCode: address.postalCode,
    countryCode: address.country,
    phone: address.phone,
    email,
  };
}

const hasStreet = (address: ExternalAddress | null): boolean => Boolean(address?.street1 || address?.city);

/** Discounts and fees are lines too, but no goods. */
const linesOf = ({ items }: SsOrder): ExternalLine[] =>
  items
    .filter(({ adjustment, quantity }) => !adjustment && quantity > 0)
    .map(({ orderItemId, sku, name, quantity, unitPrice }) => ({
      id: orderItemId,
      sku: sku.trim(),
      name,
      quantity,
      price: unitPrice,
    }));

const noteOf = ({ customerNotes, giftMessage }: SsOrder): string =>
  [customerNotes, giftMessage && `Gift message: ${giftMessage}`].filter(Boolean).join('\n');

/** Undefined when ShipStation's time of the change cannot be read. */
export function orderOf(order: SsOrder, now: Date): ExternalOrder | undefined {
  const updatedAt = fromPacific(order.modifyDate, now);
  if (!updatedAt) return undefined;
  const shipTo = addressOf(order.shipTo, order.customerEmail);
  const billTo = addressOf(order.billTo, order.customerEmail);
  const person = billTo?.name ? billTo : shipTo;
  return {
    id: order.orderId,
    number: order.orderNumber,
    state: stateOf(order.orderStatus),
    rawStatus: order.orderStatus,
    updatedAt,
    placedAt: fromPacific(order.orderDate, now) ?? fromPacific(order.createDate, now) ?? updatedAt,
    customer: {
      name: person?.name ?? '',
      company: person?.company ?? '',
      email: order.customerEmail,
      phone: billTo?.phone || shipTo?.phone || '',
    },
    shipTo,
    billTo: hasStreet(billTo) ? billTo : null,
    shippingMethod: order.requestedShippingService,
    note: noteOf(order),
    // Version 1 of the API names none.
    currency: '',
    lines: linesOf(order),
  };
}

/** Orders that were merged into another one are shipped with that one, and not any more by themselves. */
export const mergedIdsOf = ({ advancedOptions }: SsOrder): readonly string[] => advancedOptions?.mergedIds ?? [];

/** An order that is a part of another one now; `own` is what ShipStation still says about it. */
export const mergedAway = (into: ExternalOrder, id: string, own: ExternalOrder | undefined): ExternalOrder => ({
  ...(own ?? into),
  id,
  state: 'cancelled',
  rawStatus: `merged into ${into.number}`,
  updatedAt: into.updatedAt,
});

/** Whether an order is of the store that a connection works for; without a store all of them are. */
export const isOfStore = ({ advancedOptions }: SsOrder, store: string): boolean =>
  !store || advancedOptions?.storeId === store;

export const placeOf = ({ storeId, storeName, marketplaceName, active }: SsStore): Place => ({
  id: storeId,
  name: marketplaceName && marketplaceName !== storeName ? `${storeName} (${marketplaceName})` : storeName,
  isActive: active,
});

const trackingText = ({ trackingNumbers }: ReportedShipment): string => trackingNumbers.join(', ');

/** The parcel that a shipment already is; one without a number is any that has none. */
export const parcelOf = (shipment: ReportedShipment, parcels: readonly SsParcel[]): SsParcel | undefined =>
  parcels.find(({ trackingNumber, voided }) => !voided && trackingNumber === trackingText(shipment));

/** The sales channel tells the customer: a second mail of ShipStation's would be one too many. */
export const markBody = (shipment: ReportedShipment) => ({
  orderId: Number(shipment.orderId),
  carrierCode: carrierCodeOf(shipment.carrier),
  shipDate: pacificText(shipment.shippedAt).slice(0, 10),
  trackingNumber: trackingText(shipment),
  notifyCustomer: false,
  notifySalesChannel: true,
});

type Rejected = { lineId: string; reason: string }[];

/** A part of an order is not reported: the last shipment marks the order as shipped. */
export const wholeOrdersOnly = ({ lines }: ReportedShipment): Rejected =>
  lines.map(({ lineId }) => ({ lineId, reason: 'WholeOrdersOnly' }));

/** Units that the order does not have (any more). */
export function tooMany({ lines }: ReportedShipment, order: ExternalOrder): Rejected {
  const has = new Map(order.lines.map(({ id, quantity }) => [id, quantity]));
  return lines
    .filter(({ lineId, quantity }) => quantity > (has.get(lineId) ?? 0))
    .map(({ lineId, quantity }) => ({
      lineId,
      reason: `MoreThanIsLeft:${quantity - (has.get(lineId) ?? 0)}`,
    }));
}

interface Offer {
  code: string;
  name: string;
  services: readonly { code: string; name: string }[];
  packages: readonly { code: string; name: string }[];
}

const named = ({ code, name }: { code: string; name: string }) => ({ code, name: name || code });

export const catalogueOf = (offers: readonly Offer[], warehouses: readonly SsWarehouse[]): PartnerCatalogue => ({
  carriers: offers.map(({ code, name, services, packages }) => ({
    id: code,
    carrier: code,
    name: name || code,
    is_active: true,
    services: services.map(named),
    packages: packages.map(named),
  })),
  places: warehouses.map(({ warehouseId, warehouseName, originAddress }) => ({
    id: warehouseId,
    name: warehouseName || warehouseId,
    address: [originAddress?.street1, originAddress?.city, originAddress?.state].filter(Boolean).join(', '),
  })),
  lists: {},
});

const NUMBER_MAX = 50;
const GRAMS_OF_KILO = 1000;

const isTwoLetters = (country: string) => /^[A-Za-z]{2}$/.test(country);

/** A name must not be empty, and a country has two letters. */
const sentAddress = (address: ExternalAddress) => ({
  name: address.name || address.company,
  company: address.name ? address.company : '',
  street1: address.street1,
  street2: address.street2,
  city: address.city,
  state: address.stateCode || address.state,
  postalCode: address.postalCode,
  country: isTwoLetters(address.countryCode) ? address.countryCode.toUpperCase() : '',
  phone: address.phone,
});

/** ShipStation knows no kilograms. */
const sentWeight = ({ value, unit }: NonNullable<StationOrder['weight']>) =>
  unit === 'lb'
    ? { value: Number(value), units: 'pounds' }
    : { value: Math.round(Number(value) * GRAMS_OF_KILO), units: 'grams' };

const sentPayer = (payer: StationOrder['payer']) =>
  payer && {
    billToParty: payer.type,
    billToAccount: payer.account,
    billToPostalCode: payer.postalCode,
    billToCountryCode: payer.countryCode,
  };

/** The whole order: what is left out would be emptied there. The id is not sent, so that the key decides. */
export const stationBody = (order: StationOrder) => ({
  orderNumber: order.number.slice(0, NUMBER_MAX),
  orderKey: order.key,
  orderDate: pacificText(order.placedAt),
  ...(order.shipBy ? { shipByDate: order.shipBy } : {}),
  orderStatus: 'awaiting_shipment',
  customerEmail: order.shipTo.email,
  billTo: sentAddress(order.billTo),
  shipTo: sentAddress(order.shipTo),
  items: order.lines.map(({ key, sku, name, quantity, unitPrice }) => ({
    lineItemKey: key,
    sku,
    name: name || sku,
    quantity,
    unitPrice: Number(unitPrice),
  })),
  ...(order.weight ? { weight: sentWeight(order.weight) } : {}),
  carrierCode: order.carrierCode,
  serviceCode: order.serviceCode,
  packageCode: order.packageCode,
  advancedOptions: {
    ...(order.warehouseId ? { warehouseId: Number(order.warehouseId) } : {}),
    ...sentPayer(order.payer),
    customField1: order.note,
  },
});

/** Numbers of JSON, added as money is. */
function sumText(amounts: readonly (number | null)[]): string {
  const sum = amounts.reduce<Money>((total, amount) => {
    const money = Money.parse(String(amount ?? 0));
    if (typeof money === 'string') throw new PartnerProblem('malformed', `LabelCostIsUnreadable:${amount}`);
    return total.plus(money);
  }, Money.zero);
  return String(sum);
}

export const labelOf = (label: SsLabel): StationLabel => ({
  id: label.shipmentId,
  trackingNumber: label.trackingNumber,
  carrierCode: label.carrierCode,
  serviceCode: label.serviceCode,
  cost: sumText([label.shipmentCost, label.insuranceCost]),
  isVoided: label.voided,
  shippedOn: label.shipDate.slice(0, 10),
});
