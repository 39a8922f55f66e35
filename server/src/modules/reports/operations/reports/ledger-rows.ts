import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { inPeriod, ofClient } from '../../engine/report-params.ts';
import { ofItems, type ReportParams } from '../report.ts';

/** Movements of the period with their item, plate and lot, oldest first. */
export const ledgerRows = (params: ReportParams, select: Sql, where: Sql): Sql => sql`
  select i.id as item_id, i.sku, i.name, l.id as license_id, l.license as plate, b.lot_number as lot, ${select}
  from movements m join inventories i on i.client_id = m.client_id and i.id = m.inventory_id
  left join licenses l on l.client_id = m.client_id and l.id = m.license_id
  left join lots b on b.client_id = m.client_id and b.id = m.lot_id
  where ${inPeriod(params, 'm.at')} and ${ofClient(params, 'm.client_id')} and ${ofItems(params, 'm.inventory_id')} and ${where}
  order by m.at, m.id`;

/**
 * Movements with the id of the shipment that caused them, or null. The id is computed before anything is joined:
 * below row-level security a condition on a text function could use no index.
 */
export const movementsWithShipment = (where: Sql): Sql => sql`(
  select m.*, substring(m.cause from '^shipment ([0-9]+)$')::int as shipment_id from movements m where ${where} offset 0)`;

/** The same of the client and the period asked for. */
export const movedInPeriod = (params: ReportParams, where: Sql): Sql =>
  movementsWithShipment(
    sql`${inPeriod(params, 'm.at')} and ${ofClient(params, 'm.client_id')} and ${ofItems(params, 'm.inventory_id')} and ${where}`,
  );
