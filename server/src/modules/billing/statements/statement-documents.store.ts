import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { today } from '../links.store.ts';
import type { ClientMonth, StatementContent } from './statement-documents.view.ts';

/**
 * Makes the document of a month that was just closed. The counter of the client stays locked until the commit, so that
 * no number is skipped or given twice.
 */
export async function issueDocument(
  tx: Tx,
  userName: string,
  { clientId, month }: ClientMonth,
  statement: StatementContent,
): Promise<void> {
  await sql`
    with taken as (
      update clients set next_inv_num = next_inv_num + 1 where id = ${clientId} and ${inScope(tx, 'id')}
      returning next_inv_num - 1 as sequence, invoice_prefix, invoice_term, due_date, tax_code),
    before as (
      select id, version from billing_statements where client_id = ${clientId} and month = ${`${month}-01`}::date order by version desc limit 1)
    insert into billing_statements (client_id, month, version, sequence, number, replaces, issued_on, due_on, term, tax_code, tax_id, payment_text,
      total, content, user_name)
    select ${clientId}, ${`${month}-01`}::date, coalesce(b.version, 0) + 1, t.sequence, t.invoice_prefix || t.sequence, b.id, ${today},
      ${today} + t.due_date, t.invoice_term, t.tax_code, c.tax_id, c.payment_text, ${statement.total}, ${JSON.stringify(statement)}::jsonb,
      ${userName}
    from taken t cross join company c left join before b on true`.execute(tx);
}
