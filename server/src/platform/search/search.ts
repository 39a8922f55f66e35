import { SEARCH_GROUPS, type SearchGroup, type SearchHit } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';

/** Finds records of one group for the search palette. */
export type Finder = (tx: Tx, actor: Actor, term: string) => Promise<SearchHit[]>;
export type Finders = Partial<Record<SearchGroup, Finder>>;

const HITS_MAX = 20;

/** Whether the hit is what was typed: a whole SKU, reference or id, with which the title begins. */
const isNamed = ({ title }: SearchHit, term: string) => title.split(' · ')[0]?.toLowerCase() === term.toLowerCase();

/** Searches all groups at once; the hits come in the order of `SEARCH_GROUPS`, those that were named as a whole first. */
export async function searchAll(tx: Tx, actor: Actor, finders: Finders, term: string): Promise<SearchHit[]> {
  if (!term) return [];
  const found = await Promise.all(SEARCH_GROUPS.map((group) => finders[group]?.(tx, actor, term) ?? []));
  const hits = found.flat();
  const named = hits.filter((hit) => isNamed(hit, term));
  return [...named, ...hits.filter((hit) => !named.includes(hit))].slice(0, HITS_MAX);
}
