import { type BinPlace, placeOfBin, type SavedPlace } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** A bin with its place, and whether something is in it. */
export interface PlacedBin {
  id: number;
  location: string;
  place: BinPlace;
  isUsed: boolean;
}

/** All bins of the warehouse: the aisles that people walk along, and which of them are the first and the last. */
export async function readBins(tx: Tx): Promise<PlacedBin[]> {
  const { rows } = await sql<SavedPlace & { id: number; is_used: boolean }>`
    select b.id, b.location, b.aisle, b.position, b.side, b.level,
      exists (select from licenses l where l.location_id = b.id) as is_used
    from locations b order by b.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    location: row.location,
    place: placeOfBin(row),
    isUsed: row.is_used,
  }));
}
