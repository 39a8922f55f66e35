import type { GapDetails, GapReason } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** What a gap belongs to: a shipment, a count or the stock of a day. */
export interface GapCause {
  type: 'shipment' | 'count' | 'snapshot';
  id: number;
}

/** Something that could not be charged. Without an activity it is about the whole cause. */
export interface NewGap {
  client_id: number;
  reason: GapReason;
  activity_id: number | null;
  item_id: number | null;
  cause: GapCause;
  details: GapDetails;
}

/**
 * Writes what could not be charged on a day for these causes, in place of what was found for them before. What somebody
 * waived stays waived, and of the causes `kept` nothing is dropped.
 */
export async function replaceGaps(
  tx: Tx,
  day: string,
  causes: readonly GapCause[],
  gaps: readonly NewGap[],
  kept: readonly GapCause[] = [],
): Promise<void> {
  const dropFrom = causes.filter(({ type, id }) => !kept.some((each) => each.type === type && each.id === id));
  const rows = gaps.map(({ cause, ...gap }) => ({ ...gap, type: cause.type, cause_id: cause.id }));
  const written = rows.length
    ? sql`
      insert into billing_gaps (client_id, day, reason, activity_id, item_id, billable_type, billable_id, details)
      select client_id, ${day}::date, reason, activity_id, item_id, type, cause_id, details
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (client_id int, reason text, activity_id int, item_id int, type text, cause_id int, details jsonb)
      on conflict (billable_type, billable_id, reason, activity_id, item_id) do update set details = excluded.details, day = excluded.day
        where (billing_gaps.details, billing_gaps.day) is distinct from (excluded.details, excluded.day)`.execute(tx)
    : undefined;
  const dropped = sql`
    delete from billing_gaps g
    using jsonb_to_recordset(${JSON.stringify(dropFrom)}::jsonb) as cause (type text, id int)
    where g.billable_type = cause.type and g.billable_id = cause.id and g.day = ${day}::date and g.waived_at is null
      and g.reason <> 'not_billed' and ${inScope(tx, 'g.client_id')}
      and not exists (
        select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (reason text, activity_id int, item_id int, type text, cause_id int)
        where r.type = g.billable_type and r.cause_id = g.billable_id and r.reason = g.reason
          and r.activity_id is not distinct from g.activity_id and r.item_id is not distinct from g.item_id)`.execute(
    tx,
  );
  await Promise.all([written, dropped]);
}
