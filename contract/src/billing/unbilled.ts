import { z } from 'zod';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { Day, FlagIn, ID_MAX, Id, Moment, required } from '../kit/scalars.ts';
import { DIRECTIONS } from '../orders/order-status.ts';
import { GAP_REASONS, GapDetails } from './accrual.ts';
import { BILLABLES } from './entries.ts';

/** Rows that one call runs again or waives at most. */
export const UNBILLED_ROWS_MAX = 100;

/** Shipments and counts that a row names at most. */
export const UNBILLED_NAMED_MAX = 10;

const direction = z.enum(DIRECTIONS).nullable();

/**
 * The gaps of one reason, activity and item of a client, or its finished shipments of a direction that nobody billed.
 * What is waived is grouped by who waived it and when.
 */
export const UnbilledRow = z.object({
  /** Of the screen only: positive for gaps, negative for shipments that nobody billed. */
  id: z.number().int(),
  client_id: Id,
  client: z.string(),
  reason: z.enum(GAP_REASONS),
  billable_type: z.enum(BILLABLES),
  /** Of shipments that nobody billed. */
  direction,
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
  /** Of the newest cause, with the SKUs and charges of the others. */
  details: GapDetails,
  /** The newest shipments and counts; none for days. */
  named: z.array(z.object({ id: Id, name: z.string(), direction })),
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

/** Names a row in a call. Causes that were added to the row after the screen was read are not included. */
export const UnbilledKey = z.object({
  client_id: Id,
  reason: z.enum(GAP_REASONS),
  billable_type: z.enum(BILLABLES),
  direction: direction.default(null),
  activity_id: Id.nullable(),
  item_id: Id.nullable(),
  from_day: Day,
  to_day: Day,
  /** Only this one of its shipments. */
  shipment_id: Id.nullable().default(null),
});
export type UnbilledKey = z.output<typeof UnbilledKey>;

/** The call's name of a row, or of one shipment of it. */
export const keyOfUnbilled = (row: UnbilledRow, shipmentId: number | null = null): UnbilledKey => {
  const { client_id, reason, billable_type, direction: of, activity_id, item_id, from_day, to_day } = row;
  return {
    client_id,
    reason,
    billable_type,
    direction: of,
    activity_id,
    item_id,
    from_day,
    to_day,
    shipment_id: shipmentId,
  };
};

/**
 * The days and counts of rows that are charged again: for each client those between the first and the last of its rows.
 */
export function daysOfUnbilled(keys: readonly UnbilledKey[]): { clientId: number; from: string; to: string }[] {
  const daysOf = new Map<number, string[]>();
  for (const { billable_type, client_id, from_day, to_day } of keys)
    if (billable_type !== 'shipment')
      daysOf.set(client_id, [...(daysOf.get(client_id) ?? []), from_day, to_day].sort());
  return [...daysOf].map(([clientId, days]) => ({ clientId, from: days[0] ?? '', to: days.at(-1) ?? '' }));
}

const rows = z.array(UnbilledKey).min(1).max(UNBILLED_ROWS_MAX);

/** Shipments of one call at most: a row can be about thousands. */
export const RERUN_SHIPMENTS_MAX = 25;

export const RerunInput = z.object({
  rows,
  /** The last shipment of the call before; days and counts are started by the first call. */
  after: z.number().int().min(0).max(ID_MAX).default(0),
  /** Whether the runs of days and counts may remove or lower entries. */
  may_lower: FlagIn.default(0),
});
export type RerunInput = z.output<typeof RerunInput>;

const NamedShipment = z.object({ id: Id, name: z.string(), direction: z.enum(DIRECTIONS) });
export type NamedShipment = z.output<typeof NamedShipment>;

export const RerunResult = z.object({
  /** Entries that were added for shipments. */
  entries: z.number().int(),
  /** Shipments that were looked at, and those of them that have a gap afterwards. */
  shipments: z.number().int(),
  left: z.number().int(),
  /** Those that have one, by id; an older server does not name them. */
  left_shipments: z.array(NamedShipment).optional(),
  /** Shipments for the next call, after the last one of this call. */
  postponed: z.number().int(),
  last: z.number().int(),
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
    body: RerunInput,
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
