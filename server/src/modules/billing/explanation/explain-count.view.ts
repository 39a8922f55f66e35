import { type Cause, EXPLAINED_ROWS_MAX } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { chargeCount } from '../accrual/accrual-rules.ts';
import type { Explained } from './explain-shipment.view.ts';
import { dayLinkOf } from './explain-snapshot.ts';
import type { DayRate, ExplainedEntry } from './explained-entry.view.ts';

type CountCause = Extract<Cause, { type: 'count' }>;

/** A posted count with the lines that somebody counted. */
export async function readCountCause(tx: Tx, id: number): Promise<CountCause | undefined> {
  const [count, lines] = await Promise.all([
    sql<Omit<CountCause, 'type' | 'lines'>>`
      select k.id, k.name, k.posted_by, k.posted_at,
        (select count(*)::int from count_lines l where l.count_id = k.id and l.counted is not null) as lines_total
      from counts k where k.id = ${id} and ${inScope(tx, 'k.client_id')}`.execute(tx),
    sql<CountCause['lines'][number]>`
      select l.id, l.inventory_id, i.sku, coalesce(p.license, '') as license, coalesce(b.location, '') as location, coalesce(l.counted, 0) as counted
      from count_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
      left join licenses p on p.client_id = l.client_id and p.id = l.license_id left join locations b on b.id = p.location_id
      where l.count_id = ${id} and l.counted is not null and ${inScope(tx, 'l.client_id')}
      order by l.id limit ${sql.lit(EXPLAINED_ROWS_MAX)}`.execute(tx),
  ]);
  const [head] = count.rows;
  return head && { type: 'count', ...head, lines: lines.rows };
}

/** The lines that were counted are those of the posted count, which nobody changes. */
export async function explainCount(
  tx: Tx,
  explained: ExplainedEntry,
  rate: DayRate | undefined,
): Promise<Explained | undefined> {
  const cause = await readCountCause(tx, explained.entry.billable_id ?? 0);
  return cause && { cause, charge: rate && chargeCount(dayLinkOf(explained, rate), cause.lines_total).charge };
}
