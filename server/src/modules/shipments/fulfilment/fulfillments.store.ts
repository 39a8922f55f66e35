import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { type Held, isNoPlate, plateNumbers, rowAt, type Totals } from '../../stock/index.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import type { DecidedPick, FoundPlace, PickInput } from './fulfil-rules.ts';

/** Units of a shipment line that were taken from or put to one place. */
export interface StoredFulfilment {
  id: number;
  shipment_line_id: number;
  license_id: number | null;
  lot_id: number | null;
  bucket_id: number | null;
  quantity: number;
  quarantine: boolean;
}

/** The fulfilments of a locked shipment, newest first: the order in which they can be reversed. */
export async function readFulfilments(tx: Tx, shipmentId: number): Promise<StoredFulfilment[]> {
  const { rows } = await sql<StoredFulfilment>`
    select id, shipment_line_id, license_id, lot_id, bucket_id, quantity, quarantine from fulfillments
    where shipment_id = ${shipmentId} and ${inScope(tx)} order by id desc`.execute(tx);
  return rows;
}

/**
 * Locks the items of some lines of a shipment, as every stock command does. They are found by the lines, so that they
 * are locked in the same batch as the shipment itself.
 */
export async function lockItemsOfLines(tx: Tx, shipmentId: number, lineIds: readonly number[]): Promise<void> {
  const ids = [...new Set(lineIds)];
  // One line is by far the most frequent, and an equality is cheaper to plan than an array.
  if (ids.length === 1)
    await sql`
      select from item_totals where inventory_id = (
        select inventory_id from shipment_lines where shipment_id = ${shipmentId} and id = ${ids[0]} and ${inScope(tx)})
        and ${inScope(tx)} for no key update`.execute(tx);
  else
    await sql`
      select from item_totals where inventory_id in (
        select inventory_id from shipment_lines
        where shipment_id = ${shipmentId} and id = any(${ids}::int[]) and ${inScope(tx)})
        and ${inScope(tx)}
      order by inventory_id for no key update`.execute(tx);
}

interface PlaceRow {
  n: number;
  license_id: number | null;
  license: string | null;
  lot_id: number | null;
  lot_number: string | null;
  expire_date: string | null;
  in_stock: number;
  reserved: number;
  quarantined: number;
  row_id: number | null;
  on_hand: number | null;
}

/**
 * The places that picks name, in their order; undefined for a line of another shipment. Outbound, a bucket without a
 * named plate or lot is taken from where it is.
 */
export async function readPlaces(
  tx: Tx,
  shipmentId: number,
  picks: readonly PickInput[],
): Promise<(FoundPlace | undefined)[]> {
  const licenses = await plateNumbers(
    tx,
    picks.map(({ license = '' }) => (isNoPlate(license) ? '' : license)),
  );
  const { rows } = await sql<PlaceRow>`
    select p.n::int, l.id as license_id, l.license, o.id as lot_id, o.lot_number, o.expire_date, t.in_stock, t.reserved,
      t.quarantined, s.id as row_id, s.quantity as on_hand
    from unnest(
      ${picks.map(({ lineId }) => lineId)}::int[],
      ${picks.map(({ licenseId = null }) => licenseId)}::int[],
      ${licenses}::text[],
      ${picks.map(({ lotId = null }) => lotId)}::int[],
      ${picks.map(({ lotId = null, newLot }) => (lotId === null ? (newLot?.lot ?? '') : ''))}::text[],
      ${picks.map(({ quarantine = false }) => quarantine)}::boolean[],
      ${picks.map(({ bucketId = null }) => bucketId)}::int[])
      with ordinality p (line_id, license_id, license, lot_id, lot, quarantine, bucket_id, n)
    join shipment_lines sl on sl.id = p.line_id and sl.shipment_id = ${shipmentId} and ${inScope(tx, 'sl.client_id')}
    join item_totals t on t.inventory_id = sl.inventory_id
    left join lateral (
      select b.license_id, b.lot_id from serial_buckets k
      join shipments h on h.client_id = sl.client_id and h.id = sl.shipment_id
      join stock_rows b on b.id = k.stock_row_id
      where k.id = p.bucket_id and k.client_id = sl.client_id and h.direction = 'outbound') b on true
    left join lateral (
      select id, license from licenses
      where client_id = sl.client_id and p.license = '' and id = coalesce(p.license_id, b.license_id)
      union all
      select id, license from licenses
      where client_id = sl.client_id and p.license <> '' and lower(license) = lower(p.license)) l on true
    left join lateral (
      select id, lot_number, expire_date from lots
      where inventory_id = sl.inventory_id and p.lot = '' and id = coalesce(p.lot_id, b.lot_id)
      union all
      select id, lot_number, expire_date from lots
      where inventory_id = sl.inventory_id and p.lot <> '' and lower(lot_number) = lower(p.lot)) o on true
    left join ${rowAt('sl.inventory_id', 'l.id', 'o.id', 'p.quarantine')}
    order by p.n`.execute(tx);
  const found: (FoundPlace | undefined)[] = picks.map(() => undefined);
  for (const { n, license_id, license, lot_id, lot_number, expire_date, row_id, on_hand, ...totals } of rows)
    found[n - 1] = {
      totals,
      place: {
        licenseId: license_id,
        lotId: lot_id,
        quarantine: picks[n - 1]?.quarantine ?? false,
        rowId: row_id,
        onHand: on_hand ?? 0,
      },
      license: license ?? '',
      lot: lot_id === null ? null : { number: lot_number ?? '', expire: expire_date },
    };
  return found;
}

