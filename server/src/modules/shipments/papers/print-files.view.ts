import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** Whether a stored file is the document of a print job. */
export async function keepsPrint(tx: Tx, path: string): Promise<boolean> {
  const { count } = await sql<{ id: number }>`select id from print_jobs where path = ${path}`.execute(tx);
  return count > 0;
}
