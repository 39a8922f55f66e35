import type { CompanyPartnerSlug, FreightBookingInput, FreightBookingState } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { FreightBooking, FreightOrder } from '../freight-partner.ts';

/** Without what is a secret: that is added when it is sent. */
export type FreightDocument = Omit<FreightOrder, 'key' | 'callback'>;

export interface FreightRow {
  id: number;
  client_id: number;
  shipment_id: number;
  partner: CompanyPartnerSlug;
  booking_key: string;
  state: Exclude<FreightBookingState, 'none'>;
  external_id: string;
  document: FreightDocument;
  chosen: FreightBookingInput;
  problem: string;
  attempts: number;
  /** Its shipment was voided: asked until the provider answers; refused: a person informs it. */
  cancel_state: '' | 'asked' | 'refused';
  booked_at: string | null;
  read_at: string | null;
  user_name: string;
}

const columns = sql`b.id, b.client_id, b.shipment_id, b.partner, b.booking_key, b.state, b.external_id, b.document, b.chosen, b.problem,
  b.attempts, b.cancel_state, b.booked_at, b.read_at, b.user_name`;

/** The newest booking of a shipment. */
export async function readNewest(tx: Tx, shipmentId: number): Promise<FreightRow | undefined> {
  const { rows } = await sql<FreightRow>`
    select ${columns} from freight_bookings b where b.shipment_id = ${shipmentId} and ${inScope(tx, 'b.client_id')}
    order by b.id desc limit 1`.execute(tx);
  return rows[0];
}

export async function readBooking(tx: Tx, id: number): Promise<FreightRow | undefined> {
  const { rows } = await sql<FreightRow>`
    select ${columns} from freight_bookings b where b.id = ${id} and ${inScope(tx, 'b.client_id')}`.execute(tx);
  return rows[0];
}

/** Undefined when another one is not over yet. */
export async function insertIntent(
  tx: Tx,
  intent: Pick<
    FreightRow,
    'client_id' | 'shipment_id' | 'partner' | 'booking_key' | 'document' | 'chosen' | 'user_name'
  >,
): Promise<FreightRow | undefined> {
  const { client_id, shipment_id, partner, booking_key, user_name } = intent;
  const document = JSON.stringify(intent.document);
  const chosen = JSON.stringify(intent.chosen);
  const { rows } = await sql<FreightRow>`
    insert into freight_bookings as b (client_id, shipment_id, partner, booking_key, state, document, chosen, attempts, user_name)
    values (${client_id}, ${shipment_id}, ${partner}, ${booking_key}, 'wanted', ${document}::jsonb, ${chosen}::jsonb, 1, ${user_name})
    on conflict (client_id, shipment_id) where state in ('wanted', 'SUBMITTED', 'CONFIRMED') do nothing
    returning ${columns}`.execute(tx);
  return rows[0];
}

export async function countAttempt(tx: Tx, { id, client_id }: FreightRow): Promise<void> {
  await sql`update freight_bookings set attempts = attempts + 1, tried_at = now() where id = ${id} and client_id = ${client_id}`.execute(
    tx,
  );
}

/**
 * Stores the provider's state of a booking. A decision is not undone by an older answer that arrives late. Answers
 * whether something changed.
 */
export async function saveBooking(
  tx: Tx,
  { id, client_id }: FreightRow,
  { id: externalId, state, reason }: FreightBooking,
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    update freight_bookings b set external_id = ${externalId}, state = ${state}, problem = ${reason}, read_at = now(), tried_at = now(),
      attempts = case when b.cancel_state = 'asked' then b.attempts else 0 end, booked_at = coalesce(b.booked_at, now()),
      decided_at = case when ${state} = b.state then b.decided_at when ${state} = 'SUBMITTED' then null else now() end
    from freight_bookings old
    where b.id = ${id} and b.client_id = ${client_id} and old.id = b.id and b.state not in ('REJECTED', 'CANCELLED')
      and not (b.state = 'CONFIRMED' and ${state} = 'SUBMITTED')
    returning old.state <> b.state as is_new`.execute(tx);
  return rows[0]?.is_new ?? false;
}

export async function failBooking(
  tx: Tx,
  { id, client_id }: FreightRow,
  problem: string,
  isRetried: boolean,
): Promise<void> {
  await sql`
    update freight_bookings set problem = ${problem}, state = case when ${isRetried} then state else 'refused' end
    where id = ${id} and client_id = ${client_id} and state = 'wanted'`.execute(tx);
}

/** That a booking of a shipment is to be cancelled; undefined when there is none that is not over. */
export async function requestCancellation(tx: Tx, shipmentId: number): Promise<FreightRow | undefined> {
  const { rows } = await sql<FreightRow>`
    update freight_bookings b set cancel_state = 'asked', attempts = 1, tried_at = now(), problem = ''
    where b.shipment_id = ${shipmentId} and b.state in ('wanted', 'SUBMITTED', 'CONFIRMED') and ${inScope(tx, 'b.client_id')}
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Why it was not cancelled; it is tried again, or left to a person. */
export async function failCancel(
  tx: Tx,
  { id, client_id }: FreightRow,
  problem: string,
  isRetried: boolean,
): Promise<void> {
  await sql`
    update freight_bookings set problem = ${problem}, cancel_state = case when ${isRetried} then cancel_state else 'refused' end
    where id = ${id} and client_id = ${client_id} and cancel_state = 'asked'`.execute(tx);
}

/** The booking that a partner calls something. */
export async function findByExternalId(tx: Tx, partner: string, externalId: string): Promise<FreightRow | undefined> {
  const { rows } = await sql<FreightRow>`
    select ${columns} from freight_bookings b where b.external_id = ${externalId} and b.external_id <> ''
      and b.partner = ${partner} and ${inScope(tx, 'b.client_id')}`.execute(tx);
  return rows[0];
}

/**
 * Bookings to be asked about: those without an answer, or to be cancelled, soon, later after each attempt; the others slowly, in case a call
 * of the provider did not arrive.
 */
export async function dueBookings(tx: Tx, most: number): Promise<FreightRow[]> {
  const { rows } = await sql<FreightRow>`
    select ${columns} from freight_bookings b where b.state in ('wanted', 'SUBMITTED', 'CONFIRMED')
      and b.tried_at < now() - case
        when b.state = 'wanted' or b.cancel_state = 'asked' then make_interval(mins => least(60, 2 ^ least(b.attempts, 6))::int)
        when b.state = 'SUBMITTED' then interval '30 minutes' else interval '1 day' end
      and (b.state <> 'CONFIRMED' or b.cancel_state = 'asked' or b.booked_at > now() - interval '14 days')
    order by b.tried_at limit ${sql.lit(most)}`.execute(tx);
  return rows;
}
