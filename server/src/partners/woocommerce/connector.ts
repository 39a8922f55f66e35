import { z } from 'zod';
import {
  type ChangeWindow,
  type Connection,
  type ExternalOrder,
  type HookAnswer,
  type HookRequest,
  type Hooks,
  type OrdersPage,
  PartnerProblem,
  type ReportAnswer,
  type ReportedShipment,
  type StockAnswer,
  type StockLevel,
  type Verified,
  type Words,
} from '../../modules/channels/index.ts';
import { isSigned } from '../signature.ts';
import {
  call,
  hasCode,
  PER_PAGE,
  read,
  readAll,
  readPage,
  storeUrl,
  usesQueryKeys,
  WooProblem,
  type WooRequest,
} from './client.ts';
import {
  fulfilmentOf,
  fulfilmentPlan,
  gmt,
  isTrackable,
  missingNumbers,
  noteOf,
  noteText,
  orderOf,
  type StockChange,
  stateOf,
  stockChanges,
  trackingBody,
  wholeOrdersOnly,
} from './mapping.ts';
import {
  WooBatchShape,
  type WooFulfilment,
  WooFulfilmentMadeShape,
  WooFulfilmentsShape,
  WooHookShape,
  WooNoteShape,
  type WooOrder,
  WooOrderShape,
  WooProductShape,
  WooProvidersShape,
  WooRefundShape,
  WooStatusShape,
  type WooTracking,
  WooTrackingShape,
} from './shapes.ts';
import { WARNINGS } from './words.ts';

export async function verify(connection: Connection): Promise<Verified> {
  const store = storeUrl(connection.values.o_auth_token);
  const query = { per_page: 1 };
  await readPage(connection, { subject: 'Read an order', method: 'GET', path: '/orders', query }, WooOrderShape);
  const warnings: Words[] = [];
  if (store.startsWith('http:')) warnings.push(WARNINGS.notEncrypted);
  if (usesQueryKeys(connection)) warnings.push(WARNINGS.keysInAddress);
  try {
    await read(connection, { subject: 'Read the status', method: 'GET', path: '/system_status' }, WooStatusShape);
  } catch (error) {
    if (!(error instanceof PartnerProblem) || error.kind === 'unavailable' || error.kind === 'rateLimited') throw error;
    warnings.push(WARNINGS.mayNotManage);
  }
  return { account: new URL(store).host, warnings };
}

/** An order as we read it: refunds are asked for only where there are some. */
async function completed(connection: Connection, order: WooOrder): Promise<ExternalOrder> {
  if (order.refunds.length === 0 || stateOf(order.status) === 'cancelled') return orderOf(order, []);
  const path = `/orders/${order.id}/refunds`;
  return orderOf(order, await readAll(connection, { subject: 'Read refunds', method: 'GET', path }, WooRefundShape));
}

/**
 * How a shop can be asked for changes:
 * - `modified`: sorted by the change, each page from where the last one ended: nothing can move between pages;
 * - `id`: an older shop that cannot sort so. Pages overlap, because an order that changes leaves the window and moves
 *   the others up;
 * - `created`: a shop that cannot filter by change. All orders of some weeks are read, and the changed ones taken.
 */
const Cursor = z.object({
  mode: z.enum(['modified', 'id', 'created']),
  after: z.iso.datetime(),
  page: z.number().int(),
  offset: z.number().int(),
});
type Cursor = z.output<typeof Cursor>;

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const OVERLAP = 10;
const CREATED_DAYS = 30;
const PAGES_MAX = 1_000;

function startOf(mode: Cursor['mode'], { since }: ChangeWindow): Cursor {
  const days = mode === 'created' ? CREATED_DAYS : 0;
  // Both ends of WooCommerce's filters are excluded, and whole seconds.
  const after = new Date(since.getTime() - SECOND_MS - days * DAY_MS).toISOString();
  return { mode, after, page: 1, offset: 0 };
}

