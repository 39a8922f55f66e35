import { z } from 'zod';
import { list } from '../kit/list.ts';
import { Id, Moment } from '../kit/scalars.ts';
import { DIRECTIONS, ORDER_TYPES } from '../orders/order-status.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

/** A shipment as the client whose goods they are follows it: where it is, not how the warehouse works on it. */
export const ClientShipmentRow = z.object({
  id: Id,
  client_id: Id,
  order_id: Id,
  type: z.enum(ORDER_TYPES),
  direction: z.enum(DIRECTIONS),
  reference: z.string(),
  po: z.string(),
  status: z.enum(SHIPMENT_STATUSES),
  /** What its newest tracking entry says; empty when it has none. */
  tracked: z.string(),
  courier: z.string(),
  waybill: z.string(),
  ship_date: z.string(),
  finished_date: Moment.nullable(),
  pt_number: z.string(),
  carton_count: z.number().int(),
  units: z.number().int(),
  created_at: Moment,
});
export type ClientShipmentRow = z.output<typeof ClientShipmentRow>;

export const clientShipmentList = list({
  resource: 'shipments',
  row: ClientShipmentRow,
  sort: ['id', 'ship_date', 'created_at'],
  defaultSort: { created_at: 'desc' },
  filters: { type: DIRECTIONS, status: SHIPMENT_STATUSES, late: ['0', '1'] },
  defaultFilters: {},
  exported: {
    id: 'ID',
    pt_number: 'Picking number',
    reference: 'Reference',
    po: 'PO',
    type: 'Type',
    courier: 'Courier',
    waybill: 'Waybill',
    status: 'Status',
    tracked: 'Tracking',
    ship_date: 'Ship date',
    finished_date: 'Finished',
    carton_count: 'Cartons',
    units: 'Units',
    created_at: 'Created at',
  },
});
