import { z } from 'zod';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { conditionsOf, exportsOf, outputsOf, rowOf, sortsOf } from '../kit/fields.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Flag, FlagIn, ID_MAX, Id, idOf, Moment, MoneyOut, PAYMENTS } from '../kit/scalars.ts';
import { Category, Comment } from '../records/panels.ts';
import { AddressCopy } from '../relations/address-copy.ts';
import { clientShipmentList } from '../shipments/client-shipments.ts';
import { OrderShipment, ShipmentSummary } from '../shipments/order-shipment.ts';
import type { LineToFill } from './available-units.ts';
import { orderFields } from './order-fields.ts';
import { OrderInput, OrderTypeName, OrderUpdate } from './order-input.ts';
import { OrderMeta } from './order-meta.ts';
import { ORDER_STATUSES, ORDER_TYPES } from './order-status.ts';
import { BatchFailure, PartialShipInput } from './shipping-input.ts';

/** Orders that one batch processes at most. */
export const BATCH_MAX = 100;

export const OrderLine = z.object({
  id: Id,
  order_id: Id,
  inventory_id: Id,
  sku: z.string(),
  name: z.string(),
  upc: z.string(),
  uom: z.string(),
  price: MoneyOut,
  /** Part of the amount that no price per unit can say; only lines of kits have one. */
  remainder: MoneyOut,
  quantity: z.number().int(),
  comment: z.string(),
  source: z.string(),
  source_id: z.string(),
  international: z.object({
    hs_code: z.string(),
    custom_value: MoneyOut,
    origin: z.string(),
    composition: z.string(),
  }),
  kit_id: Id.nullable(),
  /** The kit's SKU and the number of kits. */
  kit_property: z.object({ sku: z.string(), name: z.string(), quantity: z.number().int(), price: MoneyOut }).nullable(),
  line_status: z.object({
    /** Null for inbound lines, which need no stock. */
    available_inventory: z.number().int().nullable(),
    leftover: z.number().int(),
    processed_qty: z.number().int(),
    cancelled_qty: z.number().int(),
    /** Fulfilled units: shipped, or received as pristine and as quarantined. */
    shipped_qty: z.number().int(),
    pristine_qty: z.number().int(),
    quarantined_qty: z.number().int(),
  }),
});
export type OrderLine = z.output<typeof OrderLine>;

const status = z.enum(ORDER_STATUSES);
const fulfill_status = z.object({ bo: Flag, can_process: Flag });
const OrderRelation = z.object({
  id: Id,
  name: z.string(),
  account: z.string(),
  email: z.string(),
  phone: z.string(),
});
const source = z.object({ source: z.string(), source_id: z.string(), source_key: z.string() });

export const Order = z.object({
  id: Id,
  client_id: Id,
  type: OrderTypeName,
  status,
  ...outputsOf(orderFields),
  relation_id: Id,
  relation: OrderRelation,
  /** Null when the copy comes from no address of the relation: edited for the order, imported, or from a channel. */
  shipping_address_id: Id.nullable(),
  shipping_address: AddressCopy,
  billing_address_id: Id.nullable(),
  billing_address: AddressCopy,
  accounting: z.object({ tax_rate: z.number(), payment_term: z.string() }),
  source,
  api_credential_id: Id.nullable(),
  /** Its addresses are those of the shop it came from, which nobody selects or edits here. */
  has_source_address: z.boolean(),
  web_origin: z.boolean(),
  shipping: z.object({
    api: z.string(),
    courier_id: Id,
    courier_name: z.string(),
    payment: z.enum(PAYMENTS),
    collect_account: z.object({
      account: z.string(),
      collect_country_code: z.string(),
      collect_zip_code: z.string(),
    }),
  }),
  lines: z.array(OrderLine),
  /** Amounts rounded to the decimals of the currency; `units` is the sum of the lines' quantities. */
  totals: z.object({ units: z.number().int(), subtotal: MoneyOut, tax: MoneyOut, total: MoneyOut }),
  categories: z.array(Category),
  shipments: z.array(ShipmentSummary),
  /** Those that the caller may read, oldest first. */
  comments: z.array(Comment.omit({ is_mine: true })),
  /** What a partner or another system keeps with the order. */
  meta: OrderMeta,
  bo: Flag,
  fulfill_status,
  order_status: z.object({ order_id: Id, has_bo: Flag, type: OrderTypeName, status }),
  created_at: Moment,
  updated_at: Moment,
});
export type Order = z.output<typeof Order>;

export const OrderRow = z.object({
  id: Id,
  client_id: Id,
  type: OrderTypeName,
  status,
  ...rowOf(orderFields),
  relation: OrderRelation,
  /** The relation's name, for the export. */
  relation_name: z.string(),
  source,
  shipping_address: AddressCopy,
  /** The least advanced of its shipments; empty when it has none. */
  wh_status: z.string(),
  bo: Flag,
  fulfill_status,
  order_status: z.object({ order_id: Id, has_bo: Flag, type: OrderTypeName, status }),
  created_at: Moment,
  updated_at: Moment,
});
export type OrderRow = z.output<typeof OrderRow>;

