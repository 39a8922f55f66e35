import { sql } from '../../../platform/database/sql.ts';

/**
 * The totes in use, each with the shipment whose goods are in it: those that are filled now, and those that are full. `filled` puts
 * the totes of a shipment in the order in which they were filled.
 */
export const heldTotes = sql`(
  select m.client_id, m.wave_id, m.shipment_id, m.tote_id, array[m.id, 1, 0] as filled from wave_shipments m where m.holds_tote
  union all
  select m.client_id, m.wave_id, m.shipment_id, f.tote_id, array[m.id, 0, f.id]
  from wave_full_totes f join wave_shipments m on m.wave_id = f.wave_id and m.shipment_id = f.shipment_id where m.holds_tote)`;
