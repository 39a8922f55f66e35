import { makeSscc, ssccCapacity } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';
import type { SsccBearer } from './sscc-bearer.ts';
import { holdPrefix, insertSsccs, lockCounter, readPrefix } from './ssccs.store.ts';

/**
 * Gives an SSCC to what is printed for the first time; nothing while the company has no prefix. `readLacking` answers
 * what has none yet, in the order of the labels; it is asked again under the lock, because somebody else may be printing
 * the same labels.
 */
export async function giveSsccs(tx: Tx, readLacking: () => Promise<SsccBearer[]>): Promise<void> {
  if (!(await readPrefix(tx)) || (await readLacking()).length === 0) return;
  const prefix = await holdPrefix(tx);
  if (!prefix) return;
  const given = await lockCounter(tx, prefix);
  const lacking = await readLacking();
  if (lacking.length === 0) return;
  const left = ssccCapacity(prefix) - given;
  if (lacking.length > left) throw invalid('ids', `SsccsAreUsedUp:${prefix}`);
  await insertSsccs(
    tx,
    prefix,
    lacking.map((bearer, n) => ({ ...bearer, sscc: makeSscc(prefix, given + n) })),
  );
}
