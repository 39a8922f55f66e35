import { z } from 'zod';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { deleteEndpoint } from '../kit/resource.ts';
import { Flag, FlagIn, ID_MAX, Id, idOf, Moment, text } from '../kit/scalars.ts';

export const COUNT_STATES = ['open', 'posting', 'posted', 'cancelled'] as const;
export type CountState = (typeof COUNT_STATES)[number];

/**
 * What a line is worth: before posting as it would be posted now, afterwards as it was. A line of a blind count is only
 * `uncounted` or `counted` for people who may not see what is expected.
 */
export const COUNT_LINE_STATUSES = [
  'uncounted',
  'counted',
  'same',
  'over',
  'short',
  'recount',
  'posted',
  'refused',
] as const;
export type CountLineStatus = (typeof COUNT_LINE_STATUSES)[number];

/** A count with at most this many rows is posted at once; a larger one is posted by a background job. */
export const COUNT_LINES_AT_ONCE = 500;

/** What is counted: all of a client's stock, limited by each of these that is given. */
export const CountInput = z
  .object({
    client_id: z
      .number({ error: () => 'ClientIsRequired' })
      .int()
      .positive('ClientIsRequired')
      .max(ID_MAX)
      .optional(),
    name: text(120),
    /** Bins by name, both included; `A` as the last one takes in everything that begins with it. */
    bin_from: text(64),
    bin_to: text(64),
    /** A part of the bin's name. */
    bin: text(64),
    /** A part of the SKU or of the item's name. */
    item: text(64),
    /** A category of the client's items. */
    category: text(60),
    /** People who count do not see the expected quantities; who made the count and super users do. */
    blind: FlagIn.default(0),
  })
  .refine(({ bin_from, bin_to }) => !bin_from || !bin_to || bin_from.toLowerCase() <= `${bin_to.toLowerCase()}\uffff`, {
    path: ['bin_to'],
    message: 'BinsRunBackwards',
  });
export type CountInput = z.output<typeof CountInput>;

const whole = z.number().int();

export const CountFigures = z.object({
  lines: whole,
  counted: whole,
  same: whole,
  /** Rows that differ and are, or will be, corrected. */
  differing: whole,
  recount: whole,
  refused: whole,
  units_over: whole,
  units_short: whole,
  /** Counted rows that posting is through with. */
  done: whole,
});
export type CountFigures = z.output<typeof CountFigures>;

export const Count = z.object({
  id: Id,
  client_id: Id,
  client: z.object({ id: Id, company: z.string() }),
  name: z.string(),
  state: z.enum(COUNT_STATES),
  blind: Flag,
  /**
   * Whether the caller sees expected quantities and variances, and may post: false while the count is blind for them.
   */
  may_review: z.boolean(),
  /** The moment the sheet's quantities are of. */
  sheet_at: Moment,
  created_at: Moment,
  user: z.string(),
  posted_at: Moment.nullable(),
  posted_by: z.string(),
  recount_of: Id.nullable(),
  /** The count that counts its open rows again. */
  recounted_by: Id.nullable(),
  figures: CountFigures,
});
export type Count = z.output<typeof Count>;

export const CountRow = z.object({
  id: Id,
  client_id: Id,
  company: z.string(),
  name: z.string(),
  state: z.enum(COUNT_STATES),
  blind: Flag,
  lines: whole,
  counted: whole,
  created_at: Moment,
  user: z.string(),
});
export type CountRow = z.output<typeof CountRow>;

export const countList = list({
  resource: 'counts',
  row: CountRow,
  sort: ['id', 'created_at'],
  defaultSort: { id: 'desc' },
  filters: { client_id: [] as string[], state: COUNT_STATES },
  defaultFilters: {},
  exported: {
    id: 'Count',
    company: 'Client',
    name: 'Name',
    state: 'State',
    blind: 'Blind',
    lines: 'Rows',
    counted: 'Counted',
    user: 'Made by',
    created_at: 'Created at',
  },
});

export const CountLine = z.object({
  id: Id,
  count_id: Id,
  client_id: Id,
  inventory_id: Id,
  sku: z.string(),
  name: z.string(),
  license_id: Id.nullable(),
  license: z.string(),
  location_id: Id.nullable(),
  location: z.string(),
  lot_id: Id.nullable(),
  lot_number: z.string(),
  expire_date: z.string().nullable(),
  quarantine: Flag,
  /** False for a place that people added. */
  is_listed: z.boolean(),
  /** What the sheet says; nothing for a place that people added, and for people to whom the count is blind. */
  expected: whole.nullable(),
  counted: whole.nullable(),
  counted_at: Moment.nullable(),
  counted_by: z.string(),
  uploaded_at: Moment.nullable(),
  /** What the ledger says for the moment it was counted. */
  balance: whole.nullable(),
  variance: whole.nullable(),
  /** The quantity there now. */
  on_hand: whole.nullable(),
  status: z.enum(COUNT_LINE_STATUSES),
  /** Why it is refused or must be counted again, in a sentence and as a key with its values; empty otherwise. */
  problem: z.string(),
  problem_key: z.string(),
});
export type CountLine = z.output<typeof CountLine>;

