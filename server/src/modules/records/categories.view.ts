import type { Category, Owner } from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { assertKind, clientOfOwner, type OwnerKinds, type OwnerRef } from './owners.ts';

const columns = sql`c.id, c.name, c.name as tag`;

export async function categoriesOf(tx: Tx, clientId: number, owner: OwnerRef): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select ${columns} from categorized d join categories c on c.client_id = d.client_id and c.id = d.category_id
    where d.client_id = ${clientId} and d.resource_id = ${owner.id} and c.resource = ${owner.type}
    order by lower(c.name), c.id`.execute(tx);
  return rows;
}

/**
 * The categories to choose from: those of the working client. A client is a record of its own client, so for clients
 * the names of all clients' categories are offered, each once.
 */
async function categoriesInUse(tx: Tx, actor: Actor, type: Owner): Promise<Category[]> {
  const whose = type === 'Client' ? inScope(tx, 'c.client_id') : sql`c.client_id = ${workingClient(actor)}`;
  const { rows } = await sql<Category>`
    select distinct on (lower(c.name)) ${columns} from categories c
    where c.resource = ${type} and ${whose} order by lower(c.name), c.id`.execute(tx);
  return rows;
}

export async function listCategories(
  tx: Tx,
  kinds: OwnerKinds,
  actor: Actor,
  type: Owner,
  recordId: number | undefined,
): Promise<Category[]> {
  if (recordId === undefined) {
    assertKind(kinds, actor, type, 'read');
    return categoriesInUse(tx, actor, type);
  }
  const owner = { type, id: recordId };
  const clientId = await clientOfOwner(tx, kinds, actor, owner, 'read');
  if (clientId === undefined) throw notFound();
  return categoriesOf(tx, clientId, owner);
}
