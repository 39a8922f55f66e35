import { z } from 'zod';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { deleteEndpoint } from '../kit/resource.ts';
import { ID_MAX, Id, idOf, Moment, required, text } from '../kit/scalars.ts';
import { SERIAL_MAX } from './serial-numbers.ts';
import { Movement } from './stock.ts';

export const BUCKET_STATES = ['created', 'in_stock', 'quarantined', 'shipped', 'disposed'] as const;
export type BucketState = (typeof BUCKET_STATES)[number];

/** Units that one bucket holds at most; more units need several buckets. */
export const BUCKET_UNITS_MAX = 2_000;

/** The largest step from one serial to the next. */
export const INCREMENT_MAX = 1_000_000;

const Serial = required('SerialIsRequired', SERIAL_MAX);
const increment = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z
    .number({ error: () => 'NotAWholeNumber' })
    .int('NotAWholeNumber')
    .min(1, 'TooSmall:1')
    .max(INCREMENT_MAX, `TooLarge:${INCREMENT_MAX}`)
    .default(1),
);

export const BucketInput = z.object({
  inventory_id: z
    .number({ error: () => 'InventoryIsRequired' })
    .int()
    .positive('InventoryIsRequired')
    .max(ID_MAX),
  /** What the first serial looks like; the first scanned one when it is left out. */
  lead: text(SERIAL_MAX),
  increment,
  units: z
    .number({ error: () => 'UnitsMustBeGreaterThan0' })
    .int('NotAWholeNumber')
    .positive('UnitsMustBeGreaterThan0'),
  serials: z
    .array(Serial, { error: () => 'AtLeastOneSerialNumberIsRequired' })
    .min(1, 'AtLeastOneSerialNumberIsRequired')
    .max(BUCKET_UNITS_MAX),
});
export type BucketInput = z.output<typeof BucketInput>;

export const SerialInput = z.object({ serial: Serial });
export type SerialInput = z.output<typeof SerialInput>;

/** Serials by their text, as they are scanned. */
export const BucketSplit = z.object({
  serials: z
    .array(Serial, { error: () => 'AtLeastOneSerialNumberIsRequired' })
    .min(1, 'AtLeastOneSerialNumberIsRequired')
    .max(BUCKET_UNITS_MAX),
});
export type BucketSplit = z.output<typeof BucketSplit>;

const bucketFields = {
  id: Id,
  client_id: Id,
  lead: z.string(),
  increment: z.number().int(),
  units: z.number().int(),
  used: z.boolean(),
  state: z.enum(BUCKET_STATES),
  inventory_id: Id,
  inventory: z.object({ id: Id, sku: z.string(), name: z.string() }),
  created_at: Moment,
};

export const Bucket = z.object({
  ...bucketFields,
  company: z.string(),
  serials: z.array(z.object({ id: Id, serial: z.string() })),
  /** Its place while it is in stock or in quarantine. */
  place: z
    .object({
      license: z.string(),
      license_id: Id.nullable(),
      location_id: Id.nullable(),
      location: z.string(),
      lot_number: z.string(),
    })
    .nullable(),
  /** The bucket it was split from, and those split from it. */
  split_from: z.object({ id: Id, lead: z.string() }).nullable(),
  split_into: z.array(z.object({ id: Id, lead: z.string(), units: z.number().int() })),
});
export type Bucket = z.output<typeof Bucket>;

export const BucketRow = z.object({ ...bucketFields, sku: z.string(), name: z.string(), company: z.string() });
export type BucketRow = z.output<typeof BucketRow>;

export const bucketList = list({
  resource: 'serial_buckets',
  row: BucketRow,
  sort: ['lead', 'created_at'],
  defaultSort: { created_at: 'desc' },
  filters: { client_id: [] as string[], state: BUCKET_STATES },
  defaultFilters: {},
  exported: {
    lead: 'Lead',
    sku: 'SKU',
    name: 'Name',
    company: 'Client',
    units: 'Units',
    state: 'State',
    created_at: 'Created at',
  },
});

/** A bucket that is on hand, for choosing what to move or to dispose of. */
export const BucketChoice = z.object({
  id: Id,
  lead: z.string(),
  units: z.number().int(),
  state: z.enum(BUCKET_STATES),
  stock_row_id: Id,
});
export type BucketChoice = z.output<typeof BucketChoice>;

/** Buckets that are offered in a list at most; when more are on hand, the person scans one of their serials. */
export const BUCKET_CHOICES_MAX = 200;

const id = idOf('serial_buckets');
const serialId = idOf('serials');

export const serials = {
  onHand: endpoint({
    method: 'GET',
    path: '/inventories/:id/buckets',
    access: 'user',
    summary: "An item's buckets on hand, on one stock row or all, or the one that holds a serial",
    params: { id: idOf('inventories') },
    query: z.object({ row: z.coerce.number().int().positive().max(ID_MAX).optional(), serial: text(64) }),
    response: z.array(BucketChoice),
  }),
  list: listEndpoint({
    path: '/serials',
    access: 'view_serial_list',
    summary: 'List serial buckets',
    list: bucketList,
  }),
  get: endpoint({
    method: 'GET',
    path: '/serials/:id',
    access: 'view_serial_model',
    summary: 'Read a bucket with its serials',
    params: { id },
    response: Bucket,
  }),
  create: endpoint({
    method: 'POST',
    path: '/serials',
    access: 'create_serial_model',
    summary: 'Create a bucket of serials that were generated or scanned',
    body: BucketInput,
    response: Bucket,
    errors: [30002, 60003],
  }),
  remove: deleteEndpoint({
    path: '/serials',
    list: bucketList,
    access: 'delete_serial_model',
    summary: 'Delete a bucket that was never used',
    errors: [60003],
  }),
  movements: endpoint({
    method: 'GET',
    path: '/serials/:id/movements',
    access: 'view_serial_model',
    summary: 'The way of a bucket, newest first; before a split it is the way of the bucket it was split from',
    params: { id },
    response: z.array(Movement),
  }),
  split: endpoint({
    method: 'POST',
    path: '/serials/:id/split',
    access: 'update_serial_model',
    summary: 'Make a second bucket of some of the serials',
    params: { id },
    body: BucketSplit,
    response: Bucket,
    errors: [60003],
  }),
  addSerial: endpoint({
    method: 'POST',
    path: '/serials/:id/serial',
    access: 'update_serial_model',
    summary: 'Add a serial to a bucket that was never used',
    params: { id },
    body: SerialInput,
    response: Bucket,
    errors: [60003],
  }),
  updateSerial: endpoint({
    method: 'PUT',
    path: '/serials/:id/serial/:serialId',
    access: 'update_serial_model',
    summary: 'Correct a serial of a bucket that was never used',
    params: { id, serialId },
    body: SerialInput,
    response: Bucket,
    errors: [60003],
  }),
  removeSerial: endpoint({
    method: 'DELETE',
    path: '/serials/:id/serial/:serialId',
    access: 'update_serial_model',
    summary: 'Take a serial out of a bucket that was never used',
    params: { id, serialId },
    response: z.literal(true),
    errors: [60003],
  }),
};
