import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tx.ts';

/** The last day that is charged for all clients; null before the first. */
export async function readChargedThrough(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ through: string | null }>`select through from billing_accrual`.execute(tx);
  return rows[0]?.through ?? null;
}
