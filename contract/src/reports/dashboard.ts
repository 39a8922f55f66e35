import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';

/** The figures of the first screen. They are of one client: a client user's own, a main user's working client. */
export const Dashboard = z.object({
  /** Items and kits of the client, active or not; null while a main user works for no client. */
  inventories: z.number().int().nullable(),
});
export type Dashboard = z.output<typeof Dashboard>;

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/dashboard',
    access: 'user',
    summary: 'Figures of the dashboard',
    response: Dashboard,
  }),
};
