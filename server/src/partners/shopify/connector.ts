import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type ChangeWindow,
  type Connection,
  type ExternalOrder,
  type FulfilmentService,
  type HookAnswer,
  type HookRequest,
  type Hooks,
  type OrdersPage,
  PartnerProblem,
  type Place,
  partnerText,
  type ReportAnswer,
  type ReportedShipment,
  type ServiceRequest,
  type StockAnswer,
  type StockLevel,
  type Verified,
  type Words,
} from '../../modules/channels/index.ts';
import { isSigned } from '../signature.ts';
import { API_VERSION, assertDone, readPages, runOperation, type UserError } from './client.ts';
import {
  candidatesOf,
  changedBetween,
  type Fulfilled,
  type FulfilmentPlan,
  gid,
  idOf,
  isOurs,
  isSameShipment,
  type Ours,
  orderOf,
  planOf,
  quoted,
  skuQuery,
  trackingOf,
} from './mapping.ts';
import * as operations from './operations.ts';
import { PAGE, type ShopifyFulfilmentOrder, type ShopifyOrder } from './operations.ts';
import { WARNINGS } from './words.ts';

const placesOf = ({ place, serviceLocationId }: Connection): Ours => ({
  locationIds: [place, serviceLocationId].filter(Boolean).map(idOf),
});

const BASIC_SCOPES = ['read_orders', 'read_locations', 'read_products'] as const;

/** Scopes decide silently: without them fulfilment orders are left out of the answers. */
function scopesNeeded({ serviceId, apiVersion, isInventoryManaged }: Connection): string[] {
  const kind = serviceId ? 'assigned' : 'merchant_managed';
  const needed: string[] = [...BASIC_SCOPES, `read_${kind}_fulfillment_orders`];
  if (apiVersion === 'V1') needed.push(`write_${kind}_fulfillment_orders`, 'write_fulfillments');
  if (isInventoryManaged) needed.push('write_inventory');
  return needed;
}

export async function verify(connection: Connection): Promise<Verified> {
  const { data, version } = await runOperation(connection, operations.readShop);
  const granted = new Set(data.currentAppInstallation.accessScopes.map(({ handle }) => handle));
  const hasScope = (scope: string) => granted.has(scope) || granted.has(scope.replace(/^read_/, 'write_'));
  const missing = scopesNeeded(connection).filter((scope) => !hasScope(scope));
  const warnings: Words[] = [];
  if (version !== API_VERSION) warnings.push(WARNINGS.version(version, API_VERSION));
  if (missing.length > 0) warnings.push(WARNINGS.scopes(missing.join(', ')));
  if (!granted.has('read_all_orders')) warnings.push(WARNINGS.oldOrders);
  if (connection.apiVersion !== 'V1') warnings.push(WARNINGS.onlyReads);
  return { account: data.shop.name, warnings };
}

export async function listPlaces(connection: Connection): Promise<readonly Place[]> {
  const rows = await readPages(async (after) => {
    const { data } = await runOperation(connection, operations.listLocations, { first: PAGE.all, after });
    return data.locations;
  });
  return rows.map(({ id, name, isActive }) => ({ id: idOf(id), name, isActive }));
}

/** Reads the fulfilment orders and lines that did not come with the order. */
async function complete(connection: Connection, order: ShopifyOrder): Promise<ShopifyOrder> {
  const { nodes, pageInfo } = order.fulfillmentOrders;
  const more = pageInfo.hasNextPage
    ? await readPages(async (after) => {
        const variables = { id: order.id, first: PAGE.fulfilmentOrders, after };
        const { data } = await runOperation(connection, operations.readMoreFulfilmentOrders, variables);
        return data.order.fulfillmentOrders;
      }, pageInfo.endCursor ?? null)
    : [];
  const all: ShopifyFulfilmentOrder[] = [];
  for (const each of [...nodes, ...more]) all.push(await completeLines(connection, each));
  return { ...order, fulfillmentOrders: { ...order.fulfillmentOrders, nodes: all } };
}

async function completeLines(connection: Connection, order: ShopifyFulfilmentOrder): Promise<ShopifyFulfilmentOrder> {
  const { nodes, pageInfo } = order.lineItems;
  if (!pageInfo.hasNextPage) return order;
  const more = await readPages(async (after) => {
    const { data } = await runOperation(connection, operations.readMoreLines, {
      id: order.id,
      first: PAGE.moreLines,
      after,
    });
    return data.fulfillmentOrder.lineItems;
  }, pageInfo.endCursor ?? null);
  return { ...order, lineItems: { ...order.lineItems, nodes: [...nodes, ...more] } };
}

