import { sql } from '../../../platform/database/sql.ts';
import { describeRows, NAMED } from '../../../platform/describe-rows.ts';
import type { Check } from '../../../platform/module.ts';
import { heldTotes } from './held-totes.ts';

type Described = { described: string };

/** What must hold between waves and their shipments after every commit. */
export const waveChecks: Check[] = [
  {
    name: 'What is open of a wave is an outbound shipment that is not finished or void, with the units it came with',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('wave %s (%s), shipment %s (%s): %s units, %s in its lines', w.id, w.state, s.id, s.status, m.units, l.units) as described
          from wave_shipments m join waves w on w.id = m.wave_id
          join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
          cross join lateral (select sum(n.quantity) as units from shipment_lines n where n.client_id = s.client_id and n.shipment_id = s.id) l
          where m.is_open and (w.state <> 'picking' or s.direction <> 'outbound' or s.voided_at is not null or s.status = 'Finished'
            or l.units <> m.units or not m.holds_tote or m.left_because <> '')
          limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'A wave is picked as long as units of it are left to pick',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('wave %s has nothing left to pick', w.id) as described from waves w
          where w.state = 'picking' and not exists (
            select from wave_shipments m join shipment_lines n on n.client_id = m.client_id and n.shipment_id = m.shipment_id
            where m.wave_id = w.id and m.is_open and n.fulfilled < n.quantity)
          limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'A tote holds no shipment that is finished or void',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('tote %s holds shipment %s', t.tote, s.id) as described
          from wave_shipments m join totes t on t.id = m.tote_id join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
          where m.holds_tote and (s.voided_at is not null or s.status = 'Finished') limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'A tote holds one shipment',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('tote %s holds shipments %s', t.tote, string_agg(h.shipment_id::text, ', ' order by h.shipment_id)) as described
          from ${heldTotes} h join totes t on t.id = h.tote_id group by t.id having count(*) > 1 limit ${sql.lit(NAMED)}`,
      ),
  },
];
