import { z } from 'zod';
import {
  type ChangeWindow,
  type Connection,
  type ExternalOrder,
  type OrdersPage,
  PartnerProblem,
  type Place,
  type ReportAnswer,
  type ReportedShipment,
  type StockAnswer,
  type StockLevel,
  type Verified,
} from '../../modules/channels/index.ts';
import { type Filter, isMissingRoute, isSigning, read, searchPage, storeAddress, viewOf } from './client.ts';
import {
  type BundleTypes,
  bundlesOf,
  bundleTypeOf,
  orderOf,
  shipmentThere,
  shipPlan,
  statusesOf,
  stockPlan,
  utcText,
} from './mapping.ts';
import {
  ConfigShape,
  type MagentoOrder,
  type MagentoProduct,
  type MagentoShipment,
  OrderShape,
  ProductShape,
  ShipmentShape,
  ShippedShape,
  SourceShape,
} from './shapes.ts';
import { WARNINGS } from './words.ts';

const readConfigs = (connection: Connection) =>
  read(
    connection,
    { subject: 'Read the store configuration', method: 'GET', path: '/store/storeConfigs' },
    z.array(ConfigShape),
  );

export async function verify(connection: Connection): Promise<Verified> {
  const { url } = storeAddress(connection.values.key_1);
  try {
    await storeFilter(connection);
    await readConfigs(connection);
    await searchPage(
      connection,
      { subject: 'Read an order', path: '/orders', groups: [], sortBy: 'entity_id', size: 1 },
      OrderShape,
    );
  } catch (error) {
    if (error instanceof PartnerProblem && error.kind === 'auth' && !isSigning(connection))
      throw new PartnerProblem('auth', 'TokenIsNotEnough', { status: error.status });
    throw error;
  }
  const warnings = url.startsWith('http:') ? [WARNINGS.notEncrypted] : [];
  return { account: new URL(url).host, warnings };
}

/** The numbers of store views, as found out during this run. */
const storeFilters = new WeakMap<Connection, Filter[]>();

/** Limits orders to the store view in the address: the address alone does not. */
async function storeFilter(connection: Connection): Promise<readonly Filter[]> {
  const view = viewOf(connection);
  if (!view) return [];
  const known = storeFilters.get(connection);
  if (known) return known;
  const found = (await readConfigs(connection)).find(({ code }) => code === view);
  if (!found) throw new PartnerProblem('refused', `NoStoreView:${view}`);
  const filters: Filter[] = [{ field: 'store_id', value: found.id, condition: 'eq' }];
  storeFilters.set(connection, filters);
  return filters;
}

/** How the bundles of a shop are shipped, as found out during this run. Orders do not say it. */
const bundleTypes = new WeakMap<Connection, Map<string, 'together' | 'separately'>>();

async function readBundleTypes(connection: Connection, orders: readonly MagentoOrder[]): Promise<BundleTypes> {
  const known = bundleTypes.get(connection) ?? new Map<string, 'together' | 'separately'>();
  bundleTypes.set(connection, known);
  const asked = [...new Set(orders.flatMap(bundlesOf))].filter((id) => !known.has(id));
  for (const product of await readProducts(connection, 'entity_id', asked))
    known.set(product.id, bundleTypeOf(product));
  // A product that was deleted is shipped as new ones are.
  for (const id of asked) if (!known.has(id)) known.set(id, 'together');
  return known;
}

/** Entities that shops which limit input accept in a call; so many products are asked for at a time. */
export const STOCK_BATCH = 20;

/** Products by a column. Values are not written as a list, because an SKU can hold a comma. */
async function readProducts(
  connection: Connection,
  field: 'entity_id' | 'sku',
  values: readonly string[],
): Promise<MagentoProduct[]> {
  const products: MagentoProduct[] = [];
  for (let at = 0; at < values.length; at += STOCK_BATCH) {
    const group = values.slice(at, at + STOCK_BATCH).map((value): Filter => ({ field, value, condition: 'eq' }));
    const search = { subject: 'Find products', path: '/products', groups: [group], sortBy: 'entity_id', size: 100 };
    products.push(...(await searchPage(connection, search, ProductShape)).items);
  }
  return products;
}

