import { createHash } from 'node:crypto';
import { type Sql, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/** Rows of one round trip: few enough that reading them does not hold up the event loop, whatever texts they have. */
const BATCH = 200;

/**
 * A name for the cursor of this statement. Statements stay prepared by their texts, and with them what their rows are:
 * two cursors of one name would be read with the columns of the first.
 */
const cursorName = (query: Sql): string =>
  `rows_${createHash('sha256').update(query.compile().text).digest('hex').slice(0, 16)}`;

/**
 * Reads any number of rows a few at a time, in the caller's transaction, so that only those few are in memory. The next
 * ones are fetched while the caller works on the last. It ends with the transaction: at its time limit, and when the
 * caller of a reading transaction disconnects, which also cancels the query.
 */
export async function* readByCursor<Row extends object>(tx: Tx, query: Sql): AsyncGenerator<Row[]> {
  const cursor = sql.ref(cursorName(query));
  // The query is the caller's, who says what its rows are.
  const fetch = async () => (await sql`fetch ${sql.lit(BATCH)} from ${cursor}`.execute(tx)).rows as Row[];
  // All rows are read: the plan that has the first ones early is not the best.
  sql`select set_config('cursor_tuple_fraction', '1', true)`.queue(tx);
  sql`declare ${cursor} no scroll cursor for ${query}`.queue(tx);
  let rows = await fetch();
  while (rows.length === BATCH) {
    const next = fetch();
    // Whoever stops reading does not wait for it.
    next.catch(() => {});
    yield rows;
    rows = await next;
  }
  if (rows.length) yield rows;
  sql`close ${cursor}`.queue(tx);
}
