import type { GapDetails, GapReason, NamedShipment, UnbilledKey } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';

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

/** A gap of a shipment, which is its cause. */
export type ShipmentGap = Omit<NewGap, 'client_id' | 'cause'>;

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

interface ShipmentIds {
  id: number;
  client_id: number;
}

export const recordGaps = (tx: Tx, clientId: number): Promise<void> =>
  recordEvent(tx, { kind: 'billing_gaps.changed', clientId });

/** What could not be charged for a shipment, in place of what was found before; what is waived stays so. */
export async function writeShipmentGaps(
  tx: Tx,
  { id, client_id }: ShipmentIds,
  day: string,
  gaps: readonly ShipmentGap[],
): Promise<void> {
  const cause = { type: 'shipment' as const, id };
  await replaceGaps(
    tx,
    day,
    [cause],
    gaps.map((gap) => ({ ...gap, client_id, cause })),
  );
  await recordGaps(tx, client_id);
}

/** Somebody billed a shipment of which somebody else had said that nothing is charged for it. */
export async function dropShipmentWaiver(tx: Tx, shipmentId: number): Promise<void> {
  await sql`
    delete from billing_gaps
    where billable_type = 'shipment' and billable_id = ${shipmentId} and reason = 'not_billed' and ${inScope(tx)}`.execute(
    tx,
  );
}

/** A voided shipment has no gaps. */
export async function dropGaps(tx: Tx, shipmentId: number): Promise<void> {
  await sql`delete from billing_gaps where billable_type = 'shipment' and billable_id = ${shipmentId} and ${inScope(tx)}`.execute(
    tx,
  );
}

/** A person entered charges of these items for a shipment: nothing of them is missing any more. */
export async function closeGaps(
  tx: Tx,
  { id, client_id }: ShipmentIds,
  links: readonly { activity_id: number; item_id: number }[],
): Promise<void> {
  const { rows } = await sql`
    delete from billing_gaps g using jsonb_to_recordset(${JSON.stringify(links)}::jsonb) l (activity_id int, item_id int)
    where g.billable_type = 'shipment' and g.billable_id = ${id} and g.client_id = ${client_id} and g.waived_at is null
      and g.activity_id = l.activity_id and g.item_id = l.item_id returning g.id`.execute(tx);
  if (rows.length) await recordGaps(tx, client_id);
}

export interface OpenGap {
  id: number;
  client_id: number;
  day: string;
  reason: GapReason;
  activity_id: number | null;
  item_id: number | null;
  details: GapDetails;
}

/** The open gaps of a shipment: whoever computes them again holds them. */
export async function lockGaps(tx: Tx, shipmentId: number): Promise<OpenGap[]> {
  const { rows } = await sql<OpenGap>`
    select id, client_id, day, reason, activity_id, item_id, details from billing_gaps
    where billable_type = 'shipment' and billable_id = ${shipmentId} and waived_at is null and reason <> 'not_billed' and ${inScope(tx)}
    order by id for no key update`.execute(tx);
  return rows;
}

/** Finished shipments that nobody billed; those that are waived have a gap. */
export const unbilledShipments = sql`shipments s
  where s.status = 'Finished' and not s.billed and s.voided_at is null and not exists (
    select from billing_gaps w where w.billable_type = 'shipment' and w.billable_id = s.id and w.reason = 'not_billed')`;

export const finishedDay = sql`(s.finished_date at time zone (select timezone from company))::date`;

/** Those of a row of the list. */
const shipmentsOfKey = (key: UnbilledKey): Sql => sql`${unbilledShipments}
  and s.client_id = ${key.client_id} and (${key.direction}::text is null or s.direction = ${key.direction})
  and (${key.shipment_id}::int is null or s.id = ${key.shipment_id}::int)
  and ${finishedDay} between ${key.from_day}::date and ${key.to_day}::date`;

