import {
  type AddressInput,
  type FieldValues,
  OrderInput,
  type OrderType,
  orderDefaults,
  orderFields,
  type PAYMENTS,
  pickFields,
  type Relation,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';

/**
 * An order from a source other than the form, such as a sheet or a shop. What is left out is as the form would fill it
 * in for the relation.
 */
export interface OrderToPlace extends Partial<FieldValues<typeof orderFields>> {
  type: OrderType;
  reference: string;
  client_id: number;
  relation: Relation;
  addresses: { shipping_address?: AddressInput; billing_address?: AddressInput };
  lines: OrderInput['lines'] | readonly object[];
  tax_rate?: number | undefined;
  payment_term?: string | undefined;
  courier_id?: number | undefined;
  payment?: (typeof PAYMENTS)[number] | undefined;
  account?: string;
  collect_zip_code?: string;
  collect_country_code?: string;
}

/**
 * Ships everything that is left of an order, in the transaction that created it, and keeps its items enabled until the
 * commit; throws a Problem when it cannot.
 */
export type ProcessOrder = (tx: Tx, actor: Actor, orderId: number) => Promise<unknown>;

/** The order with the defaults of its relation; a single address serves both sides. */
export function completeOrder(wanted: OrderToPlace): OrderInput {
  const { relation, addresses, ...own } = wanted;
  const defaults = orderDefaults(relation);
  const payment = own.payment ?? defaults.payment;
  return OrderInput.parse({
    ...pickFields(orderFields, own),
    type: own.type,
    print_note: own.print_note || defaults.print_note,
    client_id: own.client_id,
    relation_id: relation.id,
    ...(addresses.shipping_address ? {} : { shipping_address_id: defaults.shipping_address_id }),
    ...(addresses.billing_address ? {} : { billing_address_id: defaults.billing_address_id }),
    ...addresses,
    accounting: {
      tax_rate: own.tax_rate ?? defaults.tax_rate,
      payment_term: own.payment_term || defaults.payment_term,
    },
    shipping: {
      courier_id: own.courier_id ?? defaults.courier_id,
      payment,
      // Nobody else is charged: a prepaid order has no account, also in the form.
      ...(payment === 'prepaid'
        ? {}
        : {
            collect_account: {
              account: own.account || defaults.account,
              collect_zip_code: own.collect_zip_code || defaults.collect_zip_code,
              collect_country_code: own.collect_country_code || defaults.collect_country_code,
            },
          }),
    },
    lines: own.lines,
  });
}