async function readWhole(connection: Connection, id: string): Promise<ShopifyOrder | undefined> {
  const { data } = await runOperation(connection, operations.readOrder, { id: gid('Order', id) });
  return data.order ? complete(connection, data.order) : undefined;
}

/**
 * Where the next page begins. First the orders that changed, then the fulfilment orders: a released hold or a finished
 * routing does not change the order itself.
 */
const Cursor = z.object({
  step: z.enum(['orders', 'fulfilmentOrders']),
  since: z.iso.datetime(),
  after: z.string().nullable(),
  /** Since `since`: Shopify gives out 25,000 of a list. */
  seen: z.number(),
});
type Cursor = z.output<typeof Cursor>;

const SEEN_MAX = 20_000;

function cursorOf(text: string | null, { since }: ChangeWindow): Cursor {
  if (text === null) return { step: 'orders', since: since.toISOString(), after: null, seen: 0 };
  return Cursor.parse(JSON.parse(text));
}

/** The rest of a long list begins again at its last row, as a list of its own. */
function following(
  cursor: Cursor,
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined },
  count: number,
  last: Date | undefined,
): Cursor | null {
  if (!pageInfo.hasNextPage) return null;
  const after = pageInfo.endCursor ?? null;
  if (!after || after === cursor.after) throw new PartnerProblem('malformed', 'PagesDoNotEnd');
  const seen = cursor.seen + count;
  if (seen >= SEEN_MAX && last && last.getTime() >= Date.parse(cursor.since) + 1000)
    return { ...cursor, since: last.toISOString(), after: null, seen: 0 };
  return { ...cursor, after, seen };
}

const textOf = (cursor: Cursor | null): string | null => cursor && JSON.stringify(cursor);

export async function listOrders(
  connection: Connection,
  window: ChangeWindow,
  cursorText: string | null,
): Promise<OrdersPage> {
  const cursor = cursorOf(cursorText, window);
  return cursor.step === 'orders'
    ? listChangedOrders(connection, window, cursor)
    : listOrdersOfFulfilment(connection, window, cursor);
}

async function listChangedOrders(connection: Connection, window: ChangeWindow, cursor: Cursor): Promise<OrdersPage> {
  const { data } = await runOperation(connection, operations.listOrders, {
    first: PAGE.orders,
    after: cursor.after,
    query: changedBetween(new Date(cursor.since), window.until),
  });
  const { nodes, pageInfo } = data.orders;
  const orders: ExternalOrder[] = [];
  for (const order of nodes) orders.push(orderOf(await complete(connection, order), placesOf(connection)));
  const next = following(cursor, pageInfo, nodes.length, nodes.at(-1)?.updatedAt) ?? {
    step: 'fulfilmentOrders' as const,
    since: window.since.toISOString(),
    after: null,
    seen: 0,
  };
  return { orders, next: textOf(next) };
}

/** Only orders that did not change themselves: the others are in this window, or in a later one. */
async function listOrdersOfFulfilment(
  connection: Connection,
  window: ChangeWindow,
  cursor: Cursor,
): Promise<OrdersPage> {
  const { data } = await runOperation(connection, operations.listFulfilmentOrders, {
    first: PAGE.all,
    after: cursor.after,
    query: changedBetween(new Date(cursor.since), window.until),
  });
  const { nodes, pageInfo } = data.fulfillmentOrders;
  const unchanged = nodes.filter(({ order }) => order.updatedAt < window.since).map(({ order }) => order.id);
  const orders: ExternalOrder[] = [];
  for (const id of new Set(unchanged)) {
    const order = await readWhole(connection, id);
    if (order) orders.push(orderOf(order, placesOf(connection)));
  }
  return { orders, next: textOf(following(cursor, pageInfo, nodes.length, nodes.at(-1)?.updatedAt)) };
}

export async function getOrder(connection: Connection, id: string): Promise<ExternalOrder | undefined> {
  if (!/^\d+$/.test(id)) return undefined;
  const order = await readWhole(connection, id);
  return order && orderOf(order, placesOf(connection));
}

