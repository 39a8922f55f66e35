import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Uses } from '../company/index.ts';

/** A shipment keeps its courier, also when it is finished or voided. */
export const shipmentUses: Uses = {
  courier: async (tx, id, exceptClient) => {
    const { rows } = await sql`
      select from shipments where courier_id = ${id} and ${inScope(tx)} and client_id is distinct from ${exceptClient}::int limit 1`.execute(
      tx,
    );
    return rows.length > 0;
  },
};
