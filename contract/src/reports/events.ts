import { event } from '../kit/event.ts';
import { autoTasks } from './auto-tasks.ts';

export const reportsEvents = {
  /** A task was created, changed or deleted, or a run of it ended. */
  'auto_task.saved': event({ subject: 'auto_tasks', changes: [autoTasks.list] }),
  /** A run is to be mailed. */
  'auto_task.due': event({ subject: 'auto_task_runs', changes: [{ endpoint: autoTasks.list, by: null }] }),
};
