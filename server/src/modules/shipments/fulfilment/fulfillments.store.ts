import { nameIn } from '@longshore/contract';
import { scopedClient } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { type Held, isNoPlate, rowAt, type Totals } from '../../stock/index.ts';
import type { LockedShipment } from '../shipments.store.ts';
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

const columns = 'id, shipment_line_id, license_id, lot_id, bucket_id, quantity, quarantine';
const ofShipment = `
  select ${columns} from fulfillments where shipment_id = $1 and ($2::int is null or client_id = $2) order by id desc`;

/** The fulfilments of a locked shipment, newest first: the order in which they can be reversed. */
export const readFulfilments = (tx: Tx, shipmentId: number): Promise<StoredFulfilment[]> =>
  tx.run<StoredFulfilment>(ofShipment, [shipmentId, scopedClient(tx)]);

const lockItems = `
  select from item_totals where inventory_id in (
    select inventory_id from shipment_lines where shipment_id = $1 and id = any($2::int[]) and ($3::int is null or client_id = $3))
    and ($3::int is null or client_id = $3)
  order by inventory_id for no key update`;
/** One line is by far the most frequent, and an equality is cheaper to plan than an array. */
const lockItem = `
  select from item_totals where inventory_id = (
    select inventory_id from shipment_lines where shipment_id = $1 and id = $2 and ($3::int is null or client_id = $3))
    and ($3::int is null or client_id = $3) for no key update`;

/**
 * Locks the items of some lines of a shipment, as every stock command does. They are found by the lines, so that they
 * are locked in the same batch as the shipment itself.
 */
export async function lockItemsOfLines(tx: Tx, shipmentId: number, lineIds: readonly number[]): Promise<void> {
  const ids = [...new Set(lineIds)];
  if (ids.length === 1) await tx.run(lockItem, [shipmentId, ids[0], scopedClient(tx)]);
  else await tx.run(lockItems, [shipmentId, ids, scopedClient(tx)]);
}

/** Outbound, a bucket without a named plate or lot is taken from where it is. */
const places = `
  select p.n::int, l.id as license_id, l.license, o.id as lot_id, o.lot_number, o.expire_date, t.in_stock, t.reserved, t.quarantined,
    s.id as row_id, s.quantity as on_hand
  from unnest($2::int[], $3::int[], $4::text[], $5::int[], $6::text[], $7::boolean[], $8::int[])
    with ordinality p (line_id, license_id, license, lot_id, lot, quarantine, bucket_id, n)
  join shipment_lines sl on sl.id = p.line_id and sl.shipment_id = $1 and ($9::int is null or sl.client_id = $9)
  join item_totals t on t.inventory_id = sl.inventory_id
  left join lateral (
    select b.license_id, b.lot_id from serial_buckets k join shipments h on h.client_id = sl.client_id and h.id = sl.shipment_id
    join stock_rows b on b.id = k.stock_row_id
    where k.id = p.bucket_id and k.client_id = sl.client_id and h.direction = 'outbound') b on true
  left join lateral (
    select id, license from licenses where client_id = sl.client_id and p.license = '' and id = coalesce(p.license_id, b.license_id)
    union all
    select id, license from licenses where client_id = sl.client_id and p.license <> '' and lower(license) = lower(p.license)) l on true
  left join lateral (
    select id, lot_number, expire_date from lots where inventory_id = sl.inventory_id and p.lot = '' and id = coalesce(p.lot_id, b.lot_id)
    union all
    select id, lot_number, expire_date from lots where inventory_id = sl.inventory_id and p.lot <> '' and lower(lot_number) = lower(p.lot)) o on true
  left join ${rowAt('sl.inventory_id', 'l.id', 'o.id', 'p.quarantine')}
  order by p.n`;

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

