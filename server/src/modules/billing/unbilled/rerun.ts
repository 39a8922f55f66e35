import {
  daysOfUnbilled,
  RERUN_SHIPMENTS_MAX,
  type RerunInput,
  type RerunResult,
  type UnbilledKey,
} from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import type { Open } from '../../../platform/database/tx.ts';
import type { OpenPart } from '../../../platform/http/bind.ts';
import type { Problem } from '../../../platform/http/problem.ts';
import { startRun } from '../accrual/start-run.ts';
import { billAsProposed } from '../charge-shipment.ts';
import { countOfShipments, shipmentsOfRow } from '../gaps.store.ts';
import { rerunShipment } from './rerun-shipment.ts';

/** The shipments of the rows in order; those that nobody billed are billed as proposed, the others are completed. */
async function shipmentsOf(open: Open, actor: Actor, rows: readonly UnbilledKey[]) {
  const unbilled = new Set<number>();
  const all = new Set<number>();
  for (const row of rows) {
    if (row.billable_type !== 'shipment') continue;
    for (const id of await open(actorScope(actor), (tx) => shipmentsOfRow(tx, row), 'read')) {
      all.add(id);
      if (row.reason === 'not_billed') unbilled.add(id);
    }
  }
  return { unbilled, ids: [...all].sort((a, b) => a - b) };
}

/** Has the days of the rows charged again, in the background. Answers the runs. */
async function startRuns(
  openPart: OpenPart,
  actor: Actor,
  rows: readonly UnbilledKey[],
  mayLower: boolean,
): Promise<number[]> {
  const runs: number[] = [];
  for (const { clientId, ...span } of daysOfUnbilled(rows)) {
    // The transaction may be run again: only the run of the last attempt exists.
    let run: number | undefined;
    await openPart(`days of ${clientId}`, async (tx) => {
      run = (await startRun(tx, actor.name, { cause: 'unbilled', clientIds: [clientId], mayLower, ...span })).id;
    });
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

/**
 * Computes the charges of rows again: each shipment in its own transaction, so that one that is refused does not keep the
 * others from it; days and counts by runs of the accrual, one per client.
 */
export async function rerun(
  openPart: OpenPart,
  open: Open,
  actor: Actor,
  { rows, after: last, may_lower }: RerunInput,
): Promise<RerunResult> {
  const { unbilled, ids } = await shipmentsOf(open, actor, rows);
  const due = ids.filter((id) => id > last);
  const reached = due.slice(0, RERUN_SHIPMENTS_MAX);
  const count = () => open(actorScope(actor), (tx) => countOfShipments(tx, reached), 'read');
  const before = await count();
  const refused: RerunResult['refused'] = [];
  for (const id of reached)
    try {
      await openPart(`shipment ${id}`, (tx) =>
        unbilled.has(id) ? billAsProposed(tx, actor, id, false) : rerunShipment(tx, actor, id),
      );
    } catch (error) {
      const { message, reason } = error as Problem;
      refused.push({ shipment_id: id, message, message_key: reason });
    }
  const runs = last === 0 ? await startRuns(openPart, actor, rows, may_lower === 1) : [];
  const after = await count();
  return {
    entries: after.entries - before.entries,
    shipments: reached.length,
    left: after.withGaps.length,
    left_shipments: after.withGaps,
    postponed: due.length - reached.length,
    last: reached.at(-1) ?? last,
    refused,
    runs,
  };
}
