import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** A parcel of a price: the carton that it is, and the partner's rate of it. */
export interface QuotedParcel {
  carton: string;
  container_id: number | null;
  own_number: string;
  rate_id: string;
  cost: string;
}

export interface StoredQuote {
  object_id: string;
  client_id: number;
  shipment_id: number;
  courier_id: number;
  carrier_id: string;
  carrier: string;
  service_code: string;
  service: string;
  cost: string;
  currency: string;
  days: number | null;
  arrives_on: string | null;
  arrive_by: string | null;
  parcels: QuotedParcel[];
  basis: Buffer;
  expires_at: string;
}

export async function insertQuotes(tx: Tx, quotes: readonly StoredQuote[]): Promise<void> {
  for (const quote of quotes)
    sql`
      insert into label_quotes (object_id, client_id, shipment_id, courier_id, carrier_id, carrier, service_code, service, cost,
        currency, days, arrives_on, arrive_by, parcels, basis, expires_at)
      values (${quote.object_id}, ${quote.client_id}, ${quote.shipment_id}, ${quote.courier_id}, ${quote.carrier_id},
        ${quote.carrier}, ${quote.service_code}, ${quote.service}, ${quote.cost}::numeric, ${quote.currency},
        ${quote.days}::int, ${quote.arrives_on}::date, ${quote.arrive_by}::date, ${JSON.stringify(quote.parcels)}::jsonb,
        ${quote.basis}, ${quote.expires_at}::timestamptz)`.queue(tx);
}

/** A price that was answered for this shipment. */
export async function readQuote(tx: Tx, shipmentId: number, objectId: string): Promise<StoredQuote | undefined> {
  const { rows } = await sql<StoredQuote>`
    select object_id, client_id, shipment_id, courier_id, carrier_id, carrier, service_code, service, trim_scale(cost)::text as cost,
      currency, days, arrives_on, arrive_by, parcels, basis, expires_at
    from label_quotes where object_id = ${objectId} and shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
  return rows[0];
}

/** Prices that cannot be bought any more; what was bought at them is kept with the labels. */
export const forgetQuotes = (tx: Tx) =>
  sql`delete from label_quotes where created_at < now() - interval '30 days' and ${inScope(tx)}`.execute(tx);
