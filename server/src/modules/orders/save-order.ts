import type { Order, OrderInput, OrderUpdate } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inSavepoint } from '../../platform/database/savepoint.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent } from '../../platform/events/events.ts';
import { invalid, notFound, Problem, refused, stale } from '../../platform/http/problem.ts';
import { clientIdOfNew, clientOfNew } from '../clients/index.ts';
import { queueTrace } from '../records/index.ts';
import { type LockedOrder, lockOrder } from './lock-order.ts';
import { readOrder } from './order.view.ts';
import { fieldChanges, lineChanges } from './order-history.ts';
import { assertTotal, type DecidedLines, decideLines, orderedLinesOf } from './order-lines.ts';
import { holdItems, holdNamedItems, type References, readReferences } from './order-references.store.ts';
import { assertAllowed, decideFields, referencesToRead } from './order-rules.ts';
import { type LineFields, type NewOrder, queueFields, queueLines, queueOrder, takeId } from './orders.store.ts';
import type { ProcessOrder } from './place-order.ts';
import type { ShipmentsOfOrders } from './shipments-of-orders.ts';

/** Where a new order comes from. */
export interface Origin {
  source: string;
  sourceId?: string;
  sourceKey?: string;
  /** The connection to a shop that it came through. */
  credentialId?: number;
  isFromWeb: boolean;
  importDigest: Buffer | null;
}

/** Orders of signed-in users come from the web; those of an API token have the default source, or that of a main user. */
export function originOf(actor: Actor, sent?: OrderInput['source']): Origin {
  if (actor.sessionId !== null) return { source: 'Web', isFromWeb: true, importDigest: null };
  const manual = { source: 'Manual', isFromWeb: false, importDigest: null };
  if (!sent?.source || !actor.is_main_user) return manual;
  return { ...manual, source: sent.source, sourceId: sent.source_id, sourceKey: sent.source_key };
}

const namesIn = ({ relation, courier }: References) => ({
  relation: relation?.name ?? '',
  courier: courier?.name ?? '',
});

/** An item that was disabled between its look-up and the write is refused as one that was disabled before. */
export function assertActive(disabled: readonly number[], lines: readonly { inventory_id: number }[]): void {
  const at = lines.findIndex(({ inventory_id }) => disabled.includes(inventory_id));
  if (at >= 0) throw refused(30004, `InvalidLineItemAt:${at + 1}`);
}

const itemsIn = (lines: readonly { inventory_id: number }[]) => [
  ...new Set(lines.map(({ inventory_id }) => inventory_id)),
];

/** Keeps the items of lines as they are until the commit; answers those that are disabled. */
export const holdOrderedItems = (
  tx: Tx,
  { clientId, lines }: { clientId: number; lines: readonly { inventory_id: number }[] },
) => holdItems(tx, clientId, itemsIn(lines));

/** Writes a new order with its history and its event, without a round trip of its own. */
export function queueCreated(
  tx: Tx,
  actor: Actor,
  order: NewOrder,
  lines: DecidedLines,
  names: ReturnType<typeof namesIn>,
  subject: 'Created' | 'Order cloned' = 'Created',
): void {
  const { id, clientId, type, fields } = order;
  assertTotal(lines.written, fields.tax_rate);
  queueOrder(tx, order, lines.written);
  const changes = [
    { field: 'type' as const, newValue: type },
    ...fieldChanges(undefined, fields, names),
    ...lineChanges([], lines.ordered),
  ];
  queueTrace(tx, actor, { type: 'Order', id, clientId, subject, changes });
  queueEvent(tx, { kind: 'order.created', clientId, subjectId: id });
}

export interface PlacedOrder extends NewOrder {
  lines: readonly LineFields[];
}

/**
 * The one way to a new order, from the form, a sheet and a shop: reads what it refers to, decides, and writes it
 * with its lines, whose items the caller holds. What a relation fills in is in `completeOrder`.
 */
