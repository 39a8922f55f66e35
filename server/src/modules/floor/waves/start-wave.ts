import { api, type Message, mayCall, messageWith, type Wave, type WaveInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { readPeople } from '../../accounts/index.ts';
import { allocateTogether, type LockedShipment, lockShipmentFor } from '../../shipments/index.ts';
import { readBins } from './bins.view.ts';
import { readWaitingShipments, shipmentsBeingPicked } from './candidates.view.ts';
import { problemsOf } from './plan-wave.ts';
import { openPicks, savingsOf } from './wave-goods.view.ts';
import { Warehouse } from './wave-stops.ts';
import { insertWave, lockCart, lockWave, setAssignee, takeFreeTotes, voidWave } from './waves.store.ts';
import { readWave } from './waves.view.ts';

interface Named {
  id: number;
  reference: string;
  direction: string;
  voided: boolean;
  wave_id: number | null;
}

/** Refuses what cannot be in a wave, by name; what the shipments' own state refuses follows from their locks. */
async function assertCanBePicked(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<Named>`
    select s.id, s.reference, s.direction, s.voided_at is not null as voided,
      (select m.wave_id from wave_shipments m where m.shipment_id = s.id and m.is_open) as wave_id
    from shipments s where s.id = any(${ids}::int[]) and ${inScope(tx, 's.client_id')}`.execute(tx);
  for (const id of ids) {
    const found = rows.find((row) => row.id === id);
    const problem: Message | undefined =
      !found || found.voided
        ? messageWith('WaveShipmentIsGone', id)
        : found.direction !== 'outbound'
          ? messageWith('ShipmentIsInbound', found.reference)
          : found.wave_id !== null
            ? messageWith('ShipmentIsInWave', found.reference, found.wave_id)
            : undefined;
    if (problem) throw invalid('shipments', problem);
  }
}

/** Locks them in order of id; answers them in the order of the totes. */
async function lockShipments(tx: Tx, actor: Actor, ids: readonly number[]): Promise<LockedShipment[]> {
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw invalid('shipments', messageWith('ShipmentsTwice', twice));
  await assertCanBePicked(tx, ids);
  const locked = new Map<number, LockedShipment>();
  for (const id of [...ids].sort((a, b) => a - b)) locked.set(id, await lockShipmentFor(tx, actor, id, 'allocate'));
  // Who started another wave with one of them held it until now.
  await assertCanBePicked(tx, ids);
  return ids.flatMap((id) => locked.get(id) ?? []);
}

async function assertMayPick(tx: Tx, assigneeId: number | null): Promise<void> {
  if (assigneeId === null) return;
  const person = (await readPeople(tx, null)).find(({ id }) => id === assigneeId);
  if (!person || !mayCall(person, api.waves.pick.access)) throw invalid('assignee_id', 'PersonIsUnknown');
}

/**
 * Starts a wave: its shipments get the places to pick them from, which no other wave was given, and a free tote each.
 * It reserves nothing: the shipments have their reservations already.
 */
export async function startWave(tx: Tx, actor: Actor, input: WaveInput): Promise<Wave> {
  await assertMayPick(tx, input.assignee_id);
  const shipments = await lockShipments(tx, actor, input.shipments);
  const waiting = await readWaitingShipments(tx, input.shipments);
  const open = shipments.map(({ id, reference }) => {
    const found = waiting.find(({ shipment_id }) => shipment_id === id);
    if (!found) throw invalid('shipments', messageWith('ShipmentIsNotToPick', reference));
    return found;
  });
  const [bins, others] = await Promise.all([readBins(tx), shipmentsBeingPicked(tx)]);
  const allocations = await allocateTogether(tx, actor, shipments, others);
  const cart = await lockCart(tx, input.cart_id);
  if (!cart) throw invalid('cart_id', 'CartIsUnknown');
  const totes = await takeFreeTotes(tx, shipments.length);
  const [problem] = problemsOf(cart, open, totes.length);
  if (problem) throw invalid('cart_id', problem);
  const picks = await openPicks(tx, allocations, () => '');
  const id = await insertWave(
    tx,
    {
      cart_id: cart.id,
      assignee_id: input.assignee_id,
      user_name: actor.name,
      ...savingsOf(new Warehouse(bins), picks),
    },
    shipments.map(({ client_id, id: shipment_id, lines }, at) => ({
      client_id,
      shipment_id,
      tote_id: totes[at]?.id ?? 0,
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    })),
  );
  await recordEvent(tx, { kind: 'wave.saved', subjectId: id });
  return readWave(tx, id);
}

/** A wave that is being picked; throws when it is unknown or over. */
async function lockPicking(tx: Tx, id: number): Promise<void> {
  const wave = await lockWave(tx, id);
  if (!wave) throw notFound();
  if (wave.state !== 'picking') throw invalid('_', messageWith('WaveIsOver', id));
}

export async function assignWave(tx: Tx, id: number, assigneeId: number | null): Promise<Wave> {
  await assertMayPick(tx, assigneeId);
  await lockPicking(tx, id);
  await setAssignee(tx, id, assigneeId);
  await recordEvent(tx, { kind: 'wave.saved', subjectId: id });
  return readWave(tx, id);
}

/** Ends a wave before everything is picked: what was picked stays fulfilled, and in its tote. */
export async function endWave(tx: Tx, id: number): Promise<Wave> {
  await lockPicking(tx, id);
  await voidWave(tx, id);
  await recordEvent(tx, { kind: 'wave.saved', subjectId: id });
  return readWave(tx, id);
}