function queryOf({ mode, after, page, offset }: Cursor, { until }: ChangeWindow) {
  const common = { dates_are_gmt: true, order: 'asc', per_page: PER_PAGE };
  const from = gmt(new Date(after));
  const to = gmt(new Date(until.getTime() + SECOND_MS));
  if (mode === 'created') return { ...common, after: from, orderby: 'id', offset };
  const changed = { ...common, modified_after: from, modified_before: to };
  return mode === 'modified' ? { ...changed, orderby: 'modified', page } : { ...changed, orderby: 'id', offset };
}

/** The next page of a list that cannot change its order; undefined after the last one. */
function nextByOffset(cursor: Cursor, rows: number, total: number | undefined): Cursor | undefined {
  const reached = cursor.offset + rows;
  if (rows < PER_PAGE || reached >= (total ?? Number.POSITIVE_INFINITY)) return undefined;
  return { ...cursor, offset: reached - OVERLAP };
}

/** From the last row on. More rows of one second than a page holds are read by page numbers. */
function nextByChange(cursor: Cursor, rows: readonly WooOrder[], pages: number | undefined): Cursor | undefined {
  const last = rows.at(-1);
  if (!last || rows.length < PER_PAGE || cursor.page >= (pages ?? PAGES_MAX)) return undefined;
  const after = new Date(last.date_modified_gmt.getTime() - SECOND_MS);
  if (after.getTime() > Date.parse(cursor.after)) return { ...cursor, after: after.toISOString(), page: 1 };
  return { ...cursor, page: cursor.page + 1 };
}

async function listBy(connection: Connection, window: ChangeWindow, cursor: Cursor): Promise<OrdersPage> {
  const request = {
    subject: 'List orders',
    method: 'GET',
    path: '/orders',
    query: queryOf(cursor, window),
  } as const;
  const { rows, total, pages } = await readPage(connection, request, WooOrderShape);
  if (cursor.mode !== 'created' && rows.some((row) => row.date_modified_gmt.getTime() < Date.parse(cursor.after)))
    return listBy(connection, window, startOf('created', window));
  const changed = rows.filter((row) => row.date_modified_gmt >= new Date(window.since.getTime() - SECOND_MS));
  const orders: ExternalOrder[] = [];
  for (const row of changed) orders.push(await completed(connection, row));
  const next =
    cursor.mode === 'modified' ? nextByChange(cursor, rows, pages) : nextByOffset(cursor, rows.length, total);
  const isFirst = cursor.page === 1 && cursor.offset === 0 && cursor.after === startOf(cursor.mode, window).after;
  return {
    orders,
    next: next ? JSON.stringify(next) : null,
    ...(isFirst && total !== undefined && cursor.mode !== 'created' ? { total } : {}),
  };
}

/** What to try when a shop does not know a parameter. */
const OLDER: Readonly<Record<Cursor['mode'], Cursor['mode'] | undefined>> = {
  modified: 'id',
  id: 'created',
  created: undefined,
};

export async function listOrders(
  connection: Connection,
  window: ChangeWindow,
  cursorText: string | null,
): Promise<OrdersPage> {
  let cursor = cursorText === null ? startOf('modified', window) : Cursor.parse(JSON.parse(cursorText));
  for (;;) {
    try {
      return await listBy(connection, window, cursor);
    } catch (error) {
      const older = OLDER[cursor.mode];
      if (!older || !hasCode(error, /^rest_invalid_param$/)) throw error;
      const cannotFilter = error.parameters.some((name) => name.startsWith('modified_'));
      cursor = startOf(cannotFilter ? 'created' : older, window);
    }
  }
}

async function readOrder(connection: Connection, id: string): Promise<WooOrder | undefined> {
  if (!/^\d+$/.test(id)) return undefined;
  try {
    return await read(connection, { subject: 'Read an order', method: 'GET', path: `/orders/${id}` }, WooOrderShape);
  } catch (error) {
    if (hasCode(error, /_invalid_id$/) && error.kind === 'notFound') return undefined;
    throw error;
  }
}

export async function getOrder(connection: Connection, id: string): Promise<ExternalOrder | undefined> {
  const order = await readOrder(connection, id);
  return order && completed(connection, order);
}