const statusesIn = ({ values }: Connection) => statusesOf(values.key_4);

async function ordersOf(connection: Connection, rows: readonly MagentoOrder[]): Promise<ExternalOrder[]> {
  const bundles = await readBundleTypes(connection, rows);
  return rows.map((row) => orderOf(row, statusesIn(connection), bundles));
}

/** Orders on a page; shops that limit input accept 300. */
const PER_PAGE = 100;
const Cursor = z.coerce.number().int().nonnegative();

/**
 * Orders of all statuses are read, because one that was cancelled must be seen too. A page begins after the last order of
 * the one before: page numbers would skip orders when one leaves the window, and older shops repeat their last page.
 */
export async function listOrders(
  connection: Connection,
  window: ChangeWindow,
  cursor: string | null,
): Promise<OrdersPage> {
  const groups: Filter[][] = [
    [{ field: 'updated_at', value: utcText(window.since), condition: 'gteq' }],
    [{ field: 'updated_at', value: utcText(window.until), condition: 'lteq' }],
  ];
  const ofView = await storeFilter(connection);
  if (ofView.length > 0) groups.push([...ofView]);
  if (cursor !== null) groups.push([{ field: 'entity_id', value: String(Cursor.parse(cursor)), condition: 'gt' }]);
  const search = { subject: 'List orders', path: '/orders', groups, sortBy: 'entity_id', size: PER_PAGE };
  const { items, total_count } = await searchPage(connection, search, OrderShape);
  const last = items.at(-1);
  const isEnd = !last || items.length >= total_count;
  return {
    orders: await ordersOf(connection, items),
    next: isEnd ? null : last.entity_id,
    // Later pages count what is left.
    ...(cursor === null ? { total: total_count } : {}),
  };
}

async function readOrder(connection: Connection, id: string): Promise<MagentoOrder | undefined> {
  if (!/^\d+$/.test(id)) return undefined;
  try {
    return await read(connection, { subject: 'Read an order', method: 'GET', path: `/orders/${id}` }, OrderShape);
  } catch (error) {
    if (error instanceof PartnerProblem && error.kind === 'notFound') return undefined;
    throw error;
  }
}

export async function getOrder(connection: Connection, id: string): Promise<ExternalOrder | undefined> {
  const order = await readOrder(connection, id);
  return order && (await ordersOf(connection, [order]))[0];
}

