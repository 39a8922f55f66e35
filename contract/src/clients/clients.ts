import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, text } from '../kit/scalars.ts';

export const ClientOption = z.object({ id: Id, company: z.string(), account: z.string() });
export type ClientOption = z.output<typeof ClientOption>;

export const clients = {
  selector: endpoint({
    method: 'POST',
    path: '/clients/selector',
    access: 'main',
    summary: 'Find active clients by name or account',
    body: z.object({ search: text(100) }),
    response: z.array(ClientOption),
    reads: true,
  }),
};
