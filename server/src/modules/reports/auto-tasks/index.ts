import type { Tools } from '../../../platform/module.ts';
import { queueTasksJob, runTaskJob } from './run-task.ts';

export { autoTasksRoutes } from './auto-tasks.routes.ts';
export { drawTaskMail, readTaskReport, taskSubscribers } from './run-task.ts';
export { readWaitingRun } from './tasks.view.ts';

export const autoTaskJobs = (tools: Tools) => ({
  documents: { 'run-auto-task': runTaskJob(tools) },
  upkeep: { 'queue-auto-tasks': queueTasksJob(tools) },
});
export const autoTaskSchedules = [{ task: 'queue-auto-tasks', match: '*/15 * * * *' }];
