import type { RowFormat } from '../../documents/row-file.ts';
import { sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';

/** `orders-2026-11-17.xlsx`: what is exported, and the day in the company's time zone. */
export async function exportName(tx: Tx, name: string, timezone: string, format: RowFormat = 'xlsx'): Promise<string> {
  const { rows } = await sql<{
    day: string;
  }>`select to_char(now() at time zone ${timezone}, 'YYYY-MM-DD') as day`.execute(tx);
  return `${name}-${rows[0]?.day}.${format}`;
}
