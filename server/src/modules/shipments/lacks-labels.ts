import { sql } from '../../platform/database/sql.ts';

/**
 * Whether labels are still to be bought for a shipment `s`: it is packed and not finished, its courier sells labels, and a carton
 * has none that counts. The index of unfinished shipments finds them.
 */
export const lacksLabels = sql`(s.status <> 'Finished' and s.packed and s.direction = 'outbound'
  and exists (select from couriers lc where lc.id = s.courier_id and lc.shippo_id <> '')
  and exists (select from containers t where t.client_id = s.client_id and t.shipment_id = s.id
    and not exists (select from labels l where l.client_id = t.client_id and l.shipment_id = t.shipment_id and l.carton = t.number
      and l.state in ('asked', 'bought'))))`;
