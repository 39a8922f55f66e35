import { nextShipmentState } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { queueEvents, recordEvent } from '../../../platform/events/events.ts';
import {
  createLot,
  type Held,
  type HeldGoods,
  type Holder,
  type LockedBucket,
  lockBucket,
  type Place,
  readHeld,
  receiveLocked,
  shipLocked,
} from '../../stock/index.ts';
import { lockShipmentFor } from '../lock-shipment.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { queueStatus } from '../shipments.store.ts';
import { allocationAfterPicks, type StoredPick } from './allocation-rules.ts';
import { readStoredPicks, writeStoredPicks } from './allocations.store.ts';
import { type DecidedPick, decidePicks, type FulfilInput, type PickInput, unitsAfter } from './fulfil-rules.ts';
import { insertFulfilments, lockItemsOfLines, readPlaces } from './fulfillments.store.ts';
import { tracePicks } from './trace-picks.ts';

const holderOf = (lineId: number): Holder => ({ kind: 'shipment_line', id: lineId });

const isSamePlace = (one: Place, other: Place) =>
  one.licenseId === other.licenseId && one.lotId === other.lotId && one.quarantine === other.quarantine;

/** The goods of each item (of each bucket), with what they take of each line; places named twice are one. */
function goodsOf(picks: readonly DecidedPick[]): HeldGoods[] {
  const groups = new Map<string, HeldGoods>();
  for (const { line, quantity, totals, place, bucketId } of picks) {
    const key = `${line.item.id} ${bucketId ?? ''}`;
    const { lines, holders } = groups.get(key) ?? { lines: [], holders: [] };
    const same = lines.find((known) => isSamePlace(known.place, place));
    const others = lines.filter((known) => known !== same);
    groups.set(key, {
      item: line.item,
      totals,
      bucketId,
      holders: [...holders, { holder: holderOf(line.id), quantity }],
      lines: [...others, { place, quantity: quantity + (same?.quantity ?? 0) }],
    });
  }
  return [...groups.values()];
}

/** Makes the lots that picks bring with them, each once. */
async function makeLots(tx: Tx, picks: readonly DecidedPick[]): Promise<DecidedPick[]> {
  const made = new Map<string, number>();
  const done: DecidedPick[] = [];
  for (const pick of picks) {
    const { line, newLot, place } = pick;
    if (!newLot) {
      done.push(pick);
      continue;
    }
    const key = `${line.item.id} ${newLot.lot.toLowerCase()}`;
    const lotId = made.get(key) ?? (await createLot(tx, line.item, newLot.lot, newLot.expire || null));
    made.set(key, lotId);
    done.push({ ...pick, place: { ...place, lotId, rowId: null, onHand: 0 } });
  }
  return done;
}

/** What picks of a locked shipment were decided by. */
export interface ReadForPicks {
  shipment: LockedShipment;
  held: readonly Held[];
  stored: readonly StoredPick[];
}

/**
 * Writes decided picks: postings, reservations, fulfilments, the state of the shipment and what is left of its
 * allocation. Everything is sent with the next batch; the event is recorded by the caller.
 */
export function writePicks(
  tx: Tx,
  actor: Actor,
  { shipment, held, stored }: ReadForPicks,
  picks: readonly DecidedPick[],
): void {
  const why = { reference: shipment.reference, cause: `shipment ${shipment.id}` };
  if (shipment.direction === 'inbound') receiveLocked(tx, actor, why, goodsOf(picks));
  else shipLocked(tx, actor, why, goodsOf(picks), held);
  insertFulfilments(tx, shipment, picks, actor.name);
  tracePicks(tx, actor, shipment, picks);
  if (nextShipmentState(shipment.status, 'fulfil', unitsAfter(shipment, picks)) === 'Ready')
    queueStatus(tx, shipment, 'Ready');
  if (stored.length) writeStoredPicks(tx, shipment, allocationAfterPicks(stored, shipment.lines, picks));
  queueEvents(tx, 'inventory.moved', shipment.client_id, [...new Set(picks.map(({ line }) => line.item.id))]);
}