export const countLineList = list({
  resource: 'count_lines',
  row: CountLine,
  /** `walk` is the order in which one goes through the warehouse: bin, plate, SKU. */
  sort: ['walk', 'sku', 'variance'],
  defaultSort: { walk: 'asc' },
  filters: { count_id: [] as string[], status: COUNT_LINE_STATUSES },
  within: { filter: 'count_id', of: 'counts' },
  defaultFilters: {},
  exported: {
    count_id: 'Count',
    inventory_id: 'IID',
    sku: 'SKU',
    name: 'Name',
    location: 'Location',
    license: 'License',
    lot_number: 'Lot',
    expire_date: 'Expire',
    quarantine: 'Quarantine',
    expected: 'Quantity',
    counted: 'Counted',
    counted_at: 'Counted at',
    counted_by: 'Counted by',
    balance: 'Ledger when counted',
    variance: 'Variance',
    on_hand: 'On hand now',
    status: 'Status',
    problem: 'Problem',
  },
});

/** A bin or a plate that people count at; neither is for goods without a plate. */
export const CountPlaceQuery = z.object({
  location: text(64),
  license: text(64),
});

/** A row with the codes of its item (SKU, UPC, barcodes), so that a scan is recognised without another call. */
export const CountPlaceLine = CountLine.extend({ codes: z.array(z.string()) });
export type CountPlaceLine = z.output<typeof CountPlaceLine>;

/** What a count expects at a place, for people who count by scanning. */
export const CountPlace = z.object({
  location: z.object({ id: Id, location: z.string() }).nullable(),
  /** The plates of the count's client in the bin, or the scanned one. */
  plates: z.array(z.object({ id: Id, license: z.string(), sscc: z.string() })),
  lines: z.array(CountPlaceLine),
  /** The place has more rows than one answer holds. */
  more: z.boolean(),
  /** The server's clock, for devices whose clock is wrong. */
  at: Moment,
});
export type CountPlace = z.output<typeof CountPlace>;

/** Rows of one place in an answer, and the days a counted quantity may be old. */
export const COUNT_PLACE_MAX = 300;
export const COUNTED_DAYS_MAX = 31;

/** What somebody counted of an item at a place; on a new row when the place is not on the sheet. */
export const CountFigureInput = z.object({
  inventory_id: Id,
  license_id: Id.nullable().default(null),
  lot_id: Id.nullable().default(null),
  quarantine: FlagIn.default(0),
  counted: z
    .number({ error: () => 'CountedIsWhole' })
    .int('CountedIsWhole')
    .min(0, 'CountedIsWhole')
    .max(999_999_999, 'CountedIsWhole'),
  /** When it was counted; the moment of the call when it is left out. */
  counted_at: Moment.optional(),
  /** Replaces what somebody else counted there. */
  replace: FlagIn.default(0),
});
export type CountFigureInput = z.output<typeof CountFigureInput>;

const id = idOf('counts');
const path = '/operations/counts';
const access = 'adjust_inventory';

export const counts = {
  list: listEndpoint({ path, access, summary: 'List counts', list: countList }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access,
    summary: 'Read a count with its figures',
    params: { id },
    response: Count,
  }),
  create: endpoint({
    method: 'POST',
    path,
    access,
    summary: "Make a count sheet of a client's stock as it is now",
    body: CountInput,
    response: Count,
  }),
  sheet: endpoint({
    method: 'GET',
    path: `${path}/:id/sheet`,
    access,
    summary: 'The count sheet as a spreadsheet, in the order in which one walks',
    params: { id },
    /** Only the rows that are not counted yet. */
    query: z.object({ left: z.enum(['1']).optional() }),
    response: z.unknown(),
    file: true,
  }),
  lines: listEndpoint({
    path: '/operations/count-lines',
    access,
    summary: 'The rows of a count, each with its variance',
    list: countLineList,
  }),
  place: endpoint({
    method: 'GET',
    path: `${path}/:id/place`,
    access,
    summary: 'The rows of a count in a bin, on a plate, or without a plate',
    params: { id },
    query: CountPlaceQuery,
    response: CountPlace,
  }),
  record: endpoint({
    method: 'POST',
    path: `${path}/:id/figures`,
    access,
    summary: 'Record what was counted of one item at one place; the answer has its variance',
    params: { id },
    body: CountFigureInput,
    response: CountLine,
    errors: [20001],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/operations/count-lines/:id/undo',
    access,
    summary: "Undo the caller's last figure of a row: the figure before it is restored",
    params: { id: idOf('count_lines') },
    /** The figure to undo, so that a later one is kept. */
    body: z.object({ uploaded_at: Moment }),
    /** The row, or null when the figure had added it. */
    response: CountLine.nullable(),
  }),
  post: endpoint({
    method: 'POST',
    path: `${path}/:id/post`,
    access,
    summary:
      'Post the variances of what is counted; a second call changes nothing. With short_lines shipments that hold missing units are shortened',
    params: { id },
    body: z.object({ short_lines: FlagIn.default(0) }).optional(),
    response: Count,
  }),
  recount: endpoint({
    method: 'POST',
    path: `${path}/:id/recount`,
    access,
    summary: 'Make a count of the rows that were not posted',
    params: { id },
    response: Count,
  }),
  cancel: deleteEndpoint({ path, list: countList, access, summary: 'Cancel an open count' }),
};
