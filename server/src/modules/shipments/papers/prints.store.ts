import type { Direction, PaperName } from '@longshore/contract';
import { scopedClient } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { holderColumn } from '../shipments.store.ts';

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

const toPrint = `
  select id, client_id, order_id, direction, invoice_sequence is not null as has_invoice, bol_number is not null as has_bol,
    ${holderColumn} as holder
  from shipments where id = any($1::int[]) and ($2::int is null or client_id = $2) and voided_at is null order by id`;

/** Shipments that are not voided, by id. */
export const readToPrint = (tx: Tx, ids: readonly number[]): Promise<ShipmentToPrint[]> =>
  tx.run<ShipmentToPrint>(toPrint, [ids, scopedClient(tx)]);

/** The same, locked. */
export const lockToPrint = (tx: Tx, ids: readonly number[]): Promise<ShipmentToPrint[]> =>
  tx.run<ShipmentToPrint>(`${toPrint} for no key update`, [ids, scopedClient(tx)]);

export interface CartonCount {
  id: number;
  cartons: number;
}

const cartons = `
  select s.id, greatest(1, coalesce(nullif(c.cartons, 0), case when $3::boolean then s.carton_count end))::int as cartons
  from shipments s, lateral (
    select count(*)::int as cartons from containers c where c.client_id = s.client_id and c.shipment_id = s.id and s.packed) c
  where s.id = any($1::int[]) and ($2::int is null or s.client_id = $2) and s.voided_at is null order by s.id`;

/**
 * How many cartons a paper that is drawn by carton has of each of these shipments. While a shipment is not packed, its
 * labels are drawn by the typed number of cartons.
 */
export const countCartons = (tx: Tx, paper: PaperName, ids: readonly number[]): Promise<CartonCount[]> =>
  tx.run<CartonCount>(cartons, [ids, scopedClient(tx), paper === 'labels/ctn']);

export function queuePrintCounts(tx: Tx, ids: readonly number[]): void {
  tx.queue(
    `update shipments set print_count = print_count + 1 where id = any($1::int[]) and ($2::int is null or client_id = $2)`,
    [ids, scopedClient(tx)],
  );
}

/** The counter of the client stays locked until the commit, so that no number is skipped or given twice. */
const invoices = `
  with taken as (
    update clients set next_inv_num = next_inv_num + cardinality($2::int[]) where id = $1
    returning next_inv_num - cardinality($2::int[]) as first, invoice_prefix
  )
  update shipments s set invoice_sequence = t.first + n.place - 1, invoice_number = t.invoice_prefix || (t.first + n.place - 1),
    invoice_date = (now() at time zone c.timezone)::date
  from taken t, company c, unnest($2::int[]) with ordinality n (id, place)
  where s.client_id = $1 and s.id = n.id`;

/** Gives the client's next invoice numbers to locked shipments, in this order. */
export function queueInvoiceNumbers(tx: Tx, clientId: number, ids: readonly number[]): void {
  tx.queue(invoices, [clientId, ids]);
}

const bols = `
  with taken as (
    update company set last_bol_number = greatest(last_bol_number, bol_base - 1) + cardinality($1::int[])
    returning last_bol_number - cardinality($1::int[]) as before
  )
  update shipments s set bol_number = t.before + n.place
  from taken t, unnest($1::int[]) with ordinality n (id, place)
  where s.id = n.id and ($2::int is null or s.client_id = $2)`;

/** Gives the next numbers of bills of lading to locked shipments, in this order. */
export function queueBolNumbers(tx: Tx, ids: readonly number[]): void {
  tx.queue(bols, [ids, scopedClient(tx)]);
}
