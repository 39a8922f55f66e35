import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Uses } from '../company/index.ts';

const isThere = async (found: Promise<{ rows: readonly unknown[] }>) => (await found).rows.length > 0;

/** Relations refer to a courier by its id and to a payment term by its name. */
export const relationUses: Uses = {
  courier: (tx, id, exceptClient) =>
    isThere(
      sql`select from relations where courier_id = ${id} and ${inScope(tx)} and client_id is distinct from ${exceptClient}::int limit 1`.execute(
        tx,
      ),
    ),
  setting: {
    term: (tx, { name }) =>
      isThere(sql`select from relations where lower(default_term) = lower(${name}::text) limit 1`.execute(tx)),
  },
  renamed: { term: renameTerm },
};

/** Only the term's name changed, so the relation does not count as changed. */
async function renameTerm(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update relations set default_term = ${to} where lower(default_term) = lower(${from}::text)`.execute(tx);
}
