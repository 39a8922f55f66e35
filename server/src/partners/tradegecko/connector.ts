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
  type Verified,
} from '../../modules/channels/index.ts';
import { read, readAll, type TgRequest } from './client.ts';
import { fulfillmentOf, fulfillmentPlan, isOfLocation, orderOf, placeOf, stateOf } from './mapping.ts';
import {
  type TgAddress,
  TgAddressShape,
  type TgFulfillment,
  TgFulfillmentLineShape,
  TgFulfillmentShape,
  TgLineShape,
  TgLocationShape,
  type TgOrder,
  TgOrderShape,
  type TgVariant,
  TgVariantShape,
} from './shapes.ts';
import { WARNINGS } from './words.ts';

/** A record that another one names; undefined when it is gone. */
async function ifThere<Answer>(asking: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asking();
  } catch (error) {
    if (error instanceof PartnerProblem && error.kind === 'notFound') return undefined;
    throw error;
  }
}

export const listPlaces = async (connection: Connection): Promise<Place[]> =>
  (
    await readAll(
      connection,
      { subject: 'List locations', method: 'GET', path: '/locations' },
      'locations',
      TgLocationShape,
    )
  ).map(placeOf);

export async function verify(connection: Connection): Promise<Verified> {
  const places = await listPlaces(connection);
  const active = places.filter(({ isActive }) => isActive);
  const isGone = connection.place !== '' && !active.some(({ id }) => id === connection.place);
  return {
    account: active[0]?.name ?? 'TradeGecko',
    warnings: isGone ? [WARNINGS.locationIsGone] : [],
  };
}

/** Orders with what they name: lines and addresses by order, variants of all of them together. */
async function completed(connection: Connection, orders: readonly TgOrder[]): Promise<ExternalOrder[]> {
  const addresses = new Map<string, TgAddress>();
  const linesOf = new Map<string, z.output<typeof TgLineShape>[]>();
  for (const { id, shipping_address_id, billing_address_id } of orders) {
    const request: TgRequest = { subject: 'Read lines', method: 'GET', path: '/order_line_items' };
    const query = { order_id: id };
    linesOf.set(id, await readAll(connection, { ...request, query }, 'order_line_items', TgLineShape));
    for (const addressId of new Set([shipping_address_id, billing_address_id].filter(Boolean))) {
      const asking = { subject: 'Read an address', method: 'GET', path: `/addresses/${addressId}` } as const;
      const address = addresses.has(addressId)
        ? undefined
        : await ifThere(() => read(connection, asking, 'address', TgAddressShape));
      if (address) addresses.set(addressId, address);
    }
  }
  const variants = await readVariants(
    connection,
    [...linesOf.values()].flat().map(({ variant_id }) => variant_id),
  );
  return orders.map((order) => orderOf(order, { lines: linesOf.get(order.id) ?? [], variants, addresses }));
}

const VARIANTS = 100;

async function readVariants(connection: Connection, named: readonly string[]): Promise<Map<string, TgVariant>> {
  const ids = [...new Set(named.filter(Boolean))];
  const found = new Map<string, TgVariant>();
  for (let at = 0; at < ids.length; at += VARIANTS) {
    const query = { ids: ids.slice(at, at + VARIANTS).join(',') };
    const request = { subject: 'Read variants', method: 'GET', path: '/variants', query } as const;
    for (const variant of await readAll(connection, request, 'variants', TgVariantShape))
      found.set(variant.id, variant);
  }
  return found;
}

/** Small pages: every order of a page needs two or three calls more, of 300 in five minutes. */
const PAGE_SIZE = 20;

/**
 * Orders that changed since the beginning of the window, also those that changed after its end: an order that changes
 * meanwhile stays in the list, so that the pages stay the same.
 */
export async function listOrders(
  connection: Connection,
  { since }: ChangeWindow,
  cursor: string | null,
): Promise<OrdersPage> {
  const page = cursor === null ? 1 : z.coerce.number().int().positive().parse(cursor);
  const query = { updated_at_min: since.toISOString(), limit: PAGE_SIZE, page };
  const request = { subject: 'List orders', method: 'GET', path: '/orders', query } as const;
  const rows = await read(connection, request, 'orders', z.array(TgOrderShape));
  const own = rows.filter((order) => isOfLocation(order, connection.place));
  return {
    orders: await completed(connection, own),
    next: rows.length < PAGE_SIZE ? null : String(page + 1),
  };
}

