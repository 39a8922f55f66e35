import { sql } from 'kysely';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';
import { ExpiringSet } from './expiring-set.ts';
import { FRAGMENT_MIN, type ListSql, likePattern, type Sql } from './list-sql.ts';

const overLimitCache = new ExpiringSet(60_000, 2_000);

type SearchedList = Pick<ListSql, 'from' | 'id' | 'visible' | 'search' | 'fragments'>;

/** Above this number of matches, scanning in the list's order is faster than the trigram index and a sort. */
const INDEX_MATCHES_MAX = 50_000;

/**
 * Counts rows up to `max`; `max + 1` means more. That there are more is cached for a minute: counting takes as long
 * as everything else together, and the result rarely changes.
 */
export async function countUpTo(tx: Tx, max: number, from: Sql, where: Sql): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from
    (select from ${from} where ${where} limit ${sql.lit(max + 1)}) counted`.compile(tx);
  const cacheKey = `${tx.scope.role} ${tx.scope.clientId} ${query.sql} ${JSON.stringify(query.parameters)}`;
  if (overLimitCache.has(cacheKey)) return max + 1;
  const { rows } = await tx.executeQuery(query);
  const total = rows[0]?.total ?? 0;
  if (total > max) overLimitCache.add(cacheKey);
  return total;
}

/** A character alone begins too many words for the index: it must be the whole part. Two begin a part. */
const shortPatterns = (pattern: string) =>
  pattern.replace('\\', '').length === 1 ? [`%\n${pattern}\n%`, `%\n${pattern}`] : [`%\n${pattern}%`];

/**
 * The SQL condition of a search. Under a row-level policy PostgreSQL ignores how frequent a substring is, and always
 * uses the trigram index (staff) or always scans (clients). So we count the matches first and choose.
 */
export async function searchSql(tx: Tx, list: SearchedList, actor: Actor, term: string): Promise<Sql> {
  const { fragments } = list;
  const isShort = term.length < FRAGMENT_MIN;
  if (!fragments || (isShort && !fragments.parts)) return list.search(term, actor);
  const pattern = likePattern(term);
  const like = (text: Sql) => (searched: string) => sql`${text} like ${searched}`;
  const contains = (text: Sql) =>
    isShort
      ? sql`(${sql.join([...shortPatterns(pattern).map(like(text)), list.search(term, actor)], sql` or `)})`
      : like(text)(`%${pattern}%`);
  const ids = actor.clientId === null ? undefined : fragments.ids?.(actor.clientId, pattern);
  // In the select list the function returns row by row, and stops at the limit.
  const [from, where] = ids
    ? [sql`(select ${ids}) found`, sql`true`]
    : [list.from, sql`${list.visible(actor)} and ${contains(fragments.text)}`];
  // An expression has no index, so that the rows are scanned in the list's own order.
  if ((await countUpTo(tx, INDEX_MATCHES_MAX, from, where)) > INDEX_MATCHES_MAX)
    return contains(sql`(${fragments.text} || '')`);
  if (ids) return sql`${list.id} in (select ${ids})`;
  if (fragments.ids) return contains(fragments.text);
  // A list of all clients: nothing else narrows it, and the planner would rather scan in the list's order until it has
  // found a page, however rare the term is. As an array the matches are looked up first.
  return sql`${list.id} = any(array(select ${list.id} from ${list.from} where ${where}))`;
}
