import { type Access, mayCall } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { OwnerKind } from '../records/index.ts';

interface Found {
  clientId: number | null;
  access: Access;
}

/** Whoever sees an exception comments on it, also when it is closed meanwhile. */
export const exceptionOwner: OwnerKind<number | null> = {
  may: () => true,
  async find(tx, id, actor) {
    const { rows } = await sql<Found>`
      select client_id as "clientId", access from exceptions
      where id = ${id} and ${inScope(tx)}
        and (${actor.clientId === null}::boolean or (for_client and (for_user is null or for_user = ${actor.id})))`.execute(
      tx,
    );
    return rows[0] && mayCall(actor, rows[0].access) ? { clientId: rows[0].clientId } : undefined;
  },
};
