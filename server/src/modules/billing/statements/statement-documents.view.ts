import type { Statement, StatementDocument } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { withRoundedLines } from './rounded-lines.ts';

/** The month of a client, as `2026-11`. */
export interface ClientMonth {
  clientId: number;
  month: string;
}

/** A statement without the documents that were made of it. */
export type StatementContent = Omit<Statement, 'document' | 'documents'>;

const select = sql`d.id, d.version, d.number, coalesce(r.number, '') as replaces, d.issued_on, d.due_on, d.term, d.tax_code, d.tax_id,
  d.payment_text, d.total::float8 as total, d.user_name as "user"`;

const from = sql`billing_statements d left join billing_statements r on r.client_id = d.client_id and r.id = d.replaces`;

/** The documents of a month, newest first. */
export async function readDocuments(tx: Tx, { clientId, month }: ClientMonth): Promise<StatementDocument[]> {
  const { rows } = await sql<StatementDocument>`
    select ${select} from ${from}
    where d.client_id = ${clientId} and d.month = ${`${month}-01`}::date and ${inScope(tx, 'd.client_id')} order by d.version desc`.execute(
    tx,
  );
  return rows;
}

/** What a document said when it was made. Before lines were rounded it was stored with their exact amounts. */
export async function readIssued(tx: Tx, id: number): Promise<StatementContent | undefined> {
  const { rows } = await sql<{ content: StatementContent; currency: string }>`
    select content, (select currency from company) as currency from billing_statements where id = ${id} and ${inScope(tx)}`.execute(
    tx,
  );
  return rows[0] && withRoundedLines(rows[0].content, rows[0].currency);
}
