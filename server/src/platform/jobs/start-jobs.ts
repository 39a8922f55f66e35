import { urlOfRole } from '../database/logins.ts';
import { startDispatcher } from '../events/dispatcher.ts';
import { jobsOf, type Tools } from '../module.ts';
import { startWorker } from './worker.ts';

/** Runs the jobs of all modules, also by their schedules, and turns events into them. Returns how to stop both. */
export async function startJobs(
  tools: Tools,
  databaseUrl: string,
  hasSchedules: boolean,
): Promise<() => Promise<unknown>> {
  const { open, log, clock, registry, disk } = tools;
  const workerUrl = urlOfRole(databaseUrl, 'app_worker');
  const timed = {
    schedules: hasSchedules ? registry.list('schedules') : [],
    startTasks: registry.list('startTasks'),
  };
  const runner = await startWorker(workerUrl, jobsOf(tools), timed, { open, log, disk }, () => clock.now());
  const dispatcher = startDispatcher(workerUrl, open, registry.subscribers, log);
  return () => Promise.allSettled([dispatcher.stop(), runner.stop()]);
}
