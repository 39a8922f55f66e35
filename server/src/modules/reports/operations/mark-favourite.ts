import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { mayRun, operationReport } from './all-reports.ts';
import { queueFavourite, queueNoFavourite } from './favourites.store.ts';

function assertMayRun(actor: Actor, name: string): void {
  const report = operationReport(name);
  if (!report || !mayRun(report, actor)) throw notFound();
}

export async function markFavourite(tx: Tx, actor: Actor, name: string): Promise<true> {
  assertMayRun(actor, name);
  queueFavourite(tx, actor, name);
  return true;
}

export async function unmarkFavourite(tx: Tx, actor: Actor, name: string): Promise<true> {
  assertMayRun(actor, name);
  queueNoFavourite(tx, actor.id, name);
  return true;
}
