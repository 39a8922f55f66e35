import type { ExternalAddress, ExternalOrder } from './connector.ts';

/** An order of a shop as it is stored. */
export interface ShopDocument extends Omit<ExternalOrder, 'updatedAt' | 'placedAt'> {
  updatedAt: string;
  placedAt: string;
}

/** PostgreSQL stores neither NUL nor unpaired surrogates; texts of shops contain both. */
const storable = (text: string): string => text.replaceAll('\0', ' ').replace(/\p{Surrogate}/gu, '\ufffd');

/** Dates become texts. */
export const documentOf = (order: ExternalOrder): ShopDocument =>
  JSON.parse(JSON.stringify(order), (_, value) =>
    typeof value === 'string' ? storable(value) : value,
  ) as ShopDocument;

/** A line that the order here has, of which item, in which quantity. */
export interface AppliedLine {
  line_id: string;
  inventory_id: number;
  quantity: number;
  unit_ids: readonly string[];
}

/** What must be decided before an order can be placed. */
export interface OrderProblem {
  /** A message of the catalogue with its values. */
  reason: string;
  /** The line that it is about. */
  sku?: string;
  name?: string;
  quantity?: number;
}

/** Text of a shop as our fields take it: without control characters, and cut where it would be refused. */
export function shopText(text: string, max: number): string {
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim();
  const letters = [...clean];
  return letters.length <= max && clean.length <= max ? clean : `${letters.slice(0, Math.floor(max / 2)).join('')}…`;
}

const TEXT = 255;

/** An address as orders keep it. A country that is no code of two letters stays as text. */
export function addressCopyOf(address: ExternalAddress) {
  const code = address.countryCode.trim().toUpperCase();
  const isCode = /^[A-Z]{2}$/.test(code);
  return {
    company: shopText(address.company || address.name || address.email || '—', TEXT),
    contact: shopText(address.company ? address.name : '', TEXT),
    phone: shopText(address.phone, 64),
    street1: shopText(address.street1, TEXT),
    street2: shopText(address.street2, TEXT),
    street3: '',
    city: shopText(address.city, TEXT),
    state: shopText(address.state, TEXT),
    state_code: shopText(address.stateCode, 16),
    postal_code: shopText(address.postalCode, 32),
    country: isCode ? '' : shopText(address.countryCode, TEXT),
    country_code: isCode ? code : '',
  };
}

/** What the customer is called: a shop may know no name. */
export const customerOf = ({
  customer,
  shipTo,
  number,
}: Pick<ExternalOrder, 'customer' | 'shipTo' | 'number'>): string =>
  shopText(customer.company || customer.name || shipTo?.company || shipTo?.name || customer.email || number, TEXT);
