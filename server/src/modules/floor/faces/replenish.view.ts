import { type Face, type Replenishment, sentence } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { ssccsOfPlates } from '../../stock/index.ts';
import { readFace } from './faces.view.ts';
import { choosePlates, missingUnits, type ReservePlate } from './replenish-rules.ts';

/** Plates that are considered: those that expire first, then the largest. */
const PLATES_MAX = 500;

async function readToday(tx: Tx): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone timezone)::date::text as today from company`.execute(tx);
  return rows[0]?.today ?? '';
}

type OfFace = Pick<Face, 'client_id' | 'location_id' | 'inventory_id'>;

/** Plates of the item outside of picking bins. */
async function readReserve(tx: Tx, face: OfFace): Promise<ReservePlate[]> {
  const { rows } = await sql<ReservePlate>`
    select l.id as license_id, l.license, l.location_id, coalesce(b.location, '') as location, s.lot_id, coalesce(o.lot_number, '') as lot_number,
      o.expire_date::text as expire_date, sum(s.quantity)::int as units,
      exists (select from stock_rows e where e.client_id = l.client_id and e.license_id = l.id and e.quantity > 0
        and (e.inventory_id <> ${face.inventory_id} or e.quarantine or e.lot_id is distinct from s.lot_id)) as is_shared
    from stock_rows s join licenses l on l.client_id = s.client_id and l.id = s.license_id left join locations b on b.id = l.location_id
      left join lots o on o.client_id = s.client_id and o.id = s.lot_id
    where s.client_id = ${face.client_id} and s.inventory_id = ${face.inventory_id} and not s.quarantine and s.quantity > 0
      and b.type is distinct from 'P' and l.location_id is distinct from ${face.location_id}
    group by l.id, b.id, s.lot_id, o.id
    order by o.expire_date nulls last, sum(s.quantity) desc, l.id limit ${sql.lit(PLATES_MAX)}`.execute(tx);
  return rows;
}

/** Plates in the bin of the face that goods can be moved onto: those with the item first. */
async function readOnto(tx: Tx, face: OfFace) {
  const { rows } = await sql<{ license_id: number; license: string }>`
    select l.id as license_id, l.license from licenses l
    where l.client_id = ${face.client_id} and l.location_id = ${face.location_id}
    order by exists (select from stock_rows s where s.client_id = l.client_id and s.license_id = l.id and s.inventory_id = ${face.inventory_id}
      and s.quantity > 0) desc, lower(l.license) limit 20`.execute(tx);
  return rows;
}

/** What to bring to a face. It changes and reserves nothing; it is done by moving plates or goods. */
export async function readReplenishment(tx: Tx, id: number): Promise<Replenishment> {
  const face = await readFace(tx, id);
  const [today, plates, onto] = await Promise.all([readToday(tx), readReserve(tx, face), readOnto(tx, face)]);
  const chosen = choosePlates(face, plates, today);
  const ssccs = await ssccsOfPlates(
    tx,
    [...chosen, ...onto].map(({ license_id }) => license_id),
  );
  const ssccOf = (plate: { license_id: number }) => ssccs.get(plate.license_id) ?? '';
  const brings = chosen.map(({ is_shared: _, reason, ...plate }) => ({
    ...plate,
    sscc: ssccOf(plate),
    reason: sentence(reason),
    reason_key: reason,
  }));
  return { face, wanted: missingUnits(face), onto: onto.map((plate) => ({ ...plate, sscc: ssccOf(plate) })), brings };
}
