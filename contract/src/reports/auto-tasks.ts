import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, idOf, isEmail, Moment } from '../kit/scalars.ts';
import { type BillingReportName, clientIds } from './billing-reports.ts';
import { ScheduledRun } from './schedules.ts';

/** Week: every Monday for last week; Month: on the 1st for last month; both at 06:00 of the company's time zone. */
export const TASK_FREQUENCIES = ['Week', 'Month'] as const;
export type TaskFrequency = (typeof TASK_FREQUENCIES)[number];

export const TASK_REPORTS = {
  1: 'default-billing',
  2: 'outbound-report',
  3: 'billing-by-item',
} as const satisfies Record<number, BillingReportName>;
const ReportType = z.literal([1, 2, 3]);

export const TASK_FILES = ['excel', 'excel-visual', 'pdf'] as const;
export type TaskFile = (typeof TASK_FILES)[number];

const address = (key: 'SendTo1IsInvalid' | 'SendTo2IsInvalid', isOptional: boolean) =>
  z
    .string({ error: () => key })
    .trim()
    .toLowerCase()
    .refine((value) => (isOptional && value === '') || isEmail(value), key)
    .meta({ example: 'office@longshore.test' });

const params = z.object({ clients: clientIds('SelectAtLeastOneClient') });

export const AutoTaskInput = z.object({
  frequency: z.enum(TASK_FREQUENCIES).default('Month'),
  report_type: ReportType.default(1),
  file_type: z.enum(TASK_FILES).default('excel'),
  receiver_1: address('SendTo1IsInvalid', false),
  receiver_2: address('SendTo2IsInvalid', true).default(''),
  params,
});
export type AutoTaskInput = z.output<typeof AutoTaskInput>;

export const AutoTask = z.object({
  id: Id,
  frequency: z.enum(TASK_FREQUENCIES),
  report_type: ReportType,
  file_type: z.enum(TASK_FILES),
  receiver_1: z.string(),
  receiver_2: z.string(),
  params: z.object({ clients: z.array(Id) }),
  /** Companies of the clients, by name. */
  companies: z.array(z.string()),
  /** Who created it; the mail is in this user's language of that time. */
  user_name: z.string(),
  created_at: Moment,
  last_run: ScheduledRun.nullable(),
  next_run: Moment,
});
export type AutoTask = z.output<typeof AutoTask>;

const path = { id: idOf('auto_tasks') };

export const autoTasks = {
  list: endpoint({
    method: 'GET',
    path: '/tasks',
    access: 'run_billing_report',
    summary: 'Billing reports that are mailed after every week or month, with their last and next run',
    response: z.array(AutoTask),
  }),
  create: endpoint({
    method: 'POST',
    path: '/tasks',
    access: 'run_billing_report',
    summary: 'Create an auto task',
    body: AutoTaskInput,
    response: AutoTask,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/tasks/:id',
    access: 'run_billing_report',
    summary: 'Delete an auto task',
    params: path,
    response: z.literal(true),
  }),
  setParams: endpoint({
    method: 'PUT',
    path: '/tasks/:id/params',
    access: 'run_billing_report',
    summary: 'Change the clients of an auto task',
    params: path,
    body: z.object({ params }),
    response: AutoTask,
  }),
  run: endpoint({
    method: 'POST',
    path: '/tasks/:id/run',
    access: 'run_billing_report',
    summary: 'Mail the report of the last week or month now, besides its regular runs',
    params: path,
    response: AutoTask,
  }),
};