/** The search looks into every text of an order; plugins give numbers that are not the id. */
export async function findOrder(connection: Connection, reference: string): Promise<ExternalOrder | undefined> {
  const number = reference.trim().replace(/^#/, '');
  if (!number) return undefined;
  const query = { search: number, per_page: PER_PAGE };
  const request = { subject: 'Search an order', method: 'GET', path: '/orders', query } as const;
  const { rows } = await readPage(connection, request, WooOrderShape);
  const found = rows.find((order) => order.number === number);
  if (found) return completed(connection, found);
  const byId = await readOrder(connection, number);
  return byId?.number === number ? completed(connection, byId) : undefined;
}

/** The answer of a part of the API that the shop may not have; undefined where it has it not. */
async function ifThere<Answer>(asking: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asking();
  } catch (error) {
    const isMissing = hasCode(error, /^rest_no_route$/) || (error instanceof WooProblem && error.kind === 'refused');
    if (isMissing) return undefined;
    throw error;
  }
}

async function setStatus(connection: Connection, id: string, status: string): Promise<void> {
  const body = { status };
  const subject = `Set the status of the order: ${status}`;
  await read(connection, { subject, method: 'PUT', path: `/orders/${id}`, body }, WooOrderShape);
}

interface Report {
  connection: Connection;
  shipment: ReportedShipment;
  order: WooOrder;
}

/** The last shipment completes the order; answers whether something was to do. */
async function completeOrder({ connection, shipment, order }: Report): Promise<boolean> {
  if (!shipment.completesOrder || stateOf(order.status) === 'shipped') return false;
  await setStatus(connection, order.id, 'completed');
  return true;
}

/** WooCommerce's own fulfilments: lines, quantities and tracking. */
async function reportFulfilment(report: Report, there: readonly WooFulfilment[]): Promise<ReportAnswer> {
  const { connection, shipment, order } = report;
  const same = fulfilmentOf(shipment, there);
  if (same) {
    await completeOrder(report);
    return { externalId: `fulfilment:${same.id}`, wasThere: true, rejected: [] };
  }
  const { body, rejected } = fulfilmentPlan(shipment, await completed(connection, order), there);
  if (!body) return { externalId: '', wasThere: false, rejected };
  const path = `/orders/${order.id}/fulfillments`;
  const made = await read(
    connection,
    { subject: 'Report a shipment', method: 'POST', path, body },
    WooFulfilmentMadeShape,
  );
  await completeOrder(report);
  return { externalId: `fulfilment:${made.id}`, wasThere: false, rejected };
}

/** Undefined where the shop has no fulfilments, or the key's user may not use them. */
const readFulfilments = (connection: Connection, orderId: string): Promise<WooFulfilment[] | undefined> =>
  ifThere(() =>
    read(
      connection,
      { subject: 'Read fulfilments', method: 'GET', path: `/orders/${orderId}/fulfillments` },
      WooFulfilmentsShape,
    ),
  );

const TRACKING_PLUGIN = 'wc-shipment-tracking/v3';

/** Undefined where the plugin is not installed. */
const readTrackings = (connection: Connection, orderId: string): Promise<WooTracking[] | undefined> =>
  ifThere(() =>
    read(
      connection,
      {
        subject: 'Read tracking numbers',
        method: 'GET',
        namespace: TRACKING_PLUGIN,
        path: `/orders/${orderId}/shipment-trackings`,
      },
      z.array(WooTrackingShape),
    ),
  );

/** Names of carriers that the plugin knows. */
async function readProviders(connection: Connection, orderId: string): Promise<string[]> {
  const asking = {
    namespace: TRACKING_PLUGIN,
    path: `/orders/${orderId}/shipment-trackings/providers`,
    subject: 'List tracking providers',
    method: 'GET',
  } as const;
  const providers = (await ifThere(() => read(connection, asking, WooProvidersShape))) ?? {};
  return Object.values(providers).flatMap((each) => Object.keys(each));
}

