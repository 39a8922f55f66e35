import type { Direction, PaperName } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { SsccBearer } from '../../stock/index.ts';
import { holderColumn } from '../lock-columns.ts';

export interface ShipmentToPrint {
  id: number;
  client_id: number;
  order_id: number;
  direction: Direction;
  has_invoice: boolean;
  has_bol: boolean;
  /** Who holds it; null when nobody does. */
  holder: { id: number; name: string } | null;
}

const toPrint = (tx: Tx, ids: readonly number[]) => sql<ShipmentToPrint>`
  select id, client_id, order_id, direction, invoice_sequence is not null as has_invoice,
    bol_number is not null as has_bol, ${holderColumn} as holder
  from shipments where id = any(${ids}::int[]) and ${inScope(tx)} and voided_at is null order by id`;

/** Shipments that are not voided, by id. */
export async function readToPrint(tx: Tx, ids: readonly number[]): Promise<ShipmentToPrint[]> {
  const { rows } = await toPrint(tx, ids).execute(tx);
  return rows;
}

/** The same, locked. */
export async function lockToPrint(tx: Tx, ids: readonly number[]): Promise<ShipmentToPrint[]> {
  const { rows } = await sql<ShipmentToPrint>`${toPrint(tx, ids)} for no key update`.execute(tx);
  return rows;
}

export interface CartonCount {
  id: number;
  cartons: number;
}

/**
 * How many cartons a paper that is drawn by carton has of each of these shipments. While a shipment is not packed, its
 * labels are drawn by the typed number of cartons.
 */
export async function countCartons(tx: Tx, paper: PaperName, ids: readonly number[]): Promise<CartonCount[]> {
  const { rows } = await sql<CartonCount>`
    select s.id,
      greatest(1, coalesce(nullif(c.cartons, 0), case when ${paper === 'labels/ctn'}::boolean then s.carton_count end))::int as cartons
    from shipments s, lateral (
      select count(*)::int as cartons from containers c
      where c.client_id = s.client_id and c.shipment_id = s.id and s.packed) c
    where s.id = any(${ids}::int[]) and ${inScope(tx, 's.client_id')} and s.voided_at is null order by s.id`.execute(
    tx,
  );
  return rows;
}

export function queuePrintCounts(tx: Tx, ids: readonly number[]): void {
  sql`update shipments set print_count = print_count + 1 where id = any(${ids}::int[]) and ${inScope(tx)}`.queue(tx);
}

/**
 * Gives the client's next invoice numbers to locked shipments, in this order. The counter of the client stays locked
 * until the commit, so that no number is skipped or given twice.
 */
export function queueInvoiceNumbers(tx: Tx, clientId: number, ids: readonly number[]): void {
  sql`
    with taken as (
      update clients set next_inv_num = next_inv_num + ${ids.length}::int where id = ${clientId}
      returning next_inv_num - ${ids.length}::int as first, invoice_prefix
    )
    update shipments s set invoice_sequence = t.first + n.place - 1,
      invoice_number = t.invoice_prefix || (t.first + n.place - 1), invoice_date = (now() at time zone c.timezone)::date
    from taken t, company c, unnest(${ids}::int[]) with ordinality n (id, place)
    where s.client_id = ${clientId} and s.id = n.id`.queue(tx);
}

/** Gives the next numbers of bills of lading to locked shipments, in this order. */
export function queueBolNumbers(tx: Tx, ids: readonly number[]): void {
  sql`
    with taken as (
      update company set last_bol_number = greatest(last_bol_number, bol_base - 1) + ${ids.length}::int
      returning last_bol_number - ${ids.length}::int as before
    )
    update shipments s set bol_number = t.before + n.place
    from taken t, unnest(${ids}::int[]) with ordinality n (id, place)
    where s.id = n.id and ${inScope(tx, 's.client_id')}`.queue(tx);
}

/**
 * The labels of cartons of these shipments that have no SSCC yet, in their order: packed cartons by their number, those
 * of a typed number of cartons by their place.
 */
export async function cartonsWithoutSscc(tx: Tx, ids: readonly number[]): Promise<SsccBearer[]> {
  const { rows } = await sql<SsccBearer>`
    select s.client_id, null::int as license_id, s.id as shipment_id, n.carton
    from shipments s cross join lateral (
      select c.number as carton, c.position from containers c
      where c.client_id = s.client_id and c.shipment_id = s.id and s.packed
      union all
      select p::text, p from generate_series(1, greatest(1, s.carton_count)) p
      where not exists (select from containers c where c.client_id = s.client_id and c.shipment_id = s.id and s.packed)) n
    where s.id = any(${ids}::int[]) and ${inScope(tx, 's.client_id')} and s.voided_at is null
      and not exists (select from ssccs x where x.client_id = s.client_id and x.shipment_id = s.id and lower(x.carton) = lower(n.carton))
    order by array_position(${ids}::int[], s.id), n.position`.execute(tx);
  return rows;
}
