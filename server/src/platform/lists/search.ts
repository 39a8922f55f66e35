import { readOwnCode, TOTAL_MAX, withoutPadding } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import { type CompiledSql, type Sql, sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';
import { ExpiringSet } from './expiring-set.ts';
import { FRAGMENT_MIN, type Fragments, type ListSql, likePattern } from './list-sql.ts';

const overLimitCache = new ExpiringSet(60_000, 2_000);

type SearchedList = Pick<ListSql, 'from' | 'id' | 'visible' | 'search' | 'fragments'>;

/**
 * Above this number of matches, a page is found faster by scanning in the list's order than by the matches and a sort:
 * every match may be on a page of its own. The total is counted by the matches as long as they are all known.
 */
const SORTED_MATCHES_MAX = 2_000;

const cacheKeyOf = ({ scope }: Tx, { text, values }: CompiledSql) =>
  `${scope.role} ${scope.clientId} ${text} ${JSON.stringify(values)}`;

const countSql = (max: number, from: Sql, where: Sql) => sql<{ total: number }>`select count(*) as total from
  (select from ${from} where ${where} limit ${sql.lit(max + 1)}) counted`;

/** Counts rows up to `max`; `max + 1` means more. */
export async function countNow(tx: Tx, max: number, from: Sql, where: Sql): Promise<number> {
  const { rows } = await countSql(max, from, where).execute(tx);
  return rows[0]?.total ?? 0;
}

/**
 * Counts rows up to `max`; `max + 1` means more. That there are more is cached for a minute: counting takes as long
 * as everything else together, and the result rarely changes.
 */
export async function countUpTo(tx: Tx, max: number, from: Sql, where: Sql): Promise<number> {
  const query = countSql(max, from, where);
  const cacheKey = cacheKeyOf(tx, query.compile());
  if (overLimitCache.has(cacheKey)) return max + 1;
  const { rows } = await query.execute(tx);
  const total = rows[0]?.total ?? 0;
  if (total > max) overLimitCache.add(cacheKey);
  return total;
}

/** The condition of a search: for the rows of a page, and for counting them. */
export interface SearchCondition {
  where: Sql;
  counted: Sql;
}

/** Whether a row's text matches the term. */
type Matches = (text: Sql) => Sql;

/** A character alone begins too many words for the index: it must be the whole part. Two begin a part. */
const shortPatterns = (pattern: string) =>
  pattern.replace('\\', '').length === 1 ? [`%\n${pattern}\n%`, `%\n${pattern}`] : [`%\n${pattern}%`];

const fragmentPattern = (term: string) => likePattern(withoutPadding(term));

/** A scan of one of our own labels into a search field means what the label says. */
const searchedOf = (term: string) => readOwnCode(term)?.id ?? term;

/** Anywhere in the text or, for a term too short for that, where one of its parts begins. */
function matcherOf(list: SearchedList, actor: Actor, term: string): Matches {
  const pattern = fragmentPattern(term);
  const like = (text: Sql) => (searched: string) => sql`${text} like ${searched}`;
  if (term.length >= FRAGMENT_MIN) return (text) => like(text)(`%${pattern}%`);
  return (text) => sql`(${sql.join([...shortPatterns(pattern).map(like(text)), list.search(term, actor)], ' or ')})`;
}

/**
 * The ids of the rows that match, read once by the trigram index; undefined when there are more than a total is counted
 * to, which is cached as in `countUpTo`.
 */
async function findIds(
  tx: Tx,
  list: SearchedList,
  fragments: Fragments,
  actor: Actor,
  term: string,
): Promise<number[] | undefined> {
  const ids = actor.clientId === null ? undefined : fragments.ids?.(actor.clientId, fragmentPattern(term));
  // In the select list the function returns row by row, and stops at the limit.
  const found = ids
    ? sql`select ${ids} as id`
    : sql`select ${list.id} as id from ${list.from}
        where ${list.visible(actor)} and ${matcherOf(list, actor, term)(fragments.text)}`;
  const query = sql<{ id: number }>`select id from (${found}) found limit ${sql.lit(TOTAL_MAX + 1)}`;
  const cacheKey = cacheKeyOf(tx, query.compile());
  if (overLimitCache.has(cacheKey)) return undefined;
  const { rows } = await query.execute(tx);
  if (rows.length <= TOTAL_MAX) return rows.map(({ id }) => id);
  overLimitCache.add(cacheKey);
  return undefined;
}

const sameFor = (where: Sql): SearchCondition => ({ where, counted: where });

/**
 * The SQL condition of a search. Under a row-level policy PostgreSQL ignores how frequent a substring is, and always
 * uses the trigram index (staff) or always scans (clients). So we read the matches first, up to a limit, and choose.
 */
export async function findBySearch(tx: Tx, list: SearchedList, actor: Actor, text: string): Promise<SearchCondition> {
  const { fragments } = list;
  const term = searchedOf(text);
  if (!fragments || (term.length < FRAGMENT_MIN && !fragments.parts)) return sameFor(list.search(term, actor));
  const ids = await findIds(tx, list, fragments, actor, term);
  const found = ids && sql`${list.id} = any(${ids}::int[])`;
  if (found && ids.length <= SORTED_MATCHES_MAX) return sameFor(found);
  // An expression has no index, so that the rows are scanned in the list's own order.
  const scanned = matcherOf(list, actor, term)(sql`(${fragments.text} || '')`);
  return { where: scanned, counted: found ?? scanned };
}

/** The same for a query that counts nothing. */
export async function searchSql(tx: Tx, list: SearchedList, actor: Actor, term: string): Promise<Sql> {
  return (await findBySearch(tx, list, actor, term)).where;
}
