import { z } from 'zod';
import { DocumentIds, PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Id, idOf, Moment, required, Stamp, size } from '../kit/scalars.ts';
import { NOT_MEASURED } from '../kit/sizes.ts';
import { Movement } from './stock.ts';

const side = size('UomSizesAreNumbers').default(NOT_MEASURED);
const sizes = { length: side, width: side, height: side, weight: side };
const uom_id = z
  .number({ error: () => 'UomNameIsRequired' })
  .int()
  .positive('UomNameIsRequired')
  .max(2_147_483_647);
const client_id = z
  .number({ error: () => 'ClientIsRequired' })
  .int()
  .positive('ClientIsRequired')
  .max(2_147_483_647);
const count = z
  .number({ error: () => 'NumberOfLicensesIsRequired' })
  .int('NumberOfLicensesIsRequired')
  .positive('NumberOfLicensesIsRequired')
  .max(1000, 'TooLarge:1000')
  .default(1);

export const LicenseInput = z.object({ license: required('LicenseNumberIsRequired', 64), client_id, uom_id, ...sizes });
export const LicenseUpdate = LicenseInput.extend({ updated_at: Stamp });
export const LicenseBatch = z.object({
  start: required('StartLicenseNumberIsRequired', 64),
  count,
  client_id,
  uom_id,
  ...sizes,
});
export const LicenseBreak = z.object({ count, uom_id, ...sizes });
export type LicenseInput = z.output<typeof LicenseInput>;
export type LicenseUpdate = z.output<typeof LicenseUpdate>;
export type LicenseBatch = z.output<typeof LicenseBatch>;
export type LicenseBreak = z.output<typeof LicenseBreak>;

export const License = z.object({
  id: Id,
  license: z.string(),
  client_id: Id,
  client: z.object({ id: Id, company: z.string() }),
  uom_id: Id,
  uom: z.string(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight: z.number(),
  /** Where it is, then where it was, newest first; `pivot.in_location` is 1 for the first only. */
  locations: z.array(
    z.object({
      id: Id,
      location: z.string(),
      type: z.enum(['P', 'S']),
      billing_category: z.string(),
      pivot: z.object({ in_location: z.union([z.literal(0), z.literal(1)]) }),
    }),
  ),
  /** How many movements it took part in; it can be deleted only with none. */
  fulfillments_count: z.number().int(),
  created_at: Moment,
  updated_at: Moment,
});
export type License = z.output<typeof License>;

export const LicenseRow = License.extend({
  /** The client's name and the location again, as plain fields for the export of the list. */
  company: z.string(),
  location: z.string(),
});
export type LicenseRow = z.output<typeof LicenseRow>;

export const licenseList = list({
  resource: 'licenses',
  row: LicenseRow,
  sort: ['license', 'created_at'],
  defaultSort: { license: 'desc' },
  /**
   * `license` names one plate exactly, in whatever case, where a search would find all that have it in their number.
   */
  filters: { client_id: [] as string[], license: [] as string[] },
  defaultFilters: {},
  exported: {
    license: 'License',
    company: 'Client',
    uom: 'UOM',
    length: 'Length',
    width: 'Width',
    height: 'Height',
    weight: 'Weight',
    location: 'Location',
    created_at: 'Created at',
  },
});

export const PutAway = z.object({
  location: required('LocationIsRequired', 64),
  license: required('LicenseNumberIsRequired', 64),
});
export type PutAway = z.output<typeof PutAway>;

/** The plate after a put-away, and where it was before: what is needed to move it back. */
export const MovedLicense = License.extend({
  /** False when it already was there. */
  has_moved: z.boolean(),
  /** Null when it was in no bin. */
  moved_from: z.object({ id: Id, location: z.string() }).nullable(),
});
export type MovedLicense = z.output<typeof MovedLicense>;

/** Takes a put-away back, if the plate is still where that put it. */
export const MoveBack = z.object({
  from_id: z.number().int().positive().max(2_147_483_647),
  /** Null for a plate that was in no bin. */
  to_id: z.number().int().positive().max(2_147_483_647).nullable(),
});
export type MoveBack = z.output<typeof MoveBack>;

export const LicenseInventory = z.object({
  license: z.string(),
  sku: z.string(),
  name: z.string(),
  qty_left: z.number().int(),
  quarantine: z.union([z.literal(0), z.literal(1)]),
  inventory_id: Id,
  lot_number: z.string(),
  lot_expire: z.string().nullable(),
});
export type LicenseInventory = z.output<typeof LicenseInventory>;

/** A movement of goods onto or off a plate. */
export const LicenseMovement = Movement.extend({ inventory_id: Id, sku: z.string() });
export type LicenseMovement = z.output<typeof LicenseMovement>;

/** A bin that a plate was put into. */
export const LicensePlace = z.object({
  id: z.number().int(),
  location_id: Id,
  location: z.string(),
  at: Moment,
  user: z.string(),
});
export type LicensePlace = z.output<typeof LicensePlace>;

/** How many bins the history of a plate shows. */
export const PLACES_MAX = 100;

const id = idOf('licenses');

export const licenses = {
  ...resource({
    one: 'a plate',
    many: 'license plates',
    list: licenseList,
    record: License,
    input: LicenseInput,
    changed: LicenseUpdate,
    access: {
      list: 'view_license_list',
      create: 'create_license_model',
      update: 'update_license_model',
      remove: 'delete_license_model',
    },
    errors: [60002],
    removeErrors: [60001],
  }),
  batch: endpoint({
    method: 'POST',
    path: '/licenses/batch',
    access: 'create_license_model',
    summary: 'Create plates numbered on from a start',
    body: LicenseBatch,
    response: z.array(License),
    errors: [60002],
  }),
  break: endpoint({
    method: 'PUT',
    path: '/licenses/:id/break',
    access: 'breakdown_license_model',
    summary: 'Spread a plate evenly over new ones',
    params: { id },
    body: LicenseBreak,
    response: z.array(License),
    errors: [40002, 60002],
  }),
  move: endpoint({
    method: 'POST',
    path: '/licenses/move',
    access: 'put_license_to_location',
    summary: 'Put a plate into a bin, both by name',
    body: PutAway,
    response: MovedLicense,
  }),
  moveBack: endpoint({
    method: 'PUT',
    path: '/licenses/:id/move/undo',
    access: 'put_license_to_location',
    summary: 'Undo a put-away: back to the bin where the plate was, or to none',
    params: { id },
    body: MoveBack,
    response: License,
  }),
  inventories: endpoint({
    method: 'GET',
    path: '/licenses/:id/util/inventories',
    access: 'view_license_list',
    summary: 'The stock on a plate',
    params: { id },
    response: z.array(LicenseInventory),
  }),
  movements: endpoint({
    method: 'GET',
    path: '/licenses/:id/movements',
    access: 'view_license_list',
    summary: 'The movements of goods onto and off a plate, newest first',
    params: { id },
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    response: z.object({ records: z.array(LicenseMovement), more: z.boolean() }),
  }),
  places: endpoint({
    method: 'GET',
    path: '/licenses/:id/util/locations',
    access: 'view_license_list',
    summary: 'The bins that a plate was put into, newest first, with who did it and when',
    params: { id },
    response: z.array(LicensePlace),
  }),
  labels: endpoint({
    method: 'GET',
    path: '/docs/pdf/lp/labels',
    access: 'view_license_list',
    summary: 'Labels of plates as a PDF, a page for each. The first print gives a plate its SSCC',
    query: DocumentIds,
    response: PdfText,
    // It may give SSCCs.
    reads: false,
  }),
};
