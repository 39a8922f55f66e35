import { type ToteFound, type ToteWaiting, WAITING_TOTES_MAX } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';

/** What a tote holds, for who packs it. */
export async function findInTote(tx: Tx, name: string): Promise<ToteFound> {
  const { rows: totes } = await sql<Pick<ToteFound, 'id' | 'tote'>>`
    select id, tote from totes where lower(tote) = lower(${name}::text)`.execute(tx);
  const [tote] = totes;
  if (!tote) throw invalid('code', `ToteIsUnknown:${name}`);
  const { rows } = await sql<Omit<ToteFound, 'id' | 'tote'>>`
    select m.wave_id, m.shipment_id, s.order_id, s.order_type, s.reference, s.client_id, c.company, s.status, s.packed,
      coalesce((select sum(n.quantity - n.fulfilled)::int from shipment_lines n
        where n.client_id = s.client_id and n.shipment_id = s.id), 0) as units_left
    from wave_shipments m join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
    join clients c on c.id = s.client_id
    where m.tote_id = ${tote.id} and m.holds_tote and ${inScope(tx, 's.client_id')}`.execute(tx);
  if (!rows[0]) throw invalid('code', `ToteIsEmpty:${tote.tote}`);
  return { ...tote, ...rows[0] };
}

/**
 * Totes whose shipment is picked completely and in no cartons yet. One that is fulfilled and was never packed has its last
 * fulfilment, since which it waits.
 */
export async function readWaitingTotes(tx: Tx): Promise<{ totes: ToteWaiting[]; more: boolean }> {
  const { rows } = await sql<ToteWaiting>`
    select t.id, t.tote, m.wave_id, m.shipment_id, s.order_id, s.order_type, s.reference, s.client_id, c.company, l.units, f.since
    from wave_shipments m join totes t on t.id = m.tote_id
    join shipments s on s.client_id = m.client_id and s.id = m.shipment_id join clients c on c.id = s.client_id
    cross join lateral (select sum(n.fulfilled)::int as units, sum(n.quantity - n.fulfilled)::int as units_left from shipment_lines n
      where n.client_id = s.client_id and n.shipment_id = s.id) l
    cross join lateral (select max(d.created_at) as since from fulfillments d
      where d.client_id = s.client_id and d.shipment_id = s.id) f
    where m.holds_tote and not s.packed and l.units_left = 0 and f.since is not null and ${inScope(tx, 'm.client_id')}
    order by f.since, t.id limit ${sql.lit(WAITING_TOTES_MAX + 1)}`.execute(tx);
  return { totes: rows.slice(0, WAITING_TOTES_MAX), more: rows.length > WAITING_TOTES_MAX };
}
