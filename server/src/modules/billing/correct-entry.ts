import { type Entry, type EntryUpdate, mayCall } from '@longshore/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { forbidden, notFound, stale } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import { readEntry } from './entries.view.ts';

interface LockedEntry {
  client_id: number;
  bill_date: string;
  reference: string;
  quantity: string;
  price: string;
  note: string;
  updated_at: string;
}

async function lockEntry(tx: Tx, id: number): Promise<LockedEntry | undefined> {
  const { rows } = await sql<LockedEntry>`
    select client_id, bill_date, reference, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price, note, updated_at
    from billing_entries where id = ${id} and deleted_at is null and ${inScope(tx)} for no key update`.execute(tx);
  return rows[0];
}

/** Corrects a charge, or removes it when its quantity becomes 0, which needs a permission of its own. */
export async function correctEntry(tx: Tx, actor: Actor, id: number, update: EntryUpdate): Promise<Entry | true> {
  const { updated_at: readAt, ...columns } = update;
  const isRemoved = Number(columns.quantity) === 0;
  if (isRemoved && !mayCall(actor, 'delete_billing_entry')) throw forbidden();
  const before = await lockEntry(tx, id);
  if (!before) throw notFound();
  if (readAt && readAt !== before.updated_at) throw stale();
  const changes = changesBetween(before, columns);
  if (!changes.length) return readEntry(tx, id);
  const { client_id: clientId } = before;
  const set = isRemoved ? { deleted_at: sql<string>`now()` } : columns;
  await tx
    .updateTable('billing_entries')
    .set({ ...set, touched: true, updated_at: sql`now()` })
    .where('id', '=', id)
    .where(inScope(tx))
    .execute();
  const subject = isRemoved ? 'Billing entry removed' : 'Updated';
  await trace(tx, actor, { type: 'BillingEntry', id, clientId, subject, changes });
  await recordEvent(tx, { kind: 'billing_entry.saved', clientId, subjectId: id });
  return isRemoved ? true : readEntry(tx, id);
}