const addressConditions = {
  company: 'text',
  contact: 'text',
  city: 'text',
  state_code: 'text',
  postal_code: 'text',
  country_code: 'text',
} as const;

export const orderList = list({
  resource: 'orders',
  row: OrderRow,
  sort: [...sortsOf(orderFields), 'created_at', 'updated_at'],
  defaultSort: { updated_at: 'desc' },
  filters: { type: ORDER_TYPES, status: ORDER_STATUSES, bo: ['0', '1'] },
  defaultFilters: {},
  conditions: {
    '': { ...conditionsOf(orderFields), source: 'text', created_at: 'date', updated_at: 'date' },
    lines: { sku: 'text', name: 'text' },
    relation: { name: 'text', account: 'text', email: 'text' },
    shipping_address: addressConditions,
    billing_address: addressConditions,
    shipments: { id: 'number', status: 'text', ship_date: 'day', waybill: 'text' },
  },
  exported: {
    id: 'ID',
    type: 'Type',
    ...exportsOf(orderFields),
    relation_name: 'Relation',
    status: 'Status',
    bo: 'BO',
    wh_status: 'WH Status',
    created_at: 'Created at',
    updated_at: 'Updated at',
  },
});
/** Rows of a page of the basic view; the advanced view has the usual fifteen. */
export const BASIC_PER_PAGE = 30;

export const AvailableItem = z.object({
  id: Id,
  sku: z.string(),
  name: z.string(),
  available: z.number().int(),
  international: OrderLine.shape.international,
});
export type AvailableItem = z.output<typeof AvailableItem>;

const params = { id: idOf('orders') };
const written = [20001, 30002, 30003, 30004, 30005, 30006, 30007] as const;

export const orders = {
  ...resource({
    one: 'an order',
    many: 'orders of the working client',
    list: orderList,
    record: Order,
    input: OrderInput,
    changed: OrderUpdate,
    access: { list: 'user', create: 'order_controller', update: 'order_controller' },
    errors: written,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/orders/:id',
    access: 'order_controller',
    summary: 'Cancel an open order, or the back-order of a processed one',
    params,
    response: Order,
    errors: [30007],
  }),
  clone: endpoint({
    method: 'PUT',
    path: '/orders/:id/clone',
    access: 'order_controller',
    summary: 'Copy an order as a new open one',
    params,
    response: Order,
    errors: written,
  }),
  availables: endpoint({
    method: 'GET',
    path: '/orders/utils/availables',
    access: 'user',
    summary: 'Items of the working client with units available, by SKU',
    query: z.object({ client_id: z.coerce.number().int().positive().max(ID_MAX).optional() }),
    response: z.array(AvailableItem),
  }),
  linesSheet: endpoint({
    method: 'GET',
    path: '/orders/:id/util/excel/lines',
    access: 'user',
    summary: 'OrderLines-{id}-{day}.xlsx: the lines of an order with what was shipped or received of them',
    params,
    file: true,
    response: z.string(),
  }),
  shipFull: endpoint({
    method: 'PUT',
    path: '/orders/:id/shipment/full',
    access: 'order_controller',
    summary: 'Ship everything that is left of an order',
    params,
    response: Order,
    errors: [20001, 30007, 40002, 40003],
  }),
  shipPartial: endpoint({
    method: 'PUT',
    path: '/orders/:id/shipment/partial',
    access: 'order_controller',
    summary: 'Ship part of what is left of an order',
    params,
    body: PartialShipInput,
    response: Order,
    errors: [20001, 30007, 40002, 40003, 40004, 40008],
  }),
  shipAvailable: endpoint({
    method: 'PUT',
    path: '/orders/:id/shipment/available',
    access: 'order_controller',
    summary: 'Ship what is available of an order that is short; the rest stays to be shipped',
    params,
    response: Order,
    errors: [20001, 30007, 40002, 40003, 40008],
  }),
  process: endpoint({
    method: 'POST',
    path: '/orders/batch/processing',
    access: 'order_controller',
    summary: 'Ship everything that is left of several orders, each on its own; answers those that failed',
    body: z.object({
      orderIDs: z.array(Id).min(1, 'AtLeastOneOrder').max(BATCH_MAX),
      /** Of orders that are short, what is available. */
      available: FlagIn.default(0),
    }),
    response: z.array(BatchFailure),
  }),
  shipments: listEndpoint({
    path: '/orders/utils/shipments',
    access: 'user',
    summary: 'Shipments of the working client with their tracking',
    list: clientShipmentList,
  }),
  shipment: endpoint({
    method: 'GET',
    path: '/orders/:id/shipment/:shipmentId',
    access: 'user',
    summary: 'Read a shipment of an order, with its tracking',
    params: { ...params, shipmentId: idOf('shipments') },
    response: OrderShipment,
  }),
};

/** A line as it is read, for `availableUnits`. */
export const lineToFill = ({
  id,
  inventory_id,
  quantity,
  kit_id,
  kit_property,
  line_status,
}: OrderLine): LineToFill => ({
  id,
  inventory_id,
  quantity,
  leftover: line_status.leftover,
  available: line_status.available_inventory ?? 0,
  kit_id,
  kit_quantity: kit_property?.quantity ?? 0,
});
