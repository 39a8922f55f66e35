import type { Allocation } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { ssccsOfPlates } from '../../stock/index.ts';
import { metresOf, minutesFor, type Spot } from './walk-rules.ts';
import type { PlacedPick, Warehouse } from './wave-stops.ts';

interface ItemCodes {
  id: number;
  client_id: number;
  upc: string;
  barcodes: string[];
  serial: boolean;
}

async function readCodes(tx: Tx, ids: readonly number[]): Promise<Map<number, ItemCodes>> {
  const { rows } = await sql<ItemCodes>`
    select i.id, i.client_id, i.upc, array_remove(array[i.barcode_1, i.barcode_2], '') as barcodes, i.serial
    from inventories i where i.id = any(${[...new Set(ids)]}::int[]) and ${inScope(tx, 'i.client_id')}`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What is still to be picked of allocated shipments; `toteOf` says what it goes into. */
export async function openPicks(
  tx: Tx,
  allocations: readonly Allocation[],
  toteOf: (shipmentId: number) => string,
): Promise<PlacedPick[]> {
  const picks = allocations.flatMap(({ shipment_id, picks: of }) => of.map((pick) => ({ ...pick, shipment_id })));
  const [codes, ssccs] = await Promise.all([
    readCodes(
      tx,
      picks.map(({ inventory_id }) => inventory_id),
    ),
    ssccsOfPlates(
      tx,
      picks.map(({ license_id }) => license_id),
    ),
  ]);
  return picks.map((pick) => {
    const item = codes.get(pick.inventory_id);
    return {
      line_id: pick.line_id,
      shipment_id: pick.shipment_id,
      client_id: item?.client_id ?? 0,
      tote: toteOf(pick.shipment_id),
      inventory_id: pick.inventory_id,
      sku: pick.sku,
      name: pick.name,
      upc: item?.upc ?? '',
      barcodes: item?.barcodes ?? [],
      serial: item?.serial ?? false,
      license_id: pick.license_id,
      license: pick.license,
      sscc: ssccs.get(pick.license_id) ?? '',
      lot_id: pick.lot_id,
      lot: pick.lot,
      expire: pick.expire,
      quantity: pick.quantity,
      fulfillment_id: null,
      done: false,
      location: pick.location,
    };
  });
}

/** What was picked of these shipments since a moment; a plate is where it is now. */
export async function donePicks(
  tx: Tx,
  shipmentIds: readonly number[],
  since: string,
  toteOf: (shipmentId: number, fulfillmentId: number) => string,
): Promise<PlacedPick[]> {
  const { rows } = await sql<Omit<PlacedPick, 'tote' | 'done' | 'sscc'>>`
    select f.shipment_line_id as line_id, f.shipment_id, f.client_id, f.inventory_id, i.sku, i.name, i.upc,
      array_remove(array[i.barcode_1, i.barcode_2], '') as barcodes, i.serial, f.license_id,
      coalesce(p.license, '') as license, f.lot_id, coalesce(o.lot_number, '') as lot, o.expire_date as expire, f.quantity,
      f.id as fulfillment_id, coalesce(b.location, '') as location
    from fulfillments f join inventories i on i.client_id = f.client_id and i.id = f.inventory_id
    left join licenses p on p.client_id = f.client_id and p.id = f.license_id left join locations b on b.id = p.location_id
    left join lots o on o.client_id = f.client_id and o.id = f.lot_id
    where f.shipment_id = any(${shipmentIds}::int[]) and f.created_at >= ${since}::timestamptz and ${inScope(tx, 'f.client_id')}
    order by f.id`.execute(tx);
  // Nobody scans the plate again.
  return rows.map((row) => ({ ...row, sscc: '', tote: toteOf(row.shipment_id, row.fulfillment_id ?? 0), done: true }));
}

const whole = Math.round;

/** The distance and the time of picking the shipments together, and of picking them one after the other. */
export function savingsOf(warehouse: Warehouse, picks: readonly PlacedPick[]) {
  const spotsOf = (of: readonly PlacedPick[]): Spot[] => of.map(({ location }) => warehouse.spotOf(location));
  const byShipment = new Map<number, PlacedPick[]>();
  for (const pick of picks) byShipment.set(pick.shipment_id, [...(byShipment.get(pick.shipment_id) ?? []), pick]);
  const shipments = byShipment.size;
  const lines = new Set(picks.map(({ line_id }) => line_id)).size;
  const metres = picks.length ? metresOf(warehouse.layout, spotsOf(picks)) : 0;
  const alone = [...byShipment.values()].reduce((sum, of) => sum + metresOf(warehouse.layout, spotsOf(of)), 0);
  return {
    metres: whole(metres),
    minutes: picks.length ? whole(minutesFor({ metres, lines, shipments, starts: 1 })) : 0,
    alone_metres: whole(alone),
    alone_minutes: whole(minutesFor({ metres: alone, lines, shipments, starts: shipments })),
  };
}

export const linesIn = (picks: readonly { line_id: number }[]): number =>
  new Set(picks.map((pick) => pick.line_id)).size;
export const unitsIn = (picks: readonly { quantity: number }[]): number =>
  picks.reduce((sum, { quantity }) => sum + quantity, 0);
