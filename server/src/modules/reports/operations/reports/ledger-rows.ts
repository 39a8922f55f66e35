import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { type Asked, inPeriod, ofClient, ofItems } from '../report.ts';

/** Movements of the period with their item, plate and lot, oldest first. */
export const ledgerRows = (asked: Asked, select: Sql, where: Sql): Sql => sql`
  select i.id as item_id, i.sku, i.name, l.id as license_id, l.license as plate, b.lot_number as lot, ${select}
  from movements m join inventories i on i.client_id = m.client_id and i.id = m.inventory_id
  left join licenses l on l.client_id = m.client_id and l.id = m.license_id
  left join lots b on b.client_id = m.client_id and b.id = m.lot_id
  where ${inPeriod(asked, 'm.at')} and ${ofClient(asked, 'm.client_id')} and ${ofItems(asked, 'm.inventory_id')} and ${where}
  order by m.at, m.id`;

/** The id of the shipment that caused the movement `m`, or null. */
export const shipmentOfMovement = sql`substring(m.cause from '^shipment ([0-9]+)$')::int`;
