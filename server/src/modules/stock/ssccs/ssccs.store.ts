import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { SsccBearer } from './sscc-bearer.ts';

export async function readPrefix(tx: Tx): Promise<string> {
  const { rows } = await sql<{ gs1_prefix: string }>`select gs1_prefix from company`.execute(tx);
  return rows[0]?.gs1_prefix ?? '';
}

/** The prefix, which nobody changes until the commit: two prefixes never give at once. */
export async function holdPrefix(tx: Tx): Promise<string> {
  const { rows } = await sql<{ gs1_prefix: string }>`select gs1_prefix from company for share`.execute(tx);
  return rows[0]?.gs1_prefix ?? '';
}

/** Locks the counter of a prefix until the commit, and answers how many were given. */
export async function lockCounter(tx: Tx, prefix: string): Promise<number> {
  const { rows } = await sql<{ given: string }>`
    insert into sscc_prefixes (prefix) values (${prefix})
    on conflict (prefix) do update set given = sscc_prefixes.given returning given::text as given`.execute(tx);
  return Number(rows[0]?.given ?? 0);
}

/** Writes the next SSCCs of a locked prefix. */
export async function insertSsccs(
  tx: Tx,
  prefix: string,
  ssccs: readonly (SsccBearer & { sscc: string })[],
): Promise<void> {
  await sql`
    with counted as (update sscc_prefixes set given = given + ${ssccs.length}::int where prefix = ${prefix})
    insert into ssccs (client_id, sscc, license_id, shipment_id, carton)
    select n.client_id, n.sscc, n.license_id, n.shipment_id, n.carton
    from unnest(
      ${ssccs.map(({ client_id }) => client_id)}::int[],
      ${ssccs.map(({ sscc }) => sscc)}::text[],
      ${ssccs.map(({ license_id }) => license_id)}::int[],
      ${ssccs.map(({ shipment_id }) => shipment_id)}::int[],
      ${ssccs.map(({ carton }) => carton)}::text[])
      with ordinality n (client_id, sscc, license_id, shipment_id, carton, place)
    order by n.place`.execute(tx);
}
