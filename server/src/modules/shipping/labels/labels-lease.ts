import { setTimeout as sleep } from 'node:timers/promises';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import { endLease, renewLease, takeLease } from '../../../platform/outgoing/allowances.ts';

/** Longer than a call to the partner takes at most: what a dead process had begun is over when its lease ends. */
const LEASE_SECONDS = 60;
const RENEW_MS = 15_000;
/** How long a person waits for somebody else who buys labels of the same shipment. */
const PATIENCE_MS = 25_000;
const LOOK_MS = 150;

const nameOf = (shipmentId: number) => `labels ${shipmentId}`;

async function take(open: Open, shipmentId: number, patienceMs: number): Promise<boolean> {
  for (let waited = 0; ; waited += LOOK_MS) {
    if (await open(staffScope, (tx) => takeLease(tx, nameOf(shipmentId), LEASE_SECONDS))) return true;
    if (waited >= patienceMs) return false;
    await sleep(LOOK_MS);
  }
}

async function holding<Result>(open: Open, shipmentId: number, work: () => Promise<Result>): Promise<Result> {
  const renewing = setInterval(() => {
    // A renewal that fails is made up for by the next one.
    open(staffScope, (tx) => renewLease(tx, nameOf(shipmentId), LEASE_SECONDS)).catch(() => {});
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await open(staffScope, (tx) => endLease(tx, nameOf(shipmentId)));
  }
}

/**
 * Only one process asks the partner for labels of a shipment at a time: the work runs under a lease. Whoever comes
 * second waits for the first, and then finds what it did. 40005 when that takes too long.
 */
export async function withLabelLease<Result>(
  open: Open,
  shipmentId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!(await take(open, shipmentId, PATIENCE_MS))) throw refused(40005, 'LabelsAreBusy');
  return holding(open, shipmentId, work);
}

/** The same for jobs, which come back later: undefined when somebody else has the lease. */
export async function tryWithLabelLease<Result>(
  open: Open,
  shipmentId: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return (await take(open, shipmentId, 0)) ? holding(open, shipmentId, work) : undefined;
}
