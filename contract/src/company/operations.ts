import { z } from 'zod';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { Id, idOf, Moment } from '../kit/scalars.ts';

export const MAIL_STATES = ['queued', 'sent', 'kept', 'failed'] as const;
export const Mail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(MAIL_STATES),
  problem: z.string(),
  /** What is attached; `size` in bytes. */
  files: z.array(z.object({ id: Id, name: z.string(), size: z.number().int() })),
  created_at: Moment,
});
export type Mail = z.output<typeof Mail>;

export const JOB_STATES = ['done', 'failed', 'given up'] as const;

/** One attempt at a job. */
export const JobRun = z.object({
  id: Id,
  job_id: z.string(),
  task: z.string(),
  /** As text: ids and the like, for whoever looks into it. */
  payload: z.string(),
  attempt: z.number().int(),
  state: z.enum(JOB_STATES),
  problem: z.string(),
  started_at: Moment,
  finished_at: Moment,
});
export type JobRun = z.output<typeof JobRun>;
/** The attempt with all attempts at the same work, newest first. */
const JobStory = JobRun.extend({
  /** It failed, and no attempt after it has succeeded. */
  can_retry: z.boolean(),
  runs: z.array(JobRun),
});
export type JobStory = z.output<typeof JobStory>;

export const jobRunList = list({
  resource: 'job_runs',
  row: JobRun,
  sort: ['finished_at'],
  defaultSort: { finished_at: 'desc' },
  filters: { state: JOB_STATES },
  defaultFilters: {},
  conditions: { '': { task: 'text', problem: 'text', finished_at: 'date' } },
  exported: {
    id: 'ID',
    task: 'Job',
    state: 'State',
    attempt: 'Attempt',
    problem: 'Problem',
    finished_at: 'Finished at',
  },
});

export const SignIn = z.object({
  id: Id,
  at: Moment,
  email: z.string(),
  user_id: Id.nullable(),
  name: z.string(),
  succeeded: z.boolean(),
  address: z.string(),
  agent: z.string(),
});
export type SignIn = z.output<typeof SignIn>;

export const signInList = list({
  resource: 'sign_ins',
  row: SignIn,
  sort: ['at'],
  defaultSort: { at: 'desc' },
  filters: { succeeded: ['1', '0'] },
  defaultFilters: {},
  conditions: { '': { email: 'text', address: 'text', at: 'date' } },
  exported: { at: 'At', email: 'Email', name: 'Name', succeeded: 'Succeeded', address: 'Address', agent: 'Browser' },
});

/** An event that could not be dispatched after several tries and waits for a person. */
export const ParkedEvent = z.object({
  id: Id,
  kind: z.string(),
  client_id: Id.nullable(),
  /** The client's name; empty for events of the company. */
  company: z.string(),
  /** The record it is about; what kind of record the event's kind tells. */
  subject_id: Id.nullable(),
  payload: z.string(),
  problem: z.string(),
  tries: z.number().int(),
  at: Moment,
  parked_at: Moment,
});
export type ParkedEvent = z.output<typeof ParkedEvent>;

export const parkedEventList = list({
  resource: 'events',
  row: ParkedEvent,
  sort: ['parked_at'],
  defaultSort: { parked_at: 'desc' },
  filters: {},
  defaultFilters: {},
  conditions: { '': { kind: 'text', problem: 'text', parked_at: 'date' } },
  exported: {
    id: 'ID',
    kind: 'Event',
    subject_id: 'Record',
    company: 'Client',
    problem: 'Problem',
    tries: 'Tries',
    at: 'Recorded at',
    parked_at: 'Parked at',
  },
});

/** What a new installation still needs; each step ticks itself off. */
export const FirstSteps = z.object({
  company: z.boolean(),
  couriers: z.boolean(),
  client: z.boolean(),
  user: z.boolean(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const operations = {
  outbox: endpoint({
    method: 'GET',
    path: '/system/outbox',
    access: 'super',
    interactive: true,
    summary: 'Mail that was sent or, without a mail server, kept here',
    response: z.array(Mail),
  }),
  mailFile: endpoint({
    method: 'GET',
    path: '/system/outbox/files/:id',
    access: 'super',
    interactive: true,
    summary: 'A file that is attached to a mail',
    params: { id: idOf('mail_files') },
    response: z.object({
      name: z.string(),
      media: z.string(),
      content: z.string().meta({ contentEncoding: 'base64' }),
    }),
  }),
  jobs: listEndpoint({
    path: '/system/jobs',
    access: 'super',
    summary: 'What the worker did, with why it failed',
    list: jobRunList,
  }),
  job: endpoint({
    method: 'GET',
    path: '/system/jobs/:id',
    access: 'super',
    summary: 'One attempt at a job and all others at it',
    params: { id: idOf('job_runs') },
    response: JobStory,
  }),
  retryJob: endpoint({
    method: 'PUT',
    path: '/system/jobs/:id/retry',
    access: 'super',
    summary: 'Run a failed job again now',
    params: { id: idOf('job_runs') },
    response: z.literal(true),
  }),
  parkedEvents: listEndpoint({
    path: '/system/events',
    access: 'super',
    summary: 'Events that could not be dispatched, with why',
    list: parkedEventList,
  }),
  retryEvent: endpoint({
    method: 'PUT',
    path: '/system/events/:id/retry',
    access: 'super',
    summary: 'Dispatch a parked event again now',
    params: { id: idOf('events') },
    response: z.literal(true),
  }),
  signIns: listEndpoint({
    path: '/system/sign-ins',
    access: 'super',
    summary: 'Who signed in, and who tried',
    list: signInList,
  }),
  firstSteps: endpoint({
    method: 'GET',
    path: '/system/first-steps',
    access: 'super',
    summary: 'What a new installation still needs',
    response: FirstSteps,
  }),
};
