import { buffer } from 'node:stream/consumers';
import { MAILED_FILE_MAX_MB, type Message } from '@longshore/contract';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { type PlainEventKind, recordEvent } from '../../../platform/events/events.ts';
import type { DrawnSheet } from '../../../platform/exports/row-sheet.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import type { MailText } from '../../../platform/mail/mail.ts';
import type { Tools } from '../../../platform/module.ts';
import { readTimezone } from '../../company/index.ts';
import { type DuePeriod, duePeriods, type MailSchedule } from './due-periods.ts';
import {
  type DueRun,
  findLostRuns,
  insertDueRuns,
  keepMail,
  markEnded,
  markFailed,
  type RunOwner,
} from './runs.store.ts';

/** The queue waits longer before each: the last one is some minutes after the first. */
export const RUN_TRIES = 6;

/** An active schedule, and through which period its runs were made. */
export interface StandingSchedule extends MailSchedule {
  of: RunOwner;
  after: Date;
  madeThrough: string | null;
  /** Only the last of several missed periods: what it reports is as of now, and would be the same each time. */
  lastOnly?: boolean;
}

/** A kind of thing that is mailed by a schedule: when its runs are due. */
export interface ScheduledKind {
  /** Whether a run belongs to this kind. */
  owns: (run: RunOwner) => boolean;
  /** Recorded when a run is to be mailed. */
  due: PlainEventKind;
  schedules: (tx: Tx) => Promise<StandingSchedule[]>;
  /** Runs that waited for something, and can go on. */
  continued?: (tx: Tx) => Promise<DueRun[]>;
}

/** A kind of thing that is mailed by a schedule: what a run mails. */
export interface MailedKind<Run extends { id: number }> {
  /** Recorded when a run ended. */
  saved: PlainEventKind;
  /** A run that is still to be mailed. */
  read: (tx: Tx, id: number) => Promise<Run | undefined>;
  /** What the events of a run name. */
  subject: (run: Run) => { subjectId: number; clientId: number | null };
  /** Makes the mail, outside of any transaction of its own; `waits` leaves the run as it is. */
  draw: (run: Run, open: Open) => Promise<MailText | 'waits' | 'empty'>;
  /** A run was refused for a reason that holds for all that follow. */
  stop?: (tx: Tx, run: Run, reason: string) => Promise<void>;
}

/** Why a run cannot be mailed, however often it is tried. */
export class Refusal extends Error {
  constructor(
    readonly reason: Message,
    /** Whether the runs that follow would be refused too. */
    readonly stops = false,
  ) {
    super(reason);
  }
}

/** A drawn sheet as the file of a mail; one that is too large for a mail is refused with this reason. */
export async function sheetBytes({ file }: DrawnSheet, tooLarge: Message): Promise<Uint8Array> {
  if (file.size > MAILED_FILE_MAX_MB * 1024 * 1024) {
    await file.close();
    throw new Refusal(tooLarge);
  }
  return buffer(file.read());
}

const periodsOf = ({ lastOnly, after, madeThrough, ...schedule }: StandingSchedule, zone: string, now: Date) => {
  const due: DuePeriod[] = duePeriods(schedule, zone, { after, madeThrough }, now);
  return lastOnly ? due.slice(-1) : due;
};

/**
 * Every quarter of an hour: makes the runs that are due, and continues those that waited. A full hour is one of these
 * moments in every time zone.
 */
export const queueDueRunsJob =
  (kinds: readonly ScheduledKind[], { clock }: Pick<Tools, 'clock'>): Job =>
  async ({ open }) => {
    await open(staffScope, async (tx) => {
      const [zone, now] = [await readTimezone(tx), clock.now()];
      const lost = await findLostRuns(tx, now);
      for (const { due, owns, schedules, continued } of kinds) {
        const runs = (await schedules(tx)).flatMap((schedule) =>
          periodsOf(schedule, zone, now).map((period) => ({ ...schedule.of, ...period })),
        );
        const made = await insertDueRuns(tx, runs, now);
        for (const { id, client_id } of [...made, ...((await continued?.(tx)) ?? []), ...lost.filter(owns)])
          await recordEvent(tx, { kind: due, clientId: client_id, subjectId: id });
      }
    });
  };

/** What to store of a failure: a refusal's own reason, otherwise that the run was stopped. */
function reasonOf(error: unknown): { reason: string; isFinal: boolean; stops: boolean } {
  if (error instanceof Refusal) return { reason: error.reason, isFinal: true, stops: error.stops };
  if (error instanceof Problem && error.status === 422) {
    const keys = Object.values((error.body.keys ?? {}) as Record<string, string[]>).flat();
    return { reason: keys[0] ?? 'TaskStopped', isFinal: true, stops: false };
  }
  return { reason: 'TaskStopped', isFinal: false, stops: false };
}

/**
 * Mails a run. The mail and the state of the run are written in one transaction that only the first worker passes, so
 * that a run is mailed once however many draw it.
 */
export const mailRunJob =
  <Run extends { id: number }>(kind: MailedKind<Run>, { clock, queueMail }: Pick<Tools, 'clock' | 'queueMail'>): Job =>
  async ({ open }, payload, attempt) => {
    const id = Number(payload.run_id);
    const run = await open(staffScope, (tx) => kind.read(tx, id));
    if (!run) return;
    const saved = (tx: Tx) => recordEvent(tx, { kind: kind.saved, ...kind.subject(run) });
    try {
      const drawn = await kind.draw(run, open);
      if (drawn === 'waits') return;
      await open(staffScope, async (tx) => {
        if (!(await markEnded(tx, id, drawn === 'empty' ? 'empty' : 'sent', clock.now()))) return;
        if (drawn !== 'empty') await keepMail(tx, id, await queueMail(tx, drawn));
        await saved(tx);
      });
    } catch (error) {
      const { reason, isFinal, stops } = reasonOf(error);
      await open(staffScope, async (tx) => {
        await markFailed(tx, id, reason, isFinal || attempt.isLast, clock.now());
        if (stops) await kind.stop?.(tx, run, reason);
        await saved(tx);
      });
      if (!isFinal) throw error;
    }
  };

/** The job that mails a run, as it is queued for the event that the run is due. */
export const mailRunRequest = (task: string, runId: number | null) => ({
  task,
  payload: { run_id: runId },
  key: `auto task run ${runId}`,
  attempts: RUN_TRIES,
});
