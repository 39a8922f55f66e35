import type { Order } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound, refused } from '../../platform/http/problem.ts';
import { type LockedOrder, lockOrder } from './lock-order.ts';
import { readOrder } from './order.view.ts';
import { orderedLinesOf } from './order-lines.ts';
import { readReferences } from './order-references.store.ts';
import { cloneReference, suffixPattern } from './order-rules.ts';
import { queueCategoriesCopied, takeId } from './orders.store.ts';
import { assertActive, holdOrderedItems, originOf, queueCreated } from './save-order.ts';
import type { ShipmentsOfOrders } from './shipments-of-orders.ts';

/** References of the client's orders that may be copies of this one. */
async function readSimilar(tx: Tx, { client_id, type, reference }: LockedOrder): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from orders
    where client_id = ${client_id} and type = ${type} and lower(reference) like ${suffixPattern(reference)}`.execute(
    tx,
  );
  return rows.map((row) => row.reference);
}

/** What the copy refers to must still be there: 30005, 30006 and 30004 as for a new order. */
async function assertReferences(tx: Tx, order: LockedOrder) {
  const found = await readReferences(tx, order.client_id, {
    relationId: order.relation_id,
    courierId: order.courier_id,
    term: order.payment_term,
    addressIds: [],
    itemIds: [],
  });
  if (!found.relation?.is_active || found.relation.is_system) throw refused(30005);
  if (!found.courier?.is_active) throw refused(30006);
  return { relation: found.relation.name, courier: found.courier.name };
}

/**
 * Copies everything but status, shipments and source. The order is locked, so that two copies at the same time get
 * different references. Lines are copied as they are: a kit keeps the components that it was ordered with.
 */
export async function cloneOrder(tx: Tx, actor: Actor, id: number, shipments: ShipmentsOfOrders): Promise<Order> {
  const [order, copyId] = await Promise.all([lockOrder(tx, id), takeId(tx)]);
  if (!order) throw notFound();
  if (order.status === 'Cancelled') throw refused(30007, `OrderIsInState:${order.status}`);
  const [names, similarOnes] = await Promise.all([assertReferences(tx, order), readSimilar(tx, order)]);
  const lines = order.lines.filter(({ quantity }) => quantity > 0);
  const reference = cloneReference(order.reference, similarOnes);
  const { client_id: clientId, type, shipping_api: shippingApi } = order;
  queueCreated(
    tx,
    actor,
    { id: copyId, clientId, type, fields: { ...order, reference }, shippingApi, ...originOf(actor) },
    { ordered: orderedLinesOf(lines), written: lines.map((line) => ({ ...line, id: null })), removed: [] },
    names,
    'Order cloned',
  );
  queueCategoriesCopied(tx, order, copyId);
  // A kit that was disabled cannot be ordered again, though its components may be.
  const kits = lines.flatMap(({ kit_id }) => (kit_id === null ? [] : [{ inventory_id: kit_id }]));
  const [disabled, copy] = await Promise.all([
    holdOrderedItems(tx, { clientId, lines: [...lines, ...kits] }),
    readOrder(tx, copyId, shipments),
  ]);
  assertActive(disabled, lines);
  assertActive(
    disabled,
    lines.map(({ kit_id, inventory_id }) => ({ inventory_id: kit_id ?? inventory_id })),
  );
  return copy;
}