async function readOrder(connection: Connection, id: string): Promise<TgOrder | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const request = { subject: 'Read an order', method: 'GET', path: `/orders/${id}` } as const;
  const order = await ifThere(() => read(connection, request, 'order', TgOrderShape));
  return order && isOfLocation(order, connection.place) ? order : undefined;
}

export async function getOrder(connection: Connection, id: string): Promise<ExternalOrder | undefined> {
  const order = await readOrder(connection, id);
  return order && (await completed(connection, [order]))[0];
}

export async function findOrder(connection: Connection, reference: string): Promise<ExternalOrder | undefined> {
  const number = reference.trim().replace(/^#/, '');
  if (!number) return undefined;
  const query = { order_number: number };
  const request = { subject: 'Search an order', method: 'GET', path: '/orders', query } as const;
  const rows = await readAll(connection, request, 'orders', TgOrderShape);
  const found = rows.find((order) => order.order_number === number && isOfLocation(order, connection.place));
  return found && (await completed(connection, [found]))[0];
}

async function readFulfillments(connection: Connection, orderId: string): Promise<TgFulfillment[]> {
  const query = { order_id: orderId };
  const request = { subject: 'Read fulfilments', method: 'GET', path: '/fulfillments', query } as const;
  const rows = await readAll(connection, request, 'fulfillments', TgFulfillmentShape);
  const all: TgFulfillment[] = [];
  for (const row of rows) {
    const asking = {
      subject: 'Read lines of a fulfilment',
      method: 'GET',
      path: '/fulfillment_line_items',
      query: { fulfillment_id: row.id },
    } as const;
    const lines = await readAll(connection, asking, 'fulfillment_line_items', TgFulfillmentLineShape);
    all.push({ ...row, lines });
  }
  return all;
}

const setStatus = (connection: Connection, id: string, status: 'fulfilled' | 'void') =>
  read(
    connection,
    {
      subject: `Set the status of a fulfilment: ${status}`,
      method: 'PUT',
      path: `/fulfillments/${id}`,
      body: { fulfillment: { status } },
    },
    'fulfillment',
    TgFulfillmentShape,
  );

/** A fulfilment is made as packed, and then fulfilled; one whose second step was lost is fulfilled by the repetition. */
export async function reportShipment(connection: Connection, shipment: ReportedShipment): Promise<ReportAnswer> {
  const order = await readOrder(connection, shipment.orderId);
  if (!order) throw new PartnerProblem('notFound', `OrderNotInShop:${shipment.orderNumber}`);
  if (stateOf(order.status) === 'cancelled') throw new PartnerProblem('refused', 'OrderCancelledInShop');
  const there = await readFulfillments(connection, order.id);
  const same = fulfillmentOf(shipment, there);
  if (same) {
    if (same.status === 'packed') await setStatus(connection, same.id, 'fulfilled');
    return { externalId: same.id, wasThere: true, rejected: [] };
  }
  const [external] = await completed(connection, [order]);
  const location = connection.place || order.stock_location_id;
  const { body, rejected } = fulfillmentPlan(
    shipment,
    { location, zone: connection.storeTimeZone },
    external?.lines ?? [],
    there,
  );
  if (!body) return { externalId: '', wasThere: false, rejected };
  const made = await read(
    connection,
    { subject: 'Report a shipment', method: 'POST', path: '/fulfillments', body },
    'fulfillment',
    TgFulfillmentShape,
  );
  await setStatus(connection, made.id, 'fulfilled');
  return { externalId: made.id, wasThere: false, rejected };
}

export const findShipment = async (connection: Connection, shipment: ReportedShipment): Promise<string | undefined> =>
  fulfillmentOf(shipment, await readFulfillments(connection, shipment.orderId))?.id;

export async function withdrawShipment(
  connection: Connection,
  shipment: ReportedShipment,
  externalId: string,
): Promise<void> {
  const there = await readFulfillments(connection, shipment.orderId);
  const made = there.find(({ id }) => id === externalId);
  if (made?.status === 'packed' || made?.status === 'fulfilled') await setStatus(connection, made.id, 'void');
}
