import { api, MAILED_FILE_MAX_MB, mayCall, TASK_REPORTS } from '@longshore/contract';
import type { ReportContent, ReportStationery } from '../../../documents/billing/report-content.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { type DrawnSheet, drawRowSheet } from '../../../platform/exports/row-sheet.ts';
import { XLSX } from '../../../platform/http/adapter.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { MailText } from '../../../platform/mail/mail.ts';
import type { Tools } from '../../../platform/module.ts';
import { readFirstUncharged } from '../../billing/index.ts';
import { logoLoader, readLetterhead } from '../../company/index.ts';
import { readReportClients } from '../billing-reports/clients.view.ts';
import { type PlainSection, plainWorkbook } from '../billing-reports/plain-workbook.ts';
import { type OpenReport, openReport, readContent } from '../billing-reports/read-billing-report.ts';
import { type DocumentFormat, drawDocument, reportFileName } from '../billing-reports/run-report.ts';
import { stationeryOf } from '../billing-reports/stationery.ts';
import { type MailedKind, Refusal, type ScheduledKind, sheetBytes } from '../schedules/mail-runs.ts';
import { markWaiting } from '../schedules/runs.store.ts';
import { taskMailText } from './task-mail.ts';
import { findChargedRuns, readTaskSchedules } from './tasks.store.ts';
import { readWaitingRun, type StoredRun } from './tasks.view.ts';

/** A task acts for the user who created it; a run by hand for the person who started it, who was asked for the permission. */
async function assertMayRun({ findActor }: Pick<Tools, 'findActor'>, { by_hand, user_id }: StoredRun): Promise<void> {
  if (by_hand) return;
  const actor = await findActor(user_id).catch((error: unknown) => {
    // Its role is disabled.
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  });
  if (!actor || !mayCall(actor, api.autoTasks.create.access)) throw new Refusal('TaskUserIsDisabled');
}

/** The report of a run: rows that are drawn already, or a document that is drawn outside of the transaction. */
type TaskFile =
  | { kind: 'rows'; drawn: DrawnSheet; sections: readonly PlainSection[] }
  | { kind: 'document'; format: DocumentFormat; content: ReportContent };

async function readFile(
  open: OpenReport,
  name: string,
  { file_type }: StoredRun,
  scratchDir: string,
): Promise<TaskFile> {
  if (file_type !== 'excel') return { kind: 'document', format: file_type, content: await readContent(open) };
  const { sheet, sections } = await plainWorkbook(open, name, 'say');
  return { kind: 'rows', drawn: await drawRowSheet(sheet, scratchDir), sections };
}

/** What a run reports; clients that no longer exist are left out. */
export async function readTaskReport(tx: Tx, run: StoredRun, scratchDir: string) {
  const [letterhead, clients] = await Promise.all([readLetterhead(tx), readReportClients(tx, run.client_ids)]);
  if (clients.length === 0) throw new Refusal('TaskHasNoClients');
  const name = TASK_REPORTS[run.report_type];
  const days = { from: run.from_day, to: run.to_day };
  const fileName = reportFileName(name, days, run.file_type);
  const open = openReport(tx, { name, ...days, clients, format: run.file_type, language: run.lang }, letterhead);
  return { letterhead, title: open.title, fileName, file: await readFile(open, fileName, run, scratchDir) };
}
type TaskReport = Awaited<ReturnType<typeof readTaskReport>>;

async function bytesOf(file: TaskFile, stationery: ReportStationery): Promise<Uint8Array> {
  if (file.kind === 'rows') return sheetBytes(file.drawn, `TaskFileTooLarge:${MAILED_FILE_MAX_MB}`);
  const bytes = await drawDocument(file.format, file.content, stationery);
  if (bytes.length > MAILED_FILE_MAX_MB * 1024 * 1024) throw new Refusal(`TaskFileTooLarge:${MAILED_FILE_MAX_MB}`);
  return bytes;
}

/** Draws the report of a run, outside of any transaction. */
export async function drawTaskMail(
  run: StoredRun,
  { letterhead, title, fileName: name, file }: TaskReport,
  at: Date,
  logos: ReadonlyMap<string, Uint8Array>,
): Promise<MailText> {
  const stationery = stationeryOf(letterhead, run.lang, at, logos);
  const bytes = await bytesOf(file, stationery);
  const { sections } = file.kind === 'rows' ? file : file.content;
  const media = run.file_type === 'pdf' ? 'application/pdf' : XLSX;
  return { ...taskMailText(run, { title, sections }, stationery, name), files: [{ name, media, bytes }] };
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

export const scheduledTasks: ScheduledKind = {
  owns: ({ task_id }) => task_id !== null,
  due: 'auto_task.due',
  schedules: readTaskSchedules,
  continued: async (tx) => findChargedRuns(tx, await readFirstUncharged(tx)),
};

/** Billing reports that are mailed by themselves. */
export function mailedTasks(tools: Tools): MailedKind<StoredRun> {
  const loadLogos = logoLoader(tools);
  return {
    saved: 'auto_task.saved',
    read: readWaitingRun,
    subject: ({ task_id }) => ({ subjectId: task_id, clientId: null }),
    draw: async (run, open) => {
      await assertMayRun(tools, run);
      if (await waitsForCharges(open, run, tools.clock.now())) return 'waits';
      const read = (tx: Tx) => readTaskReport(tx, run, tools.scratchDir);
      const report = await open(staffScope, read, 'read', { limit: run.file_type === 'excel' ? 'rows' : 'export' });
      return drawTaskMail(run, report, tools.clock.now(), await loadLogos([report.letterhead.logo]));
    },
  };
}
