import { createHash } from 'node:crypto';
import { type Sql, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/** Rows of one round trip: few enough that reading them does not hold up the event loop, whatever texts they have. */
const BATCH = 200;
/** Characters of one round trip at most, where more rows at a time are wanted. */
const BATCH_TEXT = 200_000;

/** How long the texts of a row are, by three of these rows. */
function textOf(rows: readonly object[]): number {
  const sample = [rows[0], rows[rows.length >> 1], rows.at(-1)];
  const lengths = sample.flatMap((row) => Object.values(row ?? {}).map((value) => String(value ?? '').length));
  return lengths.reduce((sum, length) => sum + length, 0) / sample.length;
}

/**
 * A name for the cursor of this statement. Statements stay prepared by their texts, and with them what their rows are:
 * two cursors of one name would be read with the columns of the first.
 */
const cursorName = (query: Sql): string =>
  `rows_${createHash('sha256').update(query.compile().text).digest('hex').slice(0, 16)}`;

/**
 * Reads any number of rows a few at a time, in the caller's transaction, so that only those few are in memory. The next
 * ones are fetched while the caller works on the last. Who waits for the answer says how many `atOnce`: round trips on a
 * busy machine take longer than what is read by them. It ends with the transaction: at its time limit, and when the
 * caller of a reading transaction disconnects, which also cancels the query.
 */
export async function* readByCursor<Row extends object>(tx: Tx, query: Sql, atOnce = BATCH): AsyncGenerator<Row[]> {
  const cursor = sql.ref(cursorName(query));
  // The query is the caller's, who says what its rows are.
  const fetch = async (count: number) => (await sql`fetch ${sql.lit(count)} from ${cursor}`.execute(tx)).rows as Row[];
  // All rows are read: the plan that has the first ones early is not the best.
  sql`select set_config('cursor_tuple_fraction', '1', true)`.queue(tx);
  sql`declare ${cursor} no scroll cursor for ${query}`.queue(tx);
  let count = BATCH;
  let rows = await fetch(count);
  while (rows.length === count) {
    // Few sizes: each is a prepared statement.
    if (count < atOnce && textOf(rows) * count * 2 < BATCH_TEXT) count *= 2;
    const next = fetch(count);
    // Whoever stops reading does not wait for it.
    next.catch(() => {});
    yield rows;
    rows = await next;
  }
  if (rows.length) yield rows;
  sql`close ${cursor}`.queue(tx);
}
