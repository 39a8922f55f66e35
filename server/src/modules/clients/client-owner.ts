import { mayCall } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { OwnerKind } from '../records/index.ts';

/**
 * Comments, files and categories of a client are the company's notes about it, so its own users see none of them:
 * users who may view clients read them, users who may change clients write them.
 */
export const clientOwner: OwnerKind = {
  may: (actor, doing) => mayCall(actor, doing === 'read' ? 'view_client_model' : 'update_client_model'),
  async find(tx, id) {
    const { rows } = await sql`select from clients where id = ${id} and ${inScope(tx, 'id')}`.execute(tx);
    return rows.length ? { clientId: id } : undefined;
  },
};
