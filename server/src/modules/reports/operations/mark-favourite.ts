import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { mayRun, operationReport } from './all-reports.ts';
import { queueFavourite, queueNoFavourite } from './favourites.store.ts';

/** Marks a report that the caller may run. */
export async function markFavourite(tx: Tx, actor: Actor, name: string): Promise<true> {
  const report = operationReport(name);
  if (!report || !mayRun(report, actor)) throw notFound();
  queueFavourite(tx, actor, name);
  return true;
}

/** Takes the mark away, also of a report that is there no longer. */
export async function unmarkFavourite(tx: Tx, actor: Actor, name: string): Promise<true> {
  queueNoFavourite(tx, actor.id, name);
  return true;
}
