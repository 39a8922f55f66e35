import { createHash } from 'node:crypto';
import { moneyText } from '../kit/values.ts';
import type {
  Address,
  CarrierAccount,
  Declaration,
  Rate,
  Refund,
  Shipment,
  ShippoAccount,
  Transaction,
} from './account.ts';
import { CARRIERS, type Parcel, trackingUrlOf } from './carriers.ts';
import { trackingOf } from './tracking.ts';

const stamp = (account: ShippoAccount, id: string, createdAt: Date) => ({
  object_id: id,
  object_owner: account.owner,
  object_created: createdAt.toISOString(),
  object_updated: createdAt.toISOString(),
  test: account.isTest,
});

const isComplete = ({ name, street1, city, zip }: Address): boolean => Boolean(name && street1 && city && zip);

export function presentAddress(account: ShippoAccount, address: Address) {
  const { id, createdAt, ...given } = address;
  return {
    ...stamp(account, id, createdAt),
    ...given,
    is_complete: isComplete(address),
    validation_results: { is_valid: true, messages: [] },
  };
}

export function presentParcel(account: ShippoAccount, { id, ...parcel }: Parcel, createdAt: Date) {
  return { ...stamp(account, id, createdAt), object_state: 'VALID', ...parcel };
}

export function presentDeclaration(account: ShippoAccount, { id, createdAt, given, itemIds }: Declaration) {
  return { ...stamp(account, id, createdAt), object_state: 'VALID', ...given, items: itemIds };
}

const carrierOf = (token: string) => CARRIERS.find((carrier) => carrier.token === token);

export function presentCarrierAccount(account: ShippoAccount, given: CarrierAccount, withServices: boolean) {
  const carrier = carrierOf(given.carrier);
  return {
    object_id: given.id,
    object_owner: account.owner,
    carrier: given.carrier,
    carrier_name: carrier?.name ?? given.carrier,
    account_id: `${account.slug}-${given.carrier}`,
    active: given.active,
    is_shippo_account: given.carrier === 'usps',
    metadata: '',
    test: account.isTest,
    ...(withServices
      ? {
          service_levels: (carrier?.services ?? []).map(({ token, name }) => ({
            token,
            name,
            supports_return_labels: false,
          })),
        }
      : {}),
  };
}

export function presentRate(account: ShippoAccount, rate: Rate, all: readonly Rate[]) {
  const carrier = carrierOf(rate.carrier);
  const service = carrier?.services.find(({ token }) => token === rate.token);
  const attributes: string[] = [];
  if (all.every(({ cents }) => cents >= rate.cents)) attributes.push('CHEAPEST');
  if (all.every(({ days }) => days >= rate.days)) attributes.push('FASTEST');
  return {
    object_id: rate.id,
    object_owner: account.owner,
    object_created: rate.createdAt.toISOString(),
    shipment: rate.shipmentId,
    attributes,
    amount: moneyText(rate.cents),
    currency: 'USD',
    amount_local: moneyText(rate.cents),
    currency_local: 'USD',
    provider: carrier?.name ?? rate.carrier,
    servicelevel: { name: service?.name ?? rate.token, token: rate.token, terms: '' },
    estimated_days: rate.days,
    duration_terms: `Delivery within ${rate.days} working days.`,
    carrier_account: rate.accountId,
    messages: [],
    test: account.isTest,
  };
}

export function presentShipment(account: ShippoAccount, shipment: Shipment, at: Date) {
  const isReady = shipment.readyAt <= at;
  const { rates } = shipment;
  return {
    ...stamp(account, shipment.id, shipment.createdAt),
    status: isReady ? 'SUCCESS' : 'QUEUED',
    address_from: presentAddress(account, shipment.from),
    address_to: presentAddress(account, shipment.to),
    parcels: shipment.parcels.map((parcel) => presentParcel(account, parcel, shipment.createdAt)),
    ...(shipment.declaration ? { customs_declaration: presentDeclaration(account, shipment.declaration) } : {}),
    carrier_accounts: shipment.accountIds,
    extra: shipment.extra,
    metadata: shipment.metadata,
    rates: isReady ? rates.map((rate) => presentRate(account, rate, rates)) : [],
    messages: isReady ? shipment.messages : [],
  };
}

/** Like a signed link: whoever has it can read the label until it expires. */
export function signatureOf(account: ShippoAccount, id: string, expires: number): string {
  return createHash('sha256').update(`${account.key}:${id}:${expires}`).digest('hex').slice(0, 32);
}

export const extensionOf = (fileType: string): 'zpl' | 'pdf' => (fileType === 'ZPLII' ? 'zpl' : 'pdf');

function labelUrl(account: ShippoAccount, { id, fileType }: Transaction, at: Date, baseUrl: string): string {
  const expires = Math.floor((at.getTime() + account.switches.linkMs) / 1000);
  const query = new URLSearchParams({ Expires: String(expires), Signature: signatureOf(account, id, expires) });
  return `${baseUrl}/labels/${account.slug}/${id}.${extensionOf(fileType)}?${query}`;
}

/** The states of a transaction, with those of its refund. */
export function statusOf(transaction: Transaction, at: Date): string {
  const { readyAt, end, refund } = transaction;
  if (readyAt > at) return 'QUEUED';
  if (end === 'ERROR' || !refund) return end;
  if (refund.readyAt > at) return 'REFUNDPENDING';
  return refund.end === 'SUCCESS' ? 'REFUNDED' : 'REFUNDREJECTED';
}

export function presentTransaction(account: ShippoAccount, transaction: Transaction, at: Date, baseUrl: string) {
  const { id, createdAt, rate, parcel, messages, trackingNumber, fileType, metadata, end } = transaction;
  const status = statusOf(transaction, at);
  const isBought = end === 'SUCCESS' && status !== 'QUEUED';
  return {
    ...stamp(account, id, createdAt),
    object_state: 'VALID',
    status,
    rate: rate.id,
    parcel: parcel.id,
    label_file_type: fileType,
    label_url: isBought ? labelUrl(account, transaction, at, baseUrl) : '',
    tracking_number: isBought ? trackingNumber : '',
    tracking_status: isBought ? (trackingOf(transaction, at).at(-1)?.status ?? 'UNKNOWN') : 'UNKNOWN',
    tracking_url_provider: isBought ? trackingUrlOf(rate.carrier, trackingNumber) : '',
    messages: status === 'QUEUED' ? [] : messages,
    metadata,
  };
}

export function presentRefund(account: ShippoAccount, refund: Refund, at: Date) {
  return {
    ...stamp(account, refund.id, refund.createdAt),
    status: refund.readyAt > at ? 'QUEUED' : refund.end,
    transaction: refund.transactionId,
  };
}
