import { mayCall, messageWith, type PlanInput, TASK_ACCESS, type Task } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { readPeople } from '../../accounts/index.ts';
import { plan } from './tasks.store.ts';
import { readTasksOf, type Sources } from './tasks.view.ts';

async function assigneeOf(tx: Tx, tasks: readonly Task[], userId: number) {
  const person = (await readPeople(tx, null)).find(({ id }) => id === userId);
  if (!person) throw invalid('assignee', 'AssigneeIsUnknown');
  if (tasks.some(({ kind }) => !mayCall(person, TASK_ACCESS[kind])))
    throw invalid('assignee', messageWith('AssigneeMayNot', person.name));
  return { id: person.id, name: person.name };
}

/** Ranks tasks or gives them to somebody, all of them or none. Whoever works on one goes on. */
export async function planTasks(
  tx: Tx,
  sources: Sources,
  { tasks: refs, priority, assignee }: PlanInput,
): Promise<Task[]> {
  const tasks = await readTasksOf(tx, sources, refs);
  const isGone = (ref: PlanInput['tasks'][number]) =>
    !tasks.some(({ kind, record_id }) => kind === ref.kind && record_id === ref.record_id);
  const gone = refs.findIndex(isGone);
  if (gone >= 0) throw invalid(`tasks.${gone}.record_id`, 'TaskIsGone');
  await plan(tx, tasks, {
    priority,
    assignee: typeof assignee === 'number' ? await assigneeOf(tx, tasks, assignee) : assignee,
  });
  await recordEvent(tx, { kind: 'task.changed' });
  return readTasksOf(tx, sources, refs);
}
