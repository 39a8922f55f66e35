import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, idOf, Moment, MoneyOut, Month } from '../kit/scalars.ts';
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
  amount: MoneyOut,
});
export type StatementLine = z.output<typeof StatementLine>;

export const Statement = z.object({
  client: z.object({ id: Id, company: z.string() }),
  month: z.string(),
  ...amounts,
  period: Period,
  cannot_close: CannotClose,
  /** By activity, then by item. */
  lines: z.array(StatementLine),
  unbilled: z.number().int(),
});
export type Statement = z.output<typeof Statement>;

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
    response: Statement,
  }),
};
