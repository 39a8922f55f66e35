import type { FloorNow, Task, TaskKind, TaskRef } from '@longshore/contract';

export const keyOfTask = ({ kind, record_id }: TaskRef): string => `${kind} ${record_id}`;

/** Those of the chosen tasks that are still there: what others finished meanwhile is left out. */
export const chosenOf = (tasks: readonly Task[], chosen: ReadonlySet<string>): Task[] =>
  tasks.filter((task) => chosen.has(keyOfTask(task)));

/** The people who may do all of these tasks. */
export function mayDoAll(candidates: FloorNow['candidates'], tasks: readonly { kind: TaskKind }[]) {
  return candidates.filter(({ kinds }) => tasks.every(({ kind }) => kinds.includes(kind)));
}
