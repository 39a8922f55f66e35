import { z } from 'zod';
import { PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Day, Flag, ID_MAX, Id, MoneyOut } from '../kit/scalars.ts';

/** The reports, in the order in which the screen offers them. */
export const BILLING_REPORTS = [
  'default-billing',
  'default-billing-with-tax',
  'billing-by-item',
  'outbound-report',
  'outbound-report-no-summary',
  'receiving-qty-by-period-excel',
  'shipping-qty-by-period-excel',
] as const;
export type BillingReportName = (typeof BILLING_REPORTS)[number];

/** Tables of figures only: asked for a PDF, they answer the data grid. */
export const isExcelReport = (name: BillingReportName): boolean => name.endsWith('-excel');

/** Calendar periods of the company's time zone; a week begins on Monday. */
export const REPORT_PERIODS = ['month', 'week', 'quarter', 'year', 'last-month', 'last-week'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** `grid` answers rows, and so does no format at all. */
export const REPORT_FORMATS = ['grid', 'excel', 'excel-visual', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Clients of one report at most. */
export const REPORT_CLIENTS_MAX = 200;

/** Rows at most: a screen and a document are read by people, a spreadsheet is worked with. */
export const REPORT_ROWS_MAX: Record<ReportFormat, number> = {
  grid: 20_000,
  excel: 100_000,
  'excel-visual': 100_000,
  pdf: 5_000,
};

/** Text that cannot be an id becomes 0, which is no record's id. */
const idIn = (text: string) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_MAX ? Number(text) : 0);

/** Ids of clients: `1,2,3`, or a list. Each counts once. */
export const clientIds = (none: 'BillingReportNeeds' | 'SelectAtLeastOneClient') =>
  z
    .union([z.string(), z.array(z.number())], { error: () => none })
    .transform((value) => {
      const ids = typeof value === 'string' ? value.split(',').filter((id) => id.trim() !== '') : value;
      return [...new Set(ids.map((id) => idIn(String(id).trim())))];
    })
    .pipe(
      z
        .array(z.number())
        .min(1, none)
        .max(REPORT_CLIENTS_MAX, `TooManyClients:${REPORT_CLIENTS_MAX}`)
        .refine((ids) => ids.every((id) => id > 0), 'ClientIsUnknown'),
    )
    .meta({ example: '1' });

/** A day, or nothing: null and empty text are nothing too. */
const optionalDay = z.union([Day, z.literal('')], { error: () => 'DayIsInvalid' }).nullish();

export const BillingReportRequest = z
  .object({
    clients: clientIds('BillingReportNeeds'),
    name: z.enum(BILLING_REPORTS, {
      error: ({ input }) =>
        typeof input === 'string' && input !== '' ? `NotAChoice:${BILLING_REPORTS.join(', ')}` : 'BillingReportNeeds',
    }),
    period: z.enum(REPORT_PERIODS).default('month'),
    /** Each replaces that end of the period; both days are included. */
    from_date: optionalDay.transform((day) => day || null),
    to_date: optionalDay.transform((day) => day || null),
    format: z
      .enum(['', ...REPORT_FORMATS])
      .default('')
      .transform((format): ReportFormat => format || 'grid'),
  })
  .refine(({ from_date, to_date }) => !from_date || !to_date || from_date <= to_date, {
    path: ['to_date'],
    error: 'PeriodEndsBeforeItBegins',
  });
export type BillingReportRequest = z.output<typeof BillingReportRequest>;

export const REPORT_COLUMN_KINDS = ['text', 'code', 'number', 'money', 'day'] as const;

export const ReportColumn = z.object({
  key: z.string(),
  /** In the reader's language. */
  heading: z.string(),
  kind: z.enum(REPORT_COLUMN_KINDS),
  /** Whether `totals` has its sum. */
  total: z.boolean(),
});
export type ReportColumn = z.output<typeof ReportColumn>;

const ReportCell = z.union([z.string(), z.number(), z.null()]);

/** Rows by the keys of the columns. */
export const ReportGrid = z.object({
  name: z.enum(BILLING_REPORTS),
  from_date: z.string(),
  to_date: z.string(),
  columns: z.array(ReportColumn),
  rows: z.array(z.record(z.string(), ReportCell)),
  /** Sums over all rows, by the keys of the columns that have one. */
  totals: z.record(z.string(), z.number()),
  /** Summaries of a client's rows, to be shown below them. */
  tables: z.array(
    z.object({
      /** Company of the client. */
      client: z.string(),
      title: z.string(),
      columns: z.array(ReportColumn),
      rows: z.array(z.record(z.string(), ReportCell)),
    }),
  ),
  /**
   * What each client owes by the report: its lines are subtotal, tax and total, or only the total. The last is the
   * total.
   */
  clients: z.array(
    z.object({ id: Id, company: z.string(), lines: z.array(z.object({ label: z.string(), amount: MoneyOut })) }),
  ),
});
export type ReportGrid = z.output<typeof ReportGrid>;

/** Clients that can be chosen at most: far more than one report takes. */
export const REPORT_CHOICES_MAX = 1000;

export const billingReports = {
  clients: endpoint({
    method: 'GET',
    path: '/reports/billing',
    access: 'run_billing_report',
    summary: 'The clients that a billing report can be run for, disabled ones included',
    response: z.array(z.object({ id: Id, company: z.string(), is_active: Flag })),
  }),
  run: endpoint({
    method: 'POST',
    path: '/reports/billing',
    access: 'run_billing_report',
    summary:
      'Run a billing report: rows for the data grid, an .xlsx for `excel` and `excel-visual`, a PDF in base64 for `pdf`',
    reads: true,
    heavy: true,
    rows: true,
    body: BillingReportRequest,
    response: z.union([ReportGrid, PdfText]),
  }),
};
