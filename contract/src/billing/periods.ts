import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, idOf, Month } from '../kit/scalars.ts';
import { Statement } from './statements.ts';

/** Clients that one call closes at most. */
export const CLOSE_MAX = 500;

/** How many unbilled things of the month were seen; with more than these it is not closed. */
const unbilled = z.number().int().min(0).max(1_000_000_000).default(0);

const CloseManyInput = z.object({
  month: Month,
  clients: z
    .array(z.object({ client_id: Id, unbilled }))
    .min(1, 'ClientIsRequired')
    .max(CLOSE_MAX),
});

export const CloseResult = z.object({
  client_id: Id,
  result: z.boolean(),
  message: z.string(),
  /** The message as it can be shown in another language; empty for a success. */
  message_key: z.string(),
});
export type CloseResult = z.output<typeof CloseResult>;

const params = { clientId: idOf('clients'), month: Month };

/** They decide what can be changed and what can be removed. */
const access = { all: ['update_entry_model', 'delete_billing_entry'] } as const;

export const billingPeriods = {
  close: endpoint({
    method: 'PUT',
    path: '/billing/statements/:clientId/:month/close',
    access,
    summary: 'Close a month of a client: none of its entries changes any more',
    params,
    body: z.object({ unbilled }),
    response: Statement,
  }),
  reopen: endpoint({
    method: 'PUT',
    path: '/billing/statements/:clientId/:month/reopen',
    access,
    summary: 'Reopen a closed month of a client',
    params,
    response: Statement,
  }),
  closeMany: endpoint({
    method: 'POST',
    path: '/billing/statements/close',
    access,
    summary: 'Close a month of several clients, each on its own; answers the outcome of each',
    body: CloseManyInput,
    response: z.array(CloseResult),
  }),
};
