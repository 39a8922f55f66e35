import { z } from 'zod';
import { DOCUMENTS_MAX, PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Flag, Id, idOf, Moment, required, Stamp, text } from '../kit/scalars.ts';
import { AISLE_SIDES } from './bin-places.ts';

export const LOCATION_TYPES = ['P', 'S'] as const;

const place = z.coerce
  .number({ error: () => 'PlaceIsInvalid' })
  .int('PlaceIsInvalid')
  .min(0, 'PlaceIsInvalid')
  .max(999, 'PlaceIsInvalid')
  .default(0);

export const LocationInput = z.object({
  location: required('LocationIsRequired', 64),
  type: z.enum(LOCATION_TYPES).default('S'),
  billing_category: text(64),
  /** How many plates fit in; 0 for any number. */
  capacity_plates: z.coerce
    .number({ error: () => 'CapacityIsInvalid' })
    .int('CapacityIsInvalid')
    .min(0, 'CapacityIsInvalid')
    .max(9999, 'CapacityIsInvalid')
    .default(0),
  /** How much fits in, in m³ or ft³; 0 for any volume. */
  capacity_volume: z.coerce
    .number({ error: () => 'CapacityIsInvalid' })
    .min(0, 'CapacityIsInvalid')
    .max(99_999, 'CapacityIsInvalid')
    .multipleOf(0.001, 'CapacityIsInvalid')
    .default(0),
  /** Where it is (`placeOfBin`): what is empty or 0 is as its name says. */
  aisle: text(32),
  position: place,
  side: z.enum(['', ...AISLE_SIDES]).default(''),
  level: place,
});
export type LocationInput = z.output<typeof LocationInput>;
export const LocationUpdate = LocationInput.extend({ updated_at: Stamp });

export const Location = z.object({
  id: Id,
  location: z.string(),
  type: z.enum(LOCATION_TYPES),
  billing_category: z.string(),
  capacity_plates: z.number().int(),
  capacity_volume: z.number(),
  aisle: z.string(),
  position: z.number().int(),
  side: z.enum(['', ...AISLE_SIDES]),
  level: z.number().int(),
  license_count: z.number().int(),
  created_at: Moment,
  updated_at: Moment,
});
export type Location = z.output<typeof Location>;

export const locationList = list({
  resource: 'locations',
  row: Location,
  sort: ['location', 'billing_category', 'created_at'],
  defaultSort: { location: 'asc' },
  filters: { type: LOCATION_TYPES },
  defaultFilters: { type: LOCATION_TYPES },
  exported: {
    location: 'Location',
    type: 'Type',
    billing_category: 'BillingCategory',
    capacity_plates: 'CapacityPlates',
    capacity_volume: 'CapacityVolume',
    aisle: 'Aisle',
    position: 'Position',
    side: 'Side',
    level: 'Level',
    license_count: 'Plates',
    created_at: 'Created at',
  },
});

/** Goods in a bin: what a plate there holds of one item and lot. */
export const LocationInventory = z.object({
  license_id: Id,
  license: z.string(),
  client_id: Id,
  company: z.string(),
  inventory_id: Id,
  sku: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  quarantine: Flag,
  lot_number: z.string(),
  lot_expire: z.string().nullable(),
});
export type LocationInventory = z.output<typeof LocationInventory>;

/** A plate that was put into a bin, and where it went afterwards; both empty while it is there. */
export const LocationVisit = z.object({
  id: z.number().int(),
  license_id: Id,
  license: z.string(),
  company: z.string(),
  at: Moment,
  user: z.string(),
  left_at: Moment.nullable(),
  left_for: z.object({ id: Id, location: z.string() }).nullable(),
});
export type LocationVisit = z.output<typeof LocationVisit>;

/** A bin on the map of its aisle. How full one is, is its plates and units. */
export const AisleBin = z.object({
  id: Id,
  location: z.string(),
  type: z.enum(LOCATION_TYPES),
  /** The parts of the name after the aisle: `A-01-2` is bay 01, level 2 of aisle A. Empty when the name has none. */
  bay: z.string(),
  level: z.string(),
  license_count: z.number().int(),
  units: z.number().int(),
});
export type AisleBin = z.output<typeof AisleBin>;

export const Aisle = z.object({
  aisle: z.string(),
  bins: z.array(AisleBin),
  /** The aisle has more bins than are shown: those nearest to the requested one. */
  more: z.boolean(),
});
export type Aisle = z.output<typeof Aisle>;

/** Rows that one answer about a bin has at most. */
export const AISLE_BINS_MAX = 600;
/** Labels of bins that are drawn in one call. */
export const BIN_LABELS_MAX = 5 * DOCUMENTS_MAX;
export const CONTENTS_MAX = 200;
export const VISITS_PAGE = 20;

const id = idOf('locations');

export const locations = {
  ...resource({
    one: 'a bin',
    many: 'bins',
    list: locationList,
    record: Location,
    input: LocationInput,
    changed: LocationUpdate,
    access: {
      list: 'view_location_list',
      create: 'create_location_model',
      update: 'update_location_model',
      remove: 'delete_location_model',
    },
    errors: [10002],
  }),
  licenses: endpoint({
    method: 'GET',
    path: '/locations/:id/licenses',
    access: 'view_location_list',
    summary: 'The plates at a bin',
    params: { id },
    response: z.array(
      z.object({ id: Id, license: z.string(), client_id: Id, company: z.string(), quantity: z.number().int() }),
    ),
  }),
  contents: endpoint({
    method: 'GET',
    path: '/locations/:id/inventories',
    access: 'view_location_list',
    summary: 'The goods in a bin, by plate',
    params: { id },
    response: z.object({ records: z.array(LocationInventory), more: z.boolean() }),
  }),
  visits: endpoint({
    method: 'GET',
    path: '/locations/:id/visits',
    access: 'view_location_list',
    summary: 'The plates that were put into a bin, newest first, and where they went',
    params: { id },
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    response: z.object({ records: z.array(LocationVisit), more: z.boolean() }),
  }),
  aisle: endpoint({
    method: 'GET',
    path: '/locations/:id/aisle',
    access: 'view_location_list',
    summary: 'The bins of the same aisle, each with its plates and units',
    params: { id },
    response: Aisle,
  }),
  move: endpoint({
    method: 'PUT',
    path: '/locations/:id/move/:targetId',
    access: 'put_license_to_location',
    summary: 'Move all plates of a bin to another, named by id or by its name',
    params: { id, targetId: z.string().min(1).max(64).meta({ resource: 'locations' }) },
    /** A number is taken as an id when there is such a bin; people, who type names, say so. */
    query: z.object({ by: z.enum(['name']).optional() }),
    /** How many plates were moved, where they are now, and which ones they are: enough to move them back. */
    response: z.object({ moved: z.number().int(), location: z.string(), location_id: Id, plates: z.array(Id) }),
  }),
  labels: endpoint({
    method: 'GET',
    path: '/docs/pdf/locations/labels',
    access: 'view_location_list',
    summary: 'Labels of all bins from one name to another, in walking order, as a PDF',
    query: z.object({ from: text(64), to: text(64) }),
    response: PdfText,
  }),
  moveBack: endpoint({
    method: 'PUT',
    path: '/locations/:id/move-back',
    access: 'put_license_to_location',
    summary: 'Undo a move of all plates: back to this bin, if every one of them is still where it was moved to',
    params: { id },
    body: z.object({
      from_id: z.number().int().positive().max(2_147_483_647),
      plates: z.array(z.number().int().positive().max(2_147_483_647)).min(1).max(100_000),
    }),
    response: z.object({ moved: z.number().int() }),
  }),
};
