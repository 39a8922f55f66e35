import { z } from 'zod';
import { list } from '../kit/list.ts';
import { Flag, Id, Moment, MoneyOut } from '../kit/scalars.ts';
import { DIRECTIONS, ORDER_TYPES } from '../orders/order-status.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

export const ShipmentRow = z.object({
  id: Id,
  client_id: Id,
  client: z.string(),
  order_id: Id,
  type: z.enum(ORDER_TYPES),
  direction: z.enum(DIRECTIONS),
  reference: z.string(),
  po: z.string(),
  fba_shipment_id: z.string(),
  exist_in_fba: Flag,
  courier: z.string(),
  status: z.enum(SHIPMENT_STATUSES),
  /** The status of the row's order, and whether it is back-ordered. */
  order_status: z.string(),
  has_bo: Flag,
  ship_date: z.string(),
  finished_date: Moment.nullable(),
  pt_number: z.string(),
  print_count: z.number().int(),
  ss_order_id: z.string(),
  country_code: z.string(),
  packed: Flag,
  carton_count: z.number().int(),
  billed: Flag,
  waybill: z.string(),
  cost: MoneyOut,
  /** Units of all lines, and how many of them are fulfilled. */
  units: z.number().int(),
  fulfilled: z.number().int(),
  /** Name of who holds the lock; empty when nobody does. */
  locked_by: z.string(),
  created_at: Moment,
});
export type ShipmentRow = z.output<typeof ShipmentRow>;

export const shipmentList = list({
  resource: 'shipments',
  row: ShipmentRow,
  sort: ['id', 'ship_date', 'print_count', 'ss_order_id', 'created_at'],
  defaultSort: { ship_date: 'desc' },
  filters: {
    type: DIRECTIONS,
    status: SHIPMENT_STATUSES,
    billed: ['0', '1'],
    /** Not finished and past the ship date. */
    late: ['0', '1'],
    /** Somebody works on it and holds its lock. */
    held: ['0', '1'],
    /** Packed, with a courier that sells labels, and cartons without one. */
    lacks_labels: ['0', '1'],
    client_id: [],
  },
  defaultFilters: {},
  conditions: {
    '': {
      pt_number: 'text',
      waybill: 'text',
      attr_1: 'text',
      ship_date: 'day',
      cancel_date: 'day',
      finished_date: 'date',
      created_at: 'date',
      print_count: 'number',
      carton_count: 'number',
      packed: 'flag',
    },
    order: { reference: 'text', po: 'text', type: 'text' },
    lines: { sku: 'text', name: 'text' },
    relation: { name: 'text', account: 'text' },
    courier: { name: 'text' },
    shipping_addr: { company: 'text', city: 'text', state_code: 'text', postal_code: 'text', country_code: 'text' },
  },
  exported: {
    id: 'ID',
    pt_number: 'Picking number',
    reference: 'Reference',
    po: 'PO',
    client: 'Client',
    type: 'Type',
    courier: 'Courier',
    waybill: 'Waybill',
    cost: 'Shipping charge',
    status: 'Status',
    billed: 'Billed',
    packed: 'Packed',
    ship_date: 'Ship date',
    finished_date: 'Finished',
    print_count: 'Prints',
    units: 'Units',
    country_code: 'Country',
    created_at: 'Created at',
  },
});
