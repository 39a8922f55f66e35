import { z } from 'zod';
import { MAIL_STATES } from '../company/operations.ts';
import { Id, Moment } from '../kit/scalars.ts';

/** How often a report is mailed: each time it is about the day, the week (from Monday) or the month before. */
export const SCHEDULE_FREQUENCIES = ['Day', 'Week', 'Month'] as const;
export type ScheduleFrequency = (typeof SCHEDULE_FREQUENCIES)[number];

/** Mail servers commonly refuse more. */
export const MAILED_FILE_MAX_MB = 10;

/**
 * waiting: it is being drawn, is tried again after a failure, or waits for days that are not charged yet. empty: there
 * was nothing to report, and nobody wanted a mail about it.
 */
export const SCHEDULED_RUN_STATES = ['waiting', 'sent', 'empty', 'failed'] as const;

/** A run of a schedule: one for each period, and those that somebody started. */
export const ScheduledRun = z.object({
  id: Id,
  /** First and last day that the report is about. */
  from_date: z.string(),
  to_date: z.string(),
  /** Somebody started it. */
  by_hand: z.boolean(),
  /** Who did. */
  user_name: z.string(),
  state: z.enum(SCHEDULED_RUN_STATES),
  /** Since when it waits for days of its period that are not charged yet; null when it does not. */
  waits_since: Moment.nullable(),
  /**
   * What came of the mail: `kept` in the outbox when there is no mail server. Null before it is written, for older
   * runs, and for client users.
   */
  mail: z.object({ state: z.enum(MAIL_STATES), problem: z.string() }).nullable(),
  attempts: z.number().int(),
  /** Why the last attempt failed, as a sentence and as the message that it can be shown by in another language. */
  problem: z.string(),
  problem_key: z.string(),
  created_at: Moment,
  ended_at: Moment.nullable(),
});
export type ScheduledRun = z.output<typeof ScheduledRun>;
