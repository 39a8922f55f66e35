import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import type { MessageKey } from '../kit/messages.ts';
import { resource } from '../kit/resource.ts';
import {
  CountryCode,
  Flag,
  ID_MAX,
  Id,
  idOf,
  Moment,
  MoneyIn,
  MoneyOut,
  PAYMENTS,
  Payment,
  Rate,
  required,
  Stamp,
  text,
} from '../kit/scalars.ts';
import { Category, Comment } from '../records/panels.ts';
import { AddressCopy, AddressCopyInput } from '../relations/address-copy.ts';
import { OrderShipment, ShipmentSummary } from '../shipments/order-shipment.ts';
import { CourierId } from '../relations/courier-input.ts';
import { OrderMeta, OrderMetaInput } from './order-meta.ts';
import { ORDER_STATUSES, ORDER_TYPES } from './order-status.ts';
import { BatchFailure, LINE_UNITS_MAX, ORDER_LINES_MAX, PartialShipInput } from './shipping-input.ts';

export const OrderTypeName = z.enum(ORDER_TYPES);

/** Orders that one batch processes at most. */
export const BATCH_MAX = 100;
/** An order of a credential above this one comes with addresses of its partner, which nobody selects or edits. */
export const ADDRESS_FROM_API_ABOVE = 111;

/** The line of an issue, as people count lines: from 1. */
const atLine = (key: MessageKey) => (issue: { path?: PropertyKey[] | undefined }) =>
  `${key}:${Number(issue.path?.find((part) => typeof part === 'number') ?? 0) + 1}`;
const [itemIsInvalid, quantityIsInvalid, priceIsInvalid] = [
  atLine('InvalidLineItemAt'),
  atLine('InvalidLineQuantityAt'),
  atLine('InvalidLinePriceAt'),
];

export const OrderLineInput = z.object(
  {
    /** A line of the order that is saved again; left out for a new one. */
    id: Id.optional(),
    /** An item, or a kit: the server makes a line per component. */
    inventory_id: z
      .number({ error: itemIsInvalid })
      .int({ error: itemIsInvalid })
      .positive({ error: itemIsInvalid })
      .max(ID_MAX, { error: itemIsInvalid }),
    /** Left out or empty: as the item has it. */
    sku: text(),
    name: text(),
    quantity: z
      .number({ error: quantityIsInvalid })
      .int({ error: quantityIsInvalid })
      .min(1, { error: quantityIsInvalid })
      .max(LINE_UNITS_MAX, { error: quantityIsInvalid }),
    /** Left out: the selling price in a customer order, else the cost. For a kit the price of one kit. */
    price: z
      .union([z.number(), z.string()], { error: priceIsInvalid })
      .refine((price) => MoneyIn.safeParse(price).success, { error: priceIsInvalid })
      .transform((price) => MoneyIn.parse(price))
      .optional(),
    comment: text(255),
    source_id: text(100),
    /**
     * The kit that a line was made for, as the server answered it. The lines of a kit are sent back unchanged, or as
     * one line of the kit itself.
     */
    kit_id: Id.nullable().optional(),
  },
  { error: itemIsInvalid },
);
export type OrderLineInput = z.output<typeof OrderLineInput>;

const addressId = z
  .number({ error: () => 'AddressIsRequired' })
  .int()
  .min(0)
  .max(ID_MAX)
  .nullable();

