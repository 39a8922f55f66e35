import type { Subscribers } from '../../platform/events/events.ts';
import type { Tools } from '../../platform/module.ts';
import { mailedTasks, scheduledTasks } from './auto-tasks/index.ts';
import { mailRunJob, mailRunRequest, queueDueRunsJob } from './schedules/mail-runs.ts';
import { mailedSubscriptions, scheduledSubscriptions } from './subscriptions/index.ts';

/** Makes the runs of everything that is mailed by a schedule. */
export const queueDueJob = (tools: Pick<Tools, 'clock'>) =>
  queueDueRunsJob([scheduledTasks, scheduledSubscriptions], tools);

export const scheduledMailJobs = (tools: Tools) => ({
  documents: {
    'run-auto-task': mailRunJob(mailedTasks(tools), tools),
    'mail-subscription': mailRunJob(mailedSubscriptions(tools), tools),
  },
  upkeep: { 'queue-auto-tasks': queueDueJob(tools) },
});

export const scheduledMailSchedules = [{ task: 'queue-auto-tasks', match: '*/15 * * * *' }];

export const scheduledMailSubscribers: Subscribers = {
  'auto_task.due': [({ subject_id }) => [mailRunRequest('run-auto-task', subject_id)]],
  'report_subscription.due': [({ subject_id }) => [mailRunRequest('mail-subscription', subject_id)]],
};
