import { isMessage, messageWith, OrderUpdate, orderDefaults } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inSavepoint } from '../../platform/database/savepoint.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Problem } from '../../platform/http/problem.ts';
import { cancelOrder, completeOrder, lockOrder, placeAndProcess, saveOrder } from '../orders/index.ts';
import { shipmentsOfOrders, shipNewOrder } from '../shipments/index.ts';
import { changesInShop, isAboutLines, isSameOrder } from './changes-in-shop.ts';
import type { Connector, ExternalOrder } from './connector.ts';
import type { StoredIntegration } from './integrations.store.ts';
import { takeRequest } from './requests.ts';
import { type ResolvedOrder, resolveOrder } from './resolve-order.ts';
import { shopActor } from './shop-actor.ts';
import { customerOf, documentOf, type OrderProblem, type ShopDocument, shopText } from './shop-order.ts';
import {
  lockShopOrder,
  queueStep,
  reportedUnits,
  type ShopOrderChange,
  type StoredShopOrder,
  updateShopOrder,
} from './shop-orders.store.ts';

/** What became of an order that was read from a shop, as runs count it. */
export type Outcome = 'created' | 'updated' | 'skipped' | 'failed';

export interface TakenOrder {
  outcome: Outcome;
  shopOrderId: number;
  orderId: number | null;
  problems: readonly OrderProblem[];
}

interface Taking {
  tx: Tx;
  actor: Actor;
  stored: StoredIntegration;
  partner: Connector;
  known: StoredShopOrder;
  document: ShopDocument;
}

const write = async (
  { tx, known, document }: Taking,
  change: Pick<ShopOrderChange, 'state'> & Partial<ShopOrderChange>,
): Promise<void> =>
  updateShopOrder(tx, known.id, {
    order_id: known.order_id,
    applied: known.applied,
    problems: [],
    customer: customerOf(document),
    document,
    ...change,
  });

const reasonsOf = (problems: readonly OrderProblem[]) => problems.map(({ reason }) => reason).join('\n');

/** The order waits for a person, with everything that must be decided. */
async function wait(taking: Taking, problems: readonly OrderProblem[]): Promise<Outcome> {
  const { tx, known } = taking;
  await write(taking, { state: 'waiting', problems });
  const said = reasonsOf(problems);
  if (said !== reasonsOf(known.problems)) queueStep(tx, known, 'waiting', said);
  return 'failed';
}

const isResolved = (resolved: ResolvedOrder | readonly OrderProblem[]): resolved is ResolvedOrder =>
  'relation' in resolved;

/** A refusal of our own rules is something for a person, not an error of the run. */
async function orProblem<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result | OrderProblem> {
  try {
    return await inSavepoint(tx, work);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { reason: isMessage(error.reason) ? error.reason : messageWith('OrderNotPlaced', error.message) };
  }
}

const isProblem = (result: object): result is OrderProblem => 'reason' in result;

async function place(taking: Taking): Promise<Outcome> {
  const { tx, actor, stored, partner, known, document } = taking;
  const resolved = await resolveOrder(tx, actor, stored, document);
  if (!isResolved(resolved)) return wait(taking, resolved);
  const placed = await orProblem(tx, () => {
    const order = completeOrder({
      type: 'Customer Order',
      client_id: stored.client_id,
      reference: shopText(document.number, 255),
      note: shopText(document.note, 2000),
      relation: resolved.relation,
      addresses: {
        shipping_address: { ...resolved.address, type: 'Both' },
        billing_address: { ...resolved.billing, type: 'Both' },
      },
      courier_id: resolved.courierId,
      lines: resolved.lines,
    });
    const origin = {
      source: partner.name,
      sourceId: document.id.slice(0, 100),
      sourceKey: shopText(stored.name, 100),
      credentialId: stored.id,
      isFromWeb: false,
      importDigest: null,
    };
    return placeAndProcess(tx, actor, order, origin, stored.auto_process ? shipNewOrder : undefined);
  });
  if (isProblem(placed)) return wait(taking, [placed]);
  await write(taking, { state: 'placed', order_id: placed.id, applied: resolved.applied });
  queueStep(tx, known, 'placed');
  if (stored.auto_process) queueStep(tx, known, 'processed', placed.notProcessed ?? '');
  return 'created';
}

/** The order here does not follow its shop until a person has decided what is missing. */
async function stayBehind(taking: Taking, problems: readonly OrderProblem[]): Promise<Outcome> {
  const { tx, known } = taking;
  await write(taking, { state: 'changed', problems });
  const said = reasonsOf(problems);
  if (said !== reasonsOf(known.problems)) queueStep(tx, known, 'waiting', said);
  return 'failed';
}

/** An open order follows the shop: its lines, addresses, courier and note. */
async function follow(taking: Taking, orderId: number, changed: readonly string[]): Promise<Outcome> {
  const { tx, actor, stored, known, document } = taking;
  const resolved = await resolveOrder(tx, actor, stored, document);
  if (!isResolved(resolved)) return stayBehind(taking, resolved);
  const saved = await orProblem(tx, () => {
    const { relation } = resolved;
    const defaults = orderDefaults(relation);
    const input = OrderUpdate.parse({
      reference: shopText(document.number, 255),
      note: shopText(document.note, 2000),
      relation_id: relation.id,
      shipping_address: resolved.address,
      billing_address: resolved.billing,
      accounting: { tax_rate: defaults.tax_rate, payment_term: defaults.payment_term },
      shipping: { courier_id: resolved.courierId, payment: defaults.payment },
      lines: resolved.lines,
    });
    return saveOrder(tx, actor, orderId, input, shipmentsOfOrders, 'shop');
  });
  if ('reason' in saved) return stayBehind(taking, [saved as OrderProblem]);
  await write(taking, { state: 'placed', applied: resolved.applied });
  queueStep(tx, known, 'followed', changed.join('\n'));
  return 'updated';
}

