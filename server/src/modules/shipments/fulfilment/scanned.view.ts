import { codesOfScan, type ScannedCodes, type ScannedForShipment } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import { assertLinkIsRead } from '../../../platform/search/scan.ts';
import { hasCode } from '../../inventory/index.ts';
import { platesNamed } from '../../stock/index.ts';
import { shipmentsScanned } from '../find-shipments.view.ts';

const FOUND_MAX = 20;
const SHIPMENTS_MAX = 3;

/**
 * What a scan names for who fulfils a shipment: records of the shipment's client, whatever client the person works for,
 * and without the right to open their pages. Locations belong to the warehouse. Throws 40001 when there is no such
 * shipment.
 */
export async function findScanned(tx: Tx, shipmentId: number, code: string): Promise<ScannedForShipment[]> {
  const { rows } = await sql<{ client_id: number }>`
    select client_id from shipments where id = ${shipmentId} and voided_at is null and ${inScope(tx)}`.execute(tx);
  const clientId = rows[0]?.client_id;
  if (clientId === undefined) throw refused(40001);
  if (!code.trim()) return [];
  const codes = codesOfScan(code);
  const lines = await findLine(tx, shipmentId, codes);
  if (lines.length) return lines;
  const [goods, shipments] = await Promise.all([findGoods(tx, clientId, codes), findOthers(tx, codes)]);
  const found = [...goods, ...shipments];
  if (found.length === 0) assertLinkIsRead(code);
  return found;
}

/** The line of this shipment that a code of its ticket names. */
async function findLine(tx: Tx, shipmentId: number, { own }: ScannedCodes): Promise<ScannedForShipment[]> {
  if (own?.kind !== 'line') return [];
  const { rows } = await sql<ScannedForShipment>`
    select 'line' as kind, l.id, i.sku as title, array[l.inventory_id] as items
    from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
    where l.id = ${own.id}::bigint and l.shipment_id = ${shipmentId} and ${inScope(tx, 'l.client_id')}`.execute(tx);
  return rows;
}

/** Shipments that the code names, so that the number of a ticket is not taken for anything else. */
async function findOthers(tx: Tx, codes: ScannedCodes): Promise<ScannedForShipment[]> {
  const named = shipmentsScanned(tx, codes);
  if (!named) return [];
  const { rows } = await sql<ScannedForShipment>`
    select 'shipment' as kind, s.id, s.reference as title, '{}'::int[] as items from shipments s
    where s.voided_at is null and ${inScope(tx, 's.client_id')} and ${named}
    order by s.created_at desc, s.id desc limit ${sql.lit(SHIPMENTS_MAX)}`.execute(tx);
  return rows;
}

async function findGoods(tx: Tx, clientId: number, codes: ScannedCodes): Promise<ScannedForShipment[]> {
  const { items, location, lot, serial } = codes;
  const { rows } = await sql<ScannedForShipment>`
    select 'license' as kind, p.license as title, array(
      select distinct s.inventory_id from stock_rows s
      where s.client_id = p.client_id and s.license_id = p.id and not s.quarantine and s.quantity > 0) as items
    from licenses p where p.client_id = ${clientId} and ${platesNamed(tx, 'p', codes)}
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
