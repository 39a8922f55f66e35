import type { Call } from '../kit/partner.ts';
import { isObject } from '../kit/values.ts';
import {
  type OrderStatus,
  pacificText,
  type SsAccount,
  type SsAddress,
  type SsItem,
  type SsOrder,
  STATUSES,
} from './account.ts';
import { badRequest, notFound, ShipStationError } from './errors.ts';
import { presentOrder } from './present.ts';
import { choiceOf, dateOf, dateText, integerOf, isWithin, pageOf } from './query.ts';

type Body = Record<string, unknown>;

const SORTS = { OrderDate: 'orderDate', ModifyDate: 'modifyDate', CreateDate: 'createDate' } as const;
/** Statuses whose orders can be changed. */
const CHANGEABLE: readonly OrderStatus[] = ['awaiting_payment', 'awaiting_shipment', 'on_hold'];
const ORDERS_MAX = 100;
const NUMBER_MAX = 50;

export function orderOf(account: SsAccount, id: number): SsOrder {
  const order = account.orders.get(id);
  const isShown = order?.isActive || (order && account.switches.showsMerged && isMergedAway(account, id));
  if (!order || !isShown) throw notFound('Order');
  return order;
}

const isMergedAway = (account: SsAccount, id: number) =>
  account.activeOrders().some(({ mergedIds }) => mergedIds.includes(id));

/** An order counts as changed now. */
export function touch(order: SsOrder, at: Date): void {
  order.modifyDate = pacificText(at);
}

export function listOrders(account: SsAccount, call: Call): object {
  const status = choiceOf(call, 'orderStatus', STATUSES);
  const storeId = integerOf(call, 'storeId') ?? integerOf(call, 'storeID');
  // It answers every order whose number begins so.
  const number = call.query.get('orderNumber')?.toLowerCase() ?? '';
  const batch = call.query.get('importBatch');
  const by = SORTS[choiceOf(call, 'sortBy', ['OrderDate', 'ModifyDate', 'CreateDate']) ?? 'OrderDate'];
  const direction = choiceOf(call, 'sortDir', ['ASC', 'DESC']) === 'DESC' ? -1 : 1;
  const ranges = (['modifyDate', 'createDate', 'orderDate'] as const).map((name) => ({
    name,
    start: dateOf(call, `${name}Start`),
    end: dateOf(call, `${name}End`),
  }));
  const rows = account
    .activeOrders()
    .filter((order) => status === undefined || order.orderStatus === status)
    .filter((order) => storeId === undefined || order.storeId === storeId)
    .filter((order) => order.orderNumber.toLowerCase().startsWith(number))
    .filter((order) => batch === null || order.importBatch === batch)
    .filter((order) => ranges.every(({ name, start, end }) => isWithin(order[name], start, end)))
    .sort((a, b) => direction * (a[by].localeCompare(b[by]) || a.orderId - b.orderId));
  return pageOf(call, 'orders', rows, presentOrder);
}

