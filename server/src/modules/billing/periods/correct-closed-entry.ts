import { type CorrectionInput, type Entry, mayCall } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { forbidden, invalid, notFound } from '../../../platform/http/problem.ts';
import { trace, traceCreated } from '../../records/index.ts';
import { isClosed, isCorrected, readEntries } from '../entries.view.ts';
import { readToday } from '../links.store.ts';
import { listDifferenceOfEntry } from '../unbilled/cost-difference.ts';
import { firstOpenDay } from './open-day.ts';

interface ClosedEntry {
  client_id: number;
  quantity: string;
  price: string;
  is_closed: boolean;
  is_corrected: boolean;
}

async function lockEntry(tx: Tx, id: number): Promise<ClosedEntry> {
  const { rows } = await sql<ClosedEntry>`
    select e.client_id, trim_scale(e.quantity)::text as quantity, trim_scale(e.price)::text as price, ${isClosed} as is_closed,
      ${isCorrected} as is_corrected
    from billing_entries e where e.id = ${id} and e.deleted_at is null and ${inScope(tx, 'e.client_id')} for no key update`.execute(
    tx,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

function assertCorrectable(entry: ClosedEntry, { quantity, price }: CorrectionInput): void {
  if (!entry.is_closed) throw invalid('_', 'EntryIsInOpenPeriod');
  if (Number(entry.quantity) < 0) throw invalid('_', 'EntryTakesBack');
  if (entry.is_corrected) throw invalid('_', 'EntryIsCorrected');
  if (quantity === entry.quantity && price === entry.price) throw invalid('quantity', 'CorrectionChangesNothing');
}

/**
 * Corrects an entry of a closed month: it is taken back and what is right is charged, both on the first open day from
 * today on and both pointing at it. With a quantity of 0 it is only taken back, which needs the permission to delete.
 */
export async function correctClosedEntry(tx: Tx, actor: Actor, id: number, input: CorrectionInput): Promise<Entry[]> {
  const isTakenBack = Number(input.quantity) === 0;
  if (isTakenBack && !mayCall(actor, 'delete_billing_entry')) throw forbidden();
  const entry = await lockEntry(tx, id);
  const { client_id: clientId } = entry;
  const day = await firstOpenDay(tx, clientId, await readToday(tx));
  assertCorrectable(entry, input);
  const { rows } = await sql<{ id: number }>`
    insert into billing_entries (client_id, activity_id, item_id, bill_date, reference, meta_name, meta_uom, price, quantity, note,
      billable_type, billable_id, charge_day, corrects, created_by)
    select e.client_id, e.activity_id, e.item_id, ${day}::date, e.reference, e.meta_name, e.meta_uom, n.price, n.quantity, ${input.note},
      e.billable_type, e.billable_id, e.charge_day, e.id, ${actor.name}
    from billing_entries e
    cross join (values (1, ${entry.price}::numeric, -(${entry.quantity}::numeric)), (2, ${input.price}::numeric, ${input.quantity}::numeric))
      n (place, price, quantity)
    where e.id = ${id} and ${inScope(tx, 'e.client_id')} and n.quantity <> 0 order by n.place
    returning id`.execute(tx);
  const { quantity, price, note } = input;
  await trace(tx, actor, {
    type: 'BillingEntry' as const,
    id,
    clientId,
    subject: 'Billing entry corrected' as const,
    changes: [
      { field: 'bill_date', newValue: day },
      { field: 'quantity', newValue: quantity },
      { field: 'price', newValue: price },
      { field: 'note', newValue: note },
    ],
  });
  await listDifferenceOfEntry(tx, id);
  const ids = rows.map((row) => row.id);
  await traceCreated(tx, actor, { type: 'BillingEntry', ids, clientId });
  for (const subjectId of [id, ...ids]) await recordEvent(tx, { kind: 'billing_entry.saved', clientId, subjectId });
  return readEntries(tx, ids);
}