/** The plugin Shipment Tracking: numbers only. */
async function reportTracking(report: Report, there: readonly WooTracking[]): Promise<ReportAnswer> {
  const { connection, shipment, order } = report;
  const base = { namespace: TRACKING_PLUGIN, path: `/orders/${order.id}/shipment-trackings` };
  const missing = missingNumbers(shipment, there);
  const ids = there
    .filter(({ tracking_number }) => shipment.trackingNumbers.includes(tracking_number))
    .map(({ tracking_id }) => tracking_id);
  const names = missing.length > 0 ? await readProviders(connection, order.id) : [];
  if (missing.length > 0 && !isTrackable(shipment, names)) return reportNote(report);
  for (const number of missing) {
    const body = trackingBody(shipment, number, names, connection.storeTimeZone);
    const telling = { ...base, subject: 'Report a tracking number', method: 'POST', body } as const;
    ids.push((await read(connection, telling, WooTrackingShape)).tracking_id);
  }
  const isCompleted = await completeOrder(report);
  return {
    externalId: ids.length > 0 ? `tracking:${ids.join(',')}` : '',
    wasThere: missing.length === 0 && !isCompleted,
    rejected: wholeOrdersOnly(shipment),
  };
}

/** Every shop has these: a note that the customer sees, and the status. */
async function reportNote(report: Report): Promise<ReportAnswer> {
  const { connection, shipment, order } = report;
  const path = `/orders/${order.id}/notes`;
  const there = noteOf(shipment, await readNotes(connection, order.id));
  const body = { note: noteText(shipment), customer_note: true };
  const telling = { subject: 'Tell the customer', method: 'POST', path, body } as const;
  const note = there ?? (await read(connection, telling, WooNoteShape));
  const isCompleted = await completeOrder(report);
  return {
    externalId: `note:${note.id}`,
    wasThere: there !== undefined && !isCompleted,
    rejected: wholeOrdersOnly(shipment),
  };
}

/** Notes that customers see. */
const readNotes = (connection: Connection, orderId: string) =>
  read(
    connection,
    { subject: 'Read notes', method: 'GET', path: `/orders/${orderId}/notes`, query: { type: 'customer' } },
    z.array(WooNoteShape),
  );

/** Looked up in the way that shipments are reported to this shop. */
export async function findShipment(connection: Connection, shipment: ReportedShipment): Promise<string | undefined> {
  const order = await readOrder(connection, shipment.orderId);
  if (!order) return undefined;
  const fulfilments = await readFulfilments(connection, order.id);
  if (fulfilments) {
    const same = fulfilmentOf(shipment, fulfilments);
    return same && `fulfilment:${same.id}`;
  }
  const ids = ((await readTrackings(connection, order.id)) ?? [])
    .filter(({ tracking_number }) => shipment.trackingNumbers.includes(tracking_number))
    .map(({ tracking_id }) => tracking_id);
  if (ids.length > 0) return `tracking:${ids.join(',')}`;
  // Also of carriers that the plugin does not know.
  const note = noteOf(shipment, await readNotes(connection, order.id));
  return note && `note:${note.id}`;
}

export async function reportShipment(connection: Connection, shipment: ReportedShipment): Promise<ReportAnswer> {
  const order = await readOrder(connection, shipment.orderId);
  if (!order) throw new PartnerProblem('notFound', `OrderNotInShop:${shipment.orderNumber}`);
  if (stateOf(order.status) === 'cancelled') throw new PartnerProblem('refused', 'OrderCancelledInShop');
  const report = { connection, shipment, order };
  const fulfilments = await readFulfilments(connection, order.id);
  if (fulfilments) return reportFulfilment(report, fulfilments);
  const trackings = await readTrackings(connection, order.id);
  return trackings ? reportTracking(report, trackings) : reportNote(report);
}

/** What is not there (any more) is not deleted: WooCommerce answers that in several ways. */
async function deleteThose(
  connection: Connection,
  base: Pick<WooRequest, 'path' | 'namespace'>,
  there: readonly string[],
  ids: readonly string[],
): Promise<void> {
  for (const id of ids.filter((each) => there.includes(each)))
    await call(connection, { ...base, subject: 'Withdraw a shipment', method: 'DELETE', path: `${base.path}/${id}` });
}