export function deleteOrder(account: SsAccount, id: number): object {
  const order = orderOf(account, id);
  order.isActive = false;
  return { success: true, message: 'The requested order has been deleted.' };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function addressOf(value: unknown, label: string): SsAddress {
  const given = isObject(value) ? value : {};
  const country = textOf(given.country);
  if (!textOf(given.name)) throw badRequest(`'${label} Name' must not be empty.`);
  if (country && country.length > 2) throw badRequest(`'${label} Country' must be 2 characters.`);
  return {
    name: textOf(given.name),
    company: textOf(given.company),
    street1: textOf(given.street1),
    street2: textOf(given.street2),
    street3: textOf(given.street3),
    city: textOf(given.city),
    state: textOf(given.state),
    postalCode: textOf(given.postalCode),
    country,
    phone: textOf(given.phone),
    residential: typeof given.residential === 'boolean' ? given.residential : null,
  };
}

function itemsOf(account: SsAccount, value: unknown): SsItem[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw badRequest('items is invalid.');
  return value.map((given: unknown) => {
    if (!isObject(given) || !textOf(given.name) || !Number.isInteger(given.quantity))
      throw badRequest('items is invalid.');
    return {
      orderItemId: account.ids.next(),
      lineItemKey: textOf(given.lineItemKey),
      sku: textOf(given.sku),
      name: String(given.name),
      quantity: Number(given.quantity),
      unitPrice: typeof given.unitPrice === 'number' ? given.unitPrice : null,
      adjustment: given.adjustment === true,
    };
  });
}

/** The store of a new order; later it stays. */
function storeOf(account: SsAccount, wanted: unknown): number {
  if (wanted === undefined || wanted === null) {
    const manual = account.stores.find(({ active, marketplaceId }) => active && marketplaceId === 0);
    if (!manual) throw new ShipStationError(500, 'Object reference not set to an instance of an object.');
    return manual.storeId;
  }
  const store = account.stores.find(({ storeId, active }) => active && storeId === wanted);
  if (!store) throw badRequest('The store is not active.');
  return store.storeId;
}

const WEIGHTS = ['pounds', 'ounces', 'grams'];

function weightOf(value: unknown): SsOrder['weight'] {
  if (value === undefined || value === null) return null;
  if (!isObject(value) || typeof value.value !== 'number' || !WEIGHTS.includes(String(value.units)))
    throw badRequest('weight is invalid.');
  return { value: value.value, units: String(value.units) };
}

function warehouseOf(account: SsAccount, wanted: unknown): number | null {
  if (wanted === undefined || wanted === null) return null;
  const warehouse = account.warehouses.find(({ warehouseId }) => warehouseId === wanted);
  if (!warehouse) throw badRequest('warehouseId is invalid.');
  return warehouse.warehouseId;
}

const PARTIES = ['my_account', 'my_other_account', 'recipient', 'third_party'];

function billedToOf(options: Body): SsOrder['billedTo'] {
  const billToParty = textOf(options.billToParty);
  if (billToParty !== null && !PARTIES.includes(billToParty)) throw badRequest('billToParty is invalid.');
  return {
    billToParty,
    billToAccount: textOf(options.billToAccount),
    billToPostalCode: textOf(options.billToPostalCode),
    billToCountryCode: textOf(options.billToCountryCode),
  };
}

/** The order that a body changes: by its key, or by its id. */
function existing(account: SsAccount, body: Body): SsOrder | undefined {
  const key = textOf(body.orderKey);
  if (body.orderId !== undefined) return orderOf(account, Number(body.orderId));
  return key === null ? undefined : [...account.orders.values()].find(({ orderKey }) => orderKey === key);
}

function assertChangeable(account: SsAccount, order: SsOrder, isBulk: boolean): void {
  const isAllowed = CHANGEABLE.includes(order.orderStatus) || (isBulk && order.orderStatus === 'pending_fulfillment');
  if (!isAllowed) throw badRequest(`The order is ${order.orderStatus} and cannot be updated.`);
  if (!order.isActive && !account.switches.revivesDeleted) throw badRequest('The order is inactive.');
}

/** Makes an order, or replaces the whole of one that has the same key. */
export function saveOrder(account: SsAccount, call: Call, body: Body, isBulk = false): SsOrder {
  const number = textOf(body.orderNumber);
  if (!number || number.length > NUMBER_MAX) throw badRequest('orderNumber is invalid.');
  const status = STATUSES.find((each) => each === body.orderStatus);
  if (!status || status === 'rejected_fulfillment') throw badRequest('orderStatus is invalid.');
  const orderDate = dateText(String(body.orderDate ?? ''), 'orderDate');
  const known = existing(account, body);
  if (known) assertChangeable(account, known, isBulk);
  const options = isObject(body.advancedOptions) ? body.advancedOptions : {};
  const now = pacificText(call.at);
  const orderId = known?.orderId ?? account.ids.next();
  const order: SsOrder = {
    orderId,
    orderNumber: number,
    orderKey: known?.orderKey ?? textOf(body.orderKey) ?? `ss-${orderId}`,
    orderStatus: status,
    orderDate,
    createDate: known?.createDate ?? now,
    modifyDate: now,
    placedAt: known?.placedAt ?? call.at,
    customerEmail: textOf(body.customerEmail),
    billTo: addressOf(body.billTo, 'Bill'),
    shipTo: addressOf(body.shipTo, 'Ship'),
    items: itemsOf(account, body.items),
    customerNotes: textOf(body.customerNotes),
    giftMessage: textOf(body.giftMessage),
    requestedShippingService: textOf(body.requestedShippingService),
    carrierCode: textOf(body.carrierCode),
    serviceCode: textOf(body.serviceCode),
    packageCode: textOf(body.packageCode),
    shipDate: null,
    shipByDate: textOf(body.shipByDate),
    weight: weightOf(body.weight),
    warehouseId: warehouseOf(account, options.warehouseId),
    billedTo: billedToOf(options),
    storeId: known?.storeId ?? storeOf(account, options.storeId),
    customFields: [options.customField1, options.customField2, options.customField3].map(textOf),
    importBatch: known?.importBatch ?? '',
    isActive: true,
    mergedIds: known?.mergedIds ?? [],
    parentId: known?.parentId ?? null,
  };
  account.orders.set(orderId, order);
  return order;
}

/** Rows that are refused do not hold up the others. */
export function saveOrders(account: SsAccount, call: Call, bodies: readonly unknown[]): object {
  if (bodies.length === 0 || bodies.length > ORDERS_MAX) throw badRequest(`Between 1 and ${ORDERS_MAX} orders.`);
  const results = bodies.map((body) => {
    const given = isObject(body) ? body : {};
    try {
      const { orderId, orderNumber, orderKey, orderStatus } = saveOrder(account, call, given, true);
      return { orderId, orderNumber, orderKey, orderStatus, success: true, errorMessage: null };
    } catch (error) {
      if (!(error instanceof ShipStationError)) throw error;
      const { orderNumber = null, orderKey = null } = given;
      return { orderId: null, orderNumber, orderKey, orderStatus: null, success: false, errorMessage: error.message };
    }
  });
  return { hasErrors: results.some(({ success }) => !success), results };
}
