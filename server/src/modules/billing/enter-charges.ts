import { type EntriesInput, type Entry, messageWith } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { insertAll } from '../../platform/database/written-columns.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import { traceCreated } from '../records/index.ts';
import { readEntries } from './entries.view.ts';
import { closeGaps } from './gaps.store.ts';
import { linkOn } from './links.store.ts';

interface PricedItem {
  id: number;
  name: string;
  uom: string;
  /** Of the activity on the bill date. */
  rate: string | null;
}

/** The items of an activity as they are priced on a day. */
async function readPrices(
  tx: Tx,
  { client_id, billing_activity_id: activityId, bill_date: day, entries }: EntriesInput,
): Promise<PricedItem[]> {
  const ids = entries.map(({ billing_item_id }) => billing_item_id);
  const { rows } = await sql<PricedItem>`
    select i.id, i.name, i.uom, nullif(l.rate, 0)::text as rate
    from billing_items i
    left join lateral (${linkOn(sql`${client_id}::int`, sql`${activityId}::int`, sql`i.id`, sql`${day}::date`)}) l on true
    where i.id = any(${ids}::int[])`.execute(tx);
  return rows;
}

/** Throws 50002 unless the activity is the client's. */
async function assertActivity(tx: Tx, activityId: number, clientId: number): Promise<void> {
  const { rows } = await sql`
    select from billing_activities where id = ${activityId} and client_id = ${clientId} and ${inScope(tx)} for share`.execute(
    tx,
  );
  if (!rows.length) throw refused(50002);
}

async function assertBillable(tx: Tx, { client_id, billable_id, billable_type }: EntriesInput): Promise<void> {
  if (billable_type === null && billable_id === null) return;
  // People enter charges on shipments; counts and snapshots are charged by the system.
  if (billable_type !== 'shipment' || billable_id === null) throw invalid('billable_type', 'BillableIsUnknown');
  // The row lock orders this against a void: a void that comes second removes the charge, and after one that came
  // first the charge is refused.
  const { rows } = await sql`
    select from shipments where id = ${billable_id} and client_id = ${client_id} and voided_at is null and ${inScope(tx)} for share`.execute(
    tx,
  );
  if (!rows.length) throw refused(40001);
}

/** Enters the charges of an activity by hand. Throws 50002 and 50004 for what is not the client's or not the activity's. */
export async function enterCharges(tx: Tx, actor: Actor, input: EntriesInput): Promise<Entry[]> {
  const { client_id: clientId, billing_activity_id: activityId, bill_date: day, entries } = input;
  await assertBillable(tx, input);
  await assertActivity(tx, activityId, clientId);
  const prices = await readPrices(tx, input);
  const lines = entries.map(({ billing_item_id, price, quantity, meta_name, meta_uom }) => {
    const item = prices.find(({ id }) => id === billing_item_id);
    if (!item?.rate) throw refused(50004, messageWith('ItemNotInActivity', item?.name ?? billing_item_id));
    return {
      client_id: clientId,
      activity_id: activityId,
      item_id: item.id,
      bill_date: day,
      quantity,
      price: price ?? item.rate,
      reference: input.reference,
      note: input.note,
      created_by: actor.name,
      meta_name: meta_name || item.name,
      meta_uom: meta_uom || item.uom,
      billable_id: input.billable_id,
      billable_type: input.billable_type,
    };
  });
  const ids = await insertAll(tx, 'billing_entries', lines);
  if (input.billable_id !== null)
    await closeGaps(
      tx,
      { id: input.billable_id, client_id: clientId },
      lines.map(({ activity_id, item_id }) => ({ activity_id, item_id })),
    );
  await traceCreated(tx, actor, { type: 'BillingEntry', ids, clientId });
  for (const id of ids) await recordEvent(tx, { kind: 'billing_entry.saved', clientId, subjectId: id });
  return readEntries(tx, ids);
}
