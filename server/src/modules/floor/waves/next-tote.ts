import { messageWith, type WaveShipmentTotes, type WaveToteInput, type WaveToteUndo } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { heldTotes } from './held-totes.ts';
import { nameOfTote } from './wave-line.view.ts';
import { lockWave } from './waves.store.ts';

/** A shipment of a wave, with the tote that it is picked into. */
interface Member {
  id: number;
  client_id: number;
  reference: string;
  left_because: string;
  tote_id: number;
  tote: string;
}

/** Of the wave that is locked; throws when its shipment is not picked any more. */
async function lockedMember(tx: Tx, waveId: number, shipmentId: number): Promise<Member> {
  const wave = await lockWave(tx, waveId);
  if (!wave) throw notFound();
  const { rows } = await sql<Member>`
    select m.id, m.client_id, s.reference, m.left_because, m.tote_id, t.tote
    from wave_shipments m join shipments s on s.client_id = m.client_id and s.id = m.shipment_id join totes t on t.id = m.tote_id
    where m.wave_id = ${waveId} and m.shipment_id = ${shipmentId} and ${inScope(tx, 'm.client_id')}`.execute(tx);
  const [member] = rows;
  if (!member) throw invalid('shipment_id', 'ShipmentIsNotInWave');
  if (member.left_because !== '')
    throw invalid('shipment_id', messageWith('ShipmentLeftWave', member.reference, waveId));
  if (wave.state !== 'picking') throw invalid('shipment_id', messageWith('WaveIsOver', waveId));
  return member;
}

function assertIsTote({ tote }: Member, scan: string): void {
  const named = nameOfTote(scan);
  if (named.toLowerCase() !== tote.toLowerCase()) throw invalid('tote', messageWith('WrongTote', named, tote));
}

/** Locks the tote, so that nobody else takes it; throws unless it is free. */
async function lockFreeTote(tx: Tx, scan: string): Promise<{ id: number }> {
  const name = nameOfTote(scan);
  const { rows: locked } = await sql<{ id: number; tote: string }>`
    select id, tote from totes where lower(tote) = lower(${name}::text) for no key update`.execute(tx);
  const [tote] = locked;
  if (!tote) throw invalid('next', `ToteIsUnknown:${name}`);
  const { rows } = await sql<{ reference: string }>`
    select s.reference from ${heldTotes} h join shipments s on s.client_id = h.client_id and s.id = h.shipment_id
    where h.tote_id = ${tote.id} and ${inScope(tx, 'h.client_id')}`.execute(tx);
  if (rows[0]) throw invalid('next', messageWith('ToteHoldsAnother', tote.tote, rows[0].reference));
  return tote;
}

/** The last fulfilment of a shipment; 0 for none. */
async function lastFulfillment(tx: Tx, shipmentId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from fulfillments where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(
    tx,
  );
  return rows[0]?.id ?? 0;
}

async function readToted(tx: Tx, waveId: number, shipmentId: number): Promise<WaveShipmentTotes> {
  const { rows } = await sql<WaveShipmentTotes>`
    select m.wave_id, w.state, m.shipment_id, t.tote, array(select o.tote from wave_full_totes f join totes o on o.id = f.tote_id
      where f.wave_id = m.wave_id and f.shipment_id = m.shipment_id order by f.id) as full_totes
    from wave_shipments m join waves w on w.id = m.wave_id join totes t on t.id = m.tote_id
    where m.wave_id = ${waveId} and m.shipment_id = ${shipmentId} and ${inScope(tx, 'm.client_id')}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const fillTote = (tx: Tx, memberId: number, toteId: number) =>
  sql`update wave_shipments set tote_id = ${toteId} where id = ${memberId} and ${inScope(tx)}`.execute(tx);

/** The tote is full: it stays in use until the shipment is finished or void, and the rest of the shipment goes into another one. */
export async function nextTote(tx: Tx, actor: Actor, waveId: number, body: WaveToteInput): Promise<WaveShipmentTotes> {
  const next = await lockFreeTote(tx, body.next);
  const member = await lockedMember(tx, waveId, body.shipment_id);
  assertIsTote(member, body.tote);
  await fillTote(tx, member.id, next.id);
  await sql`
    insert into wave_full_totes (client_id, wave_id, shipment_id, tote_id, last_fulfillment_id, user_name)
    values (${member.client_id}, ${waveId}, ${body.shipment_id}, ${member.tote_id},
      ${await lastFulfillment(tx, body.shipment_id)}, ${actor.name})`.execute(tx);
  await recordEvent(tx, { kind: 'wave.saved', subjectId: waveId });
  return readToted(tx, waveId, body.shipment_id);
}

/** Takes that back: possible while nothing was picked into the tote after it, because the picks there would be in no tote. */
export async function undoNextTote(tx: Tx, waveId: number, body: WaveToteUndo): Promise<WaveShipmentTotes> {
  const member = await lockedMember(tx, waveId, body.shipment_id);
  assertIsTote(member, body.tote);
  const { rows } = await sql<{ id: number; tote_id: number; last_fulfillment_id: number }>`
    select id, tote_id, last_fulfillment_id from wave_full_totes
    where wave_id = ${waveId} and shipment_id = ${body.shipment_id} and ${inScope(tx)} order by id desc limit 1`.execute(
    tx,
  );
  const [full] = rows;
  if (!full) throw invalid('tote', messageWith('ToteIsTheFirst', member.tote));
  if ((await lastFulfillment(tx, body.shipment_id)) > full.last_fulfillment_id)
    throw invalid('tote', messageWith('ToteHoldsPicks', member.tote));
  await sql`delete from wave_full_totes where id = ${full.id} and ${inScope(tx)}`.execute(tx);
  await fillTote(tx, member.id, full.tote_id);
  await recordEvent(tx, { kind: 'wave.saved', subjectId: waveId });
  return readToted(tx, waveId, body.shipment_id);
}
