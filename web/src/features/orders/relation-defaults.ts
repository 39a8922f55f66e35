import type { Address, Order, Relation } from '@longshore/contract';
import { type AddressSide, chosenSides, type OrderDraft } from './order-draft.ts';

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
  /** The order that is edited; addresses that its partner decides stay. */
  order?: Order | undefined;
}

/**
 * What choosing a relation fills in. Addresses of the relation before are always dropped: an order goes to an address
 * of its own relation. Nothing else of the relation before stays either.
 */
export function defaultsOf(relation: Relation, options: DefaultsOptions): Partial<OrderDraft> {
  const { isDisabled, courierIds, order } = options;
  const addresses = Object.fromEntries(
    chosenSides(order).flatMap((side) => [
      [`${side}_address_id`, isDisabled ? null : (addressesFor(relation.addresses, side)[0]?.id ?? null)],
      [`${side}_address`, null],
    ]),
  );
  const chosen = { relation_id: relation.id, ...addresses };
  if (isDisabled) return chosen;
  return {
    ...chosen,
    tax_rate: relation.default_tax_rate,
    payment_term: relation.default_term,
    courier_id: courierIds.includes(relation.default_courier) ? relation.default_courier : 0,
    payment: relation.default_shipping_payment,
    account: relation.default_courier_account,
    collect_country_code: relation.default_collect_country,
    collect_zip_code: relation.default_collect_postal,
    print_note: relation.print_instruction ? relation.default_instruction : '',
  };
}
