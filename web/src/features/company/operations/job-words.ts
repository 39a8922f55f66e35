import type { JobRun } from '@longshore/contract';
import type { PlainKey } from '../../../lib/text/text.ts';
import type { PillStatus } from '../../../ui/status-pill.tsx';

export const jobPills: Record<JobRun['state'], PillStatus> = {
  done: 'finished',
  failed: 'attention',
  'given up': 'refused',
};

export const jobStates: Record<JobRun['state'], PlainKey> = {
  done: 'operations.jobDone',
  failed: 'operations.jobFailed',
  'given up': 'operations.jobGivenUp',
};

/** Labels of jobs; jobs without one are shown by their task name. */
export const jobNames: Record<string, PlainKey> = {
  'send-mail': 'operations.tasks.sendMail',
  housekeeping: 'operations.tasks.housekeeping',
  import: 'operations.tasks.import',
  'post-count': 'operations.tasks.postCount',
  'tidy-file': 'operations.tasks.tidyFile',
  'queue-webhooks': 'operations.tasks.queueWebhooks',
  'deliver-webhook': 'operations.tasks.deliverWebhook',
  'queue-auto-tasks': 'operations.tasks.queueAutoTasks',
  'run-auto-task': 'operations.tasks.runAutoTask',
  'mail-subscription': 'operations.tasks.mailSubscription',
  accrue: 'operations.tasks.accrue',
  'accrue-due': 'operations.tasks.accrueDue',
  'look-at-exceptions': 'operations.tasks.lookAtExceptions',
  'look-at-exceptions-nightly': 'operations.tasks.lookAtExceptionsNightly',
};

export const jobPath = (id: number) => `/system/jobs/${id}/action/view`;
export const jobsPath = '/system/jobs';
