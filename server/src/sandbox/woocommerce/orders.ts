import type { Call } from '../kit/partner.ts';
import { type Answer, json } from '../kit/partner.ts';
import {
  anything,
  boolean,
  checkBody,
  type Fields,
  integer,
  isYes,
  listOf,
  metaList,
  objectOf,
  oneOf,
  required,
  text,
} from './check-body.ts';
import { invalidId, invalidParameter } from './errors.ts';
import { choiceOf, listOfParameter, momentOf, pageAnswer, STATUSES } from './list-query.ts';
import { presentNote, presentOrder } from './present.ts';
import type { WooMeta, WooOrder, WooStore } from './store.ts';
import type { WooWebhooks } from './webhooks.ts';

const addressFields: Fields = Object.fromEntries(
  ['first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'state', 'postcode', 'country', 'phone'].map(
    (name) => [name, text],
  ),
);

const ORDER_FIELDS: Fields = {
  parent_id: integer,
  status: oneOf(...STATUSES),
  currency: text,
  customer_id: integer,
  customer_note: text,
  billing: objectOf({ ...addressFields, email: { type: 'string', orNull: true } }),
  shipping: objectOf(addressFields),
  payment_method: text,
  payment_method_title: text,
  transaction_id: text,
  meta_data: metaList,
  line_items: listOf(
    objectOf({
      id: integer,
      name: anything,
      product_id: anything,
      variation_id: integer,
      quantity: integer,
      subtotal: text,
      total: text,
      meta_data: metaList,
    }),
  ),
  shipping_lines: listOf(objectOf({ method_title: anything, method_id: anything, total: text })),
  set_paid: boolean,
  manual_update: boolean,
};

const SORTS = ['date', 'id', 'include', 'title', 'slug'];
const WITHOUT_TRASH = new Set(['any', 'trash']);

export function orderOf(store: WooStore, id: number): WooOrder {
  const order = store.orders.get(id);
  if (!order) throw invalidId('shop_order');
  return order;
}

export function listOrders(store: WooStore, call: Call): Answer {
  const { hasModifiedFilter } = store.switches;
  const sort = choiceOf(call, 'orderby', 'date', hasModifiedFilter ? [...SORTS, 'modified'] : SORTS);
  const direction = choiceOf(call, 'order', 'desc', ['asc', 'desc']) === 'asc' ? 1 : -1;
  const tests = [statusTest(call), idTest(call), searchTest(call), ...timeTests(store, call)];
  const rows = [...store.orders.values()].filter((order) => tests.every((test) => test(order)));
  const key = (order: WooOrder): number => {
    if (sort === 'date') return order.createdAt.getTime();
    if (sort === 'modified') return order.modifiedAt.getTime();
    return order.id;
  };
  rows.sort((a, b) => direction * (key(a) - key(b) || a.id - b.id));
  return pageAnswer(call, rows, (order) => presentOrder(store, order));
}

type Test = (order: WooOrder) => boolean;

function statusTest(call: Call): Test {
  const wanted = listOfParameter(call, 'status');
  const known: string[] = ['any', 'trash', ...STATUSES];
  const unknown = wanted.find((status) => !known.includes(status));
  if (unknown) throw invalidParameter('status', `status[0] is not one of ${known.join(', ')}.`);
  if (wanted.length === 0 || wanted.includes('any')) return ({ status }) => !WITHOUT_TRASH.has(status);
  return ({ status }) => wanted.includes(status);
}

function idTest(call: Call): Test {
  const include = listOfParameter(call, 'include').map(Number);
  const exclude = listOfParameter(call, 'exclude').map(Number);
  return ({ id }) => (include.length === 0 || include.includes(id)) && !exclude.includes(id);
}

/** A search finds parts of the number, the names and the addresses. */
function searchTest(call: Call): Test {
  const wanted = call.query.get('search')?.trim().toLowerCase();
  if (!wanted) return () => true;
  return ({ id, number, billing, shipping }) =>
    [String(id), number, ...Object.values(billing), ...Object.values(shipping)].some((value) =>
      value.toLowerCase().includes(wanted),
    );
}

/** Old shops do not know the parameters about changes, and WordPress ignores what it does not know. */
function timeTests(store: WooStore, call: Call): Test[] {
  const read = (name: string, isKnown = true) => (isKnown ? momentOf(store, call, name) : undefined);
  const { hasModifiedFilter } = store.switches;
  const after = read('after');
  const before = read('before');
  const modifiedAfter = read('modified_after', hasModifiedFilter);
  const modifiedBefore = read('modified_before', hasModifiedFilter);
  return [
    ({ createdAt }) => !after || seconds(createdAt) > seconds(after),
    ({ createdAt }) => !before || seconds(createdAt) < seconds(before),
    ({ modifiedAt }) => !modifiedAfter || seconds(modifiedAt) > seconds(modifiedAfter),
    ({ modifiedAt }) => !modifiedBefore || seconds(modifiedAt) < seconds(modifiedBefore),
  ];
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

export function updateOrder(
  store: WooStore,
  webhooks: WooWebhooks,
  call: Call,
  id: number,
  body: Record<string, unknown>,
): Answer {
  const order = orderOf(store, id);
  checkBody(ORDER_FIELDS, body);
  if (typeof body.status === 'string') setStatus(order, body.status, call.at);
  if (typeof body.customer_note === 'string') order.customerNote = body.customer_note;
  Object.assign(order.billing, body.billing);
  Object.assign(order.shipping, body.shipping);
  mergeMeta(store, order.meta, body.meta_data);
  order.modifiedAt = call.at;
  webhooks.orderChanged(store, order, 'updated');
  return json(200, presentOrder(store, order));
}

export function setStatus(order: WooOrder, status: string, at: Date): void {
  order.completedAt = status === 'completed' ? (order.completedAt ?? at) : undefined;
  order.status = status;
}

/** Entries with a known id or key are replaced, others are added. */
function mergeMeta(store: WooStore, meta: WooMeta[], sent: unknown): void {
  for (const entry of (sent as Partial<WooMeta>[] | undefined) ?? []) {
    const found = meta.find(({ id, key }) => (entry.id ? id === Number(entry.id) : key === entry.key));
    if (found) found.value = entry.value;
    else meta.push({ id: store.ids.next(), key: String(entry.key), value: entry.value });
  }
}

export function deleteOrder(store: WooStore, webhooks: WooWebhooks, call: Call, id: number): Answer {
  const order = orderOf(store, id);
  const answer = json(200, presentOrder(store, order));
  if (['true', '1'].includes(call.query.get('force') ?? '')) store.orders.delete(id);
  else order.status = 'trash';
  webhooks.orderChanged(store, order, 'deleted');
  return answer;
}

export function listNotes(store: WooStore, call: Call, orderId: number): Answer {
  const type = choiceOf(call, 'type', 'any', ['any', 'customer', 'internal']);
  const notes = orderOf(store, orderId).notes.filter(
    ({ customer_note }) => type === 'any' || customer_note === (type === 'customer'),
  );
  return json(200, notes.toReversed().map(presentNote(store)));
}

export function addNote(store: WooStore, call: Call, orderId: number, body: Record<string, unknown>): Answer {
  const order = orderOf(store, orderId);
  checkBody({ note: required(text), customer_note: boolean, added_by_user: boolean }, body);
  const note = {
    id: store.ids.next(),
    at: call.at,
    author: 'WooCommerce',
    note: String(body.note),
    customer_note: isYes(body.customer_note),
  };
  order.notes.push(note);
  return json(201, presentNote(store)(note));
}
