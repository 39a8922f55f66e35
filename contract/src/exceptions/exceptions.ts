import { z } from 'zod';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { FlagIn, ID_MAX, Id, idOf, Moment, text } from '../kit/scalars.ts';

/** Worst first: it did not happen; it will go wrong; something became possible. */
export const SEVERITIES = ['stopped', 'attention', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Exceptions of one kind that are kept open at most; those that wait longest come first. */
export const EXCEPTIONS_OF_KIND_MAX = 1000;

/** Rows of a kind in the overview; the list has the others. */
export const OVERVIEW_ROWS = 3;

/** An exception can be put off for so many days at most. */
export const SNOOZE_DAYS_MAX = 90;

/** A part of a sentence: plain words, the name of the record (which is a link), or a code. */
export const SENTENCE_PARTS = ['text', 'record', 'code'] as const;

/** A call as it is sent, below `/api/v3`. */
const NamedCall = z.object({ method: z.enum(['POST', 'PUT']), path: z.string(), body: z.unknown() });

/** What resolves it: a call of the API, or the screen on which a person does it. */
export const ExceptionAction = z.object({
  label: z.string(),
  call: NamedCall.nullable(),
  to: z.string(),
});
export type ExceptionAction = z.output<typeof ExceptionAction>;

/** Something that a person should look at. The facts open and close it; there is one for each kind and record. */
export const Exception = z.object({
  id: Id,
  /** Modules and integrations add kinds, so they are no fixed list. */
  kind: z.string(),
  severity: z.enum(SEVERITIES),
  /** In the reader's language. */
  sentence: z.string(),
  parts: z.array(z.object({ as: z.enum(SENTENCE_PARTS), text: z.string() })),
  /** Address of the record's screen; empty when it has none. */
  link: z.string(),
  /** Null for what belongs to the company. */
  client_id: Id.nullable(),
  client: z.string(),
  /** How long the facts are as they are. */
  since: Moment,
  opened_at: Moment,
  /** Who takes care of it; empty when nobody does. */
  owner: z.string(),
  is_mine: z.boolean(),
  snoozed_until: Moment.nullable(),
  comment_count: z.number().int(),
  /** What is known about it, and what happens when nothing is done. */
  hint: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  action: ExceptionAction.nullable(),
});
export type Exception = z.output<typeof Exception>;

/** A likely answer, and the call that gives it: the item that an unknown SKU could be. */
export const ExceptionProposal = z.object({
  label: z.string(),
  /** What it answers: there may be several unknown SKUs. */
  about: z.string(),
  code: z.string(),
  name: z.string(),
  call: NamedCall,
});
export type ExceptionProposal = z.output<typeof ExceptionProposal>;

export const ExceptionDetails = Exception.extend({ proposals: z.array(ExceptionProposal) });
export type ExceptionDetails = z.output<typeof ExceptionDetails>;

export const exceptionList = list({
  resource: 'exceptions',
  row: Exception,
  sort: ['severity', 'since', 'client'],
  defaultSort: { severity: 'asc' },
  filters: {
    kind: [],
    severity: SEVERITIES,
    client_id: [],
    /** Taken by the caller, by anybody, or by nobody. */
    owner: ['me', 'taken', 'none'],
    state: ['open', 'snoozed'],
  },
  defaultFilters: { state: ['open'] },
  exported: {
    severity: 'Severity',
    sentence: 'Exception',
    client: 'Client',
    since: 'Since',
    owner: 'Owner',
    snoozed_until: 'Snoozed until',
  },
});

/** The rows that a screen shows: all that are not put off, the caller's, those that nobody took, or those put off. */
export const EXCEPTION_VIEWS = ['all', 'mine', 'free', 'snoozed'] as const;
export type ExceptionView = (typeof EXCEPTION_VIEWS)[number];

const count = z.number().int();

export const ExceptionOverview = z.object({
  views: z.object({ all: count, mine: count, free: count, snoozed: count }),
  severities: z.object({ stopped: count, attention: count, note: count }),
  /** The kinds of the view, worst first. */
  groups: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      severity: z.enum(SEVERITIES),
      total: count,
      /** The first of them. */
      records: z.array(Exception),
    }),
  ),
  /** How many closed by themselves since midnight. */
  closed_today: count,
  /** When the facts were last looked at; null before the first time. */
  looked_at: Moment.nullable(),
});
export type ExceptionOverview = z.output<typeof ExceptionOverview>;

