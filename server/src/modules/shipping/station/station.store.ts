import type { CompanyPartnerSlug, StationState } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { StationLabel } from '../station-partner.ts';

export interface StationRow {
  id: number;
  client_id: number;
  shipment_id: number;
  partner: CompanyPartnerSlug;
  order_key: string;
  number: string;
  state: Exclude<StationState, 'none'>;
  external_id: string;
  problem: string;
  labels: StationLabel[];
  attempts: number;
  pushed_at: string | null;
  pulled_at: string | null;
  user_name: string;
}

const columns = sql`t.id, t.client_id, t.shipment_id, t.partner, t.order_key, t.number, t.state, t.external_id, t.problem, t.labels, t.attempts,
  t.pushed_at, t.pulled_at, t.user_name`;

export async function readStationRow(tx: Tx, shipmentId: number): Promise<StationRow | undefined> {
  const { rows } = await sql<StationRow>`
    select ${columns} from station_orders t where t.shipment_id = ${shipmentId} and ${inScope(tx, 't.client_id')}`.execute(
    tx,
  );
  return rows[0];
}

export async function lockStationRow(tx: Tx, shipmentId: number): Promise<StationRow | undefined> {
  const { rows } = await sql<StationRow>`
    select ${columns} from station_orders t where t.shipment_id = ${shipmentId} and ${inScope(tx, 't.client_id')}
    for no key update`.execute(tx);
  return rows[0];
}

export interface PushIntent {
  client_id: number;
  shipment_id: number;
  partner: CompanyPartnerSlug;
  /** Of an order that the station does not have yet, or not any more. */
  order_key: string;
  number: string;
  user_name: string;
}

/**
 * Written before the station is asked. An order that may be there keeps its key, so that sending it again changes it; one
 * that was taken away gets another, because the station may refuse the old one.
 */
export async function writeIntent(tx: Tx, intent: PushIntent): Promise<StationRow> {
  const { client_id, shipment_id, partner, order_key, number, user_name } = intent;
  const { rows } = await sql<StationRow>`
    insert into station_orders as t (client_id, shipment_id, partner, order_key, number, state, attempts, user_name)
    values (${client_id}, ${shipment_id}, ${partner}, ${order_key}, ${number}, 'wanted', 1, ${user_name})
    on conflict (client_id, shipment_id) do update set state = 'wanted', attempts = 1, problem = '', tried_at = now(),
      user_name = excluded.user_name, number = excluded.number,
      order_key = case when t.state = 'removed' then excluded.order_key else t.order_key end,
      labels = case when t.state = 'removed' then '[]' else t.labels end,
      pushed_at = case when t.state = 'removed' then null else t.pushed_at end,
      pulled_at = case when t.state = 'removed' then null else t.pulled_at end
    returning ${columns}`.execute(tx);
  if (!rows[0]) throw new Error('The intent was not written.');
  return rows[0];
}

/** Another attempt to do what is wanted. */
export async function countAttempt(tx: Tx, { id, client_id }: StationRow): Promise<void> {
  await sql`update station_orders set attempts = attempts + 1, tried_at = now() where id = ${id} and client_id = ${client_id}`.execute(
    tx,
  );
}

/** The station has it. One that was voided meanwhile is taken away by its id. Answers whether it is still wanted. */
export async function endPush(tx: Tx, { id, client_id }: StationRow, externalId: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    update station_orders set external_id = ${externalId}, pushed_at = now(), problem = '',
      state = case when state = 'wanted' then 'pushed' else state end
    where id = ${id} and client_id = ${client_id} returning state`.execute(tx);
  return rows[0]?.state === 'pushed';
}

/** What became of an attempt that did not succeed; what was voided meanwhile stays so. */
export async function failPush(
  tx: Tx,
  { id, client_id }: StationRow,
  problem: string,
  isRetried: boolean,
): Promise<void> {
  await sql`
    update station_orders set problem = ${problem},
      state = case when ${isRetried} then state when external_id <> '' then 'pushed' else 'refused' end
    where id = ${id} and client_id = ${client_id} and state = 'wanted'`.execute(tx);
}

export async function requestRemoval(tx: Tx, { id, client_id }: StationRow): Promise<void> {
  await sql`
    update station_orders set state = 'removing', attempts = 1, tried_at = now(), problem = ''
    where id = ${id} and client_id = ${client_id}`.execute(tx);
}

export async function endRemoval(tx: Tx, { id, client_id }: StationRow): Promise<void> {
  await sql`
    update station_orders set state = 'removed', external_id = '', problem = ''
    where id = ${id} and client_id = ${client_id} and state = 'removing'`.execute(tx);
}

/** Tried again later, or given up: then the order is still there. */
export async function failRemoval(
  tx: Tx,
  { id, client_id }: StationRow,
  problem: string,
  isRetried: boolean,
): Promise<void> {
  await sql`
    update station_orders set problem = ${problem}, state = case when ${isRetried} then state else 'pushed' end
    where id = ${id} and client_id = ${client_id} and state = 'removing'`.execute(tx);
}

/** What was bought at the station, as it was just read. */
export async function saveLabels(
  tx: Tx,
  { id, client_id }: StationRow,
  labels: readonly StationLabel[],
): Promise<void> {
  await sql`
    update station_orders set labels = ${JSON.stringify(labels)}::jsonb, pulled_at = now(), problem = case when state = 'pushed' then '' else problem end
    where id = ${id} and client_id = ${client_id}`.execute(tx);
}

/** What waits for its turn: later after each attempt, so that a station that is away is not asked all the time. */
export async function dueRows(tx: Tx, most: number): Promise<StationRow[]> {
  const { rows } = await sql<StationRow>`
    select ${columns} from station_orders t where t.state in ('wanted', 'removing')
      and t.tried_at < now() - make_interval(mins => least(60, 2 ^ least(t.attempts, 6))::int)
    order by t.tried_at limit ${sql.lit(most)}`.execute(tx);
  return rows;
}
