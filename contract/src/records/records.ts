import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { PER_PAGE_MAX, ROW_MAX } from '../kit/list-query.ts';
import { Id, idOf, Moment, required, text } from '../kit/scalars.ts';
import { LINK_MAX } from '../scan/digital-link.ts';
import { PHRASE_MAX, PhraseOffer } from '../search/phrase-offer.ts';

/** Kinds of record that have a history, as the API names them. */
export const TRACEABLE = [
  'Relation',
  'Inventory',
  'Location',
  'Cart',
  'Tote',
  'License',
  'Order',
  'Shipment',
  'User',
  'Client',
  'Integration',
  'Company',
  'BillingItem',
  'BillingActivity',
  'BillingEntry',
] as const;
export type Traceable = (typeof TRACEABLE)[number];

export const Trace = z.object({
  id: Id,
  /** The author's name, kept with the trace; System when nobody was signed in. */
  user: z.string(),
  subject: z.string(),
  created_at: Moment,
  array_log: z.array(z.object({ field: z.string(), newValue: z.string() })),
});
export type Trace = z.output<typeof Trace>;
export const TRACE_PAGE = 15;

/** Lists whose filters one may save, by the page they belong to. `Wave` has the rules by which waves are planned. */
export const FILTER_PAGES = ['Relation', 'Inventory', 'BasicInventory', 'Order', 'Shipment', 'Wave'] as const;
const FilterPage = z.enum(FILTER_PAGES);
export type FilterPage = z.output<typeof FilterPage>;

const CONDITIONS_MAX = 20;
const SavedCondition = z.object({
  relation: z.string().max(64).default(''),
  field: z.string().max(64),
  operator: z.string().max(16),
  value: z.string().max(255),
  join: z.enum(['AND', 'OR']).default('AND'),
});
/** A number as a query string (text) or as JSON has it. */
const count = (max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,9}$/, 'NotAWholeNumber')])
    .transform(Number)
    .pipe(z.number().int('NotAWholeNumber').min(1).max(max));

const toLowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

/** The list query as an object: what a list takes in its query string, a saved filter takes too. */
export const SavedQuery = z.object({
  on_page: count(ROW_MAX).optional(),
  per_page: count(PER_PAGE_MAX).optional(),
  search: z.string().max(200).optional(),
  order_by: z.record(z.string().max(64), z.preprocess(toLowerCase, z.enum(['asc', 'desc']))).optional(),
  /** Values of a filter, comma-joined or as a list. */
  filter_by: z
    .record(
      z.string().max(64),
      z.union([
        z.string().max(1000),
        z
          .array(z.string().max(64))
          .max(50)
          .transform((values) => values.join(',')),
      ]),
    )
    .optional(),
  query: z.array(SavedCondition).max(CONDITIONS_MAX).optional(),
  advanced: z.union([z.boolean(), z.enum(['yes', 'no']).transform((word) => word === 'yes')]).optional(),
});

/** The same as it is answered. */
const SavedParam = z.object({
  on_page: z.number().int().optional(),
  per_page: z.number().int().optional(),
  search: z.string().optional(),
  order_by: z.record(z.string(), z.enum(['asc', 'desc'])).optional(),
  /** Comma-joined values. */
  filter_by: z.record(z.string(), z.string()).optional(),
  query: z.array(SavedCondition).optional(),
  advanced: z.boolean().optional(),
});
export type SavedParam = z.output<typeof SavedParam>;

/** `value` is `param` by the other name the specifications have for it. */
export const SavedFilter = z.object({
  id: Id,
  name: z.string(),
  page: FilterPage,
  param: SavedParam,
  value: SavedParam,
});
export type SavedFilter = z.output<typeof SavedFilter>;

/** What the search palette finds, in the order in which it shows it. */
export const SEARCH_GROUPS = [
  'relations',
  'inventories',
  'orders',
  'shipments',
  'licenses',
  'lots',
  'serials',
  'locations',
  'clients',
  'activities',
  'statements',
  'reports',
] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

export const SearchHit = z.object({
  kind: z.string(),
  id: Id,
  title: z.string(),
  description: z.string(),
  /** Address of the record's own screen. */
  path: z.string(),
  /** The searched text is exactly one of its codes or its name, so this record was meant. */
  is_exact: z.boolean().optional(),
  /** Units on hand of an item, on a plate or of a lot; undefined for records that have no stock. */
  quantity: z.number().int().optional(),
});
export type SearchHit = z.output<typeof SearchHit>;

export const IMPORT_TYPES = [
  'Relation',
  'Inventory',
  'InventoryUom',
  'Order',
  'Location',
  'PutAway',
  'Receiving',
  'Shipping',
  'CountSheet',
] as const;
export const ImportType = z.enum(IMPORT_TYPES);
export type ImportType = z.output<typeof ImportType>;

