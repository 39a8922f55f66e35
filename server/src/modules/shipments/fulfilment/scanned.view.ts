import { codesOfScan, type ScannedForShipment } from '@longshore/contract';
import { sql } from 'kysely';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import { hasCode } from '../../inventory/index.ts';

const FOUND_MAX = 20;

/**
 * What a scan names for who fulfils a shipment: records of the shipment's client, whatever client the person works for,
 * and without the right to open their pages. Locations belong to the warehouse. Throws 40001 when there is no such
 * shipment.
 */
export async function findScanned(tx: Tx, shipmentId: number, code: string): Promise<ScannedForShipment[]> {
  const { rows: shipments } = await sql<{ client_id: number }>`
    select client_id from shipments where id = ${shipmentId} and voided_at is null and ${inScope(tx)}`.execute(tx);
  const clientId = shipments[0]?.client_id;
  if (clientId === undefined) throw refused(40001);
  if (!code.trim()) return [];
  const { items, plates, location, lot, serial } = codesOfScan(code);
  const numbers = plates.map((number) => number.toLowerCase());
  const { rows } = await sql<ScannedForShipment>`
    select 'license' as kind, p.license as title, array(
      select distinct s.inventory_id from stock_rows s
      where s.client_id = p.client_id and s.license_id = p.id and not s.quarantine and s.quantity > 0) as items
    from licenses p where p.client_id = ${clientId} and lower(p.license) = any(${numbers}::text[])
    union all
    select 'location', b.location, '{}' from locations b where lower(b.location) = lower(${location}::text)
    union all
    select 'lot', o.lot_number, array[o.inventory_id] from lots o where o.client_id = ${clientId}
      and lower(o.lot_number) = lower(${lot}::text)
    union all
    select 'serial', e.serial, array[e.inventory_id] from serials e where e.client_id = ${clientId}
      and lower(e.serial) = lower(${serial}::text)
    union all
    select 'item', i.sku, array[i.id] from inventories i where i.client_id = ${clientId} and ${hasCode(items)}
    limit ${sql.lit(FOUND_MAX)}`.execute(tx);
  return rows;
}
