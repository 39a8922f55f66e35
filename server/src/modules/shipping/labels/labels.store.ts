import type { LabelFileFormat, TRACKING_STATES } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

export type LabelState = 'asked' | 'bought' | 'refused' | 'voiding' | 'voided';

export interface KeptTracking {
  id: string;
  status: (typeof TRACKING_STATES)[number];
  at: string;
  place: string;
  text: string;
}

export interface StoredLabel {
  id: number;
  client_id: number;
  shipment_id: number;
  carton: string;
  own_number: string;
  state: LabelState;
  quote_id: string;
  rate_id: string;
  object_id: string;
  carrier_id: string;
  carrier: string;
  service: string;
  cost: string;
  currency: string;
  format: LabelFileFormat;
  tracking_number: string;
  tracking_url: string;
  path: string;
  problem: string;
  is_unknown: boolean;
  void_refused: boolean;
  attempts: number;
  looks: number;
  /** Seconds since it was sent; null when it never was. */
  sent_ago: number | null;
  printed_at: string | null;
  tracking_status: KeptTracking['status'];
  tracking: KeptTracking[];
  arrive_by: string | null;
  user_id: number;
  user_name: string;
  created_at: string;
  voided_at: string | null;
}

const columns = sql`id, client_id, shipment_id, carton, own_number, state, quote_id, rate_id, object_id, carrier_id, carrier, service,
  trim_scale(cost)::text as cost, currency, format, tracking_number, tracking_url, path, problem, is_unknown, void_refused, attempts,
  looks, extract(epoch from now() - sent_at)::float8 as sent_ago, printed_at, tracking_status, tracking, arrive_by, user_id,
  user_name, created_at, voided_at`;

/** Whether a label takes the place of its carton: no other is bought for it meanwhile. */
export const countsAs = ({ state }: Pick<StoredLabel, 'state'>): boolean => state === 'asked' || state === 'bought';

/** It counts, and its file is there. */
export const isPrintable = ({ state, path }: Pick<StoredLabel, 'state' | 'path'>): boolean =>
  state === 'bought' && path !== '';

export async function listLabels(tx: Tx, shipmentId: number): Promise<StoredLabel[]> {
  const { rows } = await sql<StoredLabel>`
    select ${columns} from labels where shipment_id = ${shipmentId} and ${inScope(tx)} order by id`.execute(tx);
  return rows;
}

export async function readLabel(tx: Tx, id: number): Promise<StoredLabel | undefined> {
  const { rows } = await sql<StoredLabel>`select ${columns} from labels where id = ${id} and ${inScope(tx)}`.execute(
    tx,
  );
  return rows[0];
}

export interface LabelIntent {
  client_id: number;
  shipment_id: number;
  carton: string;
  own_number: string;
  quote_id: string;
  rate_id: string;
  carrier_id: string;
  carrier: string;
  service: string;
  cost: string;
  currency: string;
  format: LabelFileFormat;
  arrive_by: string | null;
  user_id: number;
  user_name: string;
}

/** Seconds after which another process looks at a label that nobody has finished. */
const LEFT_SECONDS = 90;

/** Written before the label is bought. The shipment is locked; the unique index refuses a second label besides. */
export async function insertLabel(tx: Tx, label: LabelIntent): Promise<void> {
  await sql`
    insert into labels (client_id, shipment_id, carton, own_number, quote_id, rate_id, carrier_id, carrier, service, cost, currency,
      format, arrive_by, user_id, user_name, due_at)
    values (${label.client_id}, ${label.shipment_id}, ${label.carton}, ${label.own_number}, ${label.quote_id}, ${label.rate_id},
      ${label.carrier_id}, ${label.carrier}, ${label.service}, ${label.cost}::numeric, ${label.currency}, ${label.format},
      ${label.arrive_by}::date, ${label.user_id}, ${label.user_name}, now() + make_interval(secs => ${sql.lit(LEFT_SECONDS)}))`.execute(
    tx,
  );
}

/** Takes one attempt of a purchase: false when another process took it. */
export async function takeAttempt(tx: Tx, { id, attempts }: Pick<StoredLabel, 'id' | 'attempts'>): Promise<boolean> {
  const { count } = await sql`
    update labels set attempts = attempts + 1, sent_at = now(), due_at = now() + make_interval(secs => ${sql.lit(LEFT_SECONDS)})
    where id = ${id} and state = 'asked' and attempts = ${attempts} and ${inScope(tx)}`.execute(tx);
  return count > 0;
}

export interface LabelChange {
  state: LabelState;
  object_id: string;
  tracking_number: string;
  tracking_url: string;
  problem: string;
  is_unknown: boolean;
  void_refused: boolean;
  looks: number;
  /** In seconds from now; null when nothing more is to be asked. */
  dueIn: number | null;
}

/** Writes what became of a label. */
export async function writeOutcome(tx: Tx, { id, state: before }: StoredLabel, change: LabelChange): Promise<void> {
  const { state } = change;
  await sql`
    update labels set state = ${state}, object_id = ${change.object_id}, tracking_number = ${change.tracking_number},
      tracking_url = ${change.tracking_url}, problem = ${change.problem}, is_unknown = ${change.is_unknown},
      void_refused = ${change.void_refused}, looks = ${change.looks},
      due_at = now() + make_interval(secs => ${change.dueIn}::float8),
      bought_at = case when ${state === 'bought'} then coalesce(bought_at, now()) else bought_at end,
      track_at = case when ${state === 'bought'} then coalesce(track_at, now() + interval '1 hour') else track_at end,
      voided_at = case when ${state === 'voided'} then coalesce(voided_at, now()) end
    where id = ${id} and state = ${before} and ${inScope(tx)}`.execute(tx);
}

