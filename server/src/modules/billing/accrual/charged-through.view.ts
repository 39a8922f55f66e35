import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { addDays } from './accrual-rules.ts';
import { readAccrualDays } from './runs.store.ts';

/** The last day that is charged for all clients; null before the first. */
export async function readChargedThrough(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ through: string | null }>`select through from billing_accrual`.execute(tx);
  return rows[0]?.through ?? null;
}

/** The first day that is not charged yet; null when there never was anything to charge. */
export async function readFirstUncharged(tx: Tx): Promise<string | null> {
  const { through, first_day } = await readAccrualDays(tx);
  return through === null ? first_day : addDays(through, 1);
}
