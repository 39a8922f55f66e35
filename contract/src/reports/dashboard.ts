import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/scalars.ts';

/** What one point of a chart spans, and how many points a chart has. */
export const DASHBOARD_PERIODS = { day: 30, week: 26, month: 12 } as const;
export type DashboardPeriod = keyof typeof DASHBOARD_PERIODS;
const Period = z.enum(['day', 'week', 'month']);

/** Orders that the dashboard looks at to count those without enough stock; beyond it says "500+". */
export const ATTENTION_MAX = 500;

const count = z.number().int();
/** Work that waits, of the client the figures are for. `is_minimum`: there are more, and they were not looked at. */
const Waiting = z.object({ total: count, is_minimum: z.boolean() });

export const Dashboard = z.object({
  /** Items and kits of the client, active or not; null while a main user works for no client. */
  inventories: count.nullable(),
  period: Period,
  /** Shipments made in each period: of all clients for main users, of its own for a client user. */
  shipments: z.array(z.object({ from: z.iso.date(), outbound: count, inbound: count })),
  /** Outbound orders made in each period, for client users; null for main users. */
  orders: z.array(z.object({ from: z.iso.date(), outbound: count })).nullable(),
  /** For main users: outbound orders of each client this month and last month, most first. */
  top_clients: z
    .array(z.object({ client_id: Id, company: z.string(), this_month: count, last_month: count }))
    .nullable(),
  /** Outbound and inbound orders that are not finished, of the client the figures are for. */
  to_be_shipped: count.nullable(),
  to_be_received: count.nullable(),
  /** What needs attention today. Orders are of the working client, shipments as in `shipments`. */
  attention: z.object({
    /** Open outbound orders; `short` of them lack stock. */
    open_orders: Waiting.extend({ short: count }).nullable(),
    /** Back-ordered outbound orders; `fillable` of them have enough stock now. */
    back_orders: Waiting.extend({ fillable: count }).nullable(),
    /** Outbound shipments that are not finished; `late` are past their ship date, `due` are due today. */
    to_ship: Waiting.extend({ late: count, due: count }),
    to_receive: Waiting.extend({ late: count, due: count }),
    /** Rows of the list of what is not billed; null for those who may not see entries. */
    unbilled: Waiting.nullable(),
  }),
});
export type Dashboard = z.output<typeof Dashboard>;

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/dashboard',
    access: 'user',
    summary: 'Figures of the dashboard',
    query: z.object({ period: Period.default('day') }),
    response: Dashboard,
  }),
};
