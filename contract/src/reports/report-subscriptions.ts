import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Flag, FlagIn, Id, idOf, isEmail, Moment } from '../kit/scalars.ts';
import { OperationReportRequest } from './operation-reports.ts';
import { SCHEDULE_FREQUENCIES, ScheduledRun } from './schedules.ts';

/** Addresses of one subscription. */
export const SUBSCRIPTION_RECEIVERS_MAX = 5;
/** Subscriptions of one user. */
export const SUBSCRIPTIONS_MAX = 20;
/** Times in a day that one is sent by hand. */
export const SENT_BY_HAND_MAX = 10;
/** The last day of a month that every month has. */
export const MONTH_DAY_MAX = 28;

export const SUBSCRIPTION_FORMATS = ['excel', 'csv'] as const;

/** stopped: its owner may no longer run it, or what it asks for is gone; `stop_reason` says which. */
export const SUBSCRIPTION_STATES = ['active', 'paused', 'stopped'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

const within = (first: number, last: number) =>
  z
    .number({ error: () => 'InvalidFormat' })
    .int('InvalidFormat')
    .min(first, 'InvalidFormat')
    .max(last, 'InvalidFormat');

/** When it is mailed, to whom and how: by the clock of the company's time zone. */
const schedule = {
  frequency: z.enum(SCHEDULE_FREQUENCIES).default('Week'),
  /** Of a weekly one: 1 is Monday. */
  weekday: within(1, 7).default(1),
  /** Of a monthly one. */
  month_day: within(1, MONTH_DAY_MAX).default(1),
  hour: within(0, 23).default(6),
  receivers: z
    .array(
      z
        .string({ error: () => 'EmailIsInvalid' })
        .trim()
        .toLowerCase()
        .refine(isEmail, 'EmailIsInvalid'),
      { error: () => 'SubscriptionNeedsAddress' },
    )
    .transform((addresses) => [...new Set(addresses)])
    .pipe(
      z
        .array(z.string())
        .min(1, 'SubscriptionNeedsAddress')
        .max(SUBSCRIPTION_RECEIVERS_MAX, `TooManyAddresses:${SUBSCRIPTION_RECEIVERS_MAX}`),
    )
    .meta({ example: ['office@longshore.test'] }),
  format: z.enum(SUBSCRIPTION_FORMATS).default('excel'),
  /** Whether a mail says so when there is nothing to report. */
  when_empty: FlagIn.default(0),
};

const { clientId, text_criteria_1, params } = OperationReportRequest.shape;

export const SubscriptionSchedule = z.object(schedule);
export type SubscriptionSchedule = z.output<typeof SubscriptionSchedule>;

export const SubscriptionInput = z
  .object({
    report: OperationReportRequest.shape.name,
    /** What the report asks for, except its days: those are the period before, or the day on which it is mailed. */
    clientId,
    text_criteria_1,
    params,
    ...schedule,
  })
  .meta({ example: { report: 'inventory', clientId: 1, receivers: ['office@longshore.test'] } });
export type SubscriptionInput = z.output<typeof SubscriptionInput>;

export const Subscription = z.object({
  id: Id,
  report: z.string(),
  title: z.string(),
  /** What it is limited to, in words: the company, the value of the report's own field; empty when not limited. */
  client: z.string(),
  criteria: z.string(),
  /** How many items it is limited to. */
  items: z.number().int(),
  frequency: z.enum(SCHEDULE_FREQUENCIES),
  weekday: z.number().int(),
  month_day: z.number().int(),
  hour: z.number().int(),
  receivers: z.array(z.string()),
  format: z.enum(SUBSCRIPTION_FORMATS),
  when_empty: Flag,
  state: z.enum(SUBSCRIPTION_STATES),
  /** As a sentence and as the message that it can be shown by in another language. */
  stop_reason: z.string(),
  stop_reason_key: z.string(),
  stopped_at: Moment.nullable(),
  /** Whose access it is read with: who saved it last. */
  user_name: z.string(),
  is_own: Flag,
  /** Whether the caller may change it, and resume it when it stopped: who does becomes its owner. */
  may_change: Flag,
  created_at: Moment,
  last_sent_at: Moment.nullable(),
  last_run: ScheduledRun.nullable(),
  /** Null while it is paused or stopped. */
  next_run: Moment.nullable(),
});
export type Subscription = z.output<typeof Subscription>;

const path = '/reports/subscriptions';
const one = { id: idOf('report_subscriptions') };

export const reportSubscriptions = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'user',
    summary: 'Reports that are mailed by a schedule: all of them for main users, those of the client for client users',
    response: z.array(Subscription),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'user',
    summary: 'Subscribe to a report: it is mailed after every day, week or month',
    body: SubscriptionInput,
    response: Subscription,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'user',
    summary: 'Change when, to whom and how a subscription is mailed; the caller becomes its owner',
    params: one,
    body: SubscriptionSchedule,
    response: Subscription,
  }),
  pause: endpoint({
    method: 'POST',
    path: `${path}/:id/pause`,
    access: 'user',
    summary: 'Pause a subscription: what becomes due meanwhile is not mailed later',
    params: one,
    response: Subscription,
  }),
  resume: endpoint({
    method: 'POST',
    path: `${path}/:id/resume`,
    access: 'user',
    summary: 'Resume a subscription; of one that was stopped the caller becomes the owner',
    params: one,
    response: Subscription,
  }),
  send: endpoint({
    method: 'POST',
    path: `${path}/:id/send`,
    access: 'user',
    summary: 'Mail the report of the last day, week or month now, besides its regular runs',
    params: one,
    response: Subscription,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'user',
    summary: 'Delete a subscription',
    params: one,
    response: z.literal(true),
  }),
};
