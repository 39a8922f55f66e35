import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Choice, PickableRow, StoredPick } from './allocation-rules.ts';

export async function readStoredPicks(tx: Tx, shipmentIds: readonly number[]): Promise<StoredPick[]> {
  const { rows } = await sql<StoredPick>`
    select id, shipment_id, shipment_line_id, license_id, lot_id, quantity, reason, created_at from allocations
    where shipment_id = any(${shipmentIds}::int[]) and ${inScope(tx)} order by id`.execute(tx);
  return rows;
}

/**
 * Places of one item that are considered: those that expire first, or were filled first; none that is expired on the
 * ship date.
 */
const ROWS_MAX = 500;

/** Where the unfulfilled items of shipments are, pristine. */
export async function readPickable(tx: Tx, shipmentIds: readonly number[]): Promise<PickableRow[]> {
  const { rows } = await sql<PickableRow>`
    select r.id as row_id, i.id as inventory_id, r.license_id, coalesce(r.license, '') as license,
      coalesce(r.location, '') as location, coalesce(r.type, '') as location_type, r.lot_id,
      coalesce(r.lot_number, '') as lot, r.expire_date as expire, r.quantity,
      to_char(r.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as since,
      case when r.license_id is null then r.quantity
        else (select sum(o.quantity)::int from stock_rows o where o.license_id = r.license_id) end as plate_units
    from (select l.inventory_id as id, min(h.ship_date) as ship_date from shipment_lines l
          join shipments h on h.client_id = l.client_id and h.id = l.shipment_id
          where l.shipment_id = any(${shipmentIds}::int[]) and l.fulfilled < l.quantity and ${inScope(tx, 'l.client_id')}
          group by l.inventory_id) i
    cross join lateral (
      select s.id, s.license_id, p.license, b.location, b.type, s.lot_id, o.lot_number, o.expire_date, s.quantity, s.since
      from stock_rows s left join licenses p on p.client_id = s.client_id and p.id = s.license_id
      left join locations b on b.id = p.location_id left join lots o on o.client_id = s.client_id and o.id = s.lot_id
      where s.inventory_id = i.id and not s.quarantine and s.quantity > 0
        and (o.expire_date is null or o.expire_date >= i.ship_date)
      order by o.expire_date nulls last, b.type nulls last, s.since, s.id limit ${sql.lit(ROWS_MAX)}) r
    order by i.id, r.id`.execute(tx);
  return rows;
}

/** What is stored of a choice. */
interface StoredChoice extends Pick<Choice, 'lineId' | 'quantity'> {
  row: Pick<PickableRow, 'inventory_id' | 'license_id' | 'lot_id'>;
  reason: string;
}

/** Stores the choices for a shipment instead of earlier ones. */
export function replaceStoredPicks(
  tx: Tx,
  { id, client_id }: { id: number; client_id: number },
  choices: readonly StoredChoice[],
): void {
  sql`
    with removed as (delete from allocations where shipment_id = ${id} and client_id = ${client_id})
    insert into allocations (client_id, shipment_id, shipment_line_id, inventory_id, license_id, lot_id, quantity, reason)
    select ${client_id}, ${id}, p.line_id, p.inventory_id, p.license_id, p.lot_id, p.quantity, p.reason
    from unnest(
      ${choices.map(({ lineId }) => lineId)}::int[],
      ${choices.map(({ row }) => row.inventory_id)}::int[],
      ${choices.map(({ row }) => row.license_id)}::int[],
      ${choices.map(({ row }) => row.lot_id)}::int[],
      ${choices.map(({ quantity }) => quantity)}::int[],
      ${choices.map(({ reason }) => reason)}::text[])
      with ordinality p (line_id, inventory_id, license_id, lot_id, quantity, reason, n) order by p.n`.queue(tx);
}

/** Writes new quantities; a choice with none left is removed. */
export function writeStoredPicks(
  tx: Tx,
  { client_id }: { client_id: number },
  changes: readonly { id: number; quantity: number }[],
): void {
  if (!changes.length) return;
  const ids = changes.map(({ id }) => id);
  const quantities = changes.map(({ quantity }) => quantity);
  sql`
    with change as (select * from unnest(${ids}::int[], ${quantities}::int[]) c (id, quantity)),
    ended as (delete from allocations a using change c where a.id = c.id and a.client_id = ${client_id} and c.quantity = 0)
    update allocations a set quantity = c.quantity from change c
    where a.id = c.id and a.client_id = ${client_id} and c.quantity > 0`.queue(tx);
}
