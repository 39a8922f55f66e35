import type { SavedFilter } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { type StoredFilter, toSavedFilter } from './saved-filters.view.ts';

export async function saveFilter(tx: Tx, actor: Actor, filter: Omit<StoredFilter, 'id'>): Promise<SavedFilter> {
  const { rows } = await sql<StoredFilter>`
    insert into saved_filters (client_id, user_id, page, name, param)
    values (${actor.clientId}, ${actor.id}, ${filter.page}, ${filter.name}, ${JSON.stringify(filter.param)}::jsonb)
    on conflict (user_id, page, lower(name)) do update set param = excluded.param, name = excluded.name
    returning id, name, page, param`.execute(tx);
  if (!rows[0]) throw notFound();
  return toSavedFilter(rows[0]);
}

export async function deleteFilter(tx: Tx, actor: Actor, id: number): Promise<true> {
  const { rows } =
    await sql`delete from saved_filters where id = ${id} and ${inScope(tx)} and user_id = ${actor.id} returning 1`.execute(
      tx,
    );
  if (!rows.length) throw notFound();
  return true;
}
