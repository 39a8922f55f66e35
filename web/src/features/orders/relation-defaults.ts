import type { Address, Relation } from '@longshore/contract';
import type { AddressSide, OrderDraft } from './order-draft.ts';

const TYPE_OF_SIDE = { shipping: 'Shipping', billing: 'Billing' } as const;

/** The relation's addresses: those made for this side first, those of the other side last. */
export function addressesFor(addresses: readonly Address[], side: AddressSide): Address[] {
  const rank = ({ type }: Address) => (type === TYPE_OF_SIDE[side] ? 0 : type === 'Both' ? 1 : 2);
  return addresses.toSorted((one, other) => rank(one) - rank(other));
}

interface DefaultsOptions {
  /** The company's preference: nothing is filled in. */
  isDisabled: boolean;
  /** Couriers that can be chosen now. */
  courierIds: readonly number[];
}

/**
 * What choosing a relation fills in. Addresses of the relation before are always dropped: an order goes to an address
 * of its own relation.
 */
export function defaultsOf(relation: Relation, { isDisabled, courierIds }: DefaultsOptions): Partial<OrderDraft> {
  const chosen = {
    relation_id: relation.id,
    shipping_address_id: null,
    billing_address_id: null,
    shipping_address: null,
    billing_address: null,
  };
  if (isDisabled) return chosen;
  const courier = courierIds.includes(relation.default_courier) ? { courier_id: relation.default_courier } : {};
  return {
    ...chosen,
    shipping_address_id: addressesFor(relation.addresses, 'shipping')[0]?.id ?? null,
    billing_address_id: addressesFor(relation.addresses, 'billing')[0]?.id ?? null,
    tax_rate: relation.default_tax_rate,
    payment_term: relation.default_term,
    ...courier,
    payment: relation.default_shipping_payment,
    account: relation.default_courier_account,
    collect_country_code: relation.default_collect_country,
    collect_zip_code: relation.default_collect_postal,
    ...(relation.print_instruction ? { print_note: relation.default_instruction } : {}),
  };
}
