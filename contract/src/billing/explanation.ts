import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, idOf, Moment, MoneyOut } from '../kit/scalars.ts';
import { GAP_REASONS, GapDetails, SnapshotPallet, SnapshotPlace } from './accrual.ts';
import { LinkChange } from './activities.ts';
import { CHARGES } from './charges.ts';
import { Entry } from './entries.ts';
import { ChargeComputation, CountedSku } from './shipment-billing.ts';

/** Rows of a cause that are answered at most; the total says how many there are. */
export const EXPLAINED_ROWS_MAX = 5000;

const count = z.number().int();
const items = z.array(
  CountedSku.extend({
    /** The item; null when none has this SKU any more. */
    id: Id.nullable(),
    /** Not whole for a volume. */
    count: z.number(),
    /** Of one unit, where volume is charged. */
    volume: z.number().optional(),
  }),
);

/** What an entry was counted from, as far as this charge counted it. */
export const Cause = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('shipment'),
    id: Id,
    reference: z.string(),
    direction: z.enum(['inbound', 'outbound']),
    is_voided: z.boolean(),
    items,
    items_total: count,
  }),
  z.object({
    type: z.literal('snapshot'),
    id: Id,
    /** The stock at the end of this day. */
    day: z.string(),
    taken_at: Moment,
    measure: z.enum(['metric', 'imperial']),
    units: count,
    items,
    items_total: count,
    places: z.array(SnapshotPlace),
    places_total: count,
    pallets: z.array(SnapshotPallet),
    pallets_total: count,
  }),
  z.object({
    type: z.literal('count'),
    id: Id,
    name: z.string(),
    posted_by: z.string(),
    posted_at: Moment.nullable(),
    lines: z.array(
      z.object({
        id: Id,
        inventory_id: Id,
        sku: z.string(),
        license: z.string(),
        location: z.string(),
        counted: count,
      }),
    ),
    lines_total: count,
  }),
]);
export type Cause = z.output<typeof Cause>;

const OtherEntry = z.object({ id: Id, bill_date: z.string(), price: MoneyOut, quantity: MoneyOut, total: MoneyOut });

/** The charge as it is computed now: from what was counted then, with the rates of its day. */
export const Recomputed = z.object({
  quantity: MoneyOut,
  price: MoneyOut,
  amount: MoneyOut,
  /** Amount of the entry minus what is computed now. */
  difference: MoneyOut,
});
export type Recomputed = z.output<typeof Recomputed>;

export const Explanation = z.object({
  entry: Entry.extend({
    charge: z.enum(CHARGES),
    /** The day whose rates count; null for a charge that a person entered. */
    charge_day: z.string().nullable(),
    /** Made by the accrual. */
    is_accrued: z.boolean(),
    /** Changed by a person after it was made. */
    is_touched: z.boolean(),
  }),
  how: ChargeComputation.nullable(),
  /** The rate that counts on the day of the charge; null when the item is not in the activity on it. */
  link: LinkChange.nullable(),
  /** Null for a charge about nothing else, and when the record is gone. */
  cause: Cause.nullable(),
  corrects: OtherEntry.nullable(),
  corrections: z.array(OtherEntry),
  /** Null for what a person entered without a cause, and for corrections: there is nothing to compute it from. */
  recomputed: Recomputed.nullable(),
  /** What could not be charged of the same cause by the same item. */
  gaps: z.array(z.object({ reason: z.enum(GAP_REASONS), details: GapDetails, is_waived: z.boolean() })),
});
export type Explanation = z.output<typeof Explanation>;

export const billingExplanation = {
  get: endpoint({
    method: 'GET',
    path: '/billing/entries/:id/explanation',
    access: 'view_entry_list',
    summary: 'How a billing entry was computed, and what is computed now; changes nothing',
    params: { id: idOf('billing_entries') },
    response: Explanation,
  }),
};
