import type { AutoTask, AutoTaskInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { readTimezone } from '../../company/index.ts';
import { countClients, insertRunByHand, insertTask, removeTask, updateClients } from './tasks.store.ts';
import { listTasks, readTask } from './tasks.view.ts';

async function assertClientsExist(tx: Tx, clients: readonly number[]): Promise<void> {
  if ((await countClients(tx, clients)) < clients.length) throw invalid('params.clients', 'ClientIsUnknown');
}

const saved = (tx: Tx, id: number) => recordEvent(tx, { kind: 'auto_task.saved', subjectId: id });

export const showTasks = async (tx: Tx, now: Date): Promise<AutoTask[]> => listTasks(tx, await readTimezone(tx), now);

const showTask = async (tx: Tx, id: number, now: Date): Promise<AutoTask> =>
  readTask(tx, id, await readTimezone(tx), now);

export async function createTask(tx: Tx, actor: Actor, input: AutoTaskInput, now: Date): Promise<AutoTask> {
  await assertClientsExist(tx, input.params.clients);
  const id = await insertTask(tx, actor, input, now);
  await saved(tx, id);
  return showTask(tx, id, now);
}

export async function changeClients(tx: Tx, id: number, clients: readonly number[], now: Date): Promise<AutoTask> {
  await updateClients(tx, id, clients, now);
  await assertClientsExist(tx, clients);
  await saved(tx, id);
  return showTask(tx, id, now);
}

export async function deleteTask(tx: Tx, id: number): Promise<true> {
  await removeTask(tx, id);
  await saved(tx, id);
  return true;
}

/** Run now: besides the regular runs, for the same period as the last of them. */
export async function runTaskNow(tx: Tx, actor: Actor, id: number, now: Date): Promise<AutoTask> {
  const runId = await insertRunByHand(tx, id, actor, await readTimezone(tx), now);
  if (runId !== undefined) await recordEvent(tx, { kind: 'auto_task.due', subjectId: runId });
  return showTask(tx, id, now);
}
