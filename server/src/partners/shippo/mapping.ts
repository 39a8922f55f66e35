import type { PartnerCarrier, PartnerPlace } from '@longshore/contract';
import { type ExternalAddress, PartnerProblem } from '../../modules/channels/index.ts';
import type {
  LabelCustoms,
  LabelFormat,
  LabelPayer,
  LabelRate,
  Purchase,
  PurchaseState,
  RateAnswer,
  RateRequest,
  Tracking,
  TrackingEvent,
} from '../../modules/shipping/index.ts';
import type {
  ShippoAddress,
  ShippoCarrierAccount,
  ShippoMessage,
  ShippoRate,
  ShippoShipment,
  ShippoStatus,
  ShippoTrack,
  ShippoTransaction,
} from './shapes.ts';

const STREET_MAX = 35;
const REFERENCE_MAX = 50;
const METADATA_MAX = 100;
const DAY_MS = 24 * 3_600_000;
/** Rates of seven days are refused: an hour less leaves time to buy. */
const RATE_TTL_MS = 7 * DAY_MS - 3_600_000;

/** Marks addresses that belong to a purchase: the list of addresses has them all. */
export const RECEIVER = 'longshore receiver';

/** Words into lines of the length that a label has room for; undefined when they do not fit. */
function wrapped(text: string, lines: number): string[] | undefined {
  const made: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = made.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= STREET_MAX) made[made.length - 1] = `${last} ${word}`;
    else if (word.length > STREET_MAX) return undefined;
    else made.push(word);
  }
  return made.length <= lines ? made : undefined;
}

const STREETS = 3;

/** Streets of 35 characters at most. Nothing is cut off: a parcel without its house number does not arrive. */
export function streetsOf({ street1, street2 }: Pick<ExternalAddress, 'street1' | 'street2'>): string[] {
  const given = [street1, street2].map((street) => street.trim()).filter(Boolean);
  if (given.every(({ length }) => length <= STREET_MAX)) return given;
  const each = given.map((street) => wrapped(street, STREETS));
  const lines = each.every((parts) => parts !== undefined) ? each.flat() : undefined;
  const fitting = lines && lines.length <= STREETS ? lines : wrapped(given.join(' '), STREETS);
  if (!fitting) throw new PartnerProblem('refused', `StreetIsTooLong:${given.join(', ')}`);
  return fitting;
}

export function addressOf(address: ExternalAddress, metadata: string) {
  const [street1 = '', street2 = '', street3 = ''] = streetsOf(address);
  const { company, city, postalCode, countryCode, phone, email } = address;
  return {
    // Carriers refuse a label without a name, and only when it is bought.
    name: address.name || company,
    company,
    street1,
    ...(street2 ? { street2 } : {}),
    ...(street3 ? { street3 } : {}),
    city,
    state: address.stateCode || address.state,
    zip: postalCode,
    country: countryCode,
    phone,
    email,
    metadata,
  };
}

/** DDU is what DAP was called; two carriers only take DAP by its own name. Others are not in Shippo’s list. */
const INCOTERMS = new Map([
  ['DDP', 'DDP'],
  ['DDU', 'DDU'],
  ['DAP', 'DDU'],
]);

/** The value in US dollars above which the export from the United States has a number of its own. */
const EXEMPT_MAX = 2500;

/** Why an export from the United States needs no filing; carriers elsewhere do not read it. */
function exemptionOf({ items }: LabelCustoms, countryCode: string): { eel_pfc?: string } {
  if (countryCode === 'CA') return { eel_pfc: 'NOEEI_30_36' };
  const isExempt = items.every(({ value, currency }) => currency === 'USD' && Number(value) <= EXEMPT_MAX);
  return isExempt ? { eel_pfc: 'NOEEI_30_37_a' } : {};
}

export function declarationOf(customs: LabelCustoms, countryCode: string) {
  const incoterm = INCOTERMS.get(customs.incoterm.toUpperCase());
  return {
    certify: true,
    certify_signer: customs.signer,
    contents_type: 'MERCHANDISE',
    non_delivery_option: 'RETURN',
    ...(incoterm ? { incoterm } : {}),
    ...exemptionOf(customs, countryCode),
    items: customs.items.map(({ description, quantity, netWeight, massUnit, value, currency, ...item }) => ({
      description,
      quantity,
      net_weight: netWeight,
      mass_unit: massUnit,
      value_amount: value,
      value_currency: currency,
      origin_country: item.originCountry,
      ...(item.tariffNumber ? { tariff_number: item.tariffNumber } : {}),
      ...(item.sku ? { sku_code: item.sku } : {}),
    })),
  };
}

