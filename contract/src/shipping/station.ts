import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, idOf, Moment, MoneyOut } from '../kit/scalars.ts';

/**
 * wanted: it is being sent, or its answer was lost and it is sent again · pushed: the station has it · refused: the
 * station never took it · removing: it is being taken away there.
 */
export const STATION_STATES = ['none', 'wanted', 'pushed', 'refused', 'removing', 'removed'] as const;
export type StationState = (typeof STATION_STATES)[number];

/** Shipments that one call sends to the station at most. */
export const STATION_BATCH_MAX = 500;

export const StationLabel = z.object({
  id: z.string(),
  tracking_number: z.string(),
  carrier: z.string(),
  service: z.string(),
  /** With insurance. */
  cost: MoneyOut,
  is_voided: z.boolean(),
  shipped_on: z.string(),
});
export type StationLabel = z.output<typeof StationLabel>;

/** A shipment at the shipping station. */
export const Station = z.object({
  state: z.enum(STATION_STATES),
  /** The station's id of the order; empty until it is known. */
  ss_order_id: z.string(),
  /** What the order is called there. */
  number: z.string(),
  /** Why the last attempt did not do what was wanted; also of an order that the station has. */
  problem: z.string(),
  problem_key: z.string(),
  pushed_at: Moment.nullable(),
  /** When the labels were last read. */
  pulled_at: Moment.nullable(),
  user: z.string(),
  labels: z.array(StationLabel),
  /** Of the labels that are not voided. */
  cost: MoneyOut,
  /** The courier is mapped to a carrier of the station: without one nothing can be sent. */
  is_mapped: z.boolean(),
  /** The company has an account that the station accepts. */
  is_connected: z.boolean(),
});
export type Station = z.output<typeof Station>;

export const StationBatchInput = z.object({
  ids: z.array(Id).min(1, 'AtLeastOneShipment').max(STATION_BATCH_MAX),
});

export const StationBatchResult = z.object({
  id: Id,
  result: z.boolean(),
  message: z.string(),
  /** The message as it can be shown in another language; empty for a success. */
  message_key: z.string(),
});
export type StationBatchResult = z.output<typeof StationBatchResult>;

const params = { id: idOf('shipments', 40001) };
const EDIT = 'update_shipment_tracking';

export const station = {
  get: endpoint({
    method: 'GET',
    path: '/shipments/:id/ss',
    access: 'view_shipment_model',
    summary: 'How far a shipment is at the shipping station',
    params,
    response: Station,
    errors: [40001],
  }),
  push: endpoint({
    method: 'PUT',
    path: '/shipments/:id/ss/push',
    access: EDIT,
    summary: 'Send a shipment to the shipping station as it is now; repeated, there is still one order',
    params,
    response: Station,
    errors: [40001, 40005, 40006, 90001, 90003, 90006],
  }),
  pull: endpoint({
    method: 'GET',
    path: '/shipments/:id/ss/pull',
    access: EDIT,
    summary: 'Read the labels that were bought at the shipping station; waybill and cost are written to the shipment',
    params,
    response: Station,
    // The specification has it as a GET; it writes what it reads.
    reads: false,
    errors: [40001, 40005, 90001, 90003, 90006],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/shipments/:id/ss/delete',
    access: EDIT,
    summary: 'Take the order of a shipment away from the shipping station',
    params,
    response: Station,
    errors: [40001, 40005, 90001, 90003, 90006],
  }),
  pushMany: endpoint({
    method: 'POST',
    path: '/shipments/action/batch/ss',
    access: EDIT,
    summary: 'Send several shipments to the shipping station; answers the outcome of each',
    body: StationBatchInput,
    response: z.array(StationBatchResult),
    errors: [90001, 90006],
  }),
};