export async function placeOrder(tx: Tx, actor: Actor, input: OrderInput, origin: Origin): Promise<PlacedOrder> {
  const { type, client_id, source: _, ...rest } = input;
  const wanted = referencesToRead(rest);
  const named = clientIdOfNew(actor, client_id);
  const [id, found] = await Promise.all([takeId(tx), readReferences(tx, named, wanted)]);
  // A relation that was found is one of this client; without one, it may be the client that does not exist.
  const clientId = found.relation && named ? named : await clientOfNew(tx, actor, client_id);
  const fields = decideFields(type, rest, found);
  const decided = decideLines(type, rest.lines, found.items);
  const order = { id, clientId, type, fields, ...origin };
  queueCreated(tx, actor, order, decided, namesIn(found));
  return { ...order, lines: decided.written };
}

/** Why the order stays open, if it could not be processed; undefined when it was. Any other error fails the caller. */
async function tryToProcess(tx: Tx, process: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await inSavepoint(tx, process);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return error.reason;
  }
}

/**
 * Places an order from a source other than the form, and ships it at once when asked to; one that cannot be shipped
 * stays open.
 */
export async function placeAndProcess(
  tx: Tx,
  actor: Actor,
  input: OrderInput,
  origin: Origin,
  process: ProcessOrder | undefined,
): Promise<PlacedOrder & { notProcessed: string | undefined }> {
  const order = await placeOrder(tx, actor, input, origin);
  const notProcessed = process && (await tryToProcess(tx, () => process(tx, actor, order.id)));
  // A shipment has held them already, before the locks that come later in the order.
  if (!process || notProcessed !== undefined) assertActive(await holdOrderedItems(tx, order), order.lines);
  return { ...order, notProcessed };
}

/** Two batches before the commit: the first holds the items and reads, the second writes and reads the order back. */
export async function createOrder(
  tx: Tx,
  actor: Actor,
  input: OrderInput,
  shipments: ShipmentsOfOrders,
): Promise<Order> {
  const items = input.lines.map(({ inventory_id }) => inventory_id);
  holdNamedItems(tx, clientIdOfNew(actor, input.client_id), items);
  const { id } = await placeOrder(tx, actor, input, originOf(actor, input.source));
  return readOrder(tx, id, shipments);
}

function queueSaved(
  tx: Tx,
  actor: Actor,
  known: LockedOrder,
  input: OrderUpdate,
  found: References,
  { isInShipment }: ShipmentsOfOrders,
) {
  const fields = decideFields(known.type, input, found, known);
  const lines = decideLines(known.type, input.lines, found.items, known.lines);
  const changedIds = new Set([...lines.removed, ...lines.written.map((line) => line.id)]);
  assertTotal([...known.lines.filter((line) => !changedIds.has(line.id)), ...lines.written], fields.tax_rate);
  const changes = [
    ...fieldChanges(known, fields, namesIn(found)),
    ...lineChanges(orderedLinesOf(known.lines), lines.ordered),
  ];
  const isMoved =
    fields.shipping_address_id !== known.shipping_address_id || fields.billing_address_id !== known.billing_address_id;
  if (!changes.length && !lines.written.length && !lines.removed.length && !isMoved) return [];
  const { id, client_id: clientId } = known;
  queueFields(tx, known, fields);
  queueLines(tx, known, lines.written, lines.removed, isInShipment);
  queueTrace(tx, actor, { type: 'Order', id, clientId, subject: 'Updated', changes });
  queueEvent(tx, { kind: 'order.saved', clientId, subjectId: id });
  return lines.written.filter((line) => line.id === null);
}

export async function saveOrder(
  tx: Tx,
  actor: Actor,
  id: number,
  input: OrderUpdate,
  shipments: ShipmentsOfOrders,
  by: 'person' | 'shop' = 'person',
): Promise<Order> {
  const locked = await lockOrder(tx, id);
  if (!locked) throw notFound();
  // The shop replaces its own addresses.
  const known = by === 'shop' ? { ...locked, api_credential_id: null } : locked;
  if (input.updated_at && input.updated_at !== known.updated_at) throw stale();
  if (input.type && input.type !== known.type) throw invalid('type', 'OrderTypeIsFixed');
  assertAllowed(known, 'edit');
  const found = await readReferences(tx, known.client_id, referencesToRead(input, known));
  const added = queueSaved(tx, actor, known, input, found, shipments);
  const [disabled, order] = await Promise.all([
    holdOrderedItems(tx, { clientId: known.client_id, lines: added }),
    readOrder(tx, id, shipments),
  ]);
  assertActive(disabled, added);
  return order;
}
