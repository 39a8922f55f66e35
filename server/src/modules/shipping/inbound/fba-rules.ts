import { createHash } from 'node:crypto';
import {
  FBA_CONFIRM_HOURS,
  FBA_STEPS,
  FBA_VOID_HOURS,
  type FbaKind,
  type FbaShipment,
  type FbaStep,
  HEAVY_BOX,
  type Message,
} from '@longshore/contract';
import { hours, later } from '../../../platform/clock.ts';
import type { InboundBox } from '../inbound-partner.ts';
import type { FbaRow, PackedBox, StoredPlan } from './fba.store.ts';

export type Measure = 'metric' | 'imperial';
export type FbaNext = FbaShipment['next'];

const unitsOf = (measure: Measure) =>
  measure === 'metric' ? ({ unit: 'CM', weightUnit: 'KG' } as const) : ({ unit: 'IN', weightUnit: 'LB' } as const);

/** A decimal without zeros at its end. */
const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** The cartons as they are sent to the marketplace. */
export const boxesOf = (cartons: readonly PackedBox[], measure: Measure): InboundBox[] =>
  cartons.map(({ number, length, width, height, weight, items }) => ({
    id: number,
    length: plain(length),
    width: plain(width),
    height: plain(height),
    weight: plain(weight),
    ...unitsOf(measure),
    items: items.map(({ sku, quantity, expire }) => ({ sku, quantity, ...(expire && { expiresOn: expire }) })),
  }));

/** Tells whether the cartons are still those that were sent. */
export const digestOf = (boxes: readonly InboundBox[]): string =>
  createHash('sha256').update(JSON.stringify(boxes)).digest('hex').slice(0, 32);

export const isHeavy = (weight: number, measure: Measure): boolean => weight > HEAVY_BOX[unitsOf(measure).weightUnit];

/** Until when the placement can be accepted: as the marketplace says, otherwise within 48 hours. */
export const createUntil = (plan: Pick<StoredPlan, 'placement_expires_at' | 'planned_at' | 'created_at'>): Date =>
  plan.placement_expires_at
    ? new Date(plan.placement_expires_at)
    : later(new Date(plan.planned_at ?? plan.created_at), hours(FBA_CONFIRM_HOURS));

/** Until when the cost can be confirmed. */
export const costUntil = ({ transport, costed_at }: Pick<FbaRow, 'transport' | 'costed_at'>): Date | undefined => {
  if (transport?.expires_at) return new Date(transport.expires_at);
  return costed_at ? later(new Date(costed_at), hours(FBA_CONFIRM_HOURS)) : undefined;
};

/** Until when a confirmed cost can be taken back. */
export const voidUntil = ({
  transport,
  confirmed_at,
}: Pick<FbaRow, 'transport' | 'confirmed_at'>): Date | undefined => {
  if (!confirmed_at) return undefined;
  return transport?.voidable_until
    ? new Date(transport.voidable_until)
    : later(new Date(confirmed_at), hours(FBA_VOID_HOURS));
};

export interface Progress {
  plan: Pick<StoredPlan, 'state' | 'placement_expires_at' | 'planned_at' | 'created_at' | 'accepted_at'>;
  row: FbaRow;
  /** Of the cartons as they are packed now. */
  digest: string;
  now: Date;
}

/** A price that is known and still holds. */
export const hasCost = (row: Pick<FbaRow, 'transport' | 'costed_at'>, now: Date): boolean =>
  row.transport !== null && (costUntil(row) ?? now) > now;

function nextOfBoxes({ row, digest, now }: Progress): FbaStep {
  if (row.feed_type === 'FEED' && (!row.fed_at || row.fed_boxes !== digest)) return 'feed';
  if (!row.weighed_at || row.weighed_boxes !== digest) return 'weights';
  if (!row.estimated_at) return 'estimate';
  if (!row.transport) return 'cost';
  return hasCost(row, now) ? 'confirm' : 'estimate';
}

/** What is to be done next for a shipment at the marketplace. */
export function nextOf(progress: Progress): FbaNext {
  const { plan, row, now } = progress;
  if (plan.state === 'cancelled' || row.voided_at) return 'voided';
  if (!plan.accepted_at) return createUntil(plan) > now ? 'create' : 'restart';
  if (row.completed_at) return 'done';
  if (row.confirmed_at) return 'complete';
  return nextOfBoxes(progress);
}

const ORDER: readonly FbaNext[] = ['create', ...FBA_STEPS, 'done'];

/** Why a step cannot be begun now; undefined when it can. What was done can be done again until the cost is confirmed. */
export function refusalOf(kind: FbaKind, progress: Progress): Message | undefined {
  const next = nextOf(progress);
  const { row, now } = progress;
  if (kind === 'update') return undefined;
  if (next === 'voided') return 'FbaDoneAlready';
  if (next === 'restart') return 'FbaTooLate';
  if (kind === 'create') return next === 'create' ? undefined : 'FbaDoneAlready';
  if (next === 'create') return 'FbaNotYet';
  if (kind === 'void') return (voidUntil(row) ?? later(now, 1)) > now ? undefined : 'FbaVoidTooLate';
  return refusalOfStep(kind, next, progress);
}

function refusalOfStep(kind: FbaKind, next: FbaNext, { row }: Progress): Message | undefined {
  if (row.completed_at) return 'FbaDoneAlready';
  if (kind === 'complete') return next === 'complete' ? undefined : 'FbaNotYet';
  if (row.confirmed_at) return 'FbaTransportConfirmed';
  if (!row.packed) return 'FbaNotPacked';
  if (kind === 'feed' && row.feed_type !== 'FEED') return 'FbaNotYet';
  if (kind === 'confirm' && next === 'estimate' && row.transport) return 'FbaCostTooOld';
  return ORDER.indexOf(kind as FbaNext) <= ORDER.indexOf(next) ? undefined : 'FbaNotYet';
}
