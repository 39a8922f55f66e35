import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Day, FlagIn, Id, idOf, Moment, MoneyOut } from '../kit/scalars.ts';
import { CHARGES, type Charge } from './charges.ts';

/** Charges that the calendar makes, by the stock of a day's end or of its start. */
export const PERIODIC_CHARGES = CHARGES.filter(
  (charge): charge is Extract<Charge, `Month-${string}` | `Week-${string}` | `Daily-${string}`> =>
    /^(Month|Week|Daily)-/.test(charge),
);

/** Why something that happened was not charged. */
export const GAP_REASONS = [
  'no_rate',
  'no_uom',
  'unknown_uom',
  'no_size',
  'no_location',
  'no_category',
  'no_pallet',
  'no_cost',
  'cost_changed',
  'not_billed',
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** SKUs, locations or categories that a gap names at most. */
export const GAP_NAMED_MAX = 20;

export const SnapshotItem = z.object({
  id: Id,
  sku: z.string(),
  units: z.number().int(),
  /** Of one unit, in cubic metres or feet; null when its sizes were never set. */
  volume: z.number().nullable(),
  /** Units in one of each of its units of measure, by the name in lower case. */
  uoms: z.record(z.string(), z.number().int()),
});
export type SnapshotItem = z.output<typeof SnapshotItem>;

export const SnapshotPlace = z.object({ id: Id, location: z.string(), category: z.string() });
export type SnapshotPlace = z.output<typeof SnapshotPlace>;

/** What a gap is about; `more` is the number of SKUs or locations that are not named. */
export const GapDetails = z.object({
  uom: z.string().optional(),
  units: z.number().int().optional(),
  skus: z.array(z.object({ id: Id, sku: z.string(), units: z.number().int() })).optional(),
  /** Categories of locations that no billing item of the client counts. */
  categories: z.array(z.string()).optional(),
  places: z.array(SnapshotPlace).optional(),
  more: z.number().int().optional(),
  /** Of a shipment: the charges that have no rate; when left out, all charges of its direction. */
  charges: z.array(z.enum(CHARGES)).optional(),
  /** Of a shipment: what the courier cost. */
  cost: MoneyOut.optional(),
  /** Of a cost that was changed after it was billed: what is charged for it, and what would be now. */
  charged: MoneyOut.optional(),
  due: MoneyOut.optional(),
  /** There is a rate, but the amount has more digits than can be stored. */
  too_large: z.boolean().optional(),
});
export type GapDetails = z.output<typeof GapDetails>;

export const SnapshotPallet = z.object({ id: Id, license: z.string() });

/** What a client had in stock at the end of a day, as the day was charged. */
export const Snapshot = z.object({
  id: Id,
  client_id: Id,
  client: z.string(),
  day: z.string(),
  units: z.number().int(),
  /** Of the items whose sizes are set, with four decimals. */
  volume: z.string(),
  measure: z.enum(['metric', 'imperial']),
  /** Units on no plate, or on a plate without a location. */
  unplaced: z.number().int(),
  /** Units on no plate of the unit Pallet. */
  off_pallets: z.number().int(),
  items: z.array(SnapshotItem),
  places: z.array(SnapshotPlace),
  pallets: z.array(SnapshotPallet),
  taken_at: Moment,
});
export type Snapshot = z.output<typeof Snapshot>;

export const RUN_CAUSES = ['nightly', 'person', 'command', 'unbilled'] as const;
export const RUN_STATES = ['waiting', 'running', 'done', 'failed'] as const;

/** Days that are charged, or charged again. */
export const BillingRun = z.object({
  id: Id,
  cause: z.enum(RUN_CAUSES),
  /** Null: every client. */
  clients: z.array(z.object({ id: Id, company: z.string() })).nullable(),
  from: z.string(),
  to: z.string(),
  state: z.enum(RUN_STATES),
  /** The last day of it that is done. */
  done_through: z.string().nullable(),
  days: z.number().int(),
  days_done: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  /** Of the changed ones, those that are charged less than before. */
  lowered: z.number().int(),
  /**
   * What the run left unchanged although it would be different now: entries that a person changed, removed or
   * corrected, entries of a closed month, and gaps in stock that a closed month was charged by, whose snapshot is
   * frozen.
   */
  kept: z.number().int(),
  /** Of its days: what could not be charged. */
  gaps: z.number().int(),
  /** Why it failed; empty otherwise. The key is for other languages, empty for an error without one. */
  problem: z.string(),
  problem_key: z.string(),
  user: z.string(),
  created_at: Moment,
  started_at: Moment.nullable(),
  ended_at: Moment.nullable(),
});
export type BillingRun = z.output<typeof BillingRun>;

export const AccrualState = z.object({
  /** The last day that is charged; null when none is. */
  through: z.string().nullable(),
  /** The day of the first movement; null without any. */
  first_day: z.string().nullable(),
  /** The last day that is over: days up to it can be charged. */
  last_day: z.string(),
  /** The newest runs, newest first. */
  runs: z.array(BillingRun),
});
export type AccrualState = z.output<typeof AccrualState>;

/** Clients that one run names at most; leaving them out means all. */
export const RUN_CLIENTS_MAX = 1000;

export const RunInput = z
  .object({
    from: Day,
    to: Day,
    /** Left out or empty: every client. */
    client_ids: z.array(Id).max(RUN_CLIENTS_MAX).default([]),
    /** Without it the run stops at the first day on which it would remove or lower entries. */
    may_lower: FlagIn.default(0),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'RunEndsBeforeItBegins' });
export type RunInput = z.output<typeof RunInput>;

/** Days that one preview looks at, and entries that it names. */
export const RUN_PREVIEW_DAYS_MAX = 31;
export const RUN_PREVIEW_ENTRIES_MAX = 100;

/** What a run would remove or lower. */
export const RunPreview = z.object({
  /** The days of the run, together with further days that count the same stock. */
  from: z.string(),
  to: z.string(),
  /** The last day that was looked at; ask again from the next day on. */
  through: z.string(),
  removed: z.number().int(),
  lowered: z.number().int(),
  /** What would be charged less. */
  amount: MoneyOut,
  entries: z.array(
    z.object({
      id: Id,
      client_id: Id,
      day: z.string(),
      activity: z.string(),
      item: z.string(),
      before: MoneyOut,
      /** 0: it would be removed. */
      after: MoneyOut,
    }),
  ),
});
export type RunPreview = z.output<typeof RunPreview>;

export const billingRuns = {
  preview: endpoint({
    method: 'POST',
    path: '/billing/runs/preview',
    // The permission to run rows of the unbilled list again, because that screen asks with this preview first.
    access: 'create_entry_model',
    summary: 'What charging days again would remove or lower; nothing is changed',
    body: RunInput,
    response: RunPreview,
  }),
  state: endpoint({
    method: 'GET',
    path: '/billing/accrual',
    access: 'super',
    summary: 'Through which day storage and counts are charged, and the latest runs',
    response: AccrualState,
  }),
  get: endpoint({
    method: 'GET',
    path: '/billing/runs/:id',
    access: 'create_entry_model',
    summary: 'A run of the accrual, with its progress',
    params: { id: idOf('billing_runs') },
    response: BillingRun,
  }),
  start: endpoint({
    method: 'POST',
    path: '/billing/runs',
    access: 'super',
    summary: 'Charge days again, by their stock and the rates of each day',
    body: RunInput,
    response: BillingRun,
  }),
};

export const billingSnapshots = {
  get: endpoint({
    method: 'GET',
    path: '/billing/snapshots/:id',
    access: 'view_entry_list',
    summary: 'What a client had in stock at the end of a day, as it was charged',
    params: { id: idOf('billing_snapshots') },
    response: Snapshot,
  }),
};
