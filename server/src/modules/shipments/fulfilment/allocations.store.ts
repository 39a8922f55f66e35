import { scopedClient } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Choice, PickableRow, StoredPick } from './allocation-rules.ts';

const stored = `
  select id, shipment_id, shipment_line_id, license_id, lot_id, quantity, reason, created_at from allocations
  where shipment_id = any($1::int[]) and ($2::int is null or client_id = $2) order by id`;

export const readStoredPicks = (tx: Tx, shipmentIds: readonly number[]): Promise<StoredPick[]> =>
  tx.run<StoredPick>(stored, [shipmentIds, scopedClient(tx)]);

/** Places of one item that are looked at: those that expire first, or were filled first; none that is expired on the ship date. */
const ROWS_MAX = 500;

const pickable = `
  select r.id as row_id, i.id as inventory_id, r.license_id, coalesce(r.license, '') as license, coalesce(r.location, '') as location,
    coalesce(r.type, '') as location_type, r.lot_id, coalesce(r.lot_number, '') as lot, r.expire_date as expire, r.quantity,
    to_char(r.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as since,
    case when r.license_id is null then r.quantity
      else (select sum(o.quantity)::int from stock_rows o where o.license_id = r.license_id) end as plate_units
  from (select l.inventory_id as id, min(h.ship_date) as ship_date from shipment_lines l
        join shipments h on h.client_id = l.client_id and h.id = l.shipment_id
        where l.shipment_id = any($1::int[]) and l.fulfilled < l.quantity and ($2::int is null or l.client_id = $2)
        group by l.inventory_id) i
  cross join lateral (
    select s.id, s.license_id, p.license, b.location, b.type, s.lot_id, o.lot_number, o.expire_date, s.quantity, s.since
    from stock_rows s left join licenses p on p.client_id = s.client_id and p.id = s.license_id
    left join locations b on b.id = p.location_id left join lots o on o.client_id = s.client_id and o.id = s.lot_id
    where s.inventory_id = i.id and not s.quarantine and s.quantity > 0
      and (o.expire_date is null or o.expire_date >= i.ship_date)
    order by o.expire_date nulls last, b.type nulls last, s.since, s.id limit ${ROWS_MAX}) r
  order by i.id, r.id`;

/** Where the unfulfilled items of shipments are, pristine. */
export const readPickable = (tx: Tx, shipmentIds: readonly number[]): Promise<PickableRow[]> =>
  tx.run<PickableRow>(pickable, [shipmentIds, scopedClient(tx)]);

const replace = `
  with removed as (delete from allocations where shipment_id = $2 and client_id = $1)
  insert into allocations (client_id, shipment_id, shipment_line_id, inventory_id, license_id, lot_id, quantity, reason)
  select $1, $2, p.line_id, p.inventory_id, p.license_id, p.lot_id, p.quantity, p.reason
  from unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[])
    with ordinality p (line_id, inventory_id, license_id, lot_id, quantity, reason, n) order by p.n`;

/** Stores the choices for a shipment instead of earlier ones. */
export function replaceStoredPicks(
  tx: Tx,
  { id, client_id }: { id: number; client_id: number },
  choices: readonly Choice[],
): void {
  tx.queue(replace, [
    client_id,
    id,
    choices.map(({ lineId }) => lineId),
    choices.map(({ row }) => row.inventory_id),
    choices.map(({ row }) => row.license_id),
    choices.map(({ row }) => row.lot_id),
    choices.map(({ quantity }) => quantity),
    choices.map(({ reason }) => reason),
  ]);
}

const change = `
  with change as (select * from unnest($2::int[], $3::int[]) c (id, quantity)),
  ended as (delete from allocations a using change c where a.id = c.id and a.client_id = $1 and c.quantity = 0)
  update allocations a set quantity = c.quantity from change c where a.id = c.id and a.client_id = $1 and c.quantity > 0`;

/** Writes new quantities; a choice with none left is removed. */
export function writeStoredPicks(
  tx: Tx,
  { client_id }: { client_id: number },
  changes: readonly { id: number; quantity: number }[],
): void {
  if (!changes.length) return;
  tx.queue(change, [client_id, changes.map(({ id }) => id), changes.map(({ quantity }) => quantity)]);
}