export async function withdrawShipment(
  connection: Connection,
  shipment: ReportedShipment,
  externalId: string,
): Promise<void> {
  const order = await readOrder(connection, shipment.orderId);
  if (!order) return;
  const [kind, ids = ''] = externalId.split(':');
  if (kind === 'fulfilment') {
    const there = (await readFulfilments(connection, order.id)) ?? [];
    await deleteThose(
      connection,
      { path: `/orders/${order.id}/fulfillments` },
      there.map(({ id }) => id),
      ids.split(','),
    );
  }
  if (kind === 'tracking') {
    const there = (await readTrackings(connection, order.id)) ?? [];
    await deleteThose(
      connection,
      { path: `/orders/${order.id}/shipment-trackings`, namespace: TRACKING_PLUGIN },
      there.map(({ tracking_id }) => tracking_id),
      ids.split(','),
    );
  }
  // A note was mailed: it cannot be taken back.
  if (shipment.completesOrder && stateOf(order.status) === 'shipped')
    await setStatus(connection, order.id, 'processing');
}

/** WooCommerce's own limit of a batch. */
export const STOCK_BATCH = 100;

async function sendChanges(
  connection: Connection,
  path: string,
  changes: readonly StockChange[],
): Promise<StockAnswer['rejected'][number][]> {
  const body = { update: changes.map(({ update }) => update) };
  const { update } = await read(connection, { subject: 'Report stock', method: 'POST', path, body }, WooBatchShape);
  return update.flatMap(({ id, error }) => {
    const sku = changes.find((change) => change.update.id === id)?.sku ?? '';
    return error ? [{ sku, reason: error.message }] : [];
  });
}

export async function reportStock(connection: Connection, levels: readonly StockLevel[]): Promise<StockAnswer> {
  const query = { sku: levels.map(({ sku }) => sku).join(',') };
  const asking = { subject: 'Find products by SKU', method: 'GET', path: '/products', query } as const;
  const products = await readAll(connection, asking, WooProductShape);
  const { changes, rejected } = stockChanges(levels, products);
  for (const parentId of new Set(changes.map((change) => change.parentId))) {
    const path = parentId ? `/products/${parentId}/variations/batch` : '/products/batch';
    const ofParent = changes.filter((change) => change.parentId === parentId);
    rejected.push(...(await sendChanges(connection, path, ofParent)));
  }
  return { rejected };
}

const TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored'] as const;
const HookBody = z.looseObject({ id: z.union([z.number().int(), z.string()]) });

function orderIdOf(body: Buffer): string | null {
  try {
    const id = String(HookBody.parse(JSON.parse(body.toString('utf8'))).id);
    return /^\d+$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** Saving a webhook sends `webhook_id=7`, unsigned, to see whether anybody answers. */
const isPing = ({ headers, body }: HookRequest): boolean =>
  !headers['x-wc-webhook-topic'] && body.length < 100 && /^webhook_id=\d+$/.test(body.toString('utf8'));

function readHook(request: HookRequest, secret: string): HookAnswer {
  const { headers, body } = request;
  if (isPing(request)) return 'ignored';
  if (!isSigned(body, headers['x-wc-webhook-signature'], secret)) return 'forged';
  const topic = headers['x-wc-webhook-topic'] ?? '';
  if (!TOPICS.some((each) => each === topic)) return 'ignored';
  return { topic, key: headers['x-wc-webhook-delivery-id'] ?? '', orderId: orderIdOf(body) };
}

/** A webhook that failed five times is switched off and stays so: it is switched on again here. */
async function ensureHooks(connection: Connection, callbackUrl: string, secret: string): Promise<void> {
  const all = await readAll(connection, { subject: 'List webhooks', method: 'GET', path: '/webhooks' }, WooHookShape);
  const ours = all.filter(({ delivery_url }) => delivery_url === callbackUrl);
  for (const topic of TOPICS) {
    const there = ours.find((hook) => hook.topic === topic);
    if (there?.status === 'active') continue;
    const body = { name: `Longshore ${topic}`, topic, delivery_url: callbackUrl, secret, status: 'active' };
    const request = there
      ? ({
          subject: 'Switch a webhook on',
          method: 'PUT',
          path: `/webhooks/${there.id}`,
          body: { status: 'active', secret },
        } as const)
      : ({ subject: 'Create a webhook', method: 'POST', path: '/webhooks', body } as const);
    await read(connection, request, WooHookShape);
  }
}

export const hooks: Hooks = { read: readHook, ensure: ensureHooks };
