import { nameFromScan, type ScannedCodes, ssccOf } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { SsccBearer } from './sscc-bearer.ts';

/** The id of the shipment whose carton carries an SSCC of ours; null for any other one, and for the empty text. */
export const shipmentOfSscc = (tx: Tx, sscc: string): Sql =>
  sql`(select shipment_id from ssccs where sscc = ${sscc} and ${inScope(tx)})`;

/** The condition for the plates that a scan names, by number or SSCC. */
export function platesNamed(tx: Tx, table: 'l' | 'p', { plates, sscc }: Pick<ScannedCodes, 'plates' | 'sscc'>): Sql {
  const plate = sql.ref(table);
  const numbers = plates.map((number) => number.toLowerCase());
  const byNumber = sql`lower(${plate}.license) = any(${numbers}::text[])`;
  const bySscc = sql`${plate}.id = (select license_id from ssccs where sscc = ${sscc} and ${inScope(tx)})`;
  return sscc ? sql`(${byNumber} or ${bySscc})` : byNumber;
}

/** The SSCC of the plates `l` of a statement, while the company has a prefix; empty without one. */
export const ssccOfPlate = sql`coalesce((
  select x.sscc from ssccs x, company m where x.client_id = l.client_id and x.license_id = l.id and m.gs1_prefix <> ''), '')`;

/** The plates' numbers as they are stored, for what was typed or scanned: a number, our label or an SSCC of ours. */
export async function plateNumbers(tx: Tx, texts: readonly string[]): Promise<string[]> {
  const ssccs = texts.map(ssccOf);
  const asked = ssccs.filter(Boolean);
  const { rows } = asked.length
    ? await sql<{ sscc: string; license: string }>`
        select x.sscc, l.license from ssccs x join licenses l on l.client_id = x.client_id and l.id = x.license_id
        where x.sscc = any(${asked}::text[]) and ${inScope(tx, 'x.client_id')}`.execute(tx)
    : { rows: [] };
  const licenses = new Map(rows.map(({ sscc, license }) => [sscc, license]));
  return texts.map((text, n) => licenses.get(ssccs[n] ?? '') ?? nameFromScan('license', text));
}

export async function plateNumber(tx: Tx, text: string): Promise<string> {
  const [number = ''] = await plateNumbers(tx, [text]);
  return number;
}

/** Those of these plates that have no SSCC yet, in their order. */
export async function platesWithoutSscc(tx: Tx, ids: readonly number[]): Promise<SsccBearer[]> {
  const { rows } = await sql<SsccBearer>`
    select l.client_id, l.id as license_id, null::int as shipment_id, null as carton from licenses l
    where l.id = any(${ids}::int[]) and ${inScope(tx, 'l.client_id')}
      and not exists (select from ssccs x where x.client_id = l.client_id and x.license_id = l.id)
    order by array_position(${ids}::int[], l.id)`.execute(tx);
  return rows;
}

/** The SSCCs of those of these plates that have one. */
export async function ssccsOfPlates(tx: Tx, ids: readonly (number | null)[]): Promise<Map<number | null, string>> {
  const plates = [...new Set(ids)].filter((id) => id !== null);
  const { rows } = await sql<{ license_id: number | null; sscc: string }>`
    select license_id, sscc from ssccs where license_id = any(${plates}::int[]) and ${inScope(tx)}`.execute(tx);
  return new Map(rows.map(({ license_id, sscc }) => [license_id, sscc]));
}