/** A void that was just asked for is not late: the next look is soon. */
export async function markVoiding(tx: Tx, id: number): Promise<void> {
  await sql`
    update labels set state = 'voiding', void_refused = false, problem = '', looks = 0, due_at = now() + interval '90 seconds'
    where id = ${id} and state = 'bought' and ${inScope(tx)}`.execute(tx);
}

/**
 * The same for all labels of a shipment that was voided, except those whose parcel is on its way or whose money the carrier
 * kept. Answers how many.
 */
export async function markAllVoiding(tx: Tx, shipmentId: number): Promise<number> {
  const { count } = await sql`
    update labels set state = 'voiding', problem = '', looks = 0, due_at = now() + interval '90 seconds'
    where shipment_id = ${shipmentId} and state = 'bought' and not void_refused and tracking_status in ('unknown', 'pre_transit')
      and ${inScope(tx)}`.execute(tx);
  return count;
}

export async function saveLabelFile(tx: Tx, id: number, path: string): Promise<void> {
  await sql`
    update labels set path = ${path}, due_at = case when state = 'bought' then null else due_at end,
      problem = case when state = 'bought' and not void_refused then '' else problem end
    where id = ${id} and path = '' and ${inScope(tx)}`.execute(tx);
}

/** Asked again later; why not now is kept. */
export async function postpone(
  tx: Tx,
  id: number,
  { seconds, problem, isUnknown }: { seconds: number | null; problem: string; isUnknown: boolean },
): Promise<void> {
  await sql`
    update labels set looks = looks + 1, problem = ${problem}, is_unknown = ${isUnknown},
      due_at = now() + make_interval(secs => ${seconds}::float8)
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

const DUE_MAX = 50;

/** Shipments with labels of which nobody has written what became of them. */
export async function dueShipments(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from labels where due_at <= now() and ${inScope(tx)}
    group by shipment_id order by min(due_at) limit ${sql.lit(DUE_MAX)}`.execute(tx);
  return rows.map(({ shipment_id }) => shipment_id);
}

/** Labels of a shipment that something is still to be asked about; `all`: also those that are asked later. */
export async function openLabels(tx: Tx, shipmentId: number, all: boolean): Promise<StoredLabel[]> {
  const { rows } = await sql<StoredLabel>`
    select ${columns} from labels
    where shipment_id = ${shipmentId} and due_at is not null and (${all} or due_at <= now()) and ${inScope(tx)} order by id`.execute(
    tx,
  );
  return rows;
}

export async function markPrinted(tx: Tx, shipmentId: number, ids: readonly number[]): Promise<number> {
  const { count } = await sql`
    update labels set printed_at = now()
    where shipment_id = ${shipmentId} and id = any(${ids as number[]}::int[]) and ${inScope(tx)}`.execute(tx);
  return count;
}

/** Locks the row of a shipment, voided or not; undefined when there is none. */
export async function lockShipmentRow(
  tx: Tx,
  id: number,
): Promise<{ id: number; client_id: number; is_voided: boolean; waybill: string } | undefined> {
  const { rows } = await sql<{ id: number; client_id: number; is_voided: boolean; waybill: string }>`
    select id, client_id, voided_at is not null as is_voided, waybill from shipments
    where id = ${id} and ${inScope(tx)} for no key update`.execute(tx);
  return rows[0];
}

export async function readFormat(tx: Tx, userId: number): Promise<LabelFileFormat> {
  const { rows } = await sql<{ format: LabelFileFormat }>`
    select format from label_formats where user_id = ${userId}`.execute(tx);
  return rows[0]?.format ?? 'pdf';
}

export async function saveFormat(tx: Tx, userId: number, format: LabelFileFormat): Promise<void> {
  await sql`
    insert into label_formats (user_id, format) values (${userId}, ${format})
    on conflict (user_id) do update set format = excluded.format`.execute(tx);
}

/** Whether a stored file is a label. */
export async function keepsLabel(tx: Tx, path: string): Promise<boolean> {
  const { count } = await sql`select from labels where path = ${path}`.execute(tx);
  return count > 0;
}

const TRACK_MAX = 200;
const TRACK_DAYS = 30;

/** Parcels that are on their way, as far as anybody knows. */
export async function labelsToTrack(tx: Tx): Promise<StoredLabel[]> {
  const { rows } = await sql<StoredLabel>`
    select ${columns} from labels
    where track_at <= now() and state = 'bought' and tracking_number <> '' and ${inScope(tx)}
    order by track_at limit ${sql.lit(TRACK_MAX)}`.execute(tx);
  return rows;
}

/** Asked again in an hour, until it is delivered, or for 30 days. */
export async function saveTracking(
  tx: Tx,
  id: number,
  { status, events }: { status: KeptTracking['status']; events: readonly KeptTracking[] },
): Promise<void> {
  await sql`
    update labels set tracking_status = ${status}, tracking = ${JSON.stringify(events)}::jsonb,
      track_at = case when ${status === 'delivered' || status === 'returned'}
        or bought_at < now() - make_interval(days => ${sql.lit(TRACK_DAYS)}) then null else now() + interval '1 hour' end
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function trackLater(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update labels set track_at = now() + interval '1 hour' where id = any(${ids as number[]}::int[]) and ${inScope(tx)}`.execute(
    tx,
  );
}