/** Writes fulfilments, and raises their lines. */
export function insertFulfilments(
  tx: Tx,
  { id, client_id }: LockedShipment,
  picks: readonly DecidedPick[],
  userName: string,
): void {
  // As a subselect the array has no known length, so that one plan is kept for all: see `readHeld`.
  sql`
    with pick as (
      select * from unnest(
        (select ${picks.map(({ line }) => line.id)}::int[]),
        (select ${picks.map(({ line }) => line.item.id)}::int[]),
        (select ${picks.map(({ place }) => place.licenseId)}::int[]),
        (select ${picks.map(({ place }) => place.lotId)}::int[]),
        (select ${picks.map(({ bucketId }) => bucketId)}::int[]),
        (select ${picks.map(({ quantity }) => quantity)}::int[]),
        (select ${picks.map(({ place }) => place.quarantine)}::boolean[]),
        (select ${picks.map(({ reason }) => reason)}::text[]),
        (select ${picks.map(({ reference }) => reference)}::text[]))
        with ordinality p (line_id, inventory_id, license_id, lot_id, bucket_id, quantity, quarantine, reason, reference, n)
    ), raised as (
      update shipment_lines l set fulfilled = l.fulfilled + p.units, quarantined = l.quarantined + p.quarantined
      from (select line_id, sum(quantity)::int as units, coalesce(sum(quantity) filter (where quarantine), 0)::int as quarantined
            from pick group by line_id) p
      where l.id = p.line_id and l.client_id = ${client_id}
    )
    insert into fulfillments (client_id, shipment_id, shipment_line_id, inventory_id, license_id, lot_id, bucket_id,
      quantity, quarantine, reason, reference, user_name)
    select ${client_id}, ${id}, line_id, inventory_id, license_id, lot_id, bucket_id, quantity, quarantine, reason,
      reference, ${userName}
    from pick order by n`.queue(tx);
}

/** Removes a fulfilment, and lowers its line. */
export function deleteFulfilment(tx: Tx, clientId: number, fulfilment: StoredFulfilment): void {
  const { id, shipment_line_id, quantity, quarantine } = fulfilment;
  sql`
    with removed as (delete from fulfillments where id = ${id} and client_id = ${clientId})
    update shipment_lines
    set fulfilled = fulfilled - ${quantity}::int, quarantined = quarantined - ${quarantine ? quantity : 0}::int
    where id = ${shipment_line_id} and client_id = ${clientId}`.queue(tx);
}

/**
 * Locks every item of which a shipment has units to fulfil, in the same batch as the shipment itself. The totals are
 * those of the locked rows: who waited for the lock gets what the other has written.
 */
export async function lockOpenItems(tx: Tx, shipmentId: number): Promise<Map<number, Totals>> {
  const { rows } = await sql<Totals & { inventory_id: number }>`
    select inventory_id, in_stock, reserved, quarantined from item_totals where inventory_id in (
      select inventory_id from shipment_lines where shipment_id = ${shipmentId} and fulfilled < quantity and ${inScope(tx)})
      and ${inScope(tx)}
    order by inventory_id for no key update`.execute(tx);
  return new Map(rows.map(({ inventory_id, ...totals }) => [inventory_id, totals]));
}

/** The reservations of all lines of a shipment. */
export async function readHeldOf(tx: Tx, shipmentId: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select r.id, r.client_id, r.inventory_id, r.holder_kind, r.holder_id, r.quantity
    from shipment_lines l join reservations r on r.holder_kind = 'shipment_line' and r.holder_id = l.id
    where l.shipment_id = ${shipmentId} and ${inScope(tx, 'l.client_id')} order by r.inventory_id, r.id`.execute(tx);
  return rows;
}