/** The gaps of a row of the list, up to the days that it showed. */
const ofRow = (tx: Tx, key: UnbilledKey): Sql => sql`
  client_id = ${key.client_id} and reason = ${key.reason} and billable_type = ${key.billable_type}
  and activity_id is not distinct from ${key.activity_id}::int and item_id is not distinct from ${key.item_id}::int
  and day between ${key.from_day}::date and ${key.to_day}::date
  and (${key.shipment_id}::int is null or billable_id = ${key.shipment_id}::int) and ${inScope(tx)}`;

/** The shipments of a row: those with open gaps, or those that nobody billed. */
export async function shipmentsOfRow(tx: Tx, key: UnbilledKey): Promise<number[]> {
  const { rows } =
    key.reason === 'not_billed'
      ? await sql<{ id: number }>`select s.id from ${shipmentsOfKey(key)}`.execute(tx)
      : await sql<{ id: number }>`
          select billable_id as id from billing_gaps where ${ofRow(tx, key)} and waived_at is null`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function waiveGaps(tx: Tx, key: UnbilledKey, userName: string, note: string): Promise<number> {
  const { rows } = await sql`
    update billing_gaps set waived_at = now(), waived_by = ${userName}, waived_note = ${note}
    where ${ofRow(tx, key)} and waived_at is null returning id`.execute(tx);
  return rows.length;
}

/** Of finished shipments that nobody billed: a gap of them exists only to say that they are waived. */
export async function waiveShipments(tx: Tx, key: UnbilledKey, userName: string, note: string): Promise<number> {
  const { rows } = await sql`
    insert into billing_gaps (client_id, day, reason, billable_type, billable_id, waived_at, waived_by, waived_note)
    select s.client_id, ${finishedDay}, 'not_billed', 'shipment', s.id, now(), ${userName}, ${note}
    from ${shipmentsOfKey(key)}
    on conflict (billable_type, billable_id, reason, activity_id, item_id) do nothing returning id`.execute(tx);
  return rows.length;
}

/** Answers how many, and the note that they were waived with. */
export async function reopenGaps(tx: Tx, key: UnbilledKey, waivedAt: string): Promise<{ count: number; note: string }> {
  const isWaived = sql`${ofRow(tx, key)} and waived_at = ${waivedAt}`;
  const { rows: notes } = await sql<{ note: string }>`
    select waived_note as note from billing_gaps where ${isWaived} order by id for no key update`.execute(tx);
  if (key.reason === 'not_billed') await sql`delete from billing_gaps where ${isWaived}`.execute(tx);
  else
    await sql`update billing_gaps set waived_at = null, waived_by = '', waived_note = '' where ${isWaived}`.execute(tx);
  return { count: notes.length, note: notes[0]?.note ?? '' };
}

/** Activity and item of a row; empty when it is about none. */
export async function readChargeName(tx: Tx, { client_id, activity_id, item_id }: UnbilledKey): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' · ', (select name from billing_activities where id = ${activity_id}::int and client_id = ${client_id} and ${inScope(tx)}),
      (select name from billing_items where id = ${item_id}::int)) as name`.execute(tx);
  return rows[0]?.name ?? '';
}

/** How many charges these shipments have, and those of them that have an open gap. */
export async function countOfShipments(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ entries: number; withGaps: NamedShipment[] }>`
    select (select count(*)::int from billing_entries
        where billable_type = 'shipment' and billable_id = any(${ids as number[]}::int[]) and deleted_at is null and ${inScope(tx)}) as entries,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.reference, 'direction', s.direction) order by s.id), '[]')
        from shipments s where ${inScope(tx, 's.client_id')} and s.id = any(array(select billable_id from billing_gaps
          where billable_type = 'shipment' and billable_id = any(${ids as number[]}::int[]) and waived_at is null and ${inScope(tx)}))
      ) as "withGaps"`.execute(tx);
  return rows[0] ?? { entries: 0, withGaps: [] };
}