export const recordFulfilled = (tx: Tx, { id, client_id, order_id }: LockedShipment): Promise<void> =>
  recordEvent(tx, { kind: 'shipment.saved', clientId: client_id, subjectId: id, payload: { order_id } });

/** The places, buckets and reservations that picks name, and the stored allocation; in one batch. */
async function readForPicks(tx: Tx, shipmentId: number, picks: readonly PickInput[]) {
  const bucketIds = picks.flatMap(({ bucketId }) => bucketId ?? []).sort((a, b) => a - b);
  const [found, buckets, held, stored] = await Promise.all([
    readPlaces(tx, shipmentId, picks),
    Promise.all(bucketIds.map((id) => lockBucket(tx, id))),
    readHeld(
      tx,
      picks.map(({ lineId }) => holderOf(lineId)),
    ),
    readStoredPicks(tx, [shipmentId]),
  ]);
  return { found, buckets: buckets.filter((bucket): bucket is LockedBucket => bucket !== undefined), held, stored };
}

/** The shipment as it is after these picks. */
function withFulfilled(shipment: LockedShipment, picks: readonly DecidedPick[]): LockedShipment {
  const taken = (lineId: number) =>
    picks.reduce((sum, { line, quantity }) => sum + (line.id === lineId ? quantity : 0), 0);
  return {
    ...shipment,
    lines: shipment.lines.map((line) => ({ ...line, fulfilled: line.fulfilled + taken(line.id) })),
  };
}

async function decideAndWrite(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  picks: readonly PickInput[],
  { found, buckets, held, stored }: Awaited<ReturnType<typeof readForPicks>>,
): Promise<LockedShipment> {
  const decided = decidePicks(shipment, picks, found, buckets);
  const withLots = decided.some(({ newLot }) => newLot) ? await makeLots(tx, decided) : decided;
  writePicks(tx, actor, { shipment, held, stored }, withLots);
  return withFulfilled(shipment, withLots);
}

/**
 * Picks that are written together. A posting names a place once, and several serial buckets can be at one place: each
 * further bucket is read and written after the one before it.
 */
function roundsOf(picks: readonly PickInput[]): PickInput[][] {
  const buckets = [...new Set(picks.flatMap(({ bucketId }) => bucketId ?? []))];
  if (buckets.length < 2) return [[...picks]];
  const [first] = buckets;
  return buckets.map((bucket) => picks.filter(({ bucketId }) => (bucketId ?? first) === bucket));
}

/**
 * Fulfils units of a shipment's lines, all of them or none. Outbound: they leave stock together with the line's
 * reservation. Inbound: they are received, pristine or into quarantine with a reason, with a new lot if they bring one.
 * The shipment is Ready once every line is fulfilled. Everything is locked and read in one batch.
 */
export async function fulfilPicks(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  picks: readonly PickInput[],
): Promise<LockedShipment> {
  const lineIds = picks.map(({ lineId }) => lineId);
  const [round = [], ...further] = roundsOf(picks);
  const [shipment, , read] = await Promise.all([
    lockShipmentFor(tx, actor, shipmentId, 'fulfil'),
    lockItemsOfLines(tx, shipmentId, lineIds),
    readForPicks(tx, shipmentId, round),
  ]);
  let latest = await decideAndWrite(tx, actor, shipment, round, read);
  for (const next of further) latest = await fulfilLocked(tx, actor, latest, next);
  return latest;
}

/** The same for a shipment that the caller has locked, with the items of these lines. */
export const fulfilLocked = async (
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  picks: readonly PickInput[],
): Promise<LockedShipment> => decideAndWrite(tx, actor, shipment, picks, await readForPicks(tx, shipment.id, picks));

/** One pick without an answer, for commands of other modules. */
export async function fulfilLine(tx: Tx, actor: Actor, { shipmentId, ...pick }: FulfilInput): Promise<void> {
  await recordFulfilled(tx, await fulfilPicks(tx, actor, shipmentId, [pick]));
}
