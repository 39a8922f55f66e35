import { z } from 'zod';
import { Flag, Id, Moment, PAYMENTS } from '../kit/scalars.ts';
import { AddressCopy } from '../relations/address-copy.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

/** What a tracking entry says: its life here, and then what the carrier says of its parcels. */
export const TRACKING_STATUSES = [
  'created',
  'ready',
  'packed',
  'finished',
  'voided',
  'pre_transit',
  'transit',
  'delivered',
  'returned',
  'failure',
] as const;
export type TrackingStatus = (typeof TRACKING_STATUSES)[number];

/** A shipment as its order lists it. */
export const ShipmentSummary = z.object({
  id: Id,
  status: z.enum(SHIPMENT_STATUSES),
  pt_number: z.string(),
  ship_date: z.string(),
  courier_name: z.string(),
  waybill: z.string(),
  units: z.number().int(),
  /** Units of them that were shipped or received. */
  fulfilled: z.number().int(),
  created_at: Moment,
});
export type ShipmentSummary = z.output<typeof ShipmentSummary>;

export const TrackingEntry = z.object({
  shipment_id: Id,
  status: z.string(),
  date: z.string(),
  comments: z.string(),
});
export type TrackingEntry = z.output<typeof TrackingEntry>;

export const ShipmentLine = z.object({
  id: Id,
  shipment_id: Id,
  inventory_id: Id,
  quantity: z.number().int(),
  /** Units shipped or received, and how many of those received went to quarantine. */
  fulfilled: z.number().int(),
  quarantined: z.number().int(),
  inventory: z.object({ id: Id, sku: z.string(), name: z.string(), upc: z.string() }),
  order_line: z.object({
    id: Id,
    comment: z.string(),
    kit_id: Id.nullable(),
    kit_property: z.object({ sku: z.string(), quantity: z.number().int() }).nullable(),
    sku: z.string(),
    name: z.string(),
    uom: z.string(),
    quantity: z.number().int(),
  }),
});
export type ShipmentLine = z.output<typeof ShipmentLine>;

/**
 * A shipment as its order's readers see it, client users included: what it costs and whether it is billed is for those
 * who may read it as the warehouse keeps it.
 */
export const OrderShipment = z.object({
  id: Id,
  order_id: Id,
  client_id: Id,
  order: z.object({ id: Id, type: z.string(), reference: z.string(), po: z.string(), status: z.string() }),
  status: z.enum(SHIPMENT_STATUSES),
  ship_date: z.string(),
  cancel_date: z.string(),
  finished_date: Moment.nullable(),
  pt_number: z.string(),
  packed: Flag,
  carton_count: z.number().int(),
  tracking: z.object({ waybill: z.string(), status: z.string() }),
  courier: z.object({
    id: Id,
    name: z.string(),
    payment_method: z.enum(PAYMENTS),
    account: z.string(),
    billing_zip: z.string(),
    billing_country_code: z.string(),
  }),
  shipping_addr: AddressCopy,
  billing_addr: AddressCopy,
  shipment_lines: z.array(ShipmentLine),
  /** Newest first. */
  tracking_status: z.array(TrackingEntry),
  created_at: Moment,
});
export type OrderShipment = z.output<typeof OrderShipment>;
