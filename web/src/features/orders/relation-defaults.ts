import { type Order, orderDefaults, type Relation } from '@longshore/contract';
import { chosenSides, type OrderDraft } from './order-draft.ts';

export { addressesFor } from '@longshore/contract';

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
  const { shipping_address_id, billing_address_id, ...defaults } = orderDefaults(relation);
  const own = { shipping: shipping_address_id, billing: billing_address_id };
  const addresses = Object.fromEntries(
    chosenSides(order).flatMap((side) => [
      [`${side}_address_id`, isDisabled ? null : own[side]],
      [`${side}_address`, null],
    ]),
  );
  const chosen = { relation_id: relation.id, ...addresses };
  if (isDisabled) return chosen;
  const courier_id = courierIds.includes(defaults.courier_id) ? defaults.courier_id : 0;
  return { ...chosen, ...defaults, courier_id };
}