const billingOf = ({ type, account, postalCode, countryCode }: LabelPayer) => ({
  type: type === 'recipient' ? 'RECIPIENT' : 'THIRD_PARTY',
  account,
  ...(postalCode ? { zip: postalCode } : {}),
  ...(countryCode ? { country: countryCode } : {}),
});

export function shipmentBody(request: RateRequest) {
  const { senderId, receiver, parcel, customs, carrierIds, payer, reference, key } = request;
  const extra = {
    ...(reference ? { reference_1: reference.slice(0, REFERENCE_MAX) } : {}),
    ...(payer ? { billing: billingOf(payer) } : {}),
  };
  return {
    address_from: senderId,
    address_to: addressOf(receiver, RECEIVER),
    parcels: [
      {
        length: parcel.length,
        width: parcel.width,
        height: parcel.height,
        distance_unit: parcel.distanceUnit,
        weight: parcel.weight,
        mass_unit: parcel.massUnit,
      },
    ],
    ...(customs ? { customs_declaration: declarationOf(customs, receiver.countryCode) } : {}),
    ...(carrierIds.length > 0 ? { carrier_accounts: carrierIds } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
    metadata: key.slice(0, METADATA_MAX),
    async: false,
  };
}

export const FILE_TYPES: Readonly<Record<LabelFormat, string>> = { pdf: 'PDF_4x6', zpl: 'ZPLII' };

export function rateOf(rate: ShippoRate, now: Date): LabelRate {
  const made = new Date(rate.object_created);
  const since = Number.isNaN(made.getTime()) ? now : made;
  return {
    id: rate.object_id,
    carrierId: rate.carrier_account,
    carrier: rate.provider,
    serviceCode: rate.servicelevel.token,
    service: rate.servicelevel.name || rate.servicelevel.token,
    amount: rate.amount,
    currency: rate.currency,
    days: rate.estimated_days ?? null,
    expiresAt: new Date(since.getTime() + RATE_TTL_MS),
  };
}

/** A sentence for each carrier, once. */
function refusalsOf(messages: readonly ShippoMessage[]): RateAnswer['refusals'] {
  const said = messages
    .map(({ source, code, text }) => ({ carrier: source || 'Shippo', reason: text || code }))
    .filter(({ reason }) => reason);
  return said.filter(
    (one, at) => said.findIndex(({ carrier, reason }) => carrier === one.carrier && reason === one.reason) === at,
  );
}

export const ratesOf = ({ rates, messages }: ShippoShipment, now: Date): RateAnswer => ({
  rates: rates.map((rate) => rateOf(rate, now)),
  refusals: refusalsOf(messages),
});

const STATES = new Map<string, PurchaseState>([
  ['WAITING', 'waiting'],
  ['QUEUED', 'waiting'],
  ['SUCCESS', 'bought'],
  ['ERROR', 'refused'],
  ['REFUNDED', 'voided'],
  ['REFUNDPENDING', 'voiding'],
  ['REFUNDREJECTED', 'void_refused'],
]);

const REFUND_STATES = new Map<string, PurchaseState>([
  ['QUEUED', 'voiding'],
  ['PENDING', 'voiding'],
  ['SUCCESS', 'voided'],
  ['ERROR', 'void_refused'],
]);

function stateIn(states: ReadonlyMap<string, PurchaseState>, status: string): PurchaseState {
  const state = states.get(status);
  if (state) return state;
  throw new PartnerProblem('malformed', `StateIsUnknown:${status}`);
}

export const refundStateOf = (status: string): PurchaseState => stateIn(REFUND_STATES, status);

const sentencesOf = (messages: readonly ShippoMessage[]): string =>
  [...new Set(messages.map(({ text, code }) => text || code).filter(Boolean))].join(' ');

export function purchaseOf(transaction: ShippoTransaction): Purchase {
  const state = stateIn(STATES, transaction.status);
  return {
    id: transaction.object_id,
    state,
    trackingNumber: transaction.tracking_number,
    trackingUrl: transaction.tracking_url_provider,
    labelUrl: transaction.label_url,
    problem: state === 'refused' ? sentencesOf(transaction.messages) || 'NoReasonGiven' : '',
  };
}

/** Chooses among all attempts with our key: a finished purchase before one in progress, and that before a refusal. */
export function purchaseWithKey(transactions: readonly ShippoTransaction[], key: string): Purchase | undefined {
  const ours = transactions.filter(({ metadata }) => metadata === key).map(purchaseOf);
  return (
    ours.find(({ state }) => state !== 'refused' && state !== 'waiting') ??
    ours.find(({ state }) => state === 'waiting') ??
    ours[0]
  );
}

export function carrierOf(account: ShippoCarrierAccount, all: readonly ShippoCarrierAccount[]): PartnerCarrier {
  const name = account.carrier_name || account.carrier;
  const isAlone = all.filter(({ carrier }) => carrier === account.carrier).length === 1;
  return {
    id: account.object_id,
    carrier: account.carrier,
    name: isAlone || !account.account_id ? name : `${name} (${account.account_id})`,
    is_active: account.active !== false,
    services: account.service_levels.map((service) => ({ code: service.token, name: service.name || service.token })),
    packages: [],
  };
}

const placeOf = ({ object_id, company, name, ...address }: ShippoAddress): PartnerPlace => ({
  id: object_id,
  name: company || name || address.street1,
  address: [
    [address.street1, address.street2].filter(Boolean).join(', '),
    [address.city, address.state, address.zip].filter(Boolean).join(' '),
    address.country,
  ]
    .filter(Boolean)
    .join(', '),
  ...(address.country.length === 2 ? { country_code: address.country } : {}),
});

/** Addresses that parcels can be sent from, each once: the list has the receivers of labels too. */
export function placesOf(addresses: readonly ShippoAddress[]): PartnerPlace[] {
  const places = addresses
    .filter(({ metadata, street1, city }) => metadata !== RECEIVER && street1 && city)
    .map(placeOf);
  return places.filter(
    (place, at) => places.findIndex(({ name, address }) => name === place.name && address === place.address) === at,
  );
}

const CARRIER_TOKENS = new Map([
  ['dhl ecommerce', 'dhl_ecommerce'],
  ['deutsche post', 'deutsche_post'],
]);

/** `DHL Express` is `dhl_express` where parcels are followed. */
export function carrierToken(carrier: string): string {
  const name = carrier.trim().toLowerCase();
  return CARRIER_TOKENS.get(name) ?? name.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
}

const TRACKING_STATES = new Map<string, TrackingEvent['status']>([
  ['PRE_TRANSIT', 'pre_transit'],
  ['TRANSIT', 'transit'],
  ['DELIVERED', 'delivered'],
  ['RETURNED', 'returned'],
  ['FAILURE', 'failure'],
]);
const trackingStateOf = (status: string) => TRACKING_STATES.get(status) ?? 'unknown';

function dateOf(text: string): Date | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at;
}

/** A scan without a moment cannot be placed among the others. */
function eventOf(status: ShippoStatus): TrackingEvent | undefined {
  const at = dateOf(status.status_date);
  if (!at) return undefined;
  const { city = '', state = '', country = '' } = status.location ?? {};
  return {
    id: status.object_id || `${status.status} ${at.toISOString()}`,
    status: trackingStateOf(status.status),
    at,
    place: [city, state, country].filter(Boolean).join(', '),
    text: status.status_details,
  };
}

/** Undefined while the carrier has said nothing. */
export function trackingOf({ eta, tracking_status, tracking_history }: ShippoTrack): Tracking | undefined {
  if (!tracking_status && tracking_history.length === 0) return undefined;
  const history = tracking_history.length > 0 || !tracking_status ? tracking_history : [tracking_status];
  const events = history
    .map(eventOf)
    .filter((event) => event !== undefined)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return {
    status: tracking_status ? trackingStateOf(tracking_status.status) : (events.at(-1)?.status ?? 'unknown'),
    arrivesAt: dateOf(eta),
    events,
  };
}
