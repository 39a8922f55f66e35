import {
  CARTONS_JOB_MAX,
  CARTONS_PRINT_MAX,
  CONTAINERS_MAX,
  isByCarton,
  isPaperOf,
  messageWith,
  type PaperName,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalidFields, refused } from '../../../platform/http/problem.ts';
import { queueLockUsed } from '../shipments.store.ts';
import {
  countCartons,
  lockToPrint,
  queueBolNumbers,
  queueInvoiceNumbers,
  queuePrintCounts,
  readToPrint,
  type ShipmentToPrint,
} from './prints.store.ts';

/** Shipments that a refusal names at most. */
const NAMED_MAX = 10;

/** Throws 40001 when one of them is unknown or voided, and 40006 when the paper is not one of an inbound shipment. */
function assertPrintable(paper: PaperName, ids: readonly number[], found: readonly ShipmentToPrint[]): void {
  if (found.length < new Set(ids).size) throw refused(40001);
  if (found.some(({ direction }) => !isPaperOf(paper, direction))) throw refused(40006);
}

/**
 * Throws 422 when a shipment would print more labels than it can have cartons (older releases took any count), or all of
 * them together more cartons than `most`: a document is made in memory.
 */
async function assertCartonsFit(tx: Tx, paper: PaperName, ids: readonly number[], most: number): Promise<void> {
  if (!isByCarton(paper)) return;
  const counted = await countCartons(tx, paper, ids);
  const named = counted
    .filter(({ cartons }) => cartons > CONTAINERS_MAX)
    .slice(0, NAMED_MAX)
    .map(({ id, cartons }) => messageWith('TooManyLabels', id, cartons, CONTAINERS_MAX));
  if (named.length > 0) throw invalidFields({ ids: named });
  const byId = new Map(counted.map(({ id, cartons }) => [id, cartons]));
  // A shipment is printed as often as it is named.
  const total = ids.reduce((sum, id) => sum + (byId.get(id) ?? 0), 0);
  if (total > most) throw invalidFields({ ids: [messageWith('TooManyCartonsInAll', total, most)] });
}

/** The same print can be drawn again: it was counted. */
export async function assertMayRepeat(tx: Tx, paper: PaperName, ids: readonly number[]): Promise<void> {
  assertPrintable(paper, ids, await readToPrint(tx, ids));
  await assertCartonsFit(tx, paper, ids, CARTONS_PRINT_MAX);
}

/** Throws when a job may not print them; it draws more cartons than a call does. */
export async function assertMayPrint(tx: Tx, paper: PaperName, ids: readonly number[]): Promise<void> {
  assertPrintable(paper, ids, await readToPrint(tx, ids));
  await assertCartonsFit(tx, paper, ids, CARTONS_JOB_MAX);
}

/** Numbers that the first print of a paper gives, in the order of the pages. Counters are locked last. */
function giveNumbers(tx: Tx, paper: PaperName, shipments: readonly ShipmentToPrint[]): void {
  if (paper === 'invoice') {
    const without = shipments.filter(({ has_invoice }) => !has_invoice);
    const clients = [...new Set(without.map(({ client_id }) => client_id))].sort((one, other) => one - other);
    for (const clientId of clients)
      queueInvoiceNumbers(
        tx,
        clientId,
        without.filter(({ client_id }) => client_id === clientId).map(({ id }) => id),
      );
  }
  const goods = shipments.filter(({ direction, has_bol }) => direction === 'outbound' && !has_bol);
  if (paper === 'report' && goods.length > 0)
    queueBolNumbers(
      tx,
      goods.map(({ id }) => id),
    );
}

/** Counts one print of each of these shipments that is not voided, however often it is named. */
export async function countPrints(tx: Tx, paper: PaperName, ids: readonly number[]): Promise<ShipmentToPrint[]> {
  const locked = await lockToPrint(tx, ids);
  const byId = new Map(locked.map((shipment) => [shipment.id, shipment]));
  const inOrder = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  queuePrintCounts(
    tx,
    inOrder.map(({ id }) => id),
  );
  const recorded = inOrder.map(({ id, client_id, order_id }) =>
    recordEvent(tx, { kind: 'shipment.touched', clientId: client_id, subjectId: id, payload: { order_id } }),
  );
  giveNumbers(tx, paper, inOrder);
  await Promise.all(recorded);
  return inOrder;
}

/** Counts a print of every one of them, or refuses all. A lock is not in the way; the caller's own lasts from now on. */
export async function countPrintsOfAll(tx: Tx, actor: Actor, paper: PaperName, ids: readonly number[]): Promise<void> {
  const counted = await countPrints(tx, paper, ids);
  assertPrintable(paper, ids, counted);
  await assertCartonsFit(tx, paper, ids, CARTONS_PRINT_MAX);
  for (const shipment of counted) if (shipment.holder?.id === actor.id) queueLockUsed(tx, shipment);
}

/** As which paper those of another module count that show packed cartons: of goods that leave, and without a number. */
const OF_CARTONS: PaperName = 'packing/carton';

export const countCartonPrints = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> =>
  countPrintsOfAll(tx, actor, OF_CARTONS, ids);

export const assertMayRepeatCartons = (tx: Tx, ids: readonly number[]): Promise<void> =>
  assertMayRepeat(tx, OF_CARTONS, ids);
