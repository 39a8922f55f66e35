import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { isClosed, isCorrected } from '../entries.view.ts';
import type { Billable, ComputedEntry, EntryChanges, WrittenEntry } from './entry-changes.ts';

/** Who made an entry of the accrual. */
const ACCRUAL = 'Accrual';

const idsOf = (billables: readonly Billable[], type: Billable['type']) =>
  billables.filter((billable) => billable.type === type).map(({ id }) => id);

/** What earlier runs wrote for these causes, removed ones included. */
export async function readWritten(tx: Tx, billables: readonly Billable[]): Promise<WrittenEntry[]> {
  const { rows } = await sql<WrittenEntry>`
    select e.id, e.client_id, e.activity_id, e.item_id, a.name as activity, e.meta_name as item, e.bill_date, coalesce(e.billable_type, '') as billable_type, coalesce(e.billable_id, 0) as billable_id, coalesce(e.charge_day, e.bill_date) as charge_day, trim_scale(e.price)::text as price,
      trim_scale(e.quantity)::text as quantity, e.touched, e.deleted_at is not null as is_deleted,
      ${isClosed} as is_closed,
      ${isCorrected} as is_corrected
    from billing_entries e join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id
    where e.accrued and (e.billable_type = 'snapshot' and e.billable_id = any(${idsOf(billables, 'snapshot')}::int[])
      or e.billable_type = 'count' and e.billable_id = any(${idsOf(billables, 'count')}::int[])) and ${inScope(tx, 'e.client_id')}`.execute(
    tx,
  );
  return rows;
}

/** The clients whose month of the day is closed, and who are therefore billed later. */
export async function readClosed(tx: Tx, day: string): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select client_id from billing_periods where month = date_trunc('month', ${day}::date)::date and is_closed`.execute(
    tx,
  );
  return rows.map(({ client_id }) => client_id);
}

const valuesOf = ({ price, quantity, how, link }: ComputedEntry) => ({
  price,
  quantity,
  how,
  meta_name: link.item,
  meta_uom: link.uom,
});

async function insertEntries(
  tx: Tx,
  day: string,
  add: readonly ComputedEntry[],
  late: ReadonlyMap<number, string>,
): Promise<void> {
  const rows = add.map((entry) => ({
    ...valuesOf(entry),
    client_id: entry.link.client_id,
    activity_id: entry.link.activity_id,
    item_id: entry.link.item_id,
    billable_type: entry.billable.type,
    billable_id: entry.billable.id,
    reference: entry.reference,
    bill_date: late.get(entry.link.client_id) ?? day,
  }));
  await sql`
    insert into billing_entries (client_id, activity_id, item_id, bill_date, charge_day, accrued, reference, meta_name, meta_uom, price, quantity,
      billable_type, billable_id, how, created_by)
    select client_id, activity_id, item_id, bill_date, ${day}::date, true, reference, meta_name, meta_uom, price, quantity, billable_type,
      billable_id, how, ${ACCRUAL}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (client_id int, activity_id int, item_id int, bill_date date, reference text,
      meta_name text, meta_uom text, price numeric, quantity numeric, billable_type text, billable_id int, how jsonb)`.execute(
    tx,
  );
}

/** One that had been removed comes back on an open day: its own month may have been closed since. */
async function replaceEntries(
  tx: Tx,
  day: string,
  replace: EntryChanges['replace'],
  late: ReadonlyMap<number, string>,
): Promise<void> {
  const rows = replace.map(({ id, by, isBack }) => ({
    id,
    ...valuesOf(by),
    bill_date: isBack ? (late.get(by.link.client_id) ?? day) : null,
  }));
  await sql`
    update billing_entries e set price = r.price, quantity = r.quantity, how = r.how, meta_name = r.meta_name, meta_uom = r.meta_uom,
      bill_date = coalesce(r.bill_date, e.bill_date), deleted_at = null, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id int, price numeric, quantity numeric, how jsonb, meta_name text, meta_uom text, bill_date date)
    where e.id = r.id and ${inScope(tx, 'e.client_id')}`.execute(tx);
}

const explainEntries = (tx: Tx, same: EntryChanges['same']) =>
  sql`
  update billing_entries e set how = r.how
  from jsonb_to_recordset(${JSON.stringify(same.map(({ id, by }) => ({ id, how: by.how })))}::jsonb) as r (id int, how jsonb)
  where e.id = r.id and e.how is distinct from r.how and ${inScope(tx, 'e.client_id')}`.execute(tx);

const removeEntries = (tx: Tx, remove: EntryChanges['remove']) =>
  sql`
  update billing_entries set deleted_at = now(), updated_at = now()
  where id = any(${remove.map(({ id }) => id)}::int[]) and ${inScope(tx)}`.execute(tx);

/**
 * Writes what is different, in one batch. An amount that stays keeps its row; only its explanation may change. `late`
 * has the day on which clients are billed that cannot be billed on the day itself.
 */
export async function writeChanges(
  tx: Tx,
  day: string,
  { add, replace, same, remove }: EntryChanges,
  late: ReadonlyMap<number, string>,
): Promise<void> {
  await Promise.all([
    add.length ? insertEntries(tx, day, add, late) : undefined,
    replace.length ? replaceEntries(tx, day, replace, late) : undefined,
    same.length ? explainEntries(tx, same) : undefined,
    remove.length ? removeEntries(tx, remove) : undefined,
  ]);
}
