import { sql } from '../../platform/database/sql.ts';
import type { Uses } from '../company/index.ts';

/** Clients refer to the payment term of their invoices by its name. */
export const clientUses: Uses = {
  setting: {
    term: async (tx, { name }) => {
      const { rows } = await sql`select from clients where lower(invoice_term) = lower(${name}::text) limit 1`.execute(
        tx,
      );
      return rows.length > 0;
    },
  },
  renamed: {
    term: async (tx, from, to) => {
      await sql`update clients set invoice_term = ${to} where lower(invoice_term) = lower(${from}::text)`.execute(tx);
    },
  },
};