/** Shopify's search matches parts of names; the number is with or without its prefix `#`. */
export async function findOrder(connection: Connection, reference: string): Promise<ExternalOrder | undefined> {
  const name = reference.trim();
  if (!name) return undefined;
  const { data } = await runOperation(connection, operations.listOrders, {
    first: PAGE.orders,
    after: null,
    query: `name:${quoted(name)}`,
  });
  const exact = data.orders.nodes.find((order) => order.name === name);
  const found = exact ?? data.orders.nodes.find((order) => order.name === `#${name}`);
  return found && orderOf(await complete(connection, found), placesOf(connection));
}

/** What the shop has of an order, read before anything is sent: ids and quantities change behind our back. */
async function readForShipment(connection: Connection, shipment: ReportedShipment) {
  const order = await readWhole(connection, shipment.orderId);
  const { data } = await runOperation(connection, operations.readFulfilments, { id: gid('Order', shipment.orderId) });
  if (!order || !data.order) throw new PartnerProblem('notFound', `OrderNotInShop:${shipment.orderNumber}`);
  const ours = order.fulfillmentOrders.nodes.filter((each) => isOurs(each, placesOf(connection)));
  const done: Fulfilled[] = [];
  for (const { id } of candidatesOf(shipment, data.order.fulfillments)) {
    const fulfilled = { id, lines: await readFulfilledLines(connection, id) };
    if (isSameShipment(shipment, fulfilled)) done.push(fulfilled);
  }
  return { ours, done };
}

async function readFulfilledLines(connection: Connection, id: string): Promise<Fulfilled['lines']> {
  const rows = await readPages(async (after) => {
    const { data } = await runOperation(connection, operations.readFulfilmentLines, {
      id,
      first: PAGE.moreLines,
      after,
    });
    return data.fulfillment.fulfillmentLineItems;
  });
  return rows.map(({ lineItem, quantity }) => ({ lineId: idOf(lineItem.id), quantity: quantity ?? 0 }));
}

async function fulfil(connection: Connection, shipment: ReportedShipment, plan: FulfilmentPlan): Promise<string[]> {
  const made: string[] = [];
  const trackingInfo = trackingOf(shipment);
  for (const { toAccept, lineItemsByFulfillmentOrder } of plan.fulfilments) {
    for (const id of toAccept) {
      const { data } = await runOperation(connection, operations.acceptFulfilmentRequest, { id });
      assertDone(data.answered.userErrors);
    }
    const fulfillment = { notifyCustomer: true, trackingInfo, lineItemsByFulfillmentOrder };
    const { data } = await runOperation(connection, operations.createFulfilment, { fulfillment });
    assertDone(data.fulfillmentCreate.userErrors);
    made.push(idOf(data.fulfillmentCreate.fulfillment?.id ?? ''));
  }
  return made;
}

export async function reportShipment(connection: Connection, shipment: ReportedShipment): Promise<ReportAnswer> {
  if (connection.apiVersion !== 'V1') throw new PartnerProblem('refused', 'ConnectionOnlyReads');
  const { ours, done } = await readForShipment(connection, shipment);
  const plan = planOf(shipment, ours, done);
  const made = await fulfil(connection, shipment, plan);
  return {
    externalId: [...done.map(({ id }) => idOf(id)), ...made].join(','),
    wasThere: made.length === 0 && done.length > 0,
    rejected: plan.rejected,
  };
}

export async function findShipment(connection: Connection, shipment: ReportedShipment): Promise<string | undefined> {
  try {
    const { done } = await readForShipment(connection, shipment);
    return done.map(({ id }) => idOf(id)).join(',') || undefined;
  } catch (error) {
    if (error instanceof PartnerProblem && error.kind === 'notFound') return undefined;
    throw error;
  }
}

export async function withdrawShipment(
  connection: Connection,
  _shipment: ReportedShipment,
  externalId: string,
): Promise<void> {
  for (const id of externalId.split(',').map((each) => gid('Fulfillment', each))) {
    const { data: read } = await runOperation(connection, operations.readFulfilment, { id });
    if (!read.fulfillment || read.fulfillment.status === 'CANCELLED') continue;
    const { data } = await runOperation(connection, operations.cancelFulfilment, { id });
    assertDone(data.fulfillmentCancel.userErrors);
  }
}

/** Levels in one call: Shopify takes no longer lists. */
export const STOCK_BATCH = 250;
/** A row that Shopify refuses is left out and the rest sent again; more often means that something else is wrong. */
const STOCK_ROUNDS = 5;

interface StockRow {
  sku: string;
  inventoryItemId: string;
  locationId: string;
  quantity: number;
  /** Null: whatever the shop has now, ours is right. The key must be there. */
  changeFromQuantity: null;
}
type RejectedSku = StockAnswer['rejected'][number];

