import { type BillingRun, messageWith } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { daysSharingSnapshots, intersectDays } from './accrual-rules.ts';
import { clientsExist, insertRun, readAccrualDays } from './runs.store.ts';
import { readRun } from './runs.view.ts';

export interface RunRequest {
  cause: Exclude<BillingRun['cause'], 'nightly'>;
  from: string;
  to: string;
  /** Null or empty: every client. */
  clientIds: readonly number[] | null;
  /** Whether it may remove or lower entries; otherwise it stops at the first day that would. */
  mayLower: boolean;
}

interface RunDays {
  from: string;
  to: string;
  clientIds: readonly number[] | null;
}

/**
 * Has days charged again by a job, all of those that count the same stock with them. Throws 422 for days that are not
 * over, or before which nothing was in stock, and for unknown clients.
 */
export async function startRun(tx: Tx, userName: string, request: RunRequest): Promise<BillingRun> {
  const { cause, mayLower } = request;
  const id = await insertRun(tx, userName, { cause, mayLower, ...(await daysOfRun(tx, request)) });
  await recordEvent(tx, { kind: 'billing_run.started', subjectId: id });
  return readRun(tx, id);
}

/** The days and clients of a run, all days that count the same stock with them. */
export async function daysOfRun(tx: Tx, request: RunDays): Promise<RunDays> {
  const { from, to } = request;
  const clientIds = request.clientIds?.length ? [...new Set(request.clientIds)] : null;
  if (from > to) throw invalid('to', 'RunEndsBeforeItBegins');
  if (clientIds && !(await clientsExist(tx, clientIds))) throw invalid('client_ids', 'RunClientIsUnknown');
  const { first_day: first, last_day: last } = await readAccrualDays(tx);
  if (first === null) throw invalid('from', 'RunNothingInStock');
  if (to > last) throw invalid('to', messageWith('RunDayIsNotOver', last));
  if (to < first) throw invalid('to', messageWith('RunBeforeFirstMovement', first));
  const begin = intersectDays({ from, to }, first, last).from;
  return { clientIds, ...intersectDays(daysSharingSnapshots(begin, to), first, last) };
}