const orderFields = {
  relation_id: z
    .number({ error: () => 'RelationIsRequired' })
    .int()
    .positive('RelationIsRequired')
    .max(ID_MAX, 'RelationIsRequired'),
  reference: required('ReferenceIsRequired'),
  po: text(),
  /** The relation's addresses to copy; on a save null or 0 keeps the copy that the order has. */
  shipping_address_id: addressId.optional(),
  billing_address_id: addressId.optional(),
  /** The copy itself, when it was edited for this order. */
  shipping_address: AddressCopyInput.optional(),
  billing_address: AddressCopyInput.optional(),
  accounting: z
    .object({ tax_rate: Rate.default(0), payment_term: text().transform((term) => term || 'NA') })
    .default({ tax_rate: 0, payment_term: 'NA' }),
  shipping: z
    .object({
      courier_id: CourierId,
      payment: Payment,
      collect_account: z
        .object({ account: text(), collect_country_code: CountryCode, collect_zip_code: text(32) })
        .default({ account: '', collect_country_code: '', collect_zip_code: '' }),
    })
    // Left out, it is refused for its courier, as an empty one is.
    .prefault({} as never),
  note: text(2000),
  print_note: text(2000),
  /** Left out: as it was. */
  meta: OrderMetaInput.optional(),
  lines: z
    .array(OrderLineInput, { error: () => 'AtLeastOneLine' })
    .min(1, 'AtLeastOneLine')
    .max(ORDER_LINES_MAX),
};

/** A new order has no copy of its addresses yet: it names addresses of the relation, or has copies of its own. */
function addressed(order: Partial<z.output<z.ZodObject<typeof orderFields>>>, context: z.core.$RefinementCtx): void {
  for (const side of ['shipping', 'billing'] as const)
    if (!order[`${side}_address_id`] && !order[`${side}_address`])
      context.addIssue({ code: 'custom', path: [`${side}_address_id`], message: 'AddressIsRequired' });
}

/** What JSON Schema cannot tell of the rules above, partners and the generated tests see by example. */
const example = {
  relation_id: 1,
  reference: 'SO-28412',
  shipping_address_id: 1,
  billing_address_id: 1,
  shipping: { courier_id: 1 },
  lines: [{ inventory_id: 1, quantity: 1 }],
};

export const OrderInput = z
  .object({ ...orderFields, type: OrderTypeName, client_id: Id.optional() })
  // Also when other fields are broken, so that all of them are reported at once.
  .superRefine(addressed, { when: ({ value }) => typeof value === 'object' && value !== null })
  .meta({ example: { type: 'Customer Order', ...example } });
export const OrderUpdate = z.object({ ...orderFields, updated_at: Stamp }).meta({ example });
export type OrderInput = z.output<typeof OrderInput>;
export type OrderUpdate = z.output<typeof OrderUpdate>;

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
  reference: z.string(),
  po: z.string(),
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
  note: z.string(),
  print_note: z.string(),
  lines: z.array(OrderLine),
  /** Money rounded to cents; `units` is the sum of the lines' quantities. */
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
  reference: z.string(),
  po: z.string(),
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

const common = {
  resource: 'orders',
  row: OrderRow,
  sort: ['reference', 'po', 'created_at', 'updated_at'],
  defaultSort: { updated_at: 'desc' },
  filters: { type: ORDER_TYPES, status: ORDER_STATUSES, bo: ['0', '1'] },
  defaultFilters: {},
  conditions: {
    '': { reference: 'text', po: 'text', source: 'text', note: 'text', created_at: 'date', updated_at: 'date' },
    lines: { sku: 'text', name: 'text' },
    relation: { name: 'text', account: 'text', email: 'text' },
    shipping_address: addressConditions,
    billing_address: addressConditions,
    shipments: { id: 'number', status: 'text', ship_date: 'day', waybill: 'text' },
  },
  exported: {
    id: 'ID',
    type: 'Type',
    reference: 'Reference',
    po: 'PO',
    relation_name: 'Relation',
    status: 'Status',
    bo: 'BO',
    wh_status: 'WH Status',
    created_at: 'Created at',
    updated_at: 'Updated at',
  },
} as const satisfies Parameters<
  typeof list<typeof OrderRow, 'reference' | 'po' | 'created_at' | 'updated_at', 'type' | 'status' | 'bo'>
>[0];

export const orderList = list({ ...common });
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
  process: endpoint({
    method: 'POST',
    path: '/orders/batch/processing',
    access: 'order_controller',
    summary: 'Ship everything that is left of several orders, each on its own; answers those that failed',
    body: z.object({ orderIDs: z.array(Id).min(1, 'AtLeastOneOrder').max(BATCH_MAX) }),
    response: z.array(BatchFailure),
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
