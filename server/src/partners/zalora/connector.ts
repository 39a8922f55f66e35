import { z } from 'zod';
import {
  type ChangeWindow,
  type Connection,
  type ExternalOrder,
  type Hooks,
  type Marketplace,
  type MarketplaceAnswer,
  type OrdersPage,
  PartnerProblem,
  type ReportAnswer,
  type ReportedShipment,
  type Verified,
} from '../../modules/channels/index.ts';
import type { SellerCenter } from './api.ts';
import { classicApi } from './classic.ts';
import {
  DOCUMENTS,
  hintOf,
  isHandedOver,
  lineIdOf,
  METHODS,
  methodOf,
  orderOf,
  providerFor,
  unitsOf,
} from './mapping.ts';
import { restApi } from './rest.ts';
import type { ZaloraOrder, ZaloraPackage, ZaloraUnit } from './shapes.ts';
import { WARNINGS } from './words.ts';

export const CLASSIC = 'classic';

const apiOf = (connection: Connection): SellerCenter =>
  connection.apiVersion === CLASSIC ? classicApi(connection) : restApi(connection);

export async function verify(connection: Connection): Promise<Verified> {
  const account = await apiOf(connection).account();
  return {
    account,
    warnings: connection.apiVersion === CLASSIC ? [WARNINGS.classic] : [],
  };
}

/**
 * Where the next page begins. Orders are read by their creation, which never changes: one that changes while pages are
 * read leaves the window, and would move the others up if pages were counted.
 */
const Cursor = z.object({ after: z.iso.datetime().nullable(), offset: z.number().int() });
type Cursor = z.output<typeof Cursor>;

export const PAGE = 100;
/** Of orders that were placed in the same second, where nothing but counting is left. */
const OVERLAP = 10;

function nextCursor({ after, offset }: Cursor, rows: readonly ZaloraOrder[]): Cursor | null {
  const last = rows.at(-1);
  if (!last || rows.length < PAGE) return null;
  const reached = last.createdAt.toISOString();
  return reached === after ? { after, offset: offset + PAGE - OVERLAP } : { after: reached, offset: 0 };
}

export async function listOrders(
  connection: Connection,
  window: ChangeWindow,
  cursorText: string | null,
): Promise<OrdersPage> {
  const cursor = cursorText === null ? { after: null, offset: 0 } : Cursor.parse(JSON.parse(cursorText));
  const createdSince = cursor.after === null ? null : new Date(cursor.after);
  const rows = await apiOf(connection).listOrders({ window, createdSince, limit: PAGE, offset: cursor.offset });
  const next = nextCursor(cursor, rows);
  return { orders: rows.map(orderOf), next: next && JSON.stringify(next) };
}

async function readOrder(connection: Connection, id: string): Promise<ZaloraOrder | undefined> {
  return /^\d{1,18}$/.test(id) ? apiOf(connection).readOrder(id) : undefined;
}

export async function getOrder(connection: Connection, id: string): Promise<ExternalOrder | undefined> {
  const order = await readOrder(connection, id);
  return order && orderOf(order);
}

