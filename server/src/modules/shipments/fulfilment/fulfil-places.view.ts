import { type BucketFound, type LotFound, NO_LICENSE, nameFromScan, type PlaceFound } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { likePattern } from '../../../platform/lists/list-sql.ts';
import { plateNumber } from '../../stock/index.ts';

/** What a look-up offers at most. */
const FOUND_MAX = 20;
const BUCKETS_MAX = 100;

interface Named {
  client_id?: number | undefined;
  inventory_id: number;
}

const itemOf = (tx: Tx, { client_id, inventory_id }: Named) => sql`
  select id, client_id from inventories
  where id = ${inventory_id} and ${inScope(tx)} and (${client_id ?? null}::int is null or client_id = ${client_id ?? null})`;

/**
 * Places that hold the item, pristine, by a fragment of the plate or the lot, or by the whole name of their location;
 * what expires first comes first.
 */
async function findStock(tx: Tx, named: Named, text: string): Promise<PlaceFound[]> {
  const pattern = `%${likePattern(text)}%`;
  const { rows } = await sql<PlaceFound>`
    select s.license_id, coalesce(p.license, ${NO_LICENSE}) as license, coalesce(b.location, '') as location,
      coalesce(b.type, '') as location_type, s.lot_id, coalesce(o.lot_number, '') as lot, o.expire_date as expire, s.quantity
    from (${itemOf(tx, named)}) i join stock_rows s on s.inventory_id = i.id
    left join licenses p on p.client_id = s.client_id and p.id = s.license_id left join locations b on b.id = p.location_id
    left join lots o on o.client_id = s.client_id and o.id = s.lot_id
    where not s.quarantine and s.quantity > 0 and (lower(coalesce(p.license, ${NO_LICENSE})) like ${pattern} or lower(o.lot_number) like ${pattern}
      or lower(b.location) = lower(${text}::text))
    order by lower(${text}::text) in (lower(p.license), lower(b.location)) is true desc, o.expire_date nulls last, b.type nulls last, s.since, s.id
    limit ${sql.lit(FOUND_MAX)}`.execute(tx);
  return rows;
}

/** Plates of the client by a fragment of their number, with what they hold of the item. */
async function findPlates(tx: Tx, named: Named, text: string): Promise<PlaceFound[]> {
  const pattern = `${text.length < 3 ? '' : '%'}${likePattern(text)}%`;
  const { rows } = await sql<PlaceFound>`
    select p.id as license_id, p.license, coalesce(b.location, '') as location, coalesce(b.type, '') as location_type,
      null::int as lot_id, '' as lot, null::date as expire,
      coalesce((select sum(s.quantity)::int from stock_rows s where s.license_id = p.id and s.inventory_id = i.id), 0) as quantity
    from (${itemOf(tx, named)}) i join licenses p on p.client_id = i.client_id left join locations b on b.id = p.location_id
    where lower(p.license) like ${pattern}
    order by lower(p.license) = lower(${text}::text) desc, lower(p.license), p.id limit ${sql.lit(FOUND_MAX)}`.execute(
    tx,
  );
  return rows;
}

/** What was typed, or the name of the plate or bin whose label was scanned. */
const placeIn = async (tx: Tx, text: string) => nameFromScan('location', await plateNumber(tx, text.trim()));

/** Where an item can be taken from, or put to. */
export async function findFulfilPlaces(
  tx: Tx,
  { license, action, ...named }: Named & { license: string; action: 'inbound' | 'outbound' },
): Promise<PlaceFound[]> {
  const place = await placeIn(tx, license);
  return action === 'outbound' ? findStock(tx, named, place) : findPlates(tx, named, place);
}

/** The direction and type of a shipment that a look-up is for; none: what is in stock is offered. */
const kindOf = (tx: Tx, shipmentId: number | undefined) => sql`(
  select direction, order_type from shipments where id = ${shipmentId ?? null}::int and voided_at is null and ${inScope(tx)})`;

/**
 * Outbound those in stock; inbound those that were made for it, or that a customer sends back. With a text, those with
 * this serial, which come first, or with the text in their lead.
 */
export async function findFulfilBuckets(
  tx: Tx,
  { shipment_id, serial, ...named }: Named & { shipment_id?: number | undefined; serial: string },
): Promise<BucketFound[]> {
  const text = serial.trim();
  const { rows } = await sql<BucketFound>`
    select k.id, k.lead, k.units, k.state, coalesce(p.license, ${NO_LICENSE}) as license, coalesce(b.location, '') as location,
      coalesce(o.lot_number, '') as lot, s.lot_id,
      coalesce((select json_agg(e.serial order by e.id) from serials e where e.client_id = k.client_id and e.bucket_id = k.id), '[]') as serials
    from (${itemOf(tx, named)}) i join serial_buckets k on k.client_id = i.client_id and k.inventory_id = i.id
    left join stock_rows s on s.id = k.stock_row_id left join licenses p on p.id = s.license_id left join locations b on b.id = p.location_id
    left join lots o on o.id = s.lot_id
    left join ${kindOf(tx, shipment_id)} h on true
    left join lateral (select e.bucket_id from serials e where e.inventory_id = i.id and lower(e.serial) = lower(${text}::text)) n on true
    where k.state = case when h.direction = 'inbound' then case when h.order_type = 'Customer Return' then 'shipped' else 'created' end
      else 'in_stock' end
      and (${text} = '' or lower(k.lead) like ${`%${likePattern(text)}%`}
        or k.id = n.bucket_id)
    order by (k.id = n.bucket_id) is true desc, k.id limit ${sql.lit(BUCKETS_MAX)}`.execute(tx);
  return rows;
}

/** Lots of the item by a fragment: inbound all of them, else those in stock. What expires first comes first. */
export async function findFulfilLots(
  tx: Tx,
  { shipment_id, lot: text, ...named }: Named & { shipment_id?: number | undefined; lot: string },
): Promise<LotFound[]> {
  const { rows } = await sql<LotFound>`
    select * from (
      select o.id, o.lot_number as lot, o.expire_date as expire, h.direction,
        coalesce((select sum(s.quantity)::int from stock_rows s where s.lot_id = o.id and not s.quarantine), 0) as quantity
      from (${itemOf(tx, named)}) i join lots o on o.client_id = i.client_id and o.inventory_id = i.id
      left join ${kindOf(tx, shipment_id)} h on true) found
    where (direction = 'inbound' or quantity > 0) and lower(lot) like ${`%${likePattern(text.trim())}%`}
    order by lower(lot) = lower(${text.trim()}::text) desc, expire nulls last, lower(lot) limit ${sql.lit(BUCKETS_MAX)}`.execute(
    tx,
  );
  return rows.map(({ id, lot, expire, quantity }) => ({ id, lot, expire, quantity }));
}
