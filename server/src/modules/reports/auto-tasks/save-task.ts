import type { AutoTask, AutoTaskInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { readTimezone } from '../../company/index.ts';
import { lastPeriod } from '../schedules/due-periods.ts';
import { existingClients } from '../schedules/existing-clients.view.ts';
import { insertRunByHand } from '../schedules/runs.store.ts';
import { insertTask, lockTask, ownerOfTask, removeTask, updateClients } from './tasks.store.ts';
import { listTasks, readTask } from './tasks.view.ts';
import { traceTask } from './trace-task.ts';

const difference = (some: readonly number[], others: readonly number[]) => some.filter((id) => !others.includes(id));

async function assertClientsExist(tx: Tx, clients: readonly number[]): Promise<void> {
  if ((await existingClients(tx, clients)).length < clients.length) throw invalid('params.clients', 'ClientIsUnknown');
}

const saved = (tx: Tx, id: number) => recordEvent(tx, { kind: 'auto_task.saved', subjectId: id });

export const showTasks = async (tx: Tx, now: Date): Promise<AutoTask[]> => listTasks(tx, await readTimezone(tx), now);

const showTask = async (tx: Tx, id: number, now: Date): Promise<AutoTask> =>
  readTask(tx, id, await readTimezone(tx), now);

export async function createTask(tx: Tx, actor: Actor, input: AutoTaskInput, now: Date): Promise<AutoTask> {
  await assertClientsExist(tx, input.params.clients);
  const id = await insertTask(tx, actor, input, now);
  const { clients } = input.params;
  traceTask(tx, actor, 'Auto task added', { ...input, client_ids: clients }, clients);
  await saved(tx, id);
  return showTask(tx, id, now);
}

export async function changeClients(
  tx: Tx,
  actor: Actor,
  id: number,
  clients: readonly number[],
  now: Date,
): Promise<AutoTask> {
  const before = await updateClients(tx, id, clients, now);
  if (!before) throw notFound();
  await assertClientsExist(tx, clients);
  const { client_ids: had } = before;
  traceTask(tx, actor, 'Auto task added', before, difference(clients, had));
  // Of clients that no longer exist there is no history.
  traceTask(tx, actor, 'Auto task removed', before, await existingClients(tx, difference(had, clients)));
  await saved(tx, id);
  return showTask(tx, id, now);
}

export async function deleteTask(tx: Tx, actor: Actor, id: number): Promise<true> {
  const task = await removeTask(tx, id);
  if (!task) throw notFound();
  traceTask(tx, actor, 'Auto task removed', task, await existingClients(tx, task.client_ids));
  await saved(tx, id);
  return true;
}

/** Run now: besides the regular runs, for the same period as the last of them. A run that still waits is not made twice. */
export async function runTaskNow(tx: Tx, actor: Actor, id: number, now: Date): Promise<AutoTask> {
  const task = await lockTask(tx, id);
  if (!task) throw notFound();
  if (task.waiting === null) {
    const period = lastPeriod(task, await readTimezone(tx), now);
    const runId = await insertRunByHand(tx, ownerOfTask(id), actor, period, now);
    await recordEvent(tx, { kind: 'auto_task.due', subjectId: runId });
  }
  return showTask(tx, id, now);
}
