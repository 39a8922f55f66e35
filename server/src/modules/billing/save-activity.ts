import type { Activity, ActivityInput, ActivityUpdate } from '@longshore/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, notFound, stale } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import { readActivity } from './activities.view.ts';
import { lockActivity } from './links.store.ts';

async function clientExists(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from clients where id = ${id} and ${inScope(tx, 'id')}`.execute(tx);
  return rows.length > 0;
}

export async function createActivity(tx: Tx, actor: Actor, input: ActivityInput): Promise<Activity> {
  const { client_id: clientId, name, charge } = input;
  const is_active = input.is_active === 1;
  if (!(await clientExists(tx, clientId))) throw invalid('client_id', 'ClientIsRequired');
  const { id } = await tx
    .insertInto('billing_activities')
    .values({ client_id: clientId, name, charge, is_active })
    .returning('id')
    .executeTakeFirstOrThrow();
  const changes = changesBetween({}, { name, charge, is_active });
  await trace(tx, actor, { type: 'BillingActivity', id, clientId, subject: 'Created', changes });
  await recordEvent(tx, { kind: 'billing_activity.saved', clientId, subjectId: id });
  return readActivity(tx, id);
}

export async function saveActivity(tx: Tx, actor: Actor, id: number, update: ActivityUpdate): Promise<Activity> {
  const before = await lockActivity(tx, id);
  if (!before) throw notFound();
  if (update.updated_at && update.updated_at !== before.updated_at) throw stale();
  const columns = { name: update.name, charge: update.charge, is_active: update.is_active === 1 };
  const changes = changesBetween(before, columns);
  const { client_id: clientId } = before;
  if (changes.length) {
    await tx
      .updateTable('billing_activities')
      .set({ ...columns, updated_at: sql`now()` })
      .where('id', '=', id)
      .where(inScope(tx))
      .execute();
    await trace(tx, actor, { type: 'BillingActivity', id, clientId, subject: 'Updated', changes });
    await recordEvent(tx, { kind: 'billing_activity.saved', clientId, subjectId: id });
  }
  return readActivity(tx, id);
}
