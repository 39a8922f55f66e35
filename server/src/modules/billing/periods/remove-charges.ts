import { sentence } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { isClosed, isCorrected } from '../entries.view.ts';
import { readToday } from '../links.store.ts';
import { firstOpenDay } from './open-day.ts';

/**
 * A voided shipment charges nothing. Its entries in open months are removed, but keep their rows, so that what was billed
 * can still be read; one that was taken back in a month that is closed stays with what takes it back. Those in closed months
 * are taken back by new entries on the first open day from today on, unless a correction took them back already.
 */
export async function removeCharges(tx: Tx, clientId: number, shipmentId: number): Promise<void> {
  const day = await firstOpenDay(tx, clientId, await readToday(tx));
  const { rows: removed } = await sql<{ id: number }>`
    update billing_entries e set deleted_at = now(), updated_at = now()
    where e.billable_type = 'shipment' and e.billable_id = ${shipmentId} and e.deleted_at is null and not ${isClosed}
      and not exists (
        select from billing_entries k join billing_periods c
          on c.client_id = k.client_id and c.is_closed and c.month = date_trunc('month', k.bill_date)::date
        where k.client_id = e.client_id and k.corrects = e.id and k.deleted_at is null)
      and ${inScope(tx, 'e.client_id')}
    returning e.id`.execute(tx);
  const { rows: made } = await sql<{ id: number }>`
    insert into billing_entries (client_id, activity_id, item_id, bill_date, reference, meta_name, meta_uom, price, quantity, note,
      billable_type, billable_id, charge_day, corrects, created_by)
    select e.client_id, e.activity_id, e.item_id, ${day}::date, e.reference, e.meta_name, e.meta_uom, e.price, -e.quantity,
      ${sentence(`ShipmentWasVoided:${shipmentId}`)}, e.billable_type, e.billable_id, e.charge_day, e.id,
      coalesce((select name from users where id = ${tx.scope.userId}::int), 'System')
    from billing_entries e
    where e.billable_type = 'shipment' and e.billable_id = ${shipmentId} and e.deleted_at is null and e.quantity > 0
      and not ${isCorrected} and ${inScope(tx, 'e.client_id')}
    order by e.id
    returning id`.execute(tx);
  for (const { id: subjectId } of [...removed, ...made])
    await recordEvent(tx, { kind: 'billing_entry.saved', clientId, subjectId });
}
