import type { ChannelOrder, ChannelPlaces, ChannelRun, ImportedReference, Integration } from '@longshore/contract';
import { type Actor, actorScope } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Open, Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, notFound, refused } from '../../platform/http/problem.ts';
import { trace } from '../records/index.ts';
import { withSubject } from './call-subjects.ts';
import { connectStored } from './connection.ts';
import type { Connection, Connector, ExternalOrder } from './connector.ts';
import { type StoredIntegration, setField, setService } from './integrations.store.ts';
import { readIntegration } from './integrations.view.ts';
import { partnerOf } from './partners.ts';
import { answerCancellation, leaveRequest } from './requests.ts';
import { readOwn, refusePartnerProblems, type SaveTools } from './save-integration.ts';
import { customerOf } from './shop-order.ts';
import { externalOf } from './shop-orders.jobs.ts';
import { lockShopOrderById, orderIdOf, queueStep, reopenShopOrder, updateShopOrder } from './shop-orders.store.ts';
import { readShopOrder, runListSql } from './shop-orders.view.ts';
import { requestRun } from './sync.jobs.ts';
import { type Outcome, takeOrder } from './take-order.ts';

/** A connection of the caller's, ready to call its partner. */
export interface OpenedIntegration {
  stored: StoredIntegration;
  partner: Connector;
  connection: Connection;
}

/** 90001 when its partner is not the one that the call is for. */
export async function openIntegration(
  tools: SaveTools,
  open: Open,
  actor: Actor,
  id: number,
  slug?: string,
): Promise<OpenedIntegration> {
  const stored = await open(actorScope(actor), (tx) => readOwn(tx, id), 'read');
  const partner = partnerOf(tools.connectors, stored.type);
  if (slug && partner.slug !== slug) throw refused(90001);
  if (stored.company_account !== null && !stored.account_secrets) throw refused(90006);
  return { stored, partner, connection: connectStored(tools, partner, stored, true) };
}

export interface FoundOrder extends OpenedIntegration {
  order: ExternalOrder;
}

/** Looks an order up by the number that people know. */
export async function findReference(
  tools: SaveTools,
  open: Open,
  actor: Actor,
  id: number,
  reference: string,
): Promise<FoundOrder> {
  const found = await openIntegration(tools, open, actor, id);
  // An unpaired surrogate cannot be encoded in a URL.
  const whole = Buffer.from(reference, 'utf8').toString('utf8');
  const order = await refusePartnerProblems(
    () => found.partner.findOrder(withSubject(found.connection, whole), whole),
    found.partner.authCodes?.onUse,
  );
  if (!order) throw refused(found.partner.notFoundCode);
  return { ...found, order };
}

function outcomeOf(before: number | null, now: number | null, taken: Outcome): ImportedReference['outcome'] {
  if (now === null) return 'waiting';
  if (before === null) return 'created';
  return taken === 'updated' ? 'updated' : 'exists';
}

const tellOrders = (tx: Tx, { id, client_id }: StoredIntegration) =>
  recordEvent(tx, { kind: 'channel.orders', clientId: client_id, subjectId: id });

/** Takes an order that was looked up. One that is here already is answered, not made again. */
export async function importReference(tx: Tx, { stored, partner, order }: FoundOrder): Promise<ImportedReference> {
  const before = await orderIdOf(tx, stored.id, order.id);
  if (before !== null && partner.duplicateCode) throw refused(partner.duplicateCode);
  if (before === null && !order.lines.some(({ quantity }) => quantity > 0)) throw refused(90012);
  await reopenShopOrder(tx, stored.id, order.id);
  const taken = await takeOrder(tx, stored, partner, order);
  await tellOrders(tx, stored);
  const now = await orderIdOf(tx, stored.id, order.id);
  return {
    outcome: outcomeOf(before, now, taken.outcome),
    order_id: now,
    order_type: 'Customer Order',
    channel_order_id: taken.shopOrderId,
    number: order.number,
  };
}

/** Sync now: a run that waits already is the one. */
export async function syncNow(tx: Tx, actor: Actor, id: number): Promise<ChannelRun> {
  const stored = await readOwn(tx, id);
  if (!stored.verified) throw refused(90003, 'NotVerifiedYet');
  const runId = await requestRun(tx, stored, 'person', actor.name);
  const { rows } = await sql<ChannelRun>`
    select ${runListSql.select} from ${runListSql.from} where r.id = ${runId} and r.client_id = ${stored.client_id}`.execute(
    tx,
  );
  if (!rows[0]) throw notFound();
  return runListSql.complete(rows[0]);
}

export interface FoundPlaces extends OpenedIntegration {
  places: ChannelPlaces['places'];
}

export async function findPlaces(
  tools: SaveTools,
  open: Open,
  actor: Actor,
  id: number,
  slug: string,
): Promise<FoundPlaces> {
  const found = await openIntegration(tools, open, actor, id, slug);
  const { places } = found.partner;
  if (!places) throw refused(90001);
  const listed = await refusePartnerProblems(() => places.list(found.connection), found.partner.authCodes?.onUse);
  return { ...found, places: listed.map(({ isActive, ...place }) => ({ ...place, is_active: isActive })) };
}

export async function choosePlace(
  tx: Tx,
  actor: Actor,
  { stored, partner, places }: FoundPlaces,
  key: string,
): Promise<ChannelPlaces> {
  const chosen = places.find((place) => place.id === key && place.is_active);
  const field = partner.places?.field;
  if (!chosen || !field) throw invalid('key', 'PlaceIsUnknown');
  await setField(tx, stored.id, field, key);
  await saved(tx, actor, stored, { field: 'place', newValue: chosen.name });
  return { key, places };
}

