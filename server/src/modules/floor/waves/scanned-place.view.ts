import { codesOfScan, messageWith } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { platesNamed } from '../../stock/index.ts';
import type { WaveLine } from './wave-line.view.ts';

/** A bin or a plate that was scanned; neither for goods in no bin. */
export interface ScannedPlace {
  name: string;
  /** The bin, or where the plate is; null for a plate in no bin. */
  location_id: number | null;
  location: string;
  license_id: number | null;
}

interface FoundPlace extends ScannedPlace {
  client_id: number | null;
}

/** What a scan names, among all plates: one of another client is said to be that. */
async function findPlace(tx: Tx, scan: string): Promise<FoundPlace | undefined> {
  const codes = codesOfScan(scan);
  const { rows } = await sql<FoundPlace>`
    select p.license as name, p.location_id, coalesce(b.location, '') as location, p.id as license_id, p.client_id
    from licenses p left join locations b on b.id = p.location_id
    where ${platesNamed(tx, 'p', codes)} and ${inScope(tx, 'p.client_id')}
    union all
    select b.location, b.id, b.location, null, null from locations b where lower(b.location) = lower(${codes.location}::text)
    limit 2`.execute(tx);
  return rows[0];
}

export async function readScannedPlace(tx: Tx, scan: string, line: WaveLine): Promise<ScannedPlace> {
  if (scan === '') return { name: '', location_id: null, location: '', license_id: null };
  const found = await findPlace(tx, scan);
  if (!found) throw invalid('place', `ScannedPlaceIsUnknown:${scan}`);
  const { client_id, ...place } = found;
  if (client_id !== null && client_id !== line.client_id)
    throw invalid('place', messageWith('PlateOfAnotherClient', place.name, line.company));
  return place;
}

/** Pristine units of the line's item at a place, in the order in which they are taken. */
export interface UnitsThere {
  row_id: number;
  license_id: number | null;
  lot_id: number | null;
  lot: string;
  expire: string | null;
  quantity: number;
}

/** Those of a lot, or all; what expires first comes first. */
export async function readUnitsThere(
  tx: Tx,
  { client_id, inventory_id }: WaveLine,
  { location_id, license_id }: ScannedPlace,
  lot: string,
): Promise<UnitsThere[]> {
  const at =
    license_id !== null
      ? sql`r.license_id = ${license_id}`
      : location_id !== null
        ? sql`p.location_id = ${location_id}`
        : sql`r.license_id is null`;
  const { rows } = await sql<UnitsThere>`
    select r.id as row_id, r.license_id, r.lot_id, coalesce(o.lot_number, '') as lot, o.expire_date as expire, r.quantity
    from stock_rows r left join licenses p on p.client_id = r.client_id and p.id = r.license_id
    left join lots o on o.client_id = r.client_id and o.id = r.lot_id
    where r.client_id = ${client_id} and r.inventory_id = ${inventory_id} and not r.quarantine and r.quantity > 0 and ${at}
      and (${lot}::text = '' or lower(o.lot_number) = lower(${lot}::text)) and ${inScope(tx, 'r.client_id')}
    order by o.expire_date nulls last, r.since, r.id`.execute(tx);
  return rows;
}

/** The bucket in stock that a serial is in, with the row that it lies on. */
export async function readBucketOf(tx: Tx, { client_id, inventory_id }: WaveLine, serial: string) {
  const { rows } = await sql<{ id: number; units: number; row_id: number | null }>`
    select b.id, b.units, b.stock_row_id as row_id from serials s
    join serial_buckets b on b.client_id = s.client_id and b.id = s.bucket_id
    where s.client_id = ${client_id} and b.inventory_id = ${inventory_id} and b.state = 'in_stock'
      and lower(s.serial) = lower(${serial}::text) and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0];
}
