import { z } from 'zod';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { Day, Id, Moment, required } from '../kit/scalars.ts';
import { GAP_REASONS, GapDetails } from './accrual.ts';
import { BILLABLES } from './entries.ts';

/** Rows that one call runs again or waives at most. */
export const UNBILLED_ROWS_MAX = 100;

/**
 * The gaps of one reason, activity and item of a client; a shipment that nobody billed is a row of its own. Those that are
 * waived are grouped by who waived them and when.
 */
export const UnbilledRow = z.object({
  /** Of the screen only: positive for gaps, negative for shipments that nobody billed. */
  id: z.number().int(),
  client_id: Id,
  client: z.string(),
  reason: z.enum(GAP_REASONS),
  billable_type: z.enum(BILLABLES),
  activity_id: Id.nullable(),
  activity: z.string(),
  item_id: Id.nullable(),
  item: z.string(),
  /** Unit of the item. */
  uom: z.string(),
  from_day: z.string(),
  to_day: z.string(),
  /** Shipments, counts or days. */
  causes: z.number().int(),
  /** Of the newest cause. */
  details: GapDetails,
  /** The newest shipments and counts; none for days. */
  named: z.array(z.object({ id: Id, name: z.string(), direction: z.enum(['inbound', 'outbound']).nullable() })),
  waived_at: Moment.nullable(),
  waived_by: z.string(),
  waived_note: z.string(),
});
export type UnbilledRow = z.output<typeof UnbilledRow>;

export const unbilledList = list({
  resource: 'billing_gaps',
  row: UnbilledRow,
  sort: ['to_day', 'client', 'causes'],
  defaultSort: { to_day: 'desc' },
  filters: { state: ['open', 'waived'], reason: GAP_REASONS, client_id: [] },
  defaultFilters: { state: ['open'] },
  exported: {
    client: 'Client',
    reason: 'Reason',
    activity: 'Activity',
    item: 'Item',
    uom: 'UOM',
    from_day: 'From',
    to_day: 'To',
    causes: 'Times',
    waived_by: 'Waived by',
    waived_note: 'Note',
  },
});

/** A row as a call names it: what was added to it after the screen was read is not meant. */
export const UnbilledKey = z.object({
  client_id: Id,
  reason: z.enum(GAP_REASONS),
  billable_type: z.enum(BILLABLES),
  activity_id: Id.nullable(),
  item_id: Id.nullable(),
  from_day: Day,
  to_day: Day,
  /** The shipment that nobody billed; null for gaps. */
  shipment_id: Id.nullable().default(null),
});
export type UnbilledKey = z.output<typeof UnbilledKey>;

export const keyOfUnbilled = (row: UnbilledRow): UnbilledKey => {
  const { client_id, reason, billable_type, activity_id, item_id, from_day, to_day } = row;
  const shipment_id = reason === 'not_billed' ? (row.named[0]?.id ?? null) : null;
  return { client_id, reason, billable_type, activity_id, item_id, from_day, to_day, shipment_id };
};

const rows = z.array(UnbilledKey).min(1).max(UNBILLED_ROWS_MAX);

/** Shipments of one call at most: a row can be about thousands. The others are run by the next call. */
export const RERUN_SHIPMENTS_MAX = 200;

export const RerunResult = z.object({
  /** Entries that were added for shipments. */
  entries: z.number().int(),
  /** Shipments that were looked at, and those that still have a gap. */
  shipments: z.number().int(),
  left: z.number().int(),
  /** Shipments of the rows that this call did not reach. */
  postponed: z.number().int(),
  refused: z.array(z.object({ shipment_id: Id, message: z.string(), message_key: z.string() })),
  /** Runs of the accrual that were started for days and counts. */
  runs: z.array(Id),
});
export type RerunResult = z.output<typeof RerunResult>;

export const WaiveInput = z.object({ rows, note: required('WaiverNeedsNote', 1000) });
export type WaiveInput = z.output<typeof WaiveInput>;

export const unbilled = {
  list: listEndpoint({
    path: '/billing/unbilled',
    access: 'view_entry_list',
    summary: 'List what could not be charged, with the reason, and finished shipments that nobody billed',
    list: unbilledList,
  }),
  rerun: endpoint({
    method: 'POST',
    path: '/billing/unbilled/run',
    access: 'create_entry_model',
    summary: 'Compute the charges of rows again and add those whose reason is gone',
    body: z.object({ rows }),
    response: RerunResult,
  }),
  waive: endpoint({
    method: 'POST',
    path: '/billing/unbilled/waive',
    access: 'create_entry_model',
    summary: 'Charge nothing for the rows; answers how many gaps were waived',
    body: WaiveInput,
    response: z.object({ waived: z.number().int() }),
  }),
  unwaive: endpoint({
    method: 'POST',
    path: '/billing/unbilled/unwaive',
    access: 'create_entry_model',
    summary: 'Take waivers back; answers how many gaps are open again',
    body: z.object({
      rows: z
        .array(UnbilledKey.extend({ waived_at: Moment }))
        .min(1)
        .max(UNBILLED_ROWS_MAX),
    }),
    response: z.object({ reopened: z.number().int() }),
  }),
};