/** Inventory items by SKU. Shopify's search ignores case; SKUs do not. */
async function itemsBySku(connection: Connection, skus: readonly string[]): Promise<Map<string, Set<string>>> {
  const variants = await readPages(async (after) => {
    const variables = { first: PAGE.all, after, query: skuQuery(skus) };
    const { data } = await runOperation(connection, operations.findInventoryItems, variables);
    return data.productVariants;
  });
  const items = new Map<string, Set<string>>();
  for (const { sku, inventoryItem } of variants) items.set(sku, (items.get(sku) ?? new Set()).add(inventoryItem.id));
  return items;
}

/** Another key for every attempt: after a failed one Shopify refuses the same key for good. */
function idempotencyKey(parts: readonly unknown[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The row that an error is about: `["input", "quantities", "3", "locationId"]`. */
const rowOf = ({ field }: UserError): number => Number(field?.[field.indexOf('quantities') + 1] ?? Number.NaN);

async function sendLevels(connection: Connection, rows: readonly StockRow[], round: number): Promise<RejectedSku[]> {
  if (rows.length === 0) return [];
  const at = connection.now().toISOString();
  const { data } = await runOperation(connection, operations.setQuantities, {
    key: idempotencyKey([connection.id, at, round, rows]),
    input: {
      name: 'available',
      reason: 'correction',
      referenceDocumentUri: `gid://longshore/StockLevels/${connection.id}-${Date.parse(at)}`,
      quantities: rows.map(({ sku: _sku, ...row }) => row),
    },
  });
  const { userErrors } = data.inventorySetQuantities;
  if (userErrors.length === 0) return [];
  if (userErrors.some(({ code }) => code?.startsWith('IDEMPOTENCY')))
    throw new PartnerProblem('unavailable', partnerText(userErrors[0]?.message ?? ''));
  const reasons = new Map(userErrors.map((error) => [rowOf(error), error.message]));
  const rejected = rows.flatMap(({ sku }, row) => {
    const reason = reasons.get(row);
    return reason === undefined ? [] : [{ sku, reason }];
  });
  // Nothing of the call was done. An error that is about no row is about all of them.
  if (rejected.length === 0 || round >= STOCK_ROUNDS) assertDone(userErrors);
  const rest = rows.filter((_row, index) => !reasons.has(index));
  return [...rejected, ...(await sendLevels(connection, rest, round + 1))];
}

export async function reportStock(connection: Connection, levels: readonly StockLevel[]): Promise<StockAnswer> {
  const location = connection.place || connection.serviceLocationId;
  if (!location) throw new PartnerProblem('refused', 'PlaceNotChosen');
  const known = await itemsBySku(
    connection,
    levels.map(({ sku }) => sku),
  );
  const rows: StockRow[] = [];
  const rejected: RejectedSku[] = [];
  for (const { sku, quantity } of levels) {
    const [inventoryItemId, another] = [...(known.get(sku) ?? [])];
    if (!inventoryItemId) rejected.push({ sku, reason: 'NoProductOfSku' });
    else if (another) rejected.push({ sku, reason: 'SeveralProductsOfSku' });
    else
      rows.push({
        sku,
        inventoryItemId,
        locationId: gid('Location', location),
        quantity: Math.max(0, quantity),
        changeFromQuantity: null,
      });
  }
  return { rejected: [...rejected, ...(await sendLevels(connection, rows, 1))] };
}

const ORDER_TOPICS = new Set(['orders/create', 'orders/updated', 'orders/edited', 'orders/cancelled', 'orders/delete']);
const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
  'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED',
  'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED',
  'FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY',
  'FULFILLMENT_ORDERS_PLACED_ON_HOLD',
  'FULFILLMENT_ORDERS_HOLD_RELEASED',
  'FULFILLMENT_ORDERS_MOVED',
  'FULFILLMENT_ORDERS_CANCELLED',
] as const;

const HookBody = z.looseObject({ id: z.union([z.number().int(), z.string()]) });

/** The order that a body names; null when it names none that can be read again. */
function orderIdOf(body: Buffer): string | null {
  try {
    const id = String(HookBody.parse(JSON.parse(body.toString('utf8'))).id);
    return /^\d+$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

function readHook({ headers, body }: HookRequest, secret: string): HookAnswer {
  if (!isSigned(body, headers['x-shopify-hmac-sha256'], secret)) return 'forged';
  const topic = headers['x-shopify-topic'] ?? '';
  const key = headers['x-shopify-webhook-id'] ?? '';
  if (ORDER_TOPICS.has(topic)) return { topic, key, orderId: orderIdOf(body) };
  // These name a fulfilment order, not its order.
  return topic.startsWith('fulfillment_orders/') ? { topic, key, orderId: null } : 'ignored';
}

async function ensureHooks(connection: Connection, callbackUrl: string): Promise<void> {
  const there = await readPages(async (after) => {
    const { data } = await runOperation(connection, operations.listHooks, { first: PAGE.all, after });
    return data.webhookSubscriptions;
  });
  const subscribed = new Set(there.filter(({ uri }) => uri === callbackUrl).map(({ topic }) => topic));
  for (const topic of TOPICS.filter((each) => !subscribed.has(each))) {
    const variables = { topic, subscription: { uri: callbackUrl, format: 'JSON' } };
    const { data } = await runOperation(connection, operations.createHook, variables);
    const { userErrors } = data.webhookSubscriptionCreate;
    // Another server was faster.
    if (!userErrors.every(({ message }) => /taken/i.test(message))) assertDone(userErrors);
  }
}

export const hooks: Hooks = {
  // Calls are signed with the secret of the app.
  secretField: 'key_2',
  read: readHook,
  ensure: ensureHooks,
};

async function installService(
  connection: Connection,
  { name, callbackUrl, isStockSharing }: { name: string; callbackUrl: string; isStockSharing: boolean },
): Promise<{ serviceId: string; locationId: string }> {
  const { data: before } = await runOperation(connection, operations.listServices);
  // An answer that was lost: the service is there.
  const installed = before.shop.fulfillmentServices.find((service) => service.callbackUrl === callbackUrl);
  if (installed?.location) return { serviceId: installed.id, locationId: idOf(installed.location.id) };
  const { data } = await runOperation(connection, operations.createService, { name, callbackUrl, isStockSharing });
  const { fulfillmentService, userErrors } = data.fulfillmentServiceCreate;
  assertDone(userErrors);
  if (!fulfillmentService?.location) throw new PartnerProblem('malformed', 'ServiceHasNoLocation');
  return { serviceId: fulfillmentService.id, locationId: idOf(fulfillmentService.location.id) };
}

async function removeService(connection: Connection, stock: { transferTo: string } | 'keep'): Promise<void> {
  const { data: before } = await runOperation(connection, operations.listServices);
  const installed = before.shop.fulfillmentServices.find(({ id }) => idOf(id) === idOf(connection.serviceId));
  if (!installed) return;
  const { data } = await runOperation(connection, operations.deleteService, {
    id: installed.id,
    action: stock === 'keep' ? 'KEEP' : 'TRANSFER',
    location: stock === 'keep' ? null : gid('Location', stock.transferTo),
  });
  assertDone(data.fulfillmentServiceDelete.userErrors);
}

const ANSWERS = {
  fulfilment: {
    asked: 'SUBMITTED',
    accept: operations.acceptFulfilmentRequest,
    reject: operations.rejectFulfilmentRequest,
  },
  cancellation: {
    asked: 'CANCELLATION_REQUESTED',
    accept: operations.acceptCancellationRequest,
    reject: operations.rejectCancellationRequest,
  },
} as const;

async function answerRequest(
  connection: Connection,
  orderId: string,
  request: ServiceRequest,
  { isAccepted, message }: { isAccepted: boolean; message: string },
): Promise<boolean> {
  if (connection.apiVersion !== 'V1') throw new PartnerProblem('refused', 'ConnectionOnlyReads');
  const { asked, accept, reject } = ANSWERS[request];
  const order = await readWhole(connection, orderId);
  const ours = order?.fulfillmentOrders.nodes.filter((each) => isOurs(each, placesOf(connection))) ?? [];
  const open = ours.filter(({ requestStatus }) => requestStatus === asked);
  for (const { id } of open) {
    const { data } = await runOperation(connection, isAccepted ? accept : reject, { id, message: message || null });
    assertDone(data.answered.userErrors);
  }
  return open.length > 0;
}

export const service: FulfilmentService = {
  install: installService,
  remove: removeService,
  // Requests without a body are signed as an empty one.
  isSigned: ({ headers, body }, secret) => isSigned(body, headers['x-shopify-hmac-sha256'], secret),
  answer: answerRequest,
};