/** By the number that customers know; people leave out its zeros and add a `#`. */
export async function findOrder(connection: Connection, reference: string): Promise<ExternalOrder | undefined> {
  const number = reference.trim().replace(/^#/, '');
  if (!number) return undefined;
  const spellings = [...new Set([number, /^\d+$/.test(number) ? number.padStart(9, '0') : number])];
  const group = spellings.map((value): Filter => ({ field: 'increment_id', value, condition: 'eq' }));
  const ofView = await storeFilter(connection);
  const groups = ofView.length > 0 ? [group, ofView] : [group];
  const search = { subject: 'Search an order', path: '/orders', groups, sortBy: 'entity_id', size: 10 };
  const { items } = await searchPage(connection, search, OrderShape);
  const found = items.find(({ increment_id }) => increment_id === number) ?? items[0];
  return found && (await ordersOf(connection, [found]))[0];
}

const SHIPMENTS_MAX = 100;

const readShipments = async (connection: Connection, orderId: string): Promise<readonly MagentoShipment[]> => {
  const groups: Filter[][] = [[{ field: 'order_id', value: orderId, condition: 'eq' }]];
  const search = { subject: 'Read shipments', path: '/shipments', groups, sortBy: 'entity_id', size: SHIPMENTS_MAX };
  return (await searchPage(connection, search, ShipmentShape)).items;
};

const CANCELLED = new Set(['canceled', 'closed']);

/** There is no key that would make a repetition harmless: what is there is read before anything is sent. */
export async function reportShipment(connection: Connection, shipment: ReportedShipment): Promise<ReportAnswer> {
  const order = await readOrder(connection, shipment.orderId);
  if (!order) throw new PartnerProblem('notFound', `OrderNotInShop:${shipment.orderNumber}`);
  const there = shipmentThere(shipment, await readShipments(connection, order.entity_id));
  if (there) return { externalId: there.entity_id, wasThere: true, rejected: [] };
  if (CANCELLED.has(order.state)) throw new PartnerProblem('refused', 'OrderCancelledInShop');
  const bundles = await readBundleTypes(connection, [order]);
  const { body, rejected } = shipPlan(shipment, order, bundles, connection.place);
  if (!body) return { externalId: '', wasThere: false, rejected };
  const path = `/order/${order.entity_id}/ship`;
  const request = { subject: 'Report a shipment', method: 'POST', path, body } as const;
  try {
    return { externalId: await read(connection, request, ShippedShape), wasThere: false, rejected };
  } catch (error) {
    if (!(error instanceof PartnerProblem) || error.kind !== 'refused') throw error;
    // “The order does not allow a shipment”: an earlier attempt may have arrived after it was looked for.
    const made = shipmentThere(shipment, await readShipments(connection, order.entity_id));
    if (!made) throw error;
    return { externalId: made.entity_id, wasThere: true, rejected };
  }
}

export const findShipment = async (connection: Connection, shipment: ReportedShipment): Promise<string | undefined> =>
  shipmentThere(shipment, await readShipments(connection, shipment.orderId))?.entity_id;

/** Magento deletes tracking numbers, but never a shipment: what it cannot do is said. */
export async function withdrawShipment(
  connection: Connection,
  shipment: ReportedShipment,
  externalId: string,
): Promise<void> {
  const there = (await readShipments(connection, shipment.orderId)).find(({ entity_id }) => entity_id === externalId);
  if (!there) return;
  for (const { entity_id } of there.tracks)
    await read(
      connection,
      { subject: 'Delete a tracking number', method: 'DELETE', path: `/shipment/track/${entity_id}` },
      z.unknown(),
    );
  throw new PartnerProblem('refused', 'TakeBackInMagento');
}

export async function listPlaces(connection: Connection): Promise<readonly Place[]> {
  const search = { subject: 'List sources', path: '/inventory/sources', groups: [], sortBy: 'source_code', size: 300 };
  try {
    const { items } = await searchPage(connection, search, SourceShape);
    return items.map(({ source_code, name, enabled }) => ({
      id: source_code,
      name: name || source_code,
      isActive: enabled !== false,
    }));
  } catch (error) {
    // A shop without the inventory of several sources.
    if (isMissingRoute(error)) return [];
    throw error;
  }
}

export async function reportStock(connection: Connection, levels: readonly StockLevel[]): Promise<StockAnswer> {
  const skus = levels.map(({ sku }) => sku);
  const { sourceItems, rejected } = stockPlan(levels, await readProducts(connection, 'sku', skus), connection.place);
  for (let at = 0; at < sourceItems.length; at += STOCK_BATCH) {
    const body = { sourceItems: sourceItems.slice(at, at + STOCK_BATCH) };
    const request = { subject: 'Report stock', method: 'POST', path: '/inventory/source-items', body } as const;
    try {
      await read(connection, request, z.unknown());
    } catch (error) {
      if (!(error instanceof PartnerProblem) || error.kind !== 'refused') throw error;
      rejected.push(...body.sourceItems.map(({ sku }) => ({ sku, reason: error.message })));
    }
  }
  return { rejected };
}
