import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { OwnerKind } from '../records/index.ts';

/** Every user of the client reads its orders, and writes comments, files and categories on them. */
export const orderOwner: OwnerKind = {
  may: () => true,
  async find(tx, id) {
    const { rows } = await sql<{
      clientId: number;
    }>`select client_id as "clientId" from orders where id = ${id} and ${inScope(tx)}`.execute(tx);
    return rows[0];
  },
};
