import { z } from 'zod';
import { PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Moment, MoneyOut, Month } from '../kit/scalars.ts';
import { Statement } from './statements.ts';

/** A closed month of a client. */
export const ClosedStatement = z.object({
  month: z.string(),
  subtotal: MoneyOut,
  tax: MoneyOut,
  total: MoneyOut,
  closed_at: Moment,
});
export type ClosedStatement = z.output<typeof ClosedStatement>;

/** Months that the list of statements shows: two years. */
export const CLOSED_STATEMENTS_MAX = 24;

/** What a client was charged, for its own users: closed months only, without what is internal. */
export const clientStatements = {
  list: endpoint({
    method: 'GET',
    path: '/statements',
    access: 'statement_reader',
    summary: 'Closed statements of the working client, newest first',
    response: z.array(ClosedStatement),
  }),
  get: endpoint({
    method: 'GET',
    path: '/statements/:month',
    access: 'statement_reader',
    summary: 'A closed statement of the working client, by activity and item, with tax',
    params: { month: Month },
    response: Statement,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/statements/:month/pdf',
    access: 'statement_reader',
    summary: 'A closed statement of the working client as a PDF in base64',
    params: { month: Month },
    heavy: true,
    response: PdfText,
  }),
};
