import { event } from '../kit/event.ts';
import { autoTasks } from './auto-tasks.ts';
import { reportSubscriptions } from './report-subscriptions.ts';

export const reportsEvents = {
  /** A task was created, changed or deleted, or a run of it ended. */
  'auto_task.saved': event({ subject: 'auto_tasks', changes: [autoTasks.list] }),
  /** A run is to be mailed. */
  'auto_task.due': event({ subject: 'auto_task_runs', changes: [{ endpoint: autoTasks.list, by: null }] }),
  /** A subscription was made, changed or deleted, it stopped, or a run of it ended. */
  'report_subscription.saved': event({ subject: 'report_subscriptions', changes: [reportSubscriptions.list] }),
  /** A run of a subscription is to be mailed. */
  'report_subscription.due': event({
    subject: 'auto_task_runs',
    changes: [{ endpoint: reportSubscriptions.list, by: null }],
  }),
};
