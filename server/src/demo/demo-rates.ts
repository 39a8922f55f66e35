import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

/**
 * Reads rates for many days with a few calls: between two days on which rates change they are the same. `read` is
 * called with the first day of each such interval; the answer finds what was read for any day.
 */
export async function readByDay<Rates>(
  tx: Tx,
  read: (day: string) => Promise<Rates>,
): Promise<(day: string) => Rates | undefined> {
  const { rows } = await sql<{ day: string }>`select distinct valid_from as day from billing_links order by 1`.execute(
    tx,
  );
  const times: { from: string; rates: Rates }[] = [];
  for (const { day } of rows) times.push({ from: day, rates: await read(day) });
  return (day) => times.findLast(({ from }) => from <= day)?.rates;
}