/** The places that picks name, in their order; undefined for a line of another shipment. */
export async function readPlaces(
  tx: Tx,
  shipmentId: number,
  picks: readonly PickInput[],
): Promise<(FoundPlace | undefined)[]> {
  const rows = await tx.run<PlaceRow>(places, [
    shipmentId,
    picks.map(({ lineId }) => lineId),
    picks.map(({ licenseId = null }) => licenseId),
    picks.map(({ license = '' }) => (isNoPlate(license) ? '' : nameIn('license', license))),
    picks.map(({ lotId = null }) => lotId),
    picks.map(({ lotId = null, newLot }) => (lotId === null ? (newLot?.lot ?? '') : '')),
    picks.map(({ quarantine = false }) => quarantine),
    picks.map(({ bucketId = null }) => bucketId),
    scopedClient(tx),
  ]);
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

/** As a subselect the array has no known length, so that one plan is kept for all: see `heldBy`. */
const insert = `
  with pick as (
    select * from unnest((select $3::int[]), (select $4::int[]), (select $5::int[]), (select $6::int[]), (select $7::int[]), (select $8::int[]),
      (select $9::boolean[]), (select $10::text[]), (select $11::text[]))
      with ordinality p (line_id, inventory_id, license_id, lot_id, bucket_id, quantity, quarantine, reason, reference, n)
  ), raised as (
    update shipment_lines l set fulfilled = l.fulfilled + p.units, quarantined = l.quarantined + p.quarantined
    from (select line_id, sum(quantity)::int as units, coalesce(sum(quantity) filter (where quarantine), 0)::int as quarantined
          from pick group by line_id) p
    where l.id = p.line_id and l.client_id = $1
  )
  insert into fulfillments (client_id, shipment_id, shipment_line_id, inventory_id, license_id, lot_id, bucket_id, quantity, quarantine,
    reason, reference, user_name)
  select $1, $2, line_id, inventory_id, license_id, lot_id, bucket_id, quantity, quarantine, reason, reference, $12 from pick order by n`;

/** Writes fulfilments, and raises their lines. */
export function insertFulfilments(
  tx: Tx,
  { id, client_id }: LockedShipment,
  picks: readonly DecidedPick[],
  userName: string,
): void {
  tx.queue(insert, [
    client_id,
    id,
    picks.map(({ line }) => line.id),
    picks.map(({ line }) => line.item.id),
    picks.map(({ place }) => place.licenseId),
    picks.map(({ place }) => place.lotId),
    picks.map(({ bucketId }) => bucketId),
    picks.map(({ quantity }) => quantity),
    picks.map(({ place }) => place.quarantine),
    picks.map(({ reason }) => reason),
    picks.map(({ reference }) => reference),
    userName,
  ]);
}

const remove = `
  with removed as (delete from fulfillments where id = $1 and client_id = $2)
  update shipment_lines set fulfilled = fulfilled - $4::int, quarantined = quarantined - case when $5::boolean then $4::int else 0 end
  where id = $3 and client_id = $2`;

/** Removes a fulfilment, and lowers its line. */
export function deleteFulfilment(tx: Tx, clientId: number, fulfilment: StoredFulfilment): void {
  const { id, shipment_line_id, quantity, quarantine } = fulfilment;
  tx.queue(remove, [id, clientId, shipment_line_id, quantity, quarantine]);
}

const lockOpen = `
  select inventory_id, in_stock, reserved, quarantined from item_totals where inventory_id in (
    select inventory_id from shipment_lines where shipment_id = $1 and fulfilled < quantity and ($2::int is null or client_id = $2))
    and ($2::int is null or client_id = $2)
  order by inventory_id for no key update`;

/**
 * Locks every item of which a shipment has units to fulfil, in the same batch as the shipment itself. The totals are
 * those of the locked rows: who waited for the lock gets what the other has written.
 */
export async function lockOpenItems(tx: Tx, shipmentId: number): Promise<Map<number, Totals>> {
  const rows = await tx.run<Totals & { inventory_id: number }>(lockOpen, [shipmentId, scopedClient(tx)]);
  return new Map(rows.map(({ inventory_id, ...totals }) => [inventory_id, totals]));
}

const heldOf = `
  select r.id, r.client_id, r.inventory_id, r.holder_kind, r.holder_id, r.quantity
  from shipment_lines l join reservations r on r.holder_kind = 'shipment_line' and r.holder_id = l.id
  where l.shipment_id = $1 and ($2::int is null or l.client_id = $2) order by r.inventory_id, r.id`;

/** The reservations of all lines of a shipment. */
export const readHeldOf = (tx: Tx, shipmentId: number): Promise<Held[]> =>
  tx.run<Held>(heldOf, [shipmentId, scopedClient(tx)]);
