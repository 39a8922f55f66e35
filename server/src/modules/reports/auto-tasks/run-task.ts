import { api, type Message, mayCall, TASK_FILE_MAX_MB, TASK_REPORTS } from '@longshore/contract';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../../platform/events/events.ts';
import { XLSX } from '../../../platform/http/adapter.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import type { MailText } from '../../../platform/mail/mail.ts';
import type { Tools } from '../../../platform/module.ts';
import { readFirstUncharged } from '../../billing/index.ts';
import { logoLoader, readLetterhead, readTimezone } from '../../company/index.ts';
import { readReportClients } from '../billing-reports/clients.view.ts';
import { drawReport, readReport, reportFileName, stationeryOf } from '../billing-reports/read-report.ts';
import { taskMailText } from './task-mail.ts';
import { findChargedRuns, insertDueRuns, keepMail, markFailed, markSent, markWaiting } from './tasks.store.ts';
import { readWaitingRun, type StoredRun } from './tasks.view.ts';

/** The queue waits longer before each: the last one is some minutes after the first. */
const TRIES = 6;

/**
 * Every quarter of an hour: makes the runs that are due, and continues those that waited for days which are charged now.
 * Six o'clock is one of these moments in every time zone.
 */
export const queueTasksJob =
  ({ clock }: Pick<Tools, 'clock'>): Job =>
  async ({ open }) => {
    await open(staffScope, async (tx) => {
      const due = await insertDueRuns(tx, await readTimezone(tx), clock.now());
      const charged = await findChargedRuns(tx, await readFirstUncharged(tx));
      for (const subjectId of [...due, ...charged]) await recordEvent(tx, { kind: 'auto_task.due', subjectId });
    });
  };

export const taskSubscribers: Subscribers = {
  'auto_task.due': [
    ({ subject_id }) => [
      { task: 'run-auto-task', payload: { run_id: subject_id }, key: `auto task run ${subject_id}`, attempts: TRIES },
    ],
  ],
};

/** Why a run cannot be mailed, however often it is tried. */
class Refusal extends Error {
  constructor(readonly reason: Message) {
    super(reason);
  }
}

/** A task acts for the user who created it; a run by hand for the person who started it, who was asked for the permission. */
async function assertMayRun({ findActor }: Tools, { by_hand, user_id }: StoredRun): Promise<void> {
  if (by_hand) return;
  const actor = await findActor(user_id).catch((error: unknown) => {
    // Its role is disabled.
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  });
  if (!actor || !mayCall(actor, api.autoTasks.create.access)) throw new Refusal('TaskUserIsDisabled');
}

/** What a run reports; clients that no longer exist are left out. */
export async function readTaskReport(tx: Tx, run: StoredRun) {
  const [letterhead, clients] = await Promise.all([readLetterhead(tx), readReportClients(tx, run.client_ids)]);
  if (clients.length === 0) throw new Refusal('TaskHasNoClients');
  const wanted = {
    name: TASK_REPORTS[run.report_type],
    from: run.from_day,
    to: run.to_day,
    clients,
    format: run.file_type,
    language: run.lang,
  };
  return { letterhead, content: await readReport(tx, wanted, letterhead) };
}
type TaskReport = Awaited<ReturnType<typeof readTaskReport>>;

/** Draws the report of a run, outside of any transaction. */
export async function drawTaskMail(
  run: StoredRun,
  { letterhead, content }: TaskReport,
  at: Date,
  logos: ReadonlyMap<string, Uint8Array>,
): Promise<MailText> {
  const stationery = stationeryOf(letterhead, run.lang, at, logos);
  const bytes = await drawReport(run.file_type, content, stationery);
  if (bytes.length > TASK_FILE_MAX_MB * 1024 * 1024) throw new Refusal(`TaskFileTooLarge:${TASK_FILE_MAX_MB}`);
  const name = reportFileName(content, run.file_type);
  const media = run.file_type === 'pdf' ? 'application/pdf' : XLSX;
  return { ...taskMailText(run, content, stationery, name), files: [{ name, media, bytes }] };
}

/** A report of days that are not charged yet would be an incomplete bill. True when the run has to wait for them. */
const waitsForCharges = (open: Open, run: StoredRun, now: Date): Promise<boolean> =>
  open(staffScope, async (tx) => {
    const uncharged = await readFirstUncharged(tx);
    if (uncharged === null || uncharged > run.to_day) return false;
    await markWaiting(tx, run.id, now);
    await recordEvent(tx, { kind: 'auto_task.saved', subjectId: run.task_id });
    return true;
  });

/** What to store of a failure: a refusal's own reason, otherwise that the run was stopped. */
function reasonOf(error: unknown): { reason: string; isFinal: boolean } {
  if (error instanceof Refusal) return { reason: error.reason, isFinal: true };
  if (error instanceof Problem && error.status === 422) {
    const keys = Object.values((error.body.keys ?? {}) as Record<string, string[]>).flat();
    return { reason: keys[0] ?? 'TaskStopped', isFinal: true };
  }
  return { reason: 'TaskStopped', isFinal: false };
}

/**
 * Mails the report of a run. The mail and the state of the run are written in one transaction that only the first
 * worker passes, so that a run is mailed once however many draw it.
 */
export function runTaskJob(tools: Tools): Job {
  const loadLogos = logoLoader(tools);
  return async ({ open }, payload, attempt) => {
    const id = Number(payload.run_id);
    const run = await open(staffScope, (tx) => readWaitingRun(tx, id));
    if (!run) return;
    const ended = { kind: 'auto_task.saved', subjectId: run.task_id } as const;
    try {
      await assertMayRun(tools, run);
      if (await waitsForCharges(open, run, tools.clock.now())) return;
      const report = await open(staffScope, (tx) => readTaskReport(tx, run), 'read', { limit: 'export' });
      const logos = await loadLogos([report.letterhead.logo]);
      const mail = await drawTaskMail(run, report, tools.clock.now(), logos);
      await open(staffScope, async (tx) => {
        if (!(await markSent(tx, id, tools.clock.now()))) return;
        await keepMail(tx, id, await tools.queueMail(tx, mail));
        await recordEvent(tx, ended);
      });
    } catch (error) {
      const { reason, isFinal } = reasonOf(error);
      await open(staffScope, async (tx) => {
        await markFailed(tx, id, reason, isFinal || attempt.isLast, tools.clock.now());
        await recordEvent(tx, ended);
      });
      if (!isFinal) throw error;
    }
  };
}
