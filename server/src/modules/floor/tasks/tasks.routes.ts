import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import type { Registry } from '../../../platform/module.ts';
import { readFloor, readMyWork } from './floor-now.view.ts';
import { planTasks } from './plan-tasks.ts';
import { releaseTask, renewTask, takeTask } from './take-task.ts';

const { tasks } = api;

export function tasksRoutes(registry: Registry): Binding[] {
  const sources = registry.list('taskSources');
  return [
    bind(tasks.mine, (tx, { actor }) => readMyWork(tx, sources, actor)),
    bind(tasks.take, (tx, { actor, body }) => takeTask(tx, sources, actor, body)),
    bind(tasks.renew, (tx, { actor, body }) => renewTask(tx, sources, actor, body)),
    bind(tasks.release, (tx, { actor, body }) => releaseTask(tx, actor, body)),
    bind(tasks.floor, (tx) => readFloor(tx, sources)),
    bind(tasks.plan, (tx, { body }) => planTasks(tx, sources, body)),
  ];
}