/** People that an exception can be given to, as the screen offers them. */
export const EXCEPTION_PEOPLE_MAX = 500;

/** Kinds or clients of a notification at most. */
const NOTIFICATION_CHOICES_MAX = 200;

/** What the caller is mailed about: what opens of these kinds and clients; none means all of them. */
export const ExceptionNotification = z.object({
  kinds: z.array(z.string()),
  client_ids: z.array(Id),
});
export type ExceptionNotification = z.output<typeof ExceptionNotification>;

const choices = <Of extends z.ZodType>(of: Of) => z.array(of).max(NOTIFICATION_CHOICES_MAX).default([]);

const params = { id: idOf('exceptions') };

export const exceptions = {
  list: listEndpoint({
    path: '/exceptions',
    access: 'user',
    summary: 'List what a person should look at; client users see what is theirs to act on',
    list: exceptionList,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/exceptions/overview',
    access: 'user',
    summary: 'Open exceptions by kind, worst first, with their numbers',
    query: z.object({
      view: z.enum(EXCEPTION_VIEWS).default('all'),
      client_id: z.coerce.number().int().positive().max(ID_MAX).optional(),
      search: text(200),
    }),
    response: ExceptionOverview,
  }),
  get: endpoint({
    method: 'GET',
    path: '/exceptions/:id',
    access: 'user',
    summary: 'Read an open exception, with its likely answers',
    params,
    response: ExceptionDetails,
  }),
  own: endpoint({
    method: 'PUT',
    path: '/exceptions/:id/owner',
    access: 'user',
    summary: 'Take an exception, or give it back',
    params,
    body: z.object({ is_mine: FlagIn }),
    response: Exception,
  }),
  people: endpoint({
    method: 'GET',
    path: '/exceptions/:id/people',
    access: 'user',
    summary: 'The people who see an exception, by name: one of them can take care of it',
    params,
    response: z.array(z.object({ id: Id, name: z.string() })),
  }),
  give: endpoint({
    method: 'POST',
    path: '/exceptions/:id/give',
    access: 'user',
    summary: 'Give an exception to somebody who sees it',
    params,
    body: z.object({ user_id: Id }),
    response: Exception,
  }),
  snooze: endpoint({
    method: 'PUT',
    path: '/exceptions/:id/snooze',
    access: 'user',
    summary: 'Put an exception off until a moment; null shows it again',
    params,
    body: z.object({ until: Moment.nullable() }),
    response: Exception,
  }),
  look: endpoint({
    method: 'POST',
    path: '/exceptions/:id/look',
    access: 'user',
    summary: 'Look at the facts of its kind again, and say whether it is still open',
    params,
    response: z.object({ is_open: z.boolean() }),
    attempts: 60,
  }),
  notification: endpoint({
    method: 'GET',
    path: '/exception-notification',
    access: 'user',
    summary: 'Whether the caller is mailed when exceptions open, and the kinds to choose from',
    response: z.object({
      /** Null when it is off. */
      notification: ExceptionNotification.nullable(),
      offered: z.array(z.object({ kind: z.string(), title: z.string(), severity: z.enum(SEVERITIES) })),
    }),
  }),
  notify: endpoint({
    method: 'PUT',
    path: '/exception-notification',
    access: 'user',
    summary: 'Mail the caller when exceptions open: those of a few minutes in one mail, each once',
    body: z.object({ kinds: choices(text(60)), client_ids: choices(Id) }),
    response: ExceptionNotification,
  }),
  stopNotifying: endpoint({
    method: 'DELETE',
    path: '/exception-notification',
    access: 'user',
    summary: 'Mail the caller no more',
    response: z.literal(true),
  }),
};
