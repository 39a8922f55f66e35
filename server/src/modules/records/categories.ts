import type { Owner } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { categoriesOf } from './categories.view.ts';
import { assertKind, clientOfOwner, type OwnerKinds, type OwnerRef } from './owners.ts';
import { trace } from './traces.ts';

const changed = async (tx: Tx, clientId: number, id: number | null) =>
  recordEvent(tx, { kind: 'categories.saved', clientId, subjectId: id });

async function clientToWrite(tx: Tx, kinds: OwnerKinds, actor: Actor, owner: OwnerRef): Promise<number> {
  const clientId = await clientOfOwner(tx, kinds, actor, owner, 'write');
  if (clientId === undefined) throw invalid('resourceId', 'RecordIsUnknown');
  return clientId;
}

/** An existing name, ignoring case, is that category; one that the record already has is ignored. */
export async function attachCategory(tx: Tx, kinds: OwnerKinds, actor: Actor, owner: OwnerRef, name: string) {
  const clientId = await clientToWrite(tx, kinds, actor, owner);
  await sql`insert into categories (client_id, resource, name) values (${clientId}, ${owner.type}, ${name})
    on conflict (client_id, resource, lower(name)) do nothing`.execute(tx);
  const { rows } = await sql`
    insert into categorized (client_id, category_id, resource_id)
    select client_id, id, ${owner.id} from categories
    where client_id = ${clientId} and resource = ${owner.type} and lower(name) = lower(${name})
    on conflict do nothing returning 1`.execute(tx);
  if (rows.length) {
    await trace(tx, actor, {
      ...owner,
      clientId,
      subject: 'Category added',
      changes: [{ field: 'category', newValue: name }],
    });
    await changed(tx, clientId, owner.id);
  }
  return categoriesOf(tx, clientId, owner);
}

export async function detachCategory(tx: Tx, kinds: OwnerKinds, actor: Actor, owner: OwnerRef, categoryId: number) {
  const clientId = await clientToWrite(tx, kinds, actor, owner);
  const { rows } = await sql<{ name: string }>`
    delete from categorized d using categories c
    where d.client_id = ${clientId} and d.category_id = ${categoryId} and d.resource_id = ${owner.id}
      and c.client_id = d.client_id and c.id = d.category_id and c.resource = ${owner.type}
    returning c.name`.execute(tx);
  if (rows[0]) {
    await trace(tx, actor, {
      ...owner,
      clientId,
      subject: 'Category removed',
      changes: [{ field: 'category', newValue: rows[0].name }],
    });
    await changed(tx, clientId, owner.id);
  }
  return categoriesOf(tx, clientId, owner);
}

/** Removes it from every record that has it; each of them gets a trace. */
export async function deleteCategory(tx: Tx, kinds: OwnerKinds, actor: Actor, id: number): Promise<true> {
  const { rows } = await sql<{ client_id: number; resource: Owner; name: string }>`
    select client_id, resource, name from categories where id = ${id} and ${inScope(tx)}`.execute(tx);
  const category = rows[0];
  if (!category) throw notFound();
  assertKind(kinds, actor, category.resource, 'write');
  await sql`insert into traces (client_id, traceable_type, traceable_id, user_id, user_name, subject, changes)
    select client_id, ${category.resource}, resource_id, ${actor.id}, ${actor.name}, 'Category removed',
      ${JSON.stringify([{ field: 'category', newValue: category.name }])}::jsonb
    from categorized where client_id = ${category.client_id} and category_id = ${id}`.execute(tx);
  const deleted = await sql`delete from categories where id = ${id} and ${inScope(tx)} returning 1`.execute(tx);
  if (!deleted.rows.length) throw notFound();
  await changed(tx, category.client_id, null);
  return true;
}
