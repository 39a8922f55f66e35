import { messageWith } from '@longshore/contract';
import { z } from 'zod';
import {
  type ChangeWindow,
  type Connection,
  type ExternalOrder,
  type HookAnswer,
  type HookRequest,
  type Hooks,
  type OrdersPage,
  type PartnerConnection,
  PartnerProblem,
  type Place,
  type ReportAnswer,
  type ReportedShipment,
  type Verified,
  type Words,
} from '../../modules/channels/index.ts';
import { read } from './client.ts';
import {
  isOfStore,
  markBody,
  mergedAway,
  mergedIdsOf,
  orderOf,
  parcelOf,
  placeOf,
  stateOf,
  tooMany,
  wholeOrdersOnly,
} from './mapping.ts';
import { pacificWindow, shiftedText } from './pacific.ts';
import {
  SsFulfillmentsShape,
  SsHookShape,
  type SsOrder,
  SsOrderShape,
  SsOrdersShape,
  type SsParcel,
  SsShipmentsShape,
  type SsStore,
  SsStoresShape,
  SsSubscribedShape,
  SsWebhooksShape,
} from './shapes.ts';
import { WARNINGS } from './words.ts';

const PAGE_SIZE = 100;
const PAGES_MAX = 1_000;

export const readStores = (connection: PartnerConnection): Promise<SsStore[]> =>
  read(
    connection,
    { subject: 'List stores', method: 'GET', path: '/stores', query: { showInactive: true } },
    SsStoresShape,
  );

export const listPlaces = async (connection: Connection): Promise<Place[]> =>
  (await readStores(connection)).map(placeOf);

const NAMES_MAX = 3;

/** ShipStation has no name for the account: it is known by its stores. */
export function accountName(stores: readonly SsStore[]): string {
  const active = stores.filter((store) => store.active);
  const names = active.slice(0, NAMES_MAX).map(({ storeName }) => storeName);
  return names.length < active.length ? `${names.join(', ')}, …` : names.join(', ') || 'ShipStation';
}

export async function verify(connection: Connection): Promise<Verified> {
  const stores = await readStores(connection);
  const active = stores.filter((store) => store.active);
  const warnings: Words[] = [];
  if (active.length === 0) warnings.push(WARNINGS.noStore);
  if (connection.place && !active.some(({ storeId }) => storeId === connection.place))
    warnings.push(WARNINGS.storeIsGone);
  return {
    account: accountName(stores),
    warnings,
  };
}

function mapped(connection: Connection, order: SsOrder): ExternalOrder {
  const external = orderOf(order, connection.now());
  if (external) return external;
  throw new PartnerProblem('malformed', messageWith('OrderTimeIsUnreadable', order.orderNumber, order.modifyDate));
}

/** Also of an order that is not of the connection's store. */
async function readAny(connection: Connection, id: string): Promise<SsOrder | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  try {
    return await read(connection, { subject: 'Read an order', method: 'GET', path: `/orders/${id}` }, SsOrderShape);
  } catch (error) {
    if (error instanceof PartnerProblem && error.kind === 'notFound') return undefined;
    throw error;
  }
}

async function readOrder(connection: Connection, id: string): Promise<SsOrder | undefined> {
  const order = await readAny(connection, id);
  return order && isOfStore(order, connection.place) ? order : undefined;
}

/** An order, and those that were merged into it: they are not listed any more. */
async function withMerged(connection: Connection, order: SsOrder): Promise<ExternalOrder[]> {
  const into = mapped(connection, order);
  const merged: ExternalOrder[] = [];
  for (const id of mergedIdsOf(order)) {
    const own = await readAny(connection, id);
    merged.push(mergedAway(into, id, own && mapped(connection, own)));
  }
  return [into, ...merged];
}

const Cursor = z.object({ start: z.string(), page: z.number().int().positive() });
type Cursor = z.output<typeof Cursor>;

/** Both ends of ShipStation's filters may be left out, and are whole seconds here. */
const SECOND = 1;

/**
 * From the last row on, on ShipStation's own clock: orders that change meanwhile leave the window, and with page numbers
 * the others would move up. More rows of one second than a page holds are read by page numbers.
 */
