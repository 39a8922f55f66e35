import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Id, idOf, Moment, required, Stamp, text } from '../kit/scalars.ts';

export const LOCATION_TYPES = ['P', 'S'] as const;

export const LocationInput = z.object({
  location: required('LocationIsRequired', 64),
  type: z.enum(LOCATION_TYPES).default('S'),
  billing_category: text(64),
});
export type LocationInput = z.output<typeof LocationInput>;
export const LocationUpdate = LocationInput.extend({ updated_at: Stamp });

export const Location = z.object({
  id: Id,
  location: z.string(),
  type: z.enum(LOCATION_TYPES),
  billing_category: z.string(),
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
    license_count: 'Plates',
    created_at: 'Created at',
  },
});

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
  move: endpoint({
    method: 'PUT',
    path: '/locations/:id/move/:targetId',
    access: 'put_license_to_location',
    summary: 'Move all plates of a bin to another, named by id or by its name',
    params: { id, targetId: z.string().min(1).max(64).meta({ resource: 'locations' }) },
    /** A number is taken as an id when there is such a bin; people, who type names, say so. */
    query: z.object({ by: z.enum(['name']).optional() }),
    /** How many, and the name of where they are now. */
    response: z.object({ moved: z.number().int(), location: z.string() }),
  }),
};
