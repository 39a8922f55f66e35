import { z } from 'zod';
import { UomLink } from '../inventory/inventories.ts';
import { Flag, Id, Moment, MoneyOut, PAYMENTS } from '../kit/scalars.ts';
import { DIRECTIONS, ORDER_TYPES } from '../orders/order-status.ts';
import { Comment, FileRecord } from '../records/panels.ts';
import { AddressCopy } from '../relations/address-copy.ts';
import { INCOTERMS } from './incoterm.ts';
import { ShipmentLine, TrackingEntry } from './order-shipment.ts';
import { Container } from './packing.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

export const Fulfillment = z.object({
  id: Id,
  /** Signed as in the ledger: negative for what left. */
  change: z.number().int(),
  quantity: z.number().int(),
  licenses: z.object({ license: z.string() }),
  lots: z.object({ id: Id.nullable(), lot: z.string(), expire: z.string().nullable() }),
  serials: z.object({ id: Id.nullable(), lead: z.string() }),
  location: z.string(),
  quarantine: Flag,
  reason: z.string(),
  reference: z.string(),
  user: z.string(),
  created_at: Moment,
});
export type Fulfillment = z.output<typeof Fulfillment>;

/** A line with everything that fulfilling, packing and printing it needs. */
export const FulfilmentLine = ShipmentLine.extend({
  inventory: ShipmentLine.shape.inventory.extend({
    barcode_1: z.string(),
    barcode_2: z.string(),
    cost: MoneyOut,
    custom_2: z.string(),
    uoms: z.array(UomLink),
    config: z.object({ lot: Flag, serial: Flag }),
    international: z.object({
      composition: z.string(),
      custom_value: MoneyOut,
      origin: z.string(),
      hs_code: z.string(),
    }),
  }),
  fulfillments: z.array(Fulfillment),
});
export type FulfilmentLine = z.output<typeof FulfilmentLine>;

export const ShipmentLock = z.object({ user_id: Id, name: z.string(), until: Moment });
export type ShipmentLock = z.output<typeof ShipmentLock>;

export const Shipment = z.object({
  id: Id,
  client_id: Id,
  order_id: Id,
  order: z.object({
    id: Id,
    type: z.enum(ORDER_TYPES),
    reference: z.string(),
    po: z.string(),
    status: z.string(),
    note: z.string(),
    print_note: z.string(),
    client_id: Id,
    client: z.object({ id: Id, company: z.string() }),
    relation: z.object({ id: Id, name: z.string() }),
    source: z.object({ source: z.string() }),
  }),
  /** Of the order. */
  accounting: z.object({ tax_rate: z.number(), payment_term: z.string() }),
  direction: z.enum(DIRECTIONS),
  status: z.enum(SHIPMENT_STATUSES),
  ship_date: z.string(),
  cancel_date: z.string(),
  finished_date: Moment.nullable(),
  pt_number: z.string(),
  print_count: z.number().int(),
  ss_order_id: z.string(),
  fba_shipment_id: z.string(),
  fba_feed_type: z.string(),
  exist_in_fba: Flag,
  packed: Flag,
  billed: Flag,
  carton_count: z.number().int(),
  attr_1: z.string(),
  /** Empty until one is chosen. */
  incoterm: z.union([z.enum(INCOTERMS), z.literal('')]),
  incoterm_place: z.string(),
  /** Empty until an invoice or a shipment report was printed. */
  invoice_number: z.string(),
  bol_number: z.string(),
  /** Who holds the lock; null when nobody does. */
  user: ShipmentLock.nullable(),
  shipping: z.object({ payment: z.enum(PAYMENTS), api: z.string() }),
  tracking: z.object({ waybill: z.string(), cost: MoneyOut, status: z.string() }),
  courier: z.object({
    id: Id,
    name: z.string(),
    payment_method: z.enum(PAYMENTS),
    account: z.string(),
    billing_zip: z.string(),
    billing_country_code: z.string(),
    ss_mapping_carrier: z.string(),
    shippo_id: z.string(),
  }),
  shipping_addr: AddressCopy,
  billing_addr: AddressCopy,
  shipment_lines: z.array(FulfilmentLine),
  containers: z.array(Container),
  /** Newest first. */
  tracking_status: z.array(TrackingEntry),
  /** Addresses of the client's webhook 101 with this shipment's ids filled in. */
  external_resources: z.array(z.string()),
  created_at: Moment,
  updated_at: Moment,
});
export type Shipment = z.output<typeof Shipment>;

/** A shipment as it is read, with what people have attached to it. */
export const ShipmentDetail = Shipment.extend({
  /** What its papers carry as a barcode, and links to print it name it by. */
  _key: z.string(),
  comments: z.array(Comment.omit({ is_mine: true })),
  files: z.array(FileRecord.omit({ is_mine: true })),
});
export type ShipmentDetail = z.output<typeof ShipmentDetail>;

/** What fulfilling has changed of a shipment: the lines it was about. A scanner sends one such call after the other. */
export const LinesFulfilled = Shipment.pick({ id: true, status: true, updated_at: true }).extend({
  shipment_lines: z.array(FulfilmentLine.pick({ id: true, fulfilled: true, quarantined: true, fulfillments: true })),
});
export type LinesFulfilled = z.output<typeof LinesFulfilled>;

/** What packing has changed of a shipment. */
export const Packed = Shipment.pick({
  id: true,
  packed: true,
  carton_count: true,
  containers: true,
  tracking: true,
  tracking_status: true,
  updated_at: true,
});
export type Packed = z.output<typeof Packed>;

/**
 * A finished shipment as the webhook of its client receives it: with fulfilments and cartons, without what is the
 * company's own, such as the cost, whether it is billed, and the names of its staff.
 */
export const FinishedShipment = Shipment.omit({
  print_count: true,
  billed: true,
  user: true,
  external_resources: true,
}).extend({
  tracking: Shipment.shape.tracking.omit({ cost: true }),
  shipment_lines: z.array(FulfilmentLine.extend({ fulfillments: z.array(Fulfillment.omit({ user: true })) })),
});
