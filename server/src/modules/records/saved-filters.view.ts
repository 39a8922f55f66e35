import { type FilterPage, type SavedFilter, SavedQuery } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

export interface StoredFilter {
  id: number;
  name: string;
  page: FilterPage;
  param: unknown;
}

/** Filters saved by earlier versions have lists of values where the answer has comma-joined ones. */
export function toSavedFilter({ param, ...filter }: StoredFilter): SavedFilter {
  const query = SavedQuery.parse(param);
  return { ...filter, param: query, value: query };
}

export async function listSavedFilters(tx: Tx, actor: Actor, page: FilterPage): Promise<SavedFilter[]> {
  const { rows } = await sql<StoredFilter>`
    select id, name, page, param from saved_filters where user_id = ${actor.id} and page = ${page}
    order by lower(name), id`.execute(tx);
  return rows.map(toSavedFilter);
}
