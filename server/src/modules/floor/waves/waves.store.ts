import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { heldTotes } from './held-totes.ts';

export interface LockedCart {
  id: number;
  cart: string;
  totes: number;
  max_weight: number;
  /** The wave that it is used for. */
  wave_id: number | null;
}

const cartColumns = sql`c.id, c.cart, c.totes, c.max_weight,
  (select w.id from waves w where w.cart_id = c.id and w.state = 'picking') as wave_id`;

export async function readCart(tx: Tx, id: number): Promise<LockedCart | undefined> {
  const { rows } = await sql<LockedCart>`select ${cartColumns} from carts c where c.id = ${id}`.execute(tx);
  return rows[0];
}

export async function readCarts(tx: Tx): Promise<LockedCart[]> {
  const { rows } = await sql<LockedCart>`select ${cartColumns} from carts c order by lower(c.cart), c.id`.execute(tx);
  return rows;
}

/** Waits for who starts a wave with it; whether it is in use is read afterwards. */
export async function lockCart(tx: Tx, id: number): Promise<LockedCart | undefined> {
  await sql`select from carts where id = ${id} for no key update`.execute(tx);
  return readCart(tx, id);
}

export interface FreeTote {
  id: number;
  tote: string;
}

const freeOnes = sql`from totes t where not exists (select from ${heldTotes} h where h.tote_id = t.id)
  order by length(t.tote), lower(t.tote)`;

export async function readFreeTotes(tx: Tx, count: number): Promise<FreeTote[]> {
  const { rows } = await sql<FreeTote>`select t.id, t.tote ${freeOnes} limit ${count}`.execute(tx);
  return rows;
}

/** Those that another wave is about to take are left out. */
export async function takeFreeTotes(tx: Tx, count: number): Promise<FreeTote[]> {
  const { rows } = await sql<FreeTote>`
    select t.id, t.tote ${freeOnes} limit ${count} for no key update skip locked`.execute(tx);
  return rows;
}

export interface NewWave {
  cart_id: number;
  assignee_id: number | null;
  user_name: string;
  metres: number;
  minutes: number;
  alone_metres: number;
  alone_minutes: number;
}

export interface NewWaveShipment {
  client_id: number;
  shipment_id: number;
  tote_id: number;
  units: number;
}

