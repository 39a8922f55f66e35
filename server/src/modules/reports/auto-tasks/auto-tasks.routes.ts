import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import type { Tools } from '../../../platform/module.ts';
import { changeClients, createTask, deleteTask, runTaskNow, showTasks } from './save-task.ts';

const { autoTasks } = api;

export const autoTasksRoutes = ({ clock }: Tools): Binding[] => [
  bind(autoTasks.list, (tx) => showTasks(tx, clock.now())),
  bind(autoTasks.create, (tx, { actor, body }) => createTask(tx, actor, body, clock.now())),
  bind(autoTasks.delete, (tx, { actor, params }) => deleteTask(tx, actor, params.id)),
  bind(autoTasks.setParams, (tx, { actor, params, body }) =>
    changeClients(tx, actor, params.id, body.params.clients, clock.now()),
  ),
  bind(autoTasks.run, (tx, { actor, params }) => runTaskNow(tx, actor, params.id, clock.now())),
];
