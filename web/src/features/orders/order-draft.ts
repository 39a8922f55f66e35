import {
  AddressCopyInput,
  type Order,
  OrderInput,
  type OrderType,
  OrderUpdate,
  orderFields,
  orderInputs,
  pickFields,
} from '@longshore/contract';
import { z } from 'zod';
import { ApiFailure, asFailure } from '../../lib/api.ts';
import { blanksOf } from '../../ui/fields.ts';
import { DraftLines, linesOf } from './draft-lines.ts';

const shipping = OrderInput.shape.shipping.unwrap().shape;
const collect = shipping.collect_account.unwrap().shape;
const accounting = OrderInput.shape.accounting.unwrap().shape;

/** The order as its form has it: flat, with the lines that people edit. */
const DraftFields = z.object({
  relation_id: OrderInput.shape.relation_id,
  ...orderInputs,
  /** An address of the relation; null when the order keeps its own copy. */
  shipping_address_id: z.number().nullable(),
  billing_address_id: z.number().nullable(),
  /** The address as it was edited for this order. */
  shipping_address: AddressCopyInput.nullable(),
  billing_address: AddressCopyInput.nullable(),
  tax_rate: accounting.tax_rate,
  payment_term: accounting.payment_term,
  courier_id: shipping.courier_id,
  payment: shipping.payment,
  account: collect.account,
  collect_country_code: collect.collect_country_code,
  collect_zip_code: collect.collect_zip_code,
  lines: DraftLines,
  updated_at: OrderUpdate.shape.updated_at,
});
export type OrderDraft = z.output<typeof DraftFields>;

export const ADDRESS_SIDES = ['shipping', 'billing'] as const;
export type AddressSide = (typeof ADDRESS_SIDES)[number];

/** A saved order has its addresses; a new one, or one of another relation, must name those that the form decides. */
export const draftSchema = (order: Order | undefined) =>
  DraftFields.superRefine((draft, context) => {
    if (order?.relation_id === draft.relation_id) return;
    for (const side of chosenSides(order))
      if (!draft[`${side}_address_id`] && !draft[`${side}_address`])
        context.addIssue({ code: 'custom', path: [`${side}_address_id`], message: 'AddressIsRequired' });
  });

const noAddresses = {
  shipping_address_id: null,
  billing_address_id: null,
  shipping_address: null,
  billing_address: null,
};

const blankDraft: OrderDraft = {
  relation_id: 0,
  ...blanksOf(orderInputs),
  ...noAddresses,
  tax_rate: 0,
  payment_term: 'NA',
  courier_id: 0,
  payment: 'prepaid',
  account: '',
  collect_country_code: '',
  collect_zip_code: '',
  lines: [],
};

export function draftOf(order: Order | undefined): OrderDraft {
  if (!order) return blankDraft;
  const { relation_id, shipping_address_id, billing_address_id, updated_at } = order;
  return {
    ...pickFields(orderFields, order),
    relation_id,
    shipping_address_id,
    billing_address_id,
    updated_at,
    shipping_address: null,
    billing_address: null,
    ...order.accounting,
    courier_id: order.shipping.courier_id,
    payment: order.shipping.payment,
    ...order.shipping.collect_account,
    lines: linesOf(order.lines),
  };
}

/** An address that nobody changed is not sent again: the order keeps its copy, even if the relation's is newer. */
function addressOf(draft: OrderDraft, order: Order | undefined, side: AddressSide) {
  const id = draft[`${side}_address_id`];
  const copy = draft[`${side}_address`];
  const isKept = order?.[`${side}_address_id`] === id && order.relation_id === draft.relation_id && !copy;
  return { [`${side}_address_id`]: isKept ? null : id, ...(copy ? { [`${side}_address`]: copy } : {}) };
}

/** The body of a save. The account of the courier is left empty when the company prepays. */
export function bodyOf(draft: OrderDraft, order: Order | undefined) {
  const { relation_id, updated_at, tax_rate, payment_term, courier_id } = draft;
  const isPrepaid = draft.payment === 'prepaid';
  return {
    ...pickFields(orderFields, draft),
    relation_id,
    ...(updated_at ? { updated_at } : {}),
    ...addressOf(draft, order, 'shipping'),
    ...addressOf(draft, order, 'billing'),
    accounting: { tax_rate, payment_term },
    shipping: {
      courier_id,
      payment: draft.payment,
      collect_account: {
        account: isPrepaid ? '' : draft.account,
        collect_country_code: isPrepaid ? '' : draft.collect_country_code,
        collect_zip_code: isPrepaid ? '' : draft.collect_zip_code,
      },
    },
    lines: draft.lines.map(({ id, inventory_id, isKit, sku, name, quantity, price, comment }) => ({
      ...(id && !isKit ? { id } : {}),
      inventory_id,
      quantity,
      price,
      comment,
      source_id: '',
      // A kit is taken apart: its lines are called as their items are.
      ...(isKit ? { sku: '', name: '' } : { sku, name }),
    })),
  };
}

export type OrderBody = ReturnType<typeof bodyOf>;
export const newOrderBody = (draft: OrderDraft, type: OrderType, client: { client_id?: number }) => ({
  ...bodyOf(draft, undefined),
  type,
  ...client,
});

/** Refusals that name a field of the form. */
const REFUSED_FIELDS: Record<number, [field: keyof OrderDraft, message: string]> = {
  30005: ['relation_id', 'RelationIsInvalid'],
  30006: ['courier_id', 'CourierIsInvalid'],
};

const flatName = (path: string) =>
  path.replace(/^(accounting|shipping)\./, '').replace(/^collect_account\./, '') || path;

/** A failed save with its messages at the fields of the form, which is flat. */
export function atFormFields(error: unknown): ApiFailure {
  const failure = asFailure(error);
  const rename = (messages: Record<string, string[]> | undefined) =>
    messages && Object.fromEntries(Object.entries(messages).map(([path, some]) => [flatName(path), some]));
  if (failure.status === 422) {
    failure.errors = rename(failure.errors);
    failure.keys = rename(failure.keys);
  }
  const [field, message] = (failure.status === 400 && REFUSED_FIELDS[failure.code ?? 0]) || [];
  return field && message
    ? new ApiFailure(422, { errors: { [field]: [message] }, keys: { [field]: [message] } })
    : failure;
}

/** Who decides about the addresses: the user in the form, or the partner that the order comes from. */
export type AddressMode = 'chosen' | 'from-api' | 'hidden';

export function addressMode(
  order: Pick<Order, 'api_credential_id' | 'has_source_address' | `${AddressSide}_address_id`> | undefined,
  side: AddressSide,
): AddressMode {
  if (!order || order.api_credential_id === null) return 'chosen';
  if (order.has_source_address) return 'hidden';
  return order[`${side}_address_id`] === null ? 'from-api' : 'chosen';
}

/** The sides whose address the form decides. */
export const chosenSides = (order: Order | undefined): AddressSide[] =>
  ADDRESS_SIDES.filter((side) => addressMode(order, side) === 'chosen');
