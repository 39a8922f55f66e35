import { type AddressCopy, REPORT_CHOICES_MAX } from '@longshore/contract';
import type { ReportClient } from '../../../documents/billing/report-content.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

type Read = Omit<ReportClient, 'address'> & { address: Partial<AddressCopy> };

/** Fields that were never entered are missing. */
function linesOf(company: string, address: Partial<AddressCopy>): string[] {
  const { contact, street1, street2, street3, city, state, state_code, postal_code, country } = address;
  const place = [[city, state_code || state].filter(Boolean).join(', '), postal_code].filter(Boolean).join(' ');
  const named = address.company === company ? '' : address.company;
  return [named, contact, street1, street2, street3, place, country].filter((line): line is string => Boolean(line));
}

/** Those of these clients that exist, by name; disabled ones are charged too. */
export async function readReportClients(tx: Tx, ids: readonly number[]): Promise<ReportClient[]> {
  const { rows } = await sql<Read>`
    select id, company, invoice_prefix, address from clients
    where id = any(${ids as number[]}::int[]) and ${inScope(tx, 'id')} order by lower(company), company, id`.execute(
    tx,
  );
  return rows.map((row) => ({ ...row, address: linesOf(row.company, row.address) }));
}

/** Every client, by name. */
export async function listReportClients(tx: Tx) {
  const { rows } = await sql<{ id: number; company: string; is_active: 0 | 1 }>`
    select id, company, is_active::int as is_active from clients
    order by lower(company), company, id limit ${sql.lit(REPORT_CHOICES_MAX)}`.execute(tx);
  return rows;
}
