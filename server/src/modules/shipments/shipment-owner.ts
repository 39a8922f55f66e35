import { api, mayCall } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { OwnerKind } from '../records/index.ts';

/** Who may open shipments comments on them and attaches files; client users see a shipment through its order only. */
export const shipmentOwner: OwnerKind = {
  may: (actor) => mayCall(actor, api.shipments.get.access),
  async find(tx, id) {
    const { rows } = await sql<{ clientId: number }>`
      select client_id as "clientId" from shipments where id = ${id} and voided_at is null and ${inScope(tx)}`.execute(
      tx,
    );
    return rows[0];
  },
};
