import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ID_MAX, Id, idOf, Moment, MoneyOut, Month } from '../kit/scalars.ts';
import { CHARGES } from './charges.ts';

/** Whether a month of a client is closed, and as what. */
const Period = z.object({
  is_closed: z.boolean(),
  /** Who closed it, or reopened it last; empty when nobody ever did. */
  user: z.string(),
  changed_at: Moment.nullable(),
});

/** What every client's month must be before it can be closed; null when it can be. */
const CannotClose = z.object({ reason: z.string(), reason_key: z.string() }).nullable();

/** Amounts of a statement. What is internal is charged to nobody and never on what clients receive. */
const amounts = {
  entries: z.number().int(),
  subtotal: MoneyOut,
  /** Of the client: 0.13 is 13 %. */
  tax_rate: z.number(),
  tax: MoneyOut,
  total: MoneyOut,
  internal: MoneyOut,
};

export const StatementRow = z.object({
  client_id: Id,
  company: z.string(),
  ...amounts,
  period: Period,
  unbilled: z.number().int(),
});
export type StatementRow = z.output<typeof StatementRow>;

export const Statements = z.object({ month: z.string(), cannot_close: CannotClose, clients: z.array(StatementRow) });
export type Statements = z.output<typeof Statements>;

export const StatementLine = z.object({
  activity_id: Id,
  activity: z.string(),
  charge: z.enum(CHARGES),
  item_id: Id,
  /** Name and unit of the item as they were when the entries were made. */
  item: z.string(),
  uom: z.string(),
  internal: z.boolean(),
  entries: z.number().int(),
  quantity: MoneyOut,
  /** Whether tax is charged on it, by the tax code of the item. */
  taxed: z.boolean(),
  /** Of its entries, those that were charged by a minimum. */
  minimums: z.number().int(),
  /** Amount ÷ quantity, of four decimals; null when the quantities cancel out. */
  average_price: MoneyOut.nullable(),
  /** With the decimals of the currency, as it is printed. */
  amount: MoneyOut,
});
export type StatementLine = z.output<typeof StatementLine>;

/** The document that closing a month made. Closing it again makes another version. */
export const StatementDocument = z.object({
  id: Id,
  version: z.number().int(),
  /** With the client's prefix, from the client's counter of invoices. */
  number: z.string(),
  /** Number of the version before; empty for the first. */
  replaces: z.string(),
  issued_on: z.string(),
  due_on: z.string(),
  term: z.string(),
  tax_code: z.string(),
  /** Of the company, as they were. */
  tax_id: z.string(),
  payment_text: z.string(),
  total: MoneyOut,
  user: z.string(),
});
export type StatementDocument = z.output<typeof StatementDocument>;

export const Statement = z.object({
  client: z.object({ id: Id, company: z.string() }),
  month: z.string(),
  ...amounts,
  /** Subtotal, rounded from the exact sum, minus the lines, each of which is rounded: 0 in most months. */
  rounding: MoneyOut,
  period: Period,
  cannot_close: CannotClose,
  /** By activity, then by item. */
  lines: z.array(StatementLine),
  /** The one that is shown: of a closed month the newest, unless another version is asked for. */
  document: StatementDocument.nullable(),
  /** All versions, newest first. */
  documents: z.array(StatementDocument),
  unbilled: z.number().int(),
});
export type Statement = z.output<typeof Statement>;

/** An earlier version of a closed statement, as it was sent. */
export const StatementVersion = z.object({ version: z.coerce.number().int().positive().max(ID_MAX).optional() });

export const billingStatements = {
  list: endpoint({
    method: 'GET',
    path: '/billing/statements',
    access: 'view_entry_list',
    summary: 'What each client is charged in a month, whether it is closed, and how much is not billed',
    query: z.object({ month: Month.optional() }),
    response: Statements,
  }),
  get: endpoint({
    method: 'GET',
    path: '/billing/statements/:clientId/:month',
    access: 'view_entry_list',
    summary: 'What a client is charged in a month, by activity and item, with tax',
    params: { clientId: idOf('clients'), month: Month },
    query: StatementVersion,
    response: Statement,
  }),
};
