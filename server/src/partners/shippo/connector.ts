import type { PartnerCatalogue } from '@longshore/contract';
import {
  type ExternalAddress,
  type PartnerConnection,
  PartnerProblem,
  partnerText,
} from '../../modules/channels/index.ts';
import type {
  LabelPartner,
  Purchase,
  PurchaseState,
  RateAnswer,
  RateRequest,
  Tracking,
} from '../../modules/shipping/index.ts';
import { download, isTestKey, read, readAll } from './client.ts';
import {
  addressOf,
  carrierOf,
  carrierToken,
  FILE_TYPES,
  placesOf,
  purchaseOf,
  purchaseWithKey,
  ratesOf,
  refundStateOf,
  shipmentBody,
  trackingOf,
} from './mapping.ts';
import {
  AddressShape,
  CarrierAccountShape,
  MadeShape,
  pageOf,
  RefundShape,
  ShipmentShape,
  TrackShape,
  TransactionShape,
} from './shapes.ts';

/** Why there are no rates: in Shippo’s words, when there are some. */
const errorText = (messages: readonly { text: string }[]) => {
  const words = messages.map(({ text }) => text).join(' ');
  return words ? partnerText(words) : 'NoRates';
};

const PAGES_MAX = 10;

export async function verify(connection: PartnerConnection): Promise<{ account: string }> {
  const { results } = await read(
    connection,
    { subject: 'Read the account', method: 'GET', path: '/carrier_accounts', query: { results: 1 } },
    pageOf(CarrierAccountShape),
  );
  const owner = results[0]?.object_owner || 'Shippo';
  return { account: isTestKey(connection.values.key_1) ? `${owner} (test)` : owner };
}

export async function catalogue(connection: PartnerConnection): Promise<PartnerCatalogue> {
  const accounts = await readAll(
    connection,
    { subject: 'List carrier accounts', path: '/carrier_accounts', query: { service_levels: 'true' } },
    CarrierAccountShape,
    PAGES_MAX,
  );
  const addresses = await readAll(
    connection,
    { subject: 'List addresses', path: '/addresses', query: {} },
    AddressShape,
    PAGES_MAX,
  );
  return {
    carriers: accounts.map((account) => carrierOf(account, accounts)),
    places: placesOf(addresses),
    lists: {},
  };
}

async function rates(connection: PartnerConnection, request: RateRequest): Promise<RateAnswer> {
  const shipment = await read(
    connection,
    {
      subject: 'Ask for rates',
      method: 'POST',
      path: '/shipments',
      body: shipmentBody(request),
      isHarmless: true,
    },
    ShipmentShape,
  );
  if (shipment.status === 'ERROR') throw new PartnerProblem('refused', errorText(shipment.messages));
  if (shipment.status !== 'SUCCESS' && shipment.rates.length === 0)
    throw new PartnerProblem('unavailable', 'CarriersAreSilent');
  return ratesOf(shipment, connection.now());
}

const buy: LabelPartner['buy'] = async (connection, { rateId, key, format }): Promise<Purchase> => {
  const body = { rate: rateId, label_file_type: FILE_TYPES[format], metadata: key, async: false };
  const request = { subject: 'Buy a label', method: 'POST', path: '/transactions', body } as const;
  return purchaseOf(await read(connection, request, TransactionShape));
};

const findPurchase: LabelPartner['findPurchase'] = async (connection, { rateId, key }) => {
  const request = { subject: 'Look for a purchase', path: '/transactions', query: { rate: rateId } };
  return purchaseWithKey(await readAll(connection, request, TransactionShape, PAGES_MAX), key);
};

async function readPurchase(connection: PartnerConnection, id: string): Promise<Purchase> {
  const path = `/transactions/${encodeURIComponent(id)}`;
  return purchaseOf(await read(connection, { subject: 'Read a purchase', method: 'GET', path }, TransactionShape));
}

const isVoided = (state: PurchaseState): boolean => state === 'voiding' || state === 'voided';

async function askRefund(connection: PartnerConnection, id: string): Promise<PurchaseState> {
  const request = {
    subject: 'Ask for a refund',
    method: 'POST',
    path: '/refunds',
    body: { transaction: id, async: false },
  } as const;
  try {
    return refundStateOf((await read(connection, request, RefundShape)).status);
  } catch (error) {
    if (!(error instanceof PartnerProblem) || (error.kind !== 'refused' && error.kind !== 'conflict')) throw error;
    // Somebody asked at the same moment.
    const { state } = await readPurchase(connection, id);
    if (isVoided(state)) return state;
    throw error;
  }
}

async function voidLabel(connection: PartnerConnection, id: string): Promise<PurchaseState> {
  const { state } = await readPurchase(connection, id);
  if (isVoided(state)) return state;
  if (state === 'refused') throw new PartnerProblem('refused', 'LabelWasNotBought');
  return askRefund(connection, id);
}

const track: LabelPartner['track'] = async (connection, { carrier, trackingNumber }): Promise<Tracking | undefined> => {
  const path = `/tracks/${encodeURIComponent(carrierToken(carrier))}/${encodeURIComponent(trackingNumber)}`;
  try {
    return trackingOf(await read(connection, { subject: 'Read tracking', method: 'GET', path }, TrackShape));
  } catch (error) {
    // A carrier or a number that Shippo does not follow.
    const isUnknown = error instanceof PartnerProblem && (error.kind === 'notFound' || error.kind === 'refused');
    if (isUnknown) return undefined;
    throw error;
  }
};

async function addSender(connection: PartnerConnection, address: ExternalAddress): Promise<string> {
  const request = {
    subject: 'Add an address',
    method: 'POST',
    path: '/addresses',
    body: addressOf(address, ''),
    isHarmless: true,
  } as const;
  return (await read(connection, request, MadeShape)).object_id;
}

export const shippoLabels: LabelPartner = {
  partner: 'shippo',
  formats: ['pdf', 'zpl'],
  rates,
  buy,
  findPurchase,
  readPurchase,
  voidLabel,
  download,
  track,
  addSender,
};
