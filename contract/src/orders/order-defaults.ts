import type { Address, Relation } from '../relations/relations.ts';

export type AddressSide = 'shipping' | 'billing';
const TYPE_OF_SIDE = { shipping: 'Shipping', billing: 'Billing' } as const;

/** The relation's addresses: those made for this side first, those of the other side last. A single one serves both. */
export function addressesFor(addresses: readonly Address[], side: AddressSide): Address[] {
  const rank = ({ type }: Address) => (type === TYPE_OF_SIDE[side] ? 0 : type === 'Both' ? 1 : 2);
  return addresses.toSorted((one, other) => rank(one) - rank(other));
}

/** What an order has when nobody says otherwise, by its relation. */
export const orderDefaults = (relation: Relation) => ({
  shipping_address_id: addressesFor(relation.addresses, 'shipping')[0]?.id ?? null,
  billing_address_id: addressesFor(relation.addresses, 'billing')[0]?.id ?? null,
  tax_rate: relation.default_tax_rate,
  payment_term: relation.default_term,
  courier_id: relation.default_courier,
  payment: relation.default_shipping_payment,
  account: relation.default_courier_account,
  collect_country_code: relation.default_collect_country,
  collect_zip_code: relation.default_collect_postal,
  print_note: relation.print_instruction ? relation.default_instruction : '',
});
