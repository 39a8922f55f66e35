import { staffScope } from '../../platform/database/tx.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { forgetAllowances } from '../../platform/outgoing/allowances.ts';
import { forgetCalls } from './calls.store.ts';
import { forgetAccountCalls } from './company-accounts/accounts.store.ts';
import { forgetRuns } from './runs.store.ts';

/** Nightly: traces, runs and webhooks that are older than they are kept. */
export const forgetOldJob: Job = ({ open }) =>
  open(staffScope, async (tx) => {
    await forgetCalls(tx);
    await forgetAccountCalls(tx);
    await forgetRuns(tx);
    await forgetAllowances(tx);
  });
