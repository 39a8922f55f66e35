import { createHash } from 'node:crypto';
import type { Address, Transaction } from './account.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const TRACK_STATES = ['UNKNOWN', 'PRE_TRANSIT', 'TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE'] as const;
export type TrackState = (typeof TRACK_STATES)[number];

export interface TrackEvent {
  id: string;
  at: Date;
  status: TrackState;
  details: string;
  place: Pick<Address, 'city' | 'state' | 'zip' | 'country'>;
}

const placeOf = ({ city, state, zip, country }: Address): TrackEvent['place'] => ({ city, state, zip, country });

/** A receiver whom nobody finds: the parcel goes back. */
const isUnclaimed = ({ street1 }: Address): boolean => /\bunclaimed\b/i.test(street1);

/** What the carrier has scanned by now, the oldest first. The parcel is handed over some hours after the purchase. */
export function trackingOf(transaction: Transaction, at: Date): TrackEvent[] {
  const { createdAt, shipment, rate, trackingNumber } = transaction;
  const [from, to] = [placeOf(shipment.from), placeOf(shipment.to)];
  const arrives = rate.days * DAY_MS;
  const plan: [number, TrackState, string, TrackEvent['place']][] = [
    [0, 'PRE_TRANSIT', 'The carrier knows of the parcel.', from],
    [6 * HOUR_MS, 'TRANSIT', 'The parcel was collected.', from],
    [arrives / 2, 'TRANSIT', 'The parcel left a sorting centre.', from],
  ];
  if (isUnclaimed(shipment.to))
    plan.push(
      [arrives, 'FAILURE', 'Nobody took the parcel.', to],
      [arrives + 2 * DAY_MS, 'RETURNED', 'The parcel went back to the sender.', from],
    );
  else plan.push([arrives, 'DELIVERED', 'The parcel was delivered.', to]);
  return plan
    .map(([afterMs, status, details, place], step) => ({
      id: createHash('sha256').update(`${trackingNumber} ${step}`).digest('hex').slice(0, 32),
      at: new Date(createdAt.getTime() + afterMs),
      status,
      details,
      place,
    }))
    .filter((event) => event.at <= at)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Numbers that are always in one state: `GET /tracks/shippo/SHIPPO_DELIVERED`. */
export function mockTracking(number: string, at: Date): TrackEvent[] | undefined {
  const state = TRACK_STATES.find((each) => number === `SHIPPO_${each}`);
  if (!state) return undefined;
  const place = { city: 'Chicago', state: 'IL', zip: '60611', country: 'US' };
  const since = new Date(at.getTime() - DAY_MS);
  return [{ id: `${number.toLowerCase()}-1`, at: since, status: state, details: `Always ${state}.`, place }];
}

export function presentTrack(
  { carrier, number }: { carrier: string; number: string },
  events: readonly TrackEvent[],
  transaction: Transaction | undefined,
) {
  const shown = events.map(({ id, at, status, details, place }) => ({
    object_id: id,
    object_created: at.toISOString(),
    object_updated: at.toISOString(),
    status,
    status_details: details,
    status_date: at.toISOString(),
    location: place,
  }));
  const last = shown.at(-1);
  const arrives = transaction && new Date(transaction.createdAt.getTime() + transaction.rate.days * DAY_MS);
  return {
    carrier,
    tracking_number: number,
    messages: [],
    tracking_history: shown,
    ...(last ? { tracking_status: last } : {}),
    ...(arrives && transaction
      ? { eta: arrives.toISOString(), original_eta: arrives.toISOString(), transaction: transaction.id }
      : {}),
  };
}