/** What a person has not decided yet; quantities are compared anew each time. */
const undecided = ({ known }: Taking): OrderProblem[] =>
  known.state === 'changed' ? known.problems.filter(({ reason }) => !isAboutLines(reason)) : [];

/** The order changed at the shop and cannot follow any more: a person decides. */
async function ask(taking: Taking, ...reasons: string[]): Promise<Outcome> {
  const before = undecided(taking).filter(({ reason }) => !reasons.includes(reason));
  await write(taking, { state: 'changed', problems: [...before, ...reasons.map((reason) => ({ reason }))] });
  queueStep(taking.tx, taking.known, 'changed', reasons.join('\n'));
  return 'updated';
}

async function cancel(taking: Taking, orderId: number): Promise<Outcome> {
  const { tx, actor, known } = taking;
  const cancelled = await orProblem(tx, () => cancelOrder(tx, actor, orderId, shipmentsOfOrders));
  if ('reason' in cancelled) return ask(taking, 'CancelledAfterProcessing');
  await write(taking, { state: 'placed' });
  queueStep(tx, known, 'cancelled');
  return 'updated';
}

/** An order that is here already: nothing, a change that it follows, or one that a person decides about. */
async function compare(taking: Taking, orderId: number): Promise<Outcome> {
  const { tx, known, document } = taking;
  const isSame = isSameOrder(known.document, document);
  // Decided before, or dismissed by a person.
  if (isSame && known.state !== 'changed') return 'skipped';
  const order = await lockOrder(tx, orderId);
  const isOpen = order?.status === 'Open';
  const { quantities: reported } = await reportedUnits(tx, known);
  const changed = changesInShop(known, document, reported);
  // What could not be followed is tried again as long as it can be: an item may be known now, a shipment voided.
  if (isSame) return isOpen ? catchUp(taking, orderId, changed) : 'skipped';
  if (!order || order.status === 'Cancelled') return settle(taking, []);
  if (!changed.length) return known.state === 'changed' && isOpen ? follow(taking, orderId, []) : settle(taking);
  queueStep(tx, known, 'changed', changed.join('\n'));
  if (document.state === 'cancelled') return isOpen ? cancel(taking, orderId) : ask(taking, 'CancelledAfterProcessing');
  return isOpen
    ? follow(taking, orderId, changed)
    : ask(taking, ...changed.map((change) => messageWith('ChangedAfterProcessing', change)));
}

/** Nothing that matters changed: what a person has not decided yet stays. */
async function settle(taking: Taking, problems = undecided(taking)): Promise<Outcome> {
  const state = problems.length ? 'changed' : 'placed';
  await write(taking, { state, problems });
  return state === taking.known.state ? 'skipped' : 'updated';
}

const catchUp = (taking: Taking, orderId: number, changed: readonly string[]): Promise<Outcome> =>
  taking.document.state === 'cancelled' ? cancel(taking, orderId) : follow(taking, orderId, changed);

/** An order that is not here: it is placed once the shop says that it is to be shipped. */
async function decideNew(taking: Taking): Promise<Outcome> {
  const { known, document } = taking;
  // A person does not want it.
  const isDismissed = known.state === 'ignored' && !known.is_new && known.document.state === 'open';
  if (isDismissed && isSameOrder(known.document, document)) return 'skipped';
  if (document.state === 'open') return place(taking);
  await write(taking, { state: 'ignored', problems: [] });
  if (known.state === 'waiting') queueStep(taking.tx, known, 'cancelled', document.rawStatus);
  return 'skipped';
}

const isOlder = (known: StoredShopOrder, document: ShopDocument) =>
  !known.is_new && Date.parse(known.document.updatedAt) > Date.parse(document.updatedAt);

/**
 * Takes an order of a shop as it was read, in one transaction: places it, lets the order here follow, or leaves it to a
 * person. Whatever was read first, and however often, there is one order here. An older version than the one that is
 * known changes nothing.
 */
export async function takeOrder(
  tx: Tx,
  stored: StoredIntegration,
  partner: Connector,
  external: ExternalOrder,
): Promise<TakenOrder> {
  const document = documentOf(external);
  const known = await lockShopOrder(tx, stored, document);
  const taking: Taking = { tx, actor: shopActor(stored), stored, partner, known, document };
  const taken = (outcome: Outcome): TakenOrder => ({
    outcome,
    shopOrderId: known.id,
    orderId: known.order_id,
    problems: [],
  });
  if (isOlder(known, document)) return taken('skipped');
  if (known.is_new) queueStep(tx, known, 'received', document.rawStatus);
  const outcome = known.order_id === null ? await decideNew(taking) : await compare(taking, known.order_id);
  const hasRequestChanged = partner.service && (await takeRequest(tx, taking.actor, known.id, document.request));
  return taken(hasRequestChanged && outcome === 'skipped' ? 'updated' : outcome);
}
