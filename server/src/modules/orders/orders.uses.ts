import { sql } from 'kysely';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Uses } from '../company/index.ts';

const isThere = async (found: Promise<{ rows: readonly unknown[] }>) => (await found).rows.length > 0;

/** Orders refer to a courier by its id and to a payment term by its name. */
export const orderUses: Uses = {
  courier: (tx, id, exceptClient) =>
    isThere(
      sql`select from orders where courier_id = ${id} and ${inScope(tx)} and client_id is distinct from ${exceptClient}::int limit 1`.execute(
        tx,
      ),
    ),
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
