import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/scalars.ts';
import { ORDER_TYPES } from '../orders/order-status.ts';

/** What one point of a chart spans, and how many points a chart has. */
export const DASHBOARD_PERIODS = { day: 30, week: 26, month: 12 } as const;
export type DashboardPeriod = keyof typeof DASHBOARD_PERIODS;
const Period = z.enum(['day', 'week', 'month']);

/** Whose orders, shipments and charges all figures are about: every client's, or those of the working client. */
export const DASHBOARD_SCOPES = ['all', 'client'] as const;
export type DashboardScope = (typeof DASHBOARD_SCOPES)[number];

/** Orders that the dashboard looks at to count those without enough stock; beyond it says "500+". */
export const ATTENTION_MAX = 500;

/** The counters of the sidebar stop here and say "999+". */
export const COUNTER_MAX = 999;

const count = z.number().int();
/** Work that waits. `is_minimum`: there is more, and it was not looked at. */
const Waiting = z.object({ total: count, is_minimum: z.boolean() });

export const Dashboard = z.object({
  /**
   * What every figure is about. A client user's is always `client`; a main user who works for no client gets `all`.
   */
  scope: z.enum(DASHBOARD_SCOPES),
  /** Items and kits of the client, active or not; null for all clients. */
  inventories: count.nullable(),
  period: Period,
  /** Shipments made in each period. */
  shipments: z.array(z.object({ from: z.iso.date(), outbound: count, inbound: count })),
  /** Outbound orders made in each period, for client users; null for main users. */
  orders: z.array(z.object({ from: z.iso.date(), outbound: count })).nullable(),
  /**
   * For all clients: outbound orders of each this month and last month, most first. A last row without a client
   * sums up those that are not listed.
   */
  top_clients: z
    .array(z.object({ client_id: Id.nullable(), company: z.string(), this_month: count, last_month: count }))
    .nullable(),
  /** Orders of the client that are not finished, returns included: outbound and inbound; null for all clients. */
  to_be_shipped: count.nullable(),
  to_be_received: count.nullable(),
  /** The same by type: each opens the list of its type. */
  unfinished: z.array(z.object({ type: z.enum(ORDER_TYPES), count })).nullable(),
  /** What needs attention today. */
  attention: z.object({
    /** Open customer orders; `short` of them lack stock. */
    open_orders: Waiting.extend({ short: count }),
    /** Back-ordered customer orders; `fillable` of them have enough stock now. */
    back_orders: Waiting.extend({ fillable: count }),
    /**
     * How many of them are of the working client, whose orders the lists show; null when all are, or when there is no
     * working client.
     */
    of_client: z.object({ open_orders: count, back_orders: count }).nullable(),
    /** Outbound shipments that are not finished; `late` are past their ship date, `due` are due today. */
    to_ship: Waiting.extend({ late: count, due: count }),
    to_receive: Waiting.extend({ late: count, due: count }),
    /**
     * Finished shipments that nobody billed, and further reasons why something is not billed (`reasons`); null for
     * those who may not see entries.
     */
    unbilled: Waiting.extend({ reasons: count }).nullable(),
    /**
     * Open exceptions that are not put off; `stopped` of them are about something that did not happen. An older server
     * does not count them.
     */
    exceptions: Waiting.extend({ stopped: count }).optional(),
  }),
});
export type Dashboard = z.output<typeof Dashboard>;

/**
 * Work that waits, as the sidebar counts it beside each list: open orders of the working client, and shipments that are
 * not finished, of all clients for main users.
 */
export const WorkCounters = z.object({
  orders: z.array(Waiting.extend({ type: z.enum(ORDER_TYPES) })),
  to_ship: Waiting.extend({ late: count }),
  to_receive: Waiting.extend({ late: count }),
  /** Open exceptions that are not put off. An older server does not count them. */
  exceptions: Waiting.optional(),
});
export type WorkCounters = z.output<typeof WorkCounters>;

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/dashboard',
    access: 'user',
    summary: 'Figures of the dashboard',
    query: z.object({ period: Period.default('day'), scope: z.enum(DASHBOARD_SCOPES).default('all') }),
    response: Dashboard,
  }),
  counters: endpoint({
    method: 'GET',
    path: '/dashboard/counters',
    access: 'user',
    summary: 'Orders and shipments that wait, counted up to a limit',
    response: WorkCounters,
  }),
};
