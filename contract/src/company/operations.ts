import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, Moment } from '../kit/scalars.ts';

export const Mail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(['queued', 'sent', 'kept', 'failed']),
  problem: z.string(),
  created_at: Moment,
});
export type Mail = z.output<typeof Mail>;

export const operations = {
  outbox: endpoint({
    method: 'GET',
    path: '/system/outbox',
    access: 'super',
    summary: 'Mail that was sent or, without a mail server, kept here',
    response: z.array(Mail),
  }),
};
