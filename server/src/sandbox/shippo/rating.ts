import type { Address, CarrierAccount, Message, Rate, Shipment, ShippoAccount } from './account.ts';
import { CARRIERS, type Carrier, kgOf, type Parcel, priceOf, type Service } from './carriers.ts';
import { invalid, notFound } from './errors.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function makeAddress(account: ShippoAccount, given: Record<string, unknown>, at: Date): Address {
  const text = (name: string) => asText(given[name]);
  const address: Address = {
    id: account.newId('address'),
    createdAt: at,
    name: text('name'),
    company: text('company'),
    street1: text('street1'),
    street2: text('street2'),
    street3: text('street3'),
    city: text('city'),
    state: text('state'),
    zip: text('zip'),
    country: text('country').toUpperCase(),
    phone: text('phone'),
    email: text('email'),
    metadata: text('metadata'),
  };
  if (!/^[A-Z]{2}$/.test(address.country)) throw invalid('country', 'Enter a country code of two letters.');
  account.addresses.set(address.id, address);
  return address;
}

/** Addresses that are sent whole are stored too. */
function addressOf(account: ShippoAccount, field: string, given: unknown, at: Date): Address {
  if (typeof given !== 'string') return makeAddress(account, given as Record<string, unknown>, at);
  const known = account.addresses.get(given);
  if (!known) throw invalid(field, `Address with supplied object_id ${given} not found.`);
  return known;
}

function parcelOf(account: ShippoAccount, given: unknown): Parcel {
  if (typeof given === 'string') throw invalid('parcels', `Parcel with supplied object_id ${given} not found.`);
  const fields = given as Record<string, unknown>;
  const text = (name: string) => asText(fields[name]);
  return {
    id: account.newId('parcel'),
    length: text('length'),
    width: text('width'),
    height: text('height'),
    distance_unit: text('distance_unit'),
    weight: text('weight'),
    mass_unit: text('mass_unit'),
    metadata: text('metadata'),
  };
}

export function makeDeclaration(account: ShippoAccount, given: Record<string, unknown>, at: Date) {
  const items = Array.isArray(given.items) ? given.items : [];
  const declaration = {
    id: account.newId('declaration'),
    createdAt: at,
    given: Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'items')),
    itemIds: items.map(() => account.newId('customs item')),
  };
  account.declarations.set(declaration.id, declaration);
  return declaration;
}

function declarationOf(account: ShippoAccount, given: unknown, at: Date) {
  if (given === undefined) return undefined;
  if (typeof given !== 'string') return makeDeclaration(account, given as Record<string, unknown>, at);
  const known = account.declarations.get(given);
  if (!known) throw invalid('customs_declaration', `Customs declaration ${given} not found.`);
  return known;
}

function accountsFor(account: ShippoAccount, ids: readonly string[]): CarrierAccount[] {
  if (ids.length === 0) return account.carrierAccounts.filter(({ active }) => active);
  return ids.map((id) => {
    const found = account.carrierAccounts.find((each) => each.id === id);
    if (!found) throw invalid('carrier_accounts', `Carrier account with supplied object_id ${id} not found.`);
    return found;
  });
}

type Rated = Pick<Shipment, 'from' | 'to' | 'parcels' | 'declaration' | 'extra'>;

/** Where no carrier goes. */
const UNSERVED = new Set(['AQ', 'KP']);

/** Why a carrier takes none of it; undefined when it does. */
function refusalOf({ name }: Carrier, services: readonly Service[], rated: Rated): string | undefined {
  const { from, to, parcels, declaration } = rated;
  if (UNSERVED.has(to.country)) return `${name} does not deliver to ${to.country}.`;
  if (services.length === 0) return `${name} does not deliver within one country.`;
  if (from.country !== to.country && !declaration) return 'A customs declaration is needed for this destination.';
  const most = Math.max(...services.map(({ kgMost }) => kgMost));
  if (parcels.some((parcel) => kgOf(parcel) > most)) return `No parcels over ${most} kg.`;
  return undefined;
}

function ratesOf(
  account: ShippoAccount,
  rated: Rated,
  shipmentId: string,
  accounts: readonly CarrierAccount[],
  at: Date,
) {
  const rates: Rate[] = [];
  const messages: Message[] = [];
  const reach = rated.from.country === rated.to.country ? 'domestic' : 'international';
  for (const { id: accountId, carrier: token, active } of accounts) {
    const carrier = CARRIERS.find((each) => each.token === token);
    if (!carrier) continue;
    const services = carrier.services.filter((service) => service.reach === reach);
    const refusal = active ? refusalOf(carrier, services, rated) : `The account with ${carrier.name} is not active.`;
    if (refusal) {
      messages.push({ source: carrier.name, code: '', text: refusal });
      continue;
    }
    const fitting = services.filter(({ kgMost }) => rated.parcels.every((parcel) => kgOf(parcel) <= kgMost));
    for (const service of fitting)
      rates.push({
        id: account.newId('rate'),
        shipmentId,
        createdAt: at,
        accountId,
        carrier: token,
        token: service.token,
        cents: rated.parcels.reduce((sum, parcel) => sum + priceOf(service, parcel, rated.from, rated.to), 0),
        days: service.days,
      });
  }
  return { rates, messages };
}

/** Rates for some parcels. Without `async: false` they come later. */
export function makeShipment(account: ShippoAccount, given: Record<string, unknown>, at: Date): Shipment {
  const ids = (given.carrier_accounts ?? []) as string[];
  const accounts = accountsFor(account, ids);
  const rated: Rated = {
    from: addressOf(account, 'address_from', given.address_from, at),
    to: addressOf(account, 'address_to', given.address_to, at),
    parcels: (given.parcels as unknown[]).map((parcel) => parcelOf(account, parcel)),
    declaration: declarationOf(account, given.customs_declaration, at),
    extra: (given.extra ?? {}) as Record<string, unknown>,
  };
  const id = account.newId('shipment');
  const shipment: Shipment = {
    ...rated,
    ...ratesOf(account, rated, id, accounts, at),
    id,
    createdAt: at,
    readyAt: new Date(at.getTime() + (given.async === false ? 0 : account.switches.queueMs)),
    accountIds: ids,
    metadata: asText(given.metadata),
  };
  account.shipments.set(id, shipment);
  for (const rate of shipment.rates) account.rates.set(rate.id, rate);
  return shipment;
}

export function shipmentOf(account: ShippoAccount, id: string): Shipment {
  const shipment = account.shipments.get(id);
  if (!shipment) throw notFound();
  return shipment;
}