export const ImportProblem = z.object({
  row: z.number().int(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
  /** The same as a key with its values, for other languages; empty for what a release before 1.4 stored. */
  key: z.string(),
  /** The row was saved nevertheless, for example an order that could not be processed. */
  is_saved: z.boolean().optional(),
});
export type ImportProblem = z.output<typeof ImportProblem>;

/** A record that an import saved, with the address of its own screen. */
export const ImportedRecord = z.object({
  row: z.number().int(),
  title: z.string(),
  path: z.string(),
  is_new: z.boolean(),
});
export type ImportedRecord = z.output<typeof ImportedRecord>;

export const ImportRun = z.object({
  import_id: Id,
  type: ImportType,
  file_name: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Why it failed, or that the rest was discarded, in a sentence; empty otherwise. */
  reason: z.string(),
  reason_key: z.string(),
  rows: z.number().int(),
  done: z.number().int(),
  success: z.number().int(),
  /** How many of the saved rows made a new record; the others changed one. */
  created: z.number().int(),
  /** How many records the saved rows became: an order has several rows. 0 for what a release before 1.11 imported. */
  record_count: z.number().int(),
  /** The first records that were saved. */
  records: z.array(ImportedRecord),
  errors: z.array(ImportProblem),
  created_at: Moment,
});
export type ImportRun = z.output<typeof ImportRun>;

/** An upload with at most this many rows is answered at once; a larger one becomes a background job. */
export const IMPORT_ROWS_AT_ONCE = 500;
/** How many saved records the result of an import links to. */
export const IMPORT_RECORDS_LINKED = 200;
export const IMPORT_ROWS_MAX = 20_000;

/** An export in the server that answers; with several servers, another one may run it. */
export const RunningExport = z.object({
  /** Of the list that is exported. */
  path: z.string(),
  state: z.enum(['waiting', 'running']),
  rows: z.int(),
  /** 0 until it is known. */
  total: z.int(),
});
export type RunningExport = z.output<typeof RunningExport>;

const importId = idOf('imports');
/** An id beside an uploaded file; forms know texts only. */
const idText = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional();

export const records = {
  traces: endpoint({
    method: 'GET',
    path: '/system/trace',
    access: 'trace_history',
    summary: 'Who changed what on a record, newest first',
    query: z.object({
      traceable_type: z.enum(TRACEABLE),
      traceable_id: z.coerce.number().int().positive().max(2_147_483_647),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    response: z.object({ data: z.array(Trace), current_page: z.number().int(), last_page: z.number().int() }),
  }),
  savedFilters: endpoint({
    method: 'GET',
    path: '/utility/pagination/:page',
    access: 'user',
    summary: 'My saved filters of a page',
    params: { page: FilterPage },
    query: z.object({ v: z.string().max(16).optional() }),
    response: z.array(SavedFilter),
  }),
  saveFilter: endpoint({
    method: 'POST',
    path: '/utility/pagination',
    access: 'user',
    summary: 'Save a filter under a name; the same name is replaced',
    body: z.object({ name: required('FilterNameIsRequired', 80), page: FilterPage, param: SavedQuery }),
    response: SavedFilter,
  }),
  deleteFilter: endpoint({
    method: 'DELETE',
    path: '/utility/pagination/:id',
    access: 'user',
    summary: 'Delete a saved filter',
    params: { id: idOf('saved_filters') },
    response: z.literal(true),
  }),
  search: endpoint({
    method: 'POST',
    path: '/system/search',
    access: 'user',
    summary: 'Find records of every kind by a few characters or a scan',
    body: z.object({ search: text(100) }),
    response: z.array(SearchHit),
    reads: true,
  }),
  phrases: endpoint({
    method: 'POST',
    path: '/system/search/phrases',
    access: 'user',
    summary: 'The lists, with their filters, that a phrase such as “late shipments of Kiwi” means',
    body: z.object({ search: text(PHRASE_MAX) }),
    response: z.array(PhraseOffer),
    reads: true,
  }),
  scan: endpoint({
    method: 'POST',
    path: '/system/scan',
    access: 'user',
    summary: 'Find the records that a scanned code names: items, plates, locations, lots, serials',
    body: z.object({ code: text(LINK_MAX) }),
    response: z.array(SearchHit),
    reads: true,
  }),
  exports: endpoint({
    method: 'GET',
    path: '/system/exports',
    access: 'user',
    summary: "One's own exports that wait or run, and how far they are",
    response: z.array(RunningExport),
  }),
  importExcel: endpoint({
    method: 'POST',
    path: '/upload/excel/:type',
    access: 'user',
    summary: 'Import a spreadsheet: good rows are saved, bad rows reported',
    params: { type: ImportType },
    body: z.object({ client_id: idText, shipment_id: idText, count_id: idText }),
    response: ImportRun,
    errors: [10005, 11001, 40001, 40005, 40006, 40011],
    upload: true,
  }),
  importTemplate: endpoint({
    method: 'GET',
    path: '/upload/excel/:type/template',
    access: 'user',
    summary: 'The blank spreadsheet of an import, with an example and notes',
    params: { type: ImportType },
    response: z.unknown(),
    file: true,
  }),
  importRun: endpoint({
    method: 'GET',
    path: '/upload/excel/imports/:id',
    access: 'user',
    summary: 'How far an import is',
    params: { id: importId },
    response: ImportRun,
  }),
  resumeImport: endpoint({
    method: 'POST',
    path: '/upload/excel/imports/:id/resume',
    access: 'user',
    summary:
      'Resume an import that failed, from the row at which it stopped; a super user also one of a disabled user, which is then theirs',
    params: { id: importId },
    response: ImportRun,
  }),
  discardImport: endpoint({
    method: 'POST',
    path: '/upload/excel/imports/:id/discard',
    access: 'user',
    summary: 'Give up the rest of an import that failed; what was saved stays. A super user also of a disabled user',
    params: { id: importId },
    response: ImportRun,
  }),
  failedImportsOfUser: endpoint({
    method: 'GET',
    path: '/users/:id/imports/failed',
    access: 'super',
    summary: "A disabled user's imports that failed, newest first; at most 50",
    params: { id: idOf('users') },
    response: z.array(ImportRun),
  }),
  importFailed: endpoint({
    method: 'GET',
    path: '/upload/excel/imports/:id/failed',
    access: 'user',
    summary: 'The rows an import could not save, with a Problem column',
    params: { id: importId },
    response: z.unknown(),
    file: true,
  }),
};