function nextOf({ start, page }: Cursor, rows: readonly SsOrder[], pages: number): Cursor | undefined {
  const last = rows.at(-1);
  if (!last || page >= Math.min(pages, PAGES_MAX)) return undefined;
  const from = shiftedText(last.modifyDate, -SECOND);
  return from > start ? { start: from, page: 1 } : { start, page: page + 1 };
}

export async function listOrders(
  connection: Connection,
  { since, until }: ChangeWindow,
  cursorText: string | null,
): Promise<OrdersPage> {
  const window = pacificWindow(since, until);
  const cursor = cursorText
    ? Cursor.parse(JSON.parse(cursorText))
    : { start: shiftedText(window.start, -SECOND), page: 1 };
  const { orders: rows, ...counted } = await read(
    connection,
    {
      subject: 'List orders',
      method: 'GET',
      path: '/orders',
      query: {
        ...(connection.place ? { storeId: connection.place } : {}),
        modifyDateStart: cursor.start,
        modifyDateEnd: shiftedText(window.end, SECOND),
        sortBy: 'ModifyDate',
        sortDir: 'ASC',
        pageSize: PAGE_SIZE,
        page: cursor.page,
      },
    },
    SsOrdersShape,
  );
  const orders: ExternalOrder[] = [];
  for (const row of rows) if (isOfStore(row, connection.place)) orders.push(...(await withMerged(connection, row)));
  const next = nextOf(cursor, rows, counted.pages);
  return {
    orders,
    next: next ? JSON.stringify(next) : null,
    ...(cursorText === null && typeof counted.total === 'number' ? { total: counted.total } : {}),
  };
}

/**
 * The company's account has the orders of all clients: without a store, a connection of one client would read those of
 * the others.
 */
export const listOrdersOfStore: typeof listOrders = async (connection, window, cursor) => {
  assertStore(connection);
  return listOrders(connection, window, cursor);
};

function assertStore({ place }: Connection): void {
  if (!place) throw new PartnerProblem('refused', 'PlaceNotChosen');
}

export async function getOrder(connection: Connection, id: string): Promise<ExternalOrder | undefined> {
  const order = await readOrder(connection, id);
  return order && mapped(connection, order);
}

export const getOrderOfStore: typeof getOrder = async (connection, id) => {
  assertStore(connection);
  return getOrder(connection, id);
};

const SEARCH_SIZE = 500;
const SEARCH_PAGES = 5;

/** ShipStation answers every order whose number begins so; the oldest first, because short numbers are old ones. */
export async function findOrder(connection: Connection, reference: string): Promise<ExternalOrder | undefined> {
  const number = reference.trim();
  if (!number) return undefined;
  const found: SsOrder[] = [];
  for (let page = 1; ; page++) {
    const { orders, pages } = await read(
      connection,
      {
        subject: 'Search an order',
        method: 'GET',
        path: '/orders',
        query: {
          ...(connection.place ? { storeId: connection.place } : {}),
          orderNumber: number,
          sortBy: 'CreateDate',
          sortDir: 'ASC',
          pageSize: SEARCH_SIZE,
          page,
        },
      },
      SsOrdersShape,
    );
    found.push(...orders.filter((order) => order.orderNumber === number && isOfStore(order, connection.place)));
    if (found.length > 0 || page >= pages) break;
    if (page >= SEARCH_PAGES) throw new PartnerProblem('refused', `TooManyBegin:${number}`);
  }
  // Parts of an order that was split have its number.
  const chosen = found.find(({ orderStatus }) => stateOf(orderStatus) === 'open') ?? found[0];
  return chosen && mapped(connection, chosen);
}

export const findOrderOfStore: typeof findOrder = async (connection, reference) => {
  assertStore(connection);
  return findOrder(connection, reference);
};

/** What ShipStation has of an order: labels that were bought there, and what was marked as shipped. */
async function readParcels(connection: Connection, orderId: string): Promise<SsParcel[]> {
  const query = { orderId, pageSize: SEARCH_SIZE };
  const { fulfillments } = await read(
    connection,
    { subject: 'Read fulfilments', method: 'GET', path: '/fulfillments', query },
    SsFulfillmentsShape,
  );
  const { shipments } = await read(
    connection,
    { subject: 'Read labels', method: 'GET', path: '/shipments', query },
    SsShipmentsShape,
  );
  return [
    ...fulfillments.map(({ fulfillmentId, ...parcel }) => ({ ...parcel, id: `fulfilment:${fulfillmentId}` })),
    ...shipments.map(({ shipmentId, ...parcel }) => ({ ...parcel, id: `label:${shipmentId}` })),
  ];
}

