export { autoTasksRoutes } from './auto-tasks.routes.ts';
export { drawTaskMail, mailedTasks, readTaskReport, scheduledTasks } from './run-task.ts';
export { readWaitingRun } from './tasks.view.ts';
