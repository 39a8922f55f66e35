import { MAILED_FILE_MAX_MB } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { type DrawnSheet, drawRowSheet, RowSheet } from '../../../platform/exports/row-sheet.ts';
import { CSV, XLSX } from '../../../platform/http/adapter.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Tools } from '../../../platform/module.ts';
import { readLetterhead, readTimezone } from '../../company/index.ts';
import { runOperationReport } from '../operations/run-operation-report.ts';
import { type MailedKind, Refusal, type ScheduledKind, sheetBytes } from '../schedules/mail-runs.ts';
import { requestOf } from './report-request.ts';
import { subscriptionMailText } from './subscription-mail.ts';
import { readSubscriptionSchedules, stopSubscription } from './subscriptions.store.ts';
import { readWaitingSubscription, type SubscriptionRun } from './subscriptions.view.ts';

const isProblem = (error: unknown, status: number): error is Problem =>
  error instanceof Problem && error.status === status;

const keysOf = ({ body }: Problem) => Object.values((body.keys ?? {}) as Record<string, string[]>).flat();

/** The owner as they are now: the subscription stops when they are gone, disabled or of another client. */
async function findOwner({ findActor }: Pick<Tools, 'findActor'>, run: SubscriptionRun): Promise<Actor> {
  const owner = await findActor(run.user_id).catch((error: unknown) => {
    // Their role or their client is disabled.
    if (isProblem(error, 403)) return undefined;
    throw error;
  });
  if (!owner) throw new Refusal('SubscriptionOwnerIsDisabled', true);
  if (owner.clientId !== run.client_id) throw new Refusal('SubscriptionOwnerMoved', true);
  return owner;
}

/** Asks for the report. What is refused before the first row would be refused every time: a client or a filter that is gone. */
async function askReport(tx: Tx, owner: Actor, run: SubscriptionRun, clock: Tools['clock']): Promise<RowSheet> {
  const call = {
    actor: owner,
    body: requestOf(run, { from: run.from_day, to: run.to_day, on: run.on_day }),
    wantsSheet: run.format === 'csv' ? ('csv' as const) : ('xlsx' as const),
    readTimezone,
  };
  const sheet = await runOperationReport(tx, call, clock).catch((error: unknown) => {
    if (isProblem(error, 403)) throw new Refusal('SubscriptionNotAllowed', true);
    if (isProblem(error, 422)) throw new Refusal((keysOf(error)[0] ?? 'TaskStopped') as 'TaskStopped', true);
    throw error;
  });
  if (!(sheet instanceof RowSheet)) throw new Error(`The report ${run.report} is no list of rows.`);
  return sheet;
}

interface DrawnRows extends DrawnSheet {
  count: number;
}

/** Draws the rows that the owner may see; undefined when there are none. */
async function drawRows(tools: Tools, run: SubscriptionRun, owner: Actor, open: Open): Promise<DrawnRows | undefined> {
  let count = 0;
  const draw = async (tx: Tx) =>
    drawRowSheet(await askReport(tx, owner, run, tools.clock), tools.scratchDir, (rows) => {
      count += rows;
    });
  try {
    const drawn = await open(actorScope(owner), draw, 'read', { limit: 'rows' });
    return { ...drawn, count };
  } catch (error) {
    if (isProblem(error, 422) && keysOf(error).includes('NoRecordFound')) return undefined;
    throw error;
  }
}

export const scheduledSubscriptions: ScheduledKind = {
  owns: ({ subscription_id }) => subscription_id !== null,
  due: 'report_subscription.due',
  schedules: readSubscriptionSchedules,
};

/** Reports of the warehouse that somebody subscribed to. */
export const mailedSubscriptions = (tools: Tools): MailedKind<SubscriptionRun> => ({
  saved: 'report_subscription.saved',
  read: readWaitingSubscription,
  subject: ({ subscription_id, client_id }) => ({ subjectId: subscription_id, clientId: client_id }),
  stop: (tx, { subscription_id }, reason) => stopSubscription(tx, subscription_id, reason, tools.clock.now()),
  draw: async (run, open) => {
    const owner = await findOwner(tools, run);
    const drawn = await drawRows(tools, run, owner, open);
    if (!drawn && !run.when_empty) return 'empty';
    const letterhead = await open(staffScope, readLetterhead, 'read');
    const text = subscriptionMailText(run, owner.lang, letterhead, drawn);
    if (!drawn) return text;
    const media = drawn.format === 'csv' ? CSV : XLSX;
    return {
      ...text,
      files: [
        { name: drawn.name, media, bytes: await sheetBytes(drawn, `SubscriptionFileTooLarge:${MAILED_FILE_MAX_MB}`) },
      ],
    };
  },
});
