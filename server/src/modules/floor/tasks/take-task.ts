import { mayCall, messageWith, TASK_ACCESS, type TakeInput, type Task, type TaskRef } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { holdTask, release, releaseOthers } from './tasks.store.ts';
import { readFree, readHeldBy, readTask, type Sources } from './tasks.view.ts';

/** Several people ask for the next task at once: each finds the first ones taken. */
const TRIED = 50;

const changed = (tx: Tx) => recordEvent(tx, { kind: 'task.changed' });

/** The hour and minute where the company is. */
async function clockTime(tx: Tx, moment: string): Promise<string> {
  const { rows } = await sql<{ time: string }>`
    select to_char(${moment}::timestamptz at time zone timezone, 'HH24:MI') as time from company`.execute(tx);
  return rows[0]?.time ?? '';
}

async function heldByAnother(tx: Tx, sources: Sources, ref: TaskRef) {
  const holder = (await readTask(tx, sources, ref))?.holder;
  if (!holder) return invalid('record_id', 'TaskIsNotYours');
  return invalid('record_id', messageWith('TaskIsHeld', holder.name, await clockTime(tx, holder.since)));
}

async function open(tx: Tx, sources: Sources, actor: Actor, ref: TaskRef): Promise<Task> {
  if (!mayCall(actor, TASK_ACCESS[ref.kind])) throw invalid('kind', 'TaskNotForYou');
  const task = await readTask(tx, sources, ref);
  if (!task) throw invalid('record_id', 'TaskIsGone');
  return task;
}

/** Its holder now, as it is read after the write. */
async function heldBy(tx: Tx, sources: Sources, actor: Actor, ref: TaskRef): Promise<Task> {
  await releaseOthers(tx, actor.id, ref);
  await changed(tx);
  const task = await readTask(tx, sources, ref);
  if (!task) throw invalid('record_id', 'TaskIsGone');
  return task;
}

async function takeNext(tx: Tx, sources: Sources, actor: Actor): Promise<Task> {
  const held = await readHeldBy(tx, sources, actor.id);
  for (const task of await readFree(tx, sources, actor, TRIED))
    if (await holdTask(tx, actor, task)) return heldBy(tx, sources, actor, task);
  // Whoever holds the only task has the next one already.
  if (held) return held;
  throw invalid('kind', 'NoTaskWaits');
}

/** Takes a task, or the next one for the caller, who leaves what they held before. */
export async function takeTask(tx: Tx, sources: Sources, actor: Actor, { kind, record_id }: TakeInput): Promise<Task> {
  if (kind === undefined || record_id === undefined) return takeNext(tx, sources, actor);
  const task = await open(tx, sources, actor, { kind, record_id });
  if (!(await holdTask(tx, actor, task))) throw await heldByAnother(tx, sources, task);
  return heldBy(tx, sources, actor, task);
}

/** Renews the lease of the holder; one that ended is taken again, unless somebody else took the task meanwhile. */
export async function renewTask(tx: Tx, sources: Sources, actor: Actor, ref: TaskRef): Promise<Task> {
  const task = await open(tx, sources, actor, ref);
  if (task.holder?.id !== actor.id && task.holder) throw await heldByAnother(tx, sources, ref);
  if (!(await holdTask(tx, actor, task))) throw await heldByAnother(tx, sources, ref);
  return heldBy(tx, sources, actor, ref);
}

/** Succeeds also when nobody holds the task, or somebody else does by now. */
export async function releaseTask(tx: Tx, actor: Actor, ref: TaskRef): Promise<true> {
  if (await release(tx, actor.id, ref)) await changed(tx);
  return true;
}
