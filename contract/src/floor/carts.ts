import { z } from 'zod';
import { DocumentIds, PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Id, idOf, Moment, required, Stamp, text } from '../kit/scalars.ts';

/** Totes that a cart carries at most. */
export const CART_TOTES_MAX = 60;
/** Totes that are shown at a pack station at most: those that have waited longest. */
export const WAITING_TOTES_MAX = 100;
/** Totes that one call makes at most. */
export const TOTES_BATCH_MAX = 200;

const access = {
  list: 'view_location_list',
  create: 'create_location_model',
  update: 'update_location_model',
  remove: 'delete_location_model',
} as const;

export const CartInput = z.object({
  cart: required('CartIsRequired', 64),
  /** How many totes it carries: as many shipments are picked with it at once. */
  totes: z.coerce
    .number({ error: () => 'CartTotesAreInvalid' })
    .int('CartTotesAreInvalid')
    .min(1, 'CartTotesAreInvalid')
    .max(CART_TOTES_MAX, 'CartTotesAreInvalid')
    .default(8),
  /** What it carries at most, in kg or lb; 0 for any weight. */
  max_weight: z.coerce
    .number({ error: () => 'CartWeightIsInvalid' })
    .min(0, 'CartWeightIsInvalid')
    .max(99_999, 'CartWeightIsInvalid')
    .multipleOf(0.001, 'CartWeightIsInvalid')
    .default(0),
});
export type CartInput = z.output<typeof CartInput>;
export const CartUpdate = CartInput.extend({ updated_at: Stamp });

export const Cart = z.object({
  id: Id,
  cart: z.string(),
  totes: z.number().int(),
  max_weight: z.number(),
  /** The wave that is picked with it; null while it is free. */
  wave_id: Id.nullable(),
  created_at: Moment,
  updated_at: Moment,
});
export type Cart = z.output<typeof Cart>;

export const cartList = list({
  resource: 'carts',
  row: Cart,
  sort: ['cart', 'created_at'],
  defaultSort: { cart: 'asc' },
  filters: {},
  defaultFilters: {},
  exported: { cart: 'Cart', totes: 'Totes', max_weight: 'Weight', wave_id: 'Wave', created_at: 'Created at' },
});

export const ToteInput = z.object({ tote: required('ToteIsRequired', 40), note: text() });
export type ToteInput = z.output<typeof ToteInput>;
export const ToteUpdate = ToteInput.extend({ updated_at: Stamp });

export const Tote = z.object({
  id: Id,
  tote: z.string(),
  note: z.string(),
  /** The shipment that is in it, until that is finished or void; null while the tote is free. */
  shipment_id: Id.nullable(),
  wave_id: Id.nullable(),
  created_at: Moment,
  updated_at: Moment,
});
export type Tote = z.output<typeof Tote>;

export const toteList = list({
  resource: 'totes',
  row: Tote,
  sort: ['tote', 'created_at'],
  defaultSort: { tote: 'asc' },
  filters: {},
  defaultFilters: {},
  exported: { tote: 'Tote', note: 'Note', wave_id: 'Wave', shipment_id: 'Shipment', created_at: 'Created at' },
});

export const ToteBatch = z.object({
  /** Its trailing digits are counted up, their width kept: T-01, T-02 … */
  start: required('ToteIsRequired', 40),
  count: z
    .number({ error: () => 'ToteCountIsInvalid' })
    .int('ToteCountIsInvalid')
    .min(1, 'ToteCountIsInvalid')
    .max(TOTES_BATCH_MAX, `TooLarge:${TOTES_BATCH_MAX}`)
    .default(1),
});
export type ToteBatch = z.output<typeof ToteBatch>;

/** What a tote's code names at a pack station. */
export const ToteFound = z.object({
  id: Id,
  tote: z.string(),
  wave_id: Id,
  shipment_id: Id,
  order_id: Id,
  order_type: z.string(),
  reference: z.string(),
  client_id: Id,
  company: z.string(),
  status: z.string(),
  packed: z.boolean(),
  /** Units of the shipment that are still to be picked. */
  units_left: z.number().int(),
  /** All totes that hold its goods, in the order in which they were filled. */
  totes: z.array(z.string()),
});
export type ToteFound = z.output<typeof ToteFound>;

/** A shipment that is picked and waits to be packed, with the tote that was filled last. */
export const ToteWaiting = ToteFound.pick({
  id: true,
  tote: true,
  wave_id: true,
  shipment_id: true,
  order_id: true,
  order_type: true,
  reference: true,
  client_id: true,
  company: true,
  totes: true,
}).extend({
  units: z.number().int(),
  /** The last pick into it. */
  since: Moment,
});
export type ToteWaiting = z.output<typeof ToteWaiting>;

export const carts = {
  ...resource({
    one: 'a cart',
    many: 'carts',
    list: cartList,
    record: Cart,
    input: CartInput,
    changed: CartUpdate,
    access,
  }),
  labels: endpoint({
    method: 'GET',
    path: '/docs/pdf/carts/labels',
    access: 'view_location_list',
    summary: 'Labels of carts as a PDF, a page for each',
    query: DocumentIds,
    response: PdfText,
  }),
};

export const totes = {
  ...resource({
    one: 'a tote',
    many: 'totes',
    list: toteList,
    record: Tote,
    input: ToteInput,
    changed: ToteUpdate,
    access,
  }),
  batch: endpoint({
    method: 'POST',
    path: '/totes/batch',
    access: 'create_location_model',
    summary: 'Create totes numbered on from a start',
    body: ToteBatch,
    response: z.array(Tote),
  }),
  labels: endpoint({
    method: 'GET',
    path: '/docs/pdf/totes/labels',
    access: 'view_location_list',
    summary: 'Labels of totes as a PDF, a page for each',
    query: DocumentIds,
    response: PdfText,
  }),
  lookUp: endpoint({
    method: 'GET',
    path: '/totes/action/look-up',
    access: 'view_shipments_list',
    summary: "The shipment in a tote, by the tote's code or its label",
    query: z.object({ code: required('ToteIsRequired', 64) }),
    response: ToteFound,
  }),
  ofShipment: endpoint({
    method: 'GET',
    path: '/totes/action/of-shipment/:id',
    access: 'pack',
    summary: 'The totes that hold the goods of a shipment, in the order in which they were filled',
    params: { id: idOf('shipments') },
    response: z.array(z.object({ id: Id, tote: z.string() })),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/totes/action/waiting',
    access: 'pack',
    summary: 'The totes whose shipment is picked and not packed, those that have waited longest first',
    response: z.object({ totes: z.array(ToteWaiting), more: z.boolean() }),
  }),
};
