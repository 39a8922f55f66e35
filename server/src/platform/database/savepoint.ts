import { sql } from './sql.ts';
import type { Tx } from './tx.ts';

const rollBack = (tx: Tx) => sql`rollback to savepoint attempt`.execute(tx);

/**
 * Runs work that may fail without failing the transaction: when it throws, what it wrote is rolled back, and the
 * transaction goes on. Statements queued before it are sent first, so that their errors are not taken for the work's;
 * those that it queued itself are sent before the savepoint is released, so that their errors are.
 */
export async function inSavepoint<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(tx);
    return result;
  } catch (error) {
    // Statements that the work queued and did not send go first. When one of them fails, this one is not run.
    await rollBack(tx).catch(() => rollBack(tx));
    tx.forgetFailure();
    throw error;
  }
}
