import {
  type AddressCopy,
  type FieldMessages,
  isAllowed,
  nextState,
  type OrderAfter,
  type OrderEvent,
  type OrderState,
  type OrderType,
  type OrderUpdate,
  orderFields,
  pickFields,
  relationTypeOf,
} from '@longshore/contract';
import { invalidFields, refused } from '../../platform/http/problem.ts';
import { likePattern } from '../../platform/lists/list-sql.ts';
import type { LockedOrder } from './lock-order.ts';
import type { OrderFields } from './order-columns.ts';
import type { ReferencedIds, References } from './order-references.store.ts';

export const stateOf = ({ status, has_bo }: Pick<LockedOrder, 'status' | 'has_bo'>): OrderState => ({
  status,
  hasBackOrder: has_bo,
});

/** Throws 30007, with the order's state, when the event is not allowed in it. */
export function assertAllowed(order: Pick<LockedOrder, 'status' | 'has_bo'>, event: OrderEvent): void {
  if (!isAllowed(stateOf(order), event)) throw refused(30007, `OrderIsInState:${order.status}`);
}

/** The state after an event; throws 30007 when the event is not allowed. */
export function stateAfter(order: LockedOrder, event: OrderEvent, after: OrderAfter): OrderState {
  const next = nextState(stateOf(order), event, after);
  if (!next) throw refused(30007, `OrderIsInState:${order.status}`);
  return next;
}

type Sent = Omit<OrderUpdate, 'updated_at'>;

/** What has to be read to decide a save. */
export const referencesToRead = (input: Sent, known?: LockedOrder): ReferencedIds => ({
  relationId: input.relation_id,
  courierId: input.shipping.courier_id,
  term: input.accounting.payment_term,
  addressIds: [input.shipping_address_id, input.billing_address_id].filter(
    (id) => typeof id === 'number' && id > 0,
  ) as number[],
  itemIds: [
    ...input.lines.flatMap(({ inventory_id, kit_id }) => [inventory_id, ...(kit_id ? [kit_id] : [])]),
    ...(known?.lines ?? []).map((line) => line.kit_id ?? line.inventory_id),
  ],
});

const ADDRESS_FIELDS = [
  'company',
  'contact',
  'phone',
  'street1',
  'street2',
  'street3',
  'city',
  'postal_code',
  'state',
  'state_code',
  'country',
  'country_code',
] as const satisfies (keyof AddressCopy)[];

const copyOf = (address: AddressCopy): AddressCopy =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field]])) as AddressCopy;

const sameAddress = (one: AddressCopy, other: AddressCopy) =>
  ADDRESS_FIELDS.every((field) => one[field] === other[field]);

type Kind = 'shipping' | 'billing';
interface Copied {
  id: number | null;
  copy: AddressCopy;
}

/** Whether the address is that of the shop it came from: always, or only one that is no relation's. */
function isOfPartner(known: LockedOrder, kind: Kind): boolean {
  if (known.api_credential_id === null) return false;
  return known.has_source_address || known[`${kind}_address_id`] === null;
}

/**
 * The copy that the order keeps: the one that was sent, else that of the relation's address with the id that was sent,
 * else the one the order has. The id stays beside it as long as the copy is unchanged.
 */
function decideAddress(kind: Kind, input: Sent, found: References, known?: LockedOrder): Copied | FieldMessages {
  const field = `${kind}_address_id` as const;
  const isSameRelation = known?.relation_id === input.relation_id;
  const current = known && { id: isSameRelation ? known[field] : null, copy: known[`${kind}_address`] };
  if (current && isOfPartner(known, kind)) return current;
  const id = input[field] || null;
  const edited = input[`${kind}_address`];
  const address = found.addresses.find((each) => each.id === id);
  // An address that the order names already is no reason to refuse it, even when another transaction deletes it now.
  if (id && !address && id !== current?.id) return { [field]: ['AddressIsInvalid'] };
  if (edited) return { id: address && sameAddress(edited, address) ? id : null, copy: copyOf(edited) };
  if (address) return { id, copy: copyOf(address) };
  return current ?? { [field]: ['AddressIsRequired'] };
}

const isCopied = (decided: Copied | FieldMessages): decided is Copied => 'copy' in decided;

/** Throws 30005 and 30006 for a relation and a courier that this order cannot have. What it has already, it keeps. */
function assertParties(type: OrderType, input: Sent, { relation, courier }: References, known?: LockedOrder): void {
  const isSameRelation = known?.relation_id === input.relation_id;
  if (!relation || relation.type !== relationTypeOf(type)) throw refused(30005);
  if (!isSameRelation && (!relation.is_active || relation.is_system)) throw refused(30005);
  if (!courier || (!courier.is_active && known?.courier_id !== input.shipping.courier_id)) throw refused(30006);
}

/** The columns that a save writes. Throws what is wrong with them: every invalid field at once. */
export function decideFields(type: OrderType, input: Sent, found: References, known?: LockedOrder): OrderFields {
  assertParties(type, input, found, known);
  const shipTo = decideAddress('shipping', input, found, known);
  const billTo = decideAddress('billing', input, found, known);
  const { tax_rate, payment_term } = input.accounting;
  const isKnownTerm = payment_term === 'NA' || found.hasTerm || payment_term === known?.payment_term;
  const messages: FieldMessages = {
    ...(isCopied(shipTo) ? {} : shipTo),
    ...(isCopied(billTo) ? {} : billTo),
    ...(isKnownTerm ? {} : { 'accounting.payment_term': ['TermIsUnknown'] }),
  };
  if (!isCopied(shipTo) || !isCopied(billTo) || !isKnownTerm) throw invalidFields(messages);
  const { courier_id, payment, collect_account } = input.shipping;
  return {
    ...pickFields(orderFields, input),
    relation_id: input.relation_id,
    shipping_address_id: shipTo.id,
    shipping_address: shipTo.copy,
    billing_address_id: billTo.id,
    billing_address: billTo.copy,
    tax_rate,
    payment_term,
    courier_id,
    shipping_payment: payment,
    collect_account: collect_account.account,
    collect_country_code: collect_account.collect_country_code,
    collect_zip_code: collect_account.collect_zip_code,
    meta: input.meta ?? known?.meta ?? {},
  };
}

const SUFFIX = /-C(\d{1,6})$/;
/** A reference has at most 255 characters, its suffix included. */
const BASE_MAX = 255 - '-C999999'.length;
const baseOf = (reference: string) => reference.replace(SUFFIX, '').slice(0, BASE_MAX);

/** A pattern for `like` that finds the copies of an order by their references. */
export const suffixPattern = (reference: string) => `${likePattern(baseOf(reference))}-c%`;

/** The reference of the next copy: `-C1`, `-C2` …; a copy of a copy continues the numbers of the first order. */
export function cloneReference(reference: string, taken: readonly string[]): string {
  const base = baseOf(reference);
  const numbers = taken
    .filter((other) => baseOf(other).toLowerCase() === base.toLowerCase())
    .map((other) => Number(SUFFIX.exec(other)?.[1] ?? 0));
  return `${base}-C${Math.max(0, ...numbers) + 1}`;
}