const MarkedShape = z.looseObject({});

export async function reportShipment(connection: Connection, shipment: ReportedShipment): Promise<ReportAnswer> {
  const order = await readOrder(connection, shipment.orderId);
  if (!order) throw new PartnerProblem('notFound', `OrderNotInShop:${shipment.orderNumber}`);
  const state = stateOf(order.orderStatus);
  if (state === 'cancelled') throw new PartnerProblem('refused', 'OrderCancelledInShop');
  const there = parcelOf(shipment, await readParcels(connection, order.orderId));
  if (there) return { externalId: there.id, wasThere: true, rejected: [] };
  if (!shipment.completesOrder) return { externalId: '', wasThere: false, rejected: wholeOrdersOnly(shipment) };
  if (state === 'shipped') throw new PartnerProblem('refused', 'ShipmentIsShippedElsewhere');
  await read(
    connection,
    { subject: 'Mark an order as shipped', method: 'POST', path: '/orders/markasshipped', body: markBody(shipment) },
    MarkedShape,
  );
  const made = parcelOf(shipment, await readParcels(connection, order.orderId));
  return {
    externalId: made?.id ?? `order:${order.orderId}`,
    wasThere: false,
    rejected: tooMany(shipment, mapped(connection, order)),
  };
}

export const findShipment = async (connection: Connection, shipment: ReportedShipment): Promise<string | undefined> =>
  parcelOf(shipment, await readParcels(connection, shipment.orderId))?.id;

/** The API cannot take "marked as shipped" back: a person does it there, and then it is done here too. */
export async function withdrawShipment(connection: Connection, shipment: ReportedShipment): Promise<void> {
  const order = await readOrder(connection, shipment.orderId);
  if (!order || stateOf(order.orderStatus) !== 'shipped') return;
  if (!parcelOf(shipment, await readParcels(connection, order.orderId))) return;
  throw new PartnerProblem('refused', `TakeBackInShipStation:${order.orderNumber}`);
}

const EVENT = 'ORDER_NOTIFY';
const TOPICS = new Set([EVENT, 'ITEM_ORDER_NOTIFY', 'SHIP_NOTIFY', 'ITEM_SHIP_NOTIFY', 'FULFILLMENT_SHIPPED']);

/**
 * ShipStation does not sign: the secret is the token in the address, which was checked before. The body has an address to
 * read (`resource_url`), which anybody who knows ours could choose: it is not used. The call means that there are changes.
 */
function readHook({ body }: HookRequest): HookAnswer {
  const text = body.toString('utf8');
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return 'ignored';
  }
  const topic = SsHookShape.safeParse(said).data?.resource_type ?? '';
  return TOPICS.has(topic) ? { topic, key: '', orderId: null } : 'ignored';
}

async function ensureHooks(connection: Connection, callbackUrl: string): Promise<void> {
  const { webhooks } = await read(
    connection,
    { subject: 'List webhooks', method: 'GET', path: '/webhooks' },
    SsWebhooksShape,
  );
  const ours = webhooks.filter(({ HookType, Url }) => HookType === EVENT && Url === callbackUrl);
  const isRight = ({ StoreID, Active }: (typeof ours)[number]) => StoreID === connection.place && Active !== false;
  // The API cannot change one: that of another store is replaced.
  for (const { WebHookID } of ours.filter((hook) => !isRight(hook)))
    await read(
      connection,
      { subject: 'Delete a webhook', method: 'DELETE', path: `/webhooks/${WebHookID}` },
      z.unknown(),
    );
  if (ours.some(isRight)) return;
  const body = {
    target_url: callbackUrl,
    event: EVENT,
    store_id: connection.place ? Number(connection.place) : null,
    friendly_name: 'Longshore',
  };
  await read(
    connection,
    { subject: 'Create a webhook', method: 'POST', path: '/webhooks/subscribe', body },
    SsSubscribedShape,
  );
}

export const hooks: Hooks = { read: readHook, ensure: ensureHooks };