async function saved(
  tx: Tx,
  actor: Actor,
  stored: StoredIntegration,
  change: { field: 'place' | 'service'; newValue: string },
): Promise<void> {
  const { id, client_id: clientId } = stored;
  await trace(tx, actor, { type: 'Integration', id, clientId, subject: 'Updated', changes: [change] });
  await recordEvent(tx, { kind: 'integration.saved', clientId, subjectId: id });
}

const serviceOf = ({ service }: Connector) => {
  if (!service) throw refused(90001);
  return service;
};

export interface ServiceTools extends SaveTools {
  hookUrl(stored: StoredIntegration): string;
  /** What the warehouse is called in the shop. */
  serviceName(tx: Tx): Promise<string>;
}

export interface ChangedService extends OpenedIntegration {
  /** Undefined: it is as it was asked for already. */
  service: { serviceId: string; locationId: string; isStockSharing: boolean } | undefined;
}

/** Installs the warehouse as a service of the shop. One that is installed already is not installed again. */
export async function installService(
  tools: ServiceTools,
  open: Open,
  actor: Actor,
  id: number,
  isStockSharing: boolean,
): Promise<ChangedService> {
  const found = await openIntegration(tools, open, actor, id, 'shopify');
  const { install } = serviceOf(found.partner);
  if (found.stored.service_id) return { ...found, service: undefined };
  const name = await open(actorScope(actor), tools.serviceName, 'read');
  const callbackUrl = tools.hookUrl(found.stored);
  const made = await refusePartnerProblems(
    () => install(found.connection, { name, callbackUrl, isStockSharing }),
    found.partner.authCodes?.onUse,
  );
  return { ...found, service: { ...made, isStockSharing } };
}

export async function removeService(
  tools: SaveTools,
  open: Open,
  actor: Actor,
  id: number,
  transferTo: string,
): Promise<ChangedService> {
  const found = await openIntegration(tools, open, actor, id, 'shopify');
  const { remove } = serviceOf(found.partner);
  if (!found.stored.service_id) return { ...found, service: undefined };
  await refusePartnerProblems(
    () => remove(found.connection, transferTo ? { transferTo } : 'keep'),
    found.partner.authCodes?.onUse,
  );
  return { ...found, service: { serviceId: '', locationId: '', isStockSharing: false } };
}

/** Stores what the shop did. */
export async function recordService(
  tx: Tx,
  tools: SaveTools,
  actor: Actor,
  { stored, service }: ChangedService,
): Promise<Integration> {
  if (service) {
    await setService(tx, stored.id, service);
    await saved(tx, actor, stored, { field: 'service', newValue: service.serviceId });
  }
  return readIntegration(tx, tools, stored.id);
}

export interface RereadShopOrder extends OpenedIntegration {
  order: ExternalOrder | undefined;
}

/** The shop's newest version of an order. */
export async function rereadShopOrder(
  tools: SaveTools,
  open: Open,
  actor: Actor,
  shopOrderId: number,
): Promise<RereadShopOrder> {
  const known = await open(actorScope(actor), (tx) => readShopOrder(tx, shopOrderId), 'read');
  const found = await openIntegration(tools, open, actor, known.integration_id);
  return {
    ...found,
    order: await refusePartnerProblems(
      () => found.partner.getOrder(withSubject(found.connection, known.number), known.source_id),
      found.partner.authCodes?.onUse,
    ),
  };
}

/** Tries an order again. */
export async function resumeOrder(
  tx: Tx,
  shopOrderId: number,
  { stored, partner, order }: RereadShopOrder,
): Promise<ChannelOrder> {
  const locked = await lockShopOrderById(tx, shopOrderId);
  if (!locked) throw notFound();
  await reopenShopOrder(tx, stored.id, locked.source_id);
  await takeOrder(tx, stored, partner, order ?? externalOf(locked.document));
  await tellOrders(tx, stored);
  return readShopOrder(tx, shopOrderId);
}

/** A person has dealt with what the shop changed: the order here stays as it is. */
export async function dismissOrder(tx: Tx, actor: Actor, shopOrderId: number): Promise<ChannelOrder> {
  const locked = await lockShopOrderById(tx, shopOrderId);
  if (!locked) throw notFound();
  if (locked.state === 'waiting' || locked.state === 'changed') {
    const { document, order_id, applied } = locked;
    const state = order_id === null ? 'ignored' : 'placed';
    const change = { state, document, order_id, applied, customer: customerOf(document), problems: [] } as const;
    await updateShopOrder(tx, shopOrderId, change);
    queueStep(tx, locked, 'changed', actor.name);
    await leaveRequest(tx, shopOrderId);
    await recordEvent(tx, { kind: 'channel.orders', clientId: locked.client_id, subjectId: locked.integration_id });
  }
  return readShopOrder(tx, shopOrderId);
}

/** A person accepts or rejects that a processed order is cancelled; without a request nothing happens. */
export async function decideCancellation(
  tx: Tx,
  actor: Actor,
  shopOrderId: number,
  answer: { isAccepted: boolean; message: string },
): Promise<ChannelOrder> {
  const answered = await answerCancellation(tx, actor, shopOrderId, answer);
  if (answered)
    await recordEvent(tx, { kind: 'channel.orders', clientId: answered.client_id, subjectId: answered.integration_id });
  return readShopOrder(tx, shopOrderId);
}
