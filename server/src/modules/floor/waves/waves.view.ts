import {
  type Allocation,
  type MessageKey,
  sentence,
  type Wave,
  type WaveShipment,
  type WaveShort,
  waveList,
} from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { likePattern, listSql, oneOf } from '../../../platform/lists/list-sql.ts';
import { readAllocations } from '../../shipments/index.ts';
import { readBins } from './bins.view.ts';
import { donePicks, linesIn, openPicks } from './wave-goods.view.ts';
import { mapOf, stopsOf, Warehouse } from './wave-stops.ts';

const columns = sql`w.id, w.state, w.cart_id, c.cart, w.created_at, w.user_name as user, w.ended_at, w.metres, w.minutes,
  w.alone_metres, w.alone_minutes, case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as assignee`;
const from = sql`waves w join carts c on c.id = w.cart_id left join users u on u.id = w.assignee_id`;

/** Of the shipments that did not leave it. */
const unitsOf = (column: 'quantity' | 'fulfilled') => sql`coalesce((
  select sum(n.${sql.ref(column)})::int from wave_shipments m join shipment_lines n on n.client_id = m.client_id and n.shipment_id = m.shipment_id
  where m.wave_id = w.id and m.left_because in ('', 'WaveLeftFinished')), 0)`;

export const waveListSql = listSql<typeof waveList>({
  spec: waveList,
  select: sql`${columns}, coalesce(u.name, '') as picker, (select count(*)::int from wave_shipments m where m.wave_id = w.id) as shipments,
    ${unitsOf('quantity')} as units, ${unitsOf('fulfilled')} as picked`,
  from,
  id: sql`w.id`,
  visible: () => sql`true`,
  sort: { id: [sql`w.id`], created_at: [sql`w.created_at`] },
  filter: { state: oneOf(sql`w.state`) },
  search: (term) => sql`(w.id::text = ${term.replace(/^#/, '')} or lower(c.cart) like ${`%${likePattern(term)}%`})`,
  conditions: {},
});

type WaveFacts = Pick<
  Wave,
  | 'id'
  | 'state'
  | 'cart_id'
  | 'cart'
  | 'created_at'
  | 'user'
  | 'ended_at'
  | 'metres'
  | 'minutes'
  | 'alone_metres'
  | 'alone_minutes'
  | 'assignee'
>;

interface Member extends Omit<WaveShipment, 'state' | 'reason' | 'reason_key'> {
  is_open: boolean;
  left_because: string;
}

async function readMembers(tx: Tx, waveId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select m.shipment_id, s.order_id, s.order_type, s.reference, m.client_id, k.company, s.courier_id, r.name as courier,
      s.ship_date, t.tote, array(select o.tote from wave_full_totes f join totes o on o.id = f.tote_id
        where f.wave_id = m.wave_id and f.shipment_id = m.shipment_id order by f.id) as full_totes, l.units, l.picked, l.lines, s.status, m.is_open, m.left_because
    from wave_shipments m join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
    join clients k on k.id = m.client_id join couriers r on r.id = s.courier_id join totes t on t.id = m.tote_id
    cross join lateral (select sum(n.quantity)::int as units, sum(n.fulfilled)::int as picked, count(*)::int as lines
      from shipment_lines n where n.client_id = m.client_id and n.shipment_id = m.shipment_id) l
    where m.wave_id = ${waveId} and ${inScope(tx, 'm.client_id')} order by m.position`.execute(tx);
  return rows;
}

async function readShorts(tx: Tx, waveId: number): Promise<WaveShort[]> {
  const { rows } = await sql<WaveShort>`
    select h.id, h.shipment_id, h.shipment_line_id as line_id, h.inventory_id, i.sku, h.location, h.quantity, h.why, h.note,
      h.user_name as user, h.at
    from wave_shorts h join inventories i on i.client_id = h.client_id and i.id = h.inventory_id
    where h.wave_id = ${waveId} and ${inScope(tx, 'h.client_id')} order by h.id`.execute(tx);
  return rows;
}

function shipmentOf({ is_open: _, left_because, ...member }: Member): WaveShipment {
  const isLeft = left_because !== '' && left_because !== 'WaveLeftFinished';
  return {
    ...member,
    state: isLeft ? 'left' : member.picked === member.units ? 'picked' : 'picking',
    reason: left_because ? sentence(left_because as MessageKey) : '',
    reason_key: left_because,
  };
}

async function readFacts(tx: Tx, id: number): Promise<WaveFacts> {
  const { rows } =
    await sql<WaveFacts>`select ${columns} from ${from} where w.id = ${id} and ${inScope(tx, 'u.client_id')}`.execute(
      tx,
    );
  return rows[0] ?? Promise.reject(notFound());
}

const missingOf = (allocations: readonly Allocation[]) =>
  allocations.flatMap(({ shipment_id, short }) => short.map((each) => ({ shipment_id, ...each })));

/** A tote that is full, with the last fulfilment of its shipment that went into it. */
interface FullTote {
  shipment_id: number;
  tote: string;
  last_fulfillment_id: number;
}

async function readFullTotes(tx: Tx, waveId: number): Promise<FullTote[]> {
  const { rows } = await sql<FullTote>`
    select f.shipment_id, t.tote, f.last_fulfillment_id from wave_full_totes f join totes t on t.id = f.tote_id
    where f.wave_id = ${waveId} and ${inScope(tx, 'f.client_id')} order by f.id`.execute(tx);
  return rows;
}

/** A wave, with what is to be picked as the allocation says now and what was picked as the ledger says. */
export async function readWave(tx: Tx, id: number): Promise<Wave> {
  const wave = await readFacts(tx, id);
  const [members, full, shorts, bins] = await Promise.all([
    readMembers(tx, id),
    readFullTotes(tx, id),
    readShorts(tx, id),
    readBins(tx),
  ]);
  const toteOf = (shipmentId: number) => members.find(({ shipment_id }) => shipment_id === shipmentId)?.tote ?? '';
  /** The first that was full after the pick, else the one that is filled now. */
  const toteOfPick = (shipmentId: number, fulfillmentId: number) =>
    full.find((each) => each.shipment_id === shipmentId && each.last_fulfillment_id >= fulfillmentId)?.tote ??
    toteOf(shipmentId);
  const open = members.filter(({ is_open }) => is_open).map(({ shipment_id }) => shipment_id);
  const shipments = members.map(shipmentOf);
  const stayed = shipments.filter(({ state }) => state !== 'left');
  const [allocations, done] = await Promise.all([
    readAllocations(tx, open),
    donePicks(
      tx,
      stayed.map(({ shipment_id }) => shipment_id),
      wave.created_at,
      toteOfPick,
    ),
  ]);
  const planned = [...allocations.values()];
  const picks = [...(await openPicks(tx, planned, toteOf)), ...done];
  const warehouse = new Warehouse(bins);
  const stops = stopsOf(warehouse, picks);
  return {
    ...wave,
    shipments,
    stops,
    shorts,
    missing: missingOf(planned),
    lines: linesIn(picks),
    units: stayed.reduce((sum, { units }) => sum + units, 0),
    picked: stayed.reduce((sum, { picked }) => sum + picked, 0),
    map: mapOf(warehouse, stops),
  };
}
