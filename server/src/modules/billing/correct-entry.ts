import { type Entry, type EntryUpdate, mayCall } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns } from '../../platform/database/written-columns.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { forbidden, invalid, notFound, stale } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import { isClosed, isCorrected, readEntry } from './entries.view.ts';
import { listDifferenceOfEntry } from './unbilled/cost-difference.ts';

interface LockedEntry {
  client_id: number;
  bill_date: string;
  reference: string;
  quantity: string;
  price: string;
  note: string;
  updated_at: string;
  corrects: number | null;
  is_closed: boolean;
  is_corrected: boolean;
}

async function lockEntry(tx: Tx, id: number): Promise<LockedEntry | undefined> {
  const { rows } = await sql<LockedEntry>`
    select client_id, bill_date, reference, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price, note, updated_at,
      corrects, ${isClosed} as is_closed, ${isCorrected} as is_corrected
    from billing_entries e where id = ${id} and deleted_at is null and ${inScope(tx)} for no key update`.execute(tx);
  return rows[0];
}

/**
 * Throws for an entry of a closed month; for one that was corrected before its month was reopened, which would be taken
 * back twice; and for one that takes another back: it can only be removed.
 */
function assertMayChange({ is_closed, is_corrected, quantity }: LockedEntry, isRemoved: boolean): void {
  if (is_closed) throw invalid('bill_date', 'EntryIsInClosedPeriod');
  if (is_corrected) throw invalid('_', 'EntryHasCorrection');
  if (Number(quantity) < 0 && !isRemoved) throw invalid('quantity', 'EntryTakesBack');
}

/** With the entry that takes back a charge goes the one that replaced it, or the charge would count twice. */
async function removeReplacement(tx: Tx, { client_id, corrects, quantity }: LockedEntry): Promise<void> {
  if (corrects === null || Number(quantity) > 0) return;
  await sql`
    update billing_entries set deleted_at = now(), touched = true, updated_at = now()
    where client_id = ${client_id} and corrects = ${corrects} and deleted_at is null and ${inScope(tx)}`.execute(tx);
}

/** Corrects a charge, or removes it when its quantity becomes 0, which needs a permission of its own. */
export async function correctEntry(tx: Tx, actor: Actor, id: number, update: EntryUpdate): Promise<Entry | true> {
  const { updated_at: readAt, ...columns } = update;
  const isRemoved = Number(columns.quantity) === 0;
  if (isRemoved && !mayCall(actor, 'delete_billing_entry')) throw forbidden();
  const before = await lockEntry(tx, id);
  if (!before) throw notFound();
  if (readAt && readAt !== before.updated_at) throw stale();
  assertMayChange(before, isRemoved);
  const changes = changesBetween(before, columns);
  if (!changes.length) return readEntry(tx, id);
  const { client_id: clientId } = before;
  const set = isRemoved ? { deleted_at: sql`now()` } : columns;
  const changed = changedColumns('billing_entries', { ...set, touched: true });
  await sql`update billing_entries set ${changed}, updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
  if (isRemoved) await removeReplacement(tx, before);
  const subject = isRemoved ? 'Billing entry removed' : 'Updated';
  await trace(tx, actor, { type: 'BillingEntry', id, clientId, subject, changes });
  await listDifferenceOfEntry(tx, id);
  await recordEvent(tx, { kind: 'billing_entry.saved', clientId, subjectId: id });
  return isRemoved ? true : readEntry(tx, id);
}
