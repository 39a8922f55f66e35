import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { ID_MAX, Id, idOf, Moment, Stamp } from '../kit/scalars.ts';

const units = (key: 'MinimumIsInvalid' | 'MaximumIsInvalid', least: number) =>
  z
    .number({ error: () => key })
    .int(key)
    .min(least, key)
    .max(1_000_000, key);

const fields = {
  location_id: z
    .number({ error: () => 'LocationIsRequired' })
    .int()
    .positive('LocationIsRequired')
    .max(ID_MAX, 'LocationIsRequired'),
  inventory_id: z
    .number({ error: () => 'FaceItemIsRequired' })
    .int()
    .positive('FaceItemIsRequired')
    .max(ID_MAX, 'FaceItemIsRequired'),
  /** Below so many units it is filled up. */
  minimum: units('MinimumIsInvalid', 1),
  /** Up to so many units fit in. */
  maximum: units('MaximumIsInvalid', 1),
};
const inOrder = { path: ['maximum'], message: 'MaximumBelowMinimum' };

export const FaceInput = z.object(fields).refine(({ minimum, maximum }) => minimum <= maximum, inOrder);
export type FaceInput = z.output<typeof FaceInput>;
export const FaceUpdate = z
  .object({ ...fields, updated_at: Stamp })
  .refine(({ minimum, maximum }) => minimum <= maximum, inOrder);
export type FaceUpdate = z.output<typeof FaceUpdate>;

/** A picking face: the bin that an item is picked from, and how much of it should lie there. */
export const Face = z.object({
  id: Id,
  client_id: Id,
  client_name: z.string(),
  location_id: Id,
  location: z.string(),
  inventory_id: Id,
  sku: z.string(),
  name: z.string(),
  minimum: z.number().int(),
  maximum: z.number().int(),
  /** What can be picked there now, and what is in other places. */
  units: z.number().int(),
  reserve: z.number().int(),
  /** Left to pick for waves that are picked now and for shipments that are due. */
  needed: z.number().int(),
  /** Below the minimum, or half empty and not enough for what is needed. */
  is_low: z.boolean(),
  created_at: Moment,
  updated_at: Moment,
});
export type Face = z.output<typeof Face>;

export const faceList = list({
  resource: 'faces',
  row: Face,
  sort: ['location', 'sku', 'created_at'],
  defaultSort: { location: 'asc' },
  filters: { client_id: [] as string[], state: ['low', 'enough'] },
  defaultFilters: {},
  exported: {
    location: 'Location',
    client_name: 'Client',
    sku: 'SKU',
    name: 'Name',
    minimum: 'Minimum',
    maximum: 'Maximum',
    units: 'Quantity',
    reserve: 'Reserve',
    needed: 'Needed today',
  },
});

/** Plates that are proposed to bring down. */
export const BRINGS_MAX = 3;

/** A plate that could fill a face up, and why this one. */
export const Bring = z.object({
  license_id: Id,
  license: z.string(),
  /** Empty while the plate has none. */
  sscc: z.string(),
  location_id: Id.nullable(),
  /** Empty when the plate is in no bin. */
  location: z.string(),
  lot_id: Id.nullable(),
  lot_number: z.string(),
  expire_date: z.string().nullable(),
  /** Units of the item and lot on it, and how many of them to bring. */
  units: z.number().int(),
  bring: z.number().int(),
  /** The whole plate is put into the bin; otherwise units are moved onto a plate there. */
  whole: z.boolean(),
  reason: z.string(),
  reason_key: z.string(),
});
export type Bring = z.output<typeof Bring>;

export const Replenishment = z.object({
  face: Face,
  /** Up to so many units are missing. */
  wanted: z.number().int(),
  /** Plates in the bin of the face, which units can be moved onto. */
  onto: z.array(z.object({ license_id: Id, license: z.string(), sscc: z.string() })),
  brings: z.array(Bring),
});
export type Replenishment = z.output<typeof Replenishment>;

export const faces = {
  ...resource({
    one: 'a picking face',
    many: 'picking faces',
    list: faceList,
    record: Face,
    input: FaceInput,
    changed: FaceUpdate,
    access: {
      list: 'view_location_list',
      create: 'create_location_model',
      update: 'update_location_model',
      remove: 'delete_location_model',
    },
  }),
  replenish: endpoint({
    method: 'GET',
    path: '/faces/:id/action/replenish',
    access: ['move_between_license', 'put_license_to_location'],
    summary: 'How much a picking face is missing, and which plates to bring down, each with the reason',
    params: { id: idOf('faces') },
    response: Replenishment,
  }),
};
