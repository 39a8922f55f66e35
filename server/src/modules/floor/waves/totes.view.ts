import { type ToteFound, type ToteWaiting, WAITING_TOTES_MAX } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { heldTotes } from './held-totes.ts';

/** All totes of the shipment `s`, in the order in which they were filled. */
const totesOfShipment = sql`array(
  select o.tote from ${heldTotes} g join totes o on o.id = g.tote_id where g.shipment_id = s.id order by g.filled)`;

/** The totes of a shipment; throws when it is unknown. */
export async function readTotesOf(tx: Tx, shipmentId: number): Promise<{ id: number; tote: string }[]> {
  const { count } = await sql`select from shipments where id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
  if (count === 0) throw notFound();
  const { rows } = await sql<{ id: number; tote: string }>`
    select t.id, t.tote from ${heldTotes} h join totes t on t.id = h.tote_id
    where h.shipment_id = ${shipmentId} and ${inScope(tx, 'h.client_id')} order by h.filled`.execute(tx);
  return rows;
}

/** What a tote holds, for who packs it. */
export async function findInTote(tx: Tx, name: string): Promise<ToteFound> {
  const { rows: totes } = await sql<Pick<ToteFound, 'id' | 'tote'>>`
    select id, tote from totes where lower(tote) = lower(${name}::text)`.execute(tx);
  const [tote] = totes;
  if (!tote) throw invalid('code', `ToteIsUnknown:${name}`);
  const { rows } = await sql<Omit<ToteFound, 'id' | 'tote'>>`
    select m.wave_id, m.shipment_id, s.order_id, s.order_type, s.reference, s.client_id, c.company, s.status, s.packed,
      coalesce((select sum(n.quantity - n.fulfilled)::int from shipment_lines n
        where n.client_id = s.client_id and n.shipment_id = s.id), 0) as units_left, ${totesOfShipment} as totes
    from ${heldTotes} m join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
    join clients c on c.id = s.client_id
    where m.tote_id = ${tote.id} and ${inScope(tx, 's.client_id')}`.execute(tx);
  if (!rows[0]) throw invalid('code', `ToteIsEmpty:${tote.tote}`);
  return { ...tote, ...rows[0] };
}

/**
 * Shipments in totes that are picked completely and in no cartons yet, each with the tote that was filled last. One that is fulfilled and was never packed has its last
 * fulfilment, since which it waits.
 */
export async function readWaitingTotes(tx: Tx): Promise<{ totes: ToteWaiting[]; more: boolean }> {
  const { rows } = await sql<ToteWaiting>`
    select t.id, t.tote, m.wave_id, m.shipment_id, s.order_id, s.order_type, s.reference, s.client_id, c.company, l.units, f.since,
      ${totesOfShipment} as totes
    from wave_shipments m join totes t on t.id = m.tote_id
    join shipments s on s.client_id = m.client_id and s.id = m.shipment_id join clients c on c.id = s.client_id
    cross join lateral (select sum(n.fulfilled)::int as units, sum(n.quantity - n.fulfilled)::int as units_left from shipment_lines n
      where n.client_id = s.client_id and n.shipment_id = s.id) l
    cross join lateral (select max(d.created_at) as since from fulfillments d
      where d.client_id = s.client_id and d.shipment_id = s.id) f
    where m.holds_tote and not exists (select from wave_shipments o where o.shipment_id = m.shipment_id and o.holds_tote and o.id > m.id)
      and not s.packed and l.units_left = 0 and f.since is not null and ${inScope(tx, 'm.client_id')}
    order by f.since, t.id limit ${sql.lit(WAITING_TOTES_MAX + 1)}`.execute(tx);
  return { totes: rows.slice(0, WAITING_TOTES_MAX), more: rows.length > WAITING_TOTES_MAX };
}