export async function insertWave(tx: Tx, wave: NewWave, shipments: readonly NewWaveShipment[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into waves (cart_id, assignee_id, user_name, metres, minutes, alone_metres, alone_minutes)
    values (${wave.cart_id}, ${wave.assignee_id}, ${wave.user_name}, ${wave.metres}, ${wave.minutes}, ${wave.alone_metres},
      ${wave.alone_minutes})
    returning id`.execute(tx);
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into wave_shipments (client_id, wave_id, shipment_id, tote_id, position, units)
    select n.client_id, ${id}, n.shipment_id, n.tote_id, n.place, n.units
    from unnest(
      ${shipments.map(({ client_id }) => client_id)}::int[],
      ${shipments.map(({ shipment_id }) => shipment_id)}::int[],
      ${shipments.map(({ tote_id }) => tote_id)}::int[],
      ${shipments.map(({ units }) => units)}::int[])
      with ordinality n (client_id, shipment_id, tote_id, units, place) order by n.place`.execute(tx);
  return id;
}

export interface LockedWave {
  id: number;
  state: 'picking' | 'done' | 'void';
  cart_id: number;
}

export async function lockWave(tx: Tx, id: number): Promise<LockedWave | undefined> {
  const { rows } = await sql<LockedWave>`
    select id, state, cart_id from waves where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function setAssignee(tx: Tx, id: number, assigneeId: number | null): Promise<void> {
  await sql`update waves set assignee_id = ${assigneeId} where id = ${id}`.execute(tx);
}

/** What is picked keeps its tote, the rest leaves the wave. */
export async function voidWave(tx: Tx, id: number): Promise<void> {
  await sql`update waves set state = 'void', ended_at = now() where id = ${id}`.execute(tx);
  await sql`
    update wave_shipments w set is_open = false, left_because = case when l.fulfilled < l.quantity then 'WaveLeftEnded' else '' end,
      holds_tote = l.fulfilled > 0
    from (select n.shipment_id, sum(n.quantity) as quantity, sum(n.fulfilled) as fulfilled from shipment_lines n
      where n.shipment_id in (select shipment_id from wave_shipments where wave_id = ${id} and ${inScope(tx)}) group by 1) l
    where w.wave_id = ${id} and w.is_open and w.shipment_id = l.shipment_id and ${inScope(tx, 'w.client_id')}`.execute(
    tx,
  );
}

/** A shipment as its wave knows it, with its units now. */
export interface WaveMember {
  id: number;
  wave_id: number;
  cart_id: number;
  state: 'picking' | 'done' | 'void';
  is_open: boolean;
  left_because: string;
  units: number;
  quantity: number;
  fulfilled: number;
}

/** The wave that a shipment is picked in, or whose tote it is still in. */
export async function readMember(tx: Tx, shipmentId: number): Promise<WaveMember | undefined> {
  const { rows } = await sql<WaveMember>`
    select m.id, m.wave_id, w.cart_id, w.state, m.is_open, m.left_because, m.units, l.quantity, l.fulfilled
    from wave_shipments m join waves w on w.id = m.wave_id
    cross join lateral (select sum(n.quantity)::int as quantity, sum(n.fulfilled)::int as fulfilled from shipment_lines n
      where n.client_id = m.client_id and n.shipment_id = m.shipment_id) l
    where m.shipment_id = ${shipmentId} and (m.is_open or m.holds_tote) and ${inScope(tx, 'm.client_id')}
    order by m.is_open desc, m.id desc limit 1`.execute(tx);
  return rows[0];
}

export async function leaveWave(tx: Tx, member: WaveMember, because: string, keepsTote: boolean): Promise<void> {
  await sql`
    update wave_shipments set is_open = false, holds_tote = ${keepsTote},
      left_because = case when is_open then ${because}::text else left_because end
    where id = ${member.id} and ${inScope(tx)}`.execute(tx);
}

/** Every tote that a shipment is in: one that was left half picked by an ended wave is in a tote of that wave as well. */
export async function freeTotes(tx: Tx, shipmentId: number): Promise<void> {
  await sql`
    update wave_shipments set holds_tote = false
    where shipment_id = ${shipmentId} and holds_tote and ${inScope(tx)}`.execute(tx);
}

/** Nothing is left to pick: the cart is free again. */
export async function closeIfPicked(tx: Tx, waveId: number): Promise<void> {
  await sql`
    with ended as (
      update waves w set state = 'done', ended_at = now() where w.id = ${waveId} and w.state = 'picking'
        and not exists (select from wave_shipments m join shipment_lines n on n.client_id = m.client_id and n.shipment_id = m.shipment_id
          where m.wave_id = w.id and m.is_open and n.fulfilled < n.quantity)
      returning w.id)
    update wave_shipments m set is_open = false from ended where m.wave_id = ended.id and m.is_open and ${inScope(tx, 'm.client_id')}`.execute(
    tx,
  );
}

/**
 * A pick of a wave that was done was taken back: the wave goes on, unless its cart is in use elsewhere by now, or the
 * shipment is. Shipments that were changed meanwhile stay out of it.
 */
export async function reopenWave(tx: Tx, member: WaveMember): Promise<void> {
  await sql`
    with same as (
      select m.id from wave_shipments m where m.wave_id = ${member.wave_id} and m.holds_tote and m.left_because = '' and ${inScope(tx, 'm.client_id')}
        and not exists (select from wave_shipments o where o.shipment_id = m.shipment_id and o.is_open)
        and m.units = (select sum(n.quantity) from shipment_lines n where n.client_id = m.client_id and n.shipment_id = m.shipment_id)),
    again as (
      update waves w set state = 'picking', ended_at = null where w.id = ${member.wave_id} and w.state = 'done'
        and exists (select from same where same.id = ${member.id})
        and not exists (select from waves o where o.cart_id = w.cart_id and o.state = 'picking')
      returning w.id)
    update wave_shipments m set is_open = true from again, same
    where m.wave_id = again.id and m.id = same.id and ${inScope(tx, 'm.client_id')}`.execute(tx);
}

export interface NewShort {
  client_id: number;
  wave_id: number;
  shipment_id: number;
  line_id: number;
  inventory_id: number;
  location: string;
  quantity: number;
  why: string;
  note: string;
  user_name: string;
}

/** The wave knows of it, so that the shipment is not taken for one that was changed elsewhere. */
export async function insertShort(tx: Tx, short: NewShort): Promise<void> {
  await sql`
    insert into wave_shorts (client_id, wave_id, shipment_id, shipment_line_id, inventory_id, location, quantity, why, note, user_name)
    values (${short.client_id}, ${short.wave_id}, ${short.shipment_id}, ${short.line_id}, ${short.inventory_id}, ${short.location},
      ${short.quantity}, ${short.why}, ${short.note}, ${short.user_name})`.execute(tx);
  await sql`
    update wave_shipments set units = units - ${short.quantity}
    where wave_id = ${short.wave_id} and shipment_id = ${short.shipment_id} and units > ${short.quantity} and ${inScope(tx)}`.execute(
    tx,
  );
}
