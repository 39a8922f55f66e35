import { SEARCH_GROUPS, type SearchGroup, type SearchHit } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';

/** A hit with the codes that it can be named by, besides the beginning of its title. */
export type FoundHit = SearchHit & { codes?: readonly string[] };

/** Finds records of one group for the search palette. */
export type Finder = (tx: Tx, actor: Actor, term: string) => Promise<FoundHit[]>;
export type Finders = Partial<Record<SearchGroup, Finder>>;

const HITS_MAX = 20;

/** 0: one of its codes as a whole; 1: the beginning of one; 2: anything else. */
function rankOf({ title, codes = [] }: FoundHit, term: string): number {
  const names = [title.split(' · ')[0] ?? '', ...codes].map((code) => code.toLowerCase());
  if (names.includes(term)) return 0;
  return names.some((name) => name.startsWith(term)) ? 1 : 2;
}

/**
 * Searches all groups at once. Hits that were named as a whole come first, then those that begin with the text, then the
 * others; among equals the order is that of `SEARCH_GROUPS`.
 */
export async function searchAll(tx: Tx, actor: Actor, finders: Finders, search: string): Promise<SearchHit[]> {
  if (!search) return [];
  const found = await Promise.all(SEARCH_GROUPS.map((group) => finders[group]?.(tx, actor, search) ?? []));
  const term = search.toLowerCase();
  const ranked = found.flat().map(({ codes, ...hit }) => ({ hit, rank: rankOf({ ...hit, codes }, term) }));
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, HITS_MAX)
    .map(({ hit, rank }) => (rank === 0 ? { ...hit, is_exact: true } : hit));
}
