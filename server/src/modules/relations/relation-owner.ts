import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { OwnerKind } from '../records/index.ts';

/** Customers and vendors are accessible to every user of their client. */
export const relationOwner: OwnerKind = {
  may: () => true,
  async find(tx, id) {
    const { rows } = await sql<{
      clientId: number;
    }>`select client_id as "clientId" from relations where id = ${id} and ${inScope(tx)}`.execute(tx);
    return rows[0];
  },
};
