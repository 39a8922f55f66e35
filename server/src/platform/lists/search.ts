import { sql } from 'kysely';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';
import { FRAGMENT_MIN, type ListSql, likePattern, type Sql } from './list-sql.ts';
import { Remembered } from './remembered.ts';

const plenty = new Remembered(60_000, 2_000);

type Searched = Pick<ListSql, 'from' | 'id' | 'visible' | 'search' | 'fragments'>;

/** Rows that are found by a fragment are gathered and sorted; beyond so many it is quicker to walk to the first page. */
const GATHERED_MAX = 50_000;

/**
 * How many rows, as far as is asked. That there are more is remembered for a minute: it takes as long to count as
 * everything else together, and hardly ever ceases to be true.
 */
export async function countUpTo(tx: Tx, max: number, from: Sql, where: Sql): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from
    (select from ${from} where ${where} limit ${sql.lit(max + 1)}) counted`.compile(tx);
  const question = `${tx.scope.role} ${tx.scope.clientId} ${query.sql} ${JSON.stringify(query.parameters)}`;
  if (plenty.has(question)) return max + 1;
  const { rows } = await tx.executeQuery(query);
  const total = rows[0]?.total ?? 0;
  if (total > max) plenty.add(question);
  return total;
}

/**
 * What a search asks of the rows of a list. Below a policy PostgreSQL does not look at how frequent a fragment is, and
 * always gathers by the trigram index (staff) or always walks (clients): so it is asked first, and told which.
 */
export async function searchSql(tx: Tx, list: Searched, actor: Actor, term: string): Promise<Sql> {
  const { fragments } = list;
  if (!fragments || term.length < FRAGMENT_MIN) return list.search(term, actor);
  const pattern = likePattern(term);
  const isIn = (text: Sql) => sql`${text} like ${`%${pattern}%`}`;
  const ids = actor.clientId === null ? undefined : fragments.ids(actor.clientId, pattern);
  // In the select list the function is asked for row after row, and no longer than is wanted.
  const [from, where] = ids
    ? [sql`(select ${ids}) found`, sql`true`]
    : [list.from, sql`${list.visible(actor)} and ${isIn(fragments.text)}`];
  // An expression has no index, so that the rows are walked in the list's own order.
  if ((await countUpTo(tx, GATHERED_MAX, from, where)) > GATHERED_MAX) return isIn(sql`(${fragments.text} || '')`);
  return ids ? sql`${list.id} in (select ${ids})` : isIn(fragments.text);
}
