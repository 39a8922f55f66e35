import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Day, Flag, Id, text } from '../kit/scalars.ts';

/** Rows that a screen is given at most: more of them are a file. */
export const GRID_ROWS_MAX = 100_000;
/** Rows of one sheet at most, as Excel has them. */
export const SHEET_ROWS_MAX = 1_000_000;
/** Days of one period at most: ten years. */
export const PERIOD_DAYS_MAX = 3660;
/** Items that one report is limited to. */
export const REPORT_ITEMS_MAX = 200;

export const OPERATION_FORMATS = ['grid', 'excel', 'csv'] as const;
export type OperationFormat = (typeof OPERATION_FORMATS)[number];

/** The report groups, in the order of the screen. */
export const REPORT_GROUPS = ['stock', 'ledger', 'orders', 'billing'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** What `text_criteria_1` is in a report that asks for it. */
export const CRITERIA_KINDS = ['days', 'serial', 'choice', 'filter', 'locations'] as const;

/** A report as the list offers it: what it is called and what it asks for. */
export const OfferedReport = z.object({
  name: z.string(),
  title: z.string(),
  hint: z.string(),
  group: z.enum(REPORT_GROUPS),
  group_title: z.string(),
  /** Whether main users may run it for all clients at once. */
  all_clients: Flag,
  /** `period` is two days, `day` is one, sent as `to_date`. */
  dates: z.enum(['none', 'day', 'period']),
  /** Whether it can be limited to items, which `params` names. */
  items: Flag,
  criteria: z
    .object({
      kind: z.enum(CRITERIA_KINDS),
      label: z.string(),
      required: Flag,
      default: z.string(),
      choices: z.array(z.object({ value: z.string(), label: z.string() })),
    })
    .nullable(),
  /** Whether the caller has marked it. */
  is_favourite: Flag,
});
export type OfferedReport = z.output<typeof OfferedReport>;

/** A day, or nothing: null and empty text are nothing too. */
const optionalDay = z
  .union([Day, z.literal('')], { error: () => 'DayIsInvalid' })
  .nullish()
  .transform((day) => day || null);

export const OperationReportRequest = z
  .object({
    /** Of client users it is their own, whatever they send; `all` where the report offers it. */
    clientId: z
      .union([Id, z.literal('all'), z.literal('')], { error: () => 'ClientIsUnknown' })
      .nullish()
      .transform((id) => id || null),
    name: z
      .string({ error: () => 'ReportNameIsRequired' })
      .trim()
      .min(1, 'ReportNameIsRequired')
      .max(60),
    from_date: optionalDay,
    to_date: optionalDay,
    text_criteria_1: text(200),
    format: z
      .enum(['', ...OPERATION_FORMATS])
      .default('')
      .transform((format): OperationFormat => format || 'grid'),
    /** Ids of the items; none means all. */
    params: z
      .array(Id)
      .max(REPORT_ITEMS_MAX, `TooManyItems:${REPORT_ITEMS_MAX}`)
      .nullish()
      .transform((ids) => ids ?? []),
  })
  .meta({ example: { clientId: 1, name: 'inventory' } });
export type OperationReportRequest = z.output<typeof OperationReportRequest>;

export const OPERATION_COLUMN_KINDS = ['text', 'code', 'number', 'money', 'day', 'moment', 'flag'] as const;
export const REPORT_LINKS = ['inventory', 'order', 'shipment', 'license', 'location', 'count', 'client'] as const;
export type ReportLink = (typeof REPORT_LINKS)[number];

export const OperationColumn = z.object({
  key: z.string(),
  heading: z.string(),
  kind: z.enum(OPERATION_COLUMN_KINDS),
  /** Whether `totals` has its sum. */
  total: Flag,
  /**
   * The record that its cells lead to; `at` is where in a row its id is, null when the row has none. Of an order it is
   * `Customer-Order/12`, of a shipment `outbound/34/12`, the last being its order.
   */
  link: z.object({ to: z.enum(REPORT_LINKS), at: z.number().int() }).nullable(),
});
export type OperationColumn = z.output<typeof OperationColumn>;

const OperationCell = z.union([z.string(), z.number(), z.null()]);

/** A row has a cell for each column, and behind them the ids that links need. */
export const OperationGrid = z.object({
  name: z.string(),
  title: z.string(),
  from_date: z.string().nullable(),
  to_date: z.string().nullable(),
  columns: z.array(OperationColumn),
  rows: z.array(z.array(OperationCell)),
  /** Sums over all rows, by the keys of the columns that have one. */
  totals: z.record(z.string(), z.number()),
  /** Without rows: the latest period before this one that has some. */
  nearest: z.object({ from_date: z.string(), to_date: z.string() }).nullable(),
  /** The report that lists what is behind a figure of a row: of its item, in the same period. */
  details: z.string().nullable(),
  /** The picture that helps to read it: sums of `values` for each text of `by`, or the totals as steps. */
  chart: z
    .object({ kind: z.enum(['bars', 'steps']), by: z.string().nullable(), values: z.array(z.string()) })
    .nullable(),
});
export type OperationGrid = z.output<typeof OperationGrid>;

const favouriteParams = { name: z.string().max(60) };

export const operationReports = {
  list: endpoint({
    method: 'GET',
    path: '/reports/operations',
    access: 'user',
    summary: 'The reports that the caller may run, with what each asks for',
    response: z.array(OfferedReport),
  }),
  run: endpoint({
    method: 'POST',
    path: '/reports/operations',
    access: 'user',
    summary: 'Run a report: rows for the data grid, an .xlsx for `excel`, a .csv for `csv`',
    reads: true,
    heavy: true,
    rows: true,
    body: OperationReportRequest,
    response: OperationGrid,
  }),
  addFavourite: endpoint({
    method: 'POST',
    path: '/reports/operations/:name/favourite',
    access: 'user',
    summary: 'Mark a report as a favourite of the caller',
    params: favouriteParams,
    response: z.literal(true),
  }),
  removeFavourite: endpoint({
    method: 'DELETE',
    path: '/reports/operations/:name/favourite',
    access: 'user',
    summary: 'Take the mark of a favourite away',
    params: favouriteParams,
    response: z.literal(true),
  }),
};