export async function findOrder(connection: Connection, reference: string): Promise<ExternalOrder | undefined> {
  const number = reference.trim().replace(/^#/, '');
  const order = number ? await apiOf(connection).findOrder(number) : undefined;
  return order && orderOf(order);
}

interface Handover extends Pick<ReportedShipment, 'orderId' | 'orderNumber' | 'lines'> {
  trackingNumbers: readonly string[];
  /** Chosen by a person; undefined: as the order and the carrier say. */
  method: string | undefined;
  provider: string | undefined;
  carrier: string;
}

interface Seen {
  order: ZaloraOrder;
  packages: ZaloraPackage[];
  units: ZaloraUnit[];
  rejected: ReportAnswer['rejected'];
}

async function look(api: SellerCenter, wanted: Handover): Promise<Seen> {
  const order = /^\d{1,18}$/.test(wanted.orderId) ? await api.readOrder(wanted.orderId) : undefined;
  if (!order) throw new PartnerProblem('notFound', `OrderNotInShop:${wanted.orderNumber}`);
  if (orderOf(order).state === 'cancelled') throw new PartnerProblem('refused', 'OrderCancelledInShop');
  const packages = await api.packagesOf(order);
  return { order, packages, ...unitsOf(wanted.lines, order, wanted.trackingNumbers, packages) };
}

const packageOf = ({ packages }: Seen, { id }: ZaloraUnit): ZaloraPackage | undefined =>
  packages.find(({ unitIds }) => unitIds.includes(id));

/** The provider, and our tracking number where it gives none. */
async function carriage(api: SellerCenter, wanted: Handover): Promise<{ provider: string; trackingNumber: string }> {
  const providers = await api.providers();
  const [number = ''] = wanted.trackingNumbers;
  const { provider: named } = wanted;
  const chosen =
    named === undefined
      ? providerFor(wanted.carrier, number !== '', providers)
      : providers.find(({ name, isActive }) => isActive && name === named);
  if (!chosen) throw new PartnerProblem('refused', `NoSuchProvider:${named ?? wanted.carrier}`);
  if (chosen.isIntegrated) return { provider: chosen.name, trackingNumber: '' };
  if (!number) throw new PartnerProblem('refused', `ProviderNeedsTracking:${chosen.name}`);
  return { provider: chosen.name, trackingNumber: number };
}

/** Packs what is not packed yet. Answers whether something was to do. */
async function packMissing(api: SellerCenter, wanted: Handover, seen: Seen): Promise<boolean> {
  const missing = seen.units.filter((unit) => !isHandedOver(unit) && !packageOf(seen, unit));
  if (missing.length === 0) return false;
  const method = wanted.method ?? methodOf(missing[0]);
  await api.pack({ unitIds: missing.map(({ id }) => id), method, ...(await carriage(api, wanted)) });
  return true;
}

/** Sets packed units to ready, package by package: a tracking number belongs to one. */
async function readyMissing(api: SellerCenter, wanted: Handover, seen: Seen): Promise<boolean> {
  const missing = seen.units.filter((unit) => !isHandedOver(unit));
  for (const { id, unitIds } of seen.packages) {
    const inside = missing.filter((unit) => unitIds.includes(unit.id));
    const [first] = inside;
    if (!first) continue;
    await api.setReady({
      unitIds: inside.map((unit) => unit.id),
      method: wanted.method ?? methodOf(first),
      provider: '',
      trackingNumber: first.trackingCode,
      packageId: id,
    });
  }
  return missing.length > 0;
}

function answerOf(seen: Seen, wasThere: boolean): MarketplaceAnswer {
  const packages = [...new Set(seen.units.flatMap((unit) => packageOf(seen, unit)?.id ?? []))].sort();
  const codes = [...new Set(seen.units.map(({ trackingCode }) => trackingCode).filter(Boolean))];
  return { externalId: packages.join(','), trackingNumber: codes.join(', '), wasThere, rejected: seen.rejected };
}

/**
 * Packs units and sets them to ready: reads first what is there, and does only what is missing. A refusal because of a
 * status means that somebody else was faster, or that the customer cancelled a unit: looked at once more.
 */
async function handOver(connection: Connection, wanted: Handover, isSecond = false): Promise<MarketplaceAnswer> {
  const api = apiOf(connection);
  try {
    const before = await look(api, wanted);
    const isPacked = await packMissing(api, wanted, before);
    const packed = isPacked ? await look(api, withUnits(wanted, before)) : before;
    const isReady = await readyMissing(api, wanted, packed);
    if (before.units.length === 0) throw new PartnerProblem('refused', 'NoUnitIsOpen');
    return answerOf(packed, !isPacked && !isReady);
  } catch (error) {
    if (!(error instanceof PartnerProblem) || error.kind !== 'conflict') throw error;
    if (isSecond) throw new PartnerProblem('refused', error.text, error);
    return handOver(connection, wanted, true);
  }
}

/** No unit has this id: a line of which nothing was left takes no other unit at the second look. */
const NO_UNIT = 'none';

/** The same units as before: an integrated provider gives them a number that is not the shipment's. */
function withUnits(wanted: Handover, { order, units }: Seen): Handover {
  const ids = new Set(units.map(({ id }) => id));
  const lines = wanted.lines.map((line) => {
    const of = order.units.filter(
      (unit) =>
        ids.has(unit.id) && (line.unitIds.length > 0 ? line.unitIds.includes(unit.id) : lineIdOf(unit) === line.lineId),
    );
    return { ...line, unitIds: of.map(({ id }) => id) };
  });
  return { ...wanted, lines: lines.map((line) => (line.unitIds.length > 0 ? line : { ...line, unitIds: [NO_UNIT] })) };
}

export async function reportShipment(connection: Connection, shipment: ReportedShipment): Promise<ReportAnswer> {
  const { trackingNumber: _own, ...answer } = await handOver(connection, {
    ...shipment,
    method: undefined,
    provider: undefined,
  });
  return answer;
}

export const marketplace: Marketplace = {
  methods: METHODS,
  documents: DOCUMENTS,
  refusedCode: 90013,
  async providers(connection) {
    const all = await apiOf(connection).providers();
    return all
      .filter(({ isActive }) => isActive)
      .map(({ name, isDefault, isIntegrated, url }) => ({ name, isDefault, isIntegrated, trackingUrl: url }));
  },
  fulfil: (connection, { trackingNumber, ...shipment }) =>
    handOver(connection, {
      ...shipment,
      trackingNumbers: trackingNumber ? [trackingNumber] : [],
      carrier: shipment.provider,
    }),
  document: (connection, { kind, unitIds, ticket }) => apiOf(connection).document(kind, unitIds, ticket),
};

const EVENTS = ['onOrderCreated', 'onOrderItemsStatusChanged'] as const;

/** Calls are not signed: the token in the address is the secret, and what they say is only a hint. */
export const hooks: Hooks = {
  read({ body }) {
    const hint = hintOf(body.toString('utf8'));
    if (!hint || !EVENTS.some((event) => event === hint.event)) return 'ignored';
    // The same change can happen again: no call is taken for a repetition of an earlier one.
    return { topic: hint.event, key: '', orderId: hint.orderId };
  },
  async ensure(connection, callbackUrl) {
    const api = apiOf(connection);
    const there = (await api.listWebhooks()).filter(({ url }) => url === callbackUrl).flatMap(({ events }) => events);
    const missing = EVENTS.filter((event) => !there.includes(event));
    if (missing.length > 0) await api.createWebhook(callbackUrl, missing);
  },
};
