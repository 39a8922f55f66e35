import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Uses } from '../company/index.ts';

const isThere = async (found: Promise<{ rows: readonly unknown[] }>) => (await found).rows.length > 0;

/** Orders refer to a courier and to addresses by their ids, and to a payment term by its name. */
export const orderUses: Uses = {
  courier: (tx, id, exceptClient) =>
    isThere(
      sql`select from orders where courier_id = ${id} and ${inScope(tx)} and client_id is distinct from ${exceptClient}::int limit 1`.execute(
        tx,
      ),
    ),
  // A finished or cancelled order has its copy, and nobody chooses its address again.
  address: async (tx, { id, relationId }) => {
    const { rows } = await sql<{ reference: string }>`
      select reference from orders where relation_id = ${relationId} and ${inScope(tx)} and status in ('Open', 'Processed')
        and (shipping_address_id = ${id} or billing_address_id = ${id}) order by id limit 1`.execute(tx);
    return rows[0]?.reference;
  },
  setting: {
    term: (tx, { name }) =>
      isThere(
        sql`select from orders where payment_term <> 'NA' and lower(payment_term) = lower(${name}::text) limit 1`.execute(
          tx,
        ),
      ),
  },
  renamed: {
    // Only what can still be edited: a processed order keeps the term that it was processed with.
    term: async (tx, from, to) => {
      await sql`update orders set payment_term = ${to}
        where payment_term <> 'NA' and lower(payment_term) = lower(${from}::text) and status = 'Open'`.execute(tx);
    },
  },
};
