import type { SearchHit } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** Finds records of one kind for the palette. Owners of the kinds register theirs where everything meets. */
export type Finder = (tx: Tx, actor: Actor, term: string) => Promise<SearchHit[]>;

const HITS_MAX = 20;

export async function searchEverything(
  tx: Tx,
  actor: Actor,
  finders: readonly Finder[],
  term: string,
): Promise<SearchHit[]> {
  if (!term) return [];
  const found = await Promise.all(finders.map((find) => find(tx, actor, term)));
  return found.flat().slice(0, HITS_MAX);
}
