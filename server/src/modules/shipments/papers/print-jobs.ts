import {
  api,
  isByCarton,
  type Message,
  mayCall,
  type PaperName,
  type PrintJob,
  reasonSentence,
} from '@longshore/contract';
import { openDrawing } from '../../../documents/draw.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../../platform/events/events.ts';
import type { DownloadLinks } from '../../../platform/files/links.ts';
import { notFound, Problem } from '../../../platform/http/problem.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import type { Tools } from '../../../platform/module.ts';
import { readLetterhead } from '../../company/index.ts';
import { assertMayPrint, countPrints } from './count-prints.ts';
import {
  deletePrintJobs,
  failPrintJob,
  finishPrintJob,
  insertPrintJob,
  markCounted,
  readOldPrints,
  readPrintJob,
  type StoredPrintJob,
  saveProgress,
} from './print-jobs.store.ts';
import { logosOf, type PrintTools, readPicks, readToDraw, stationeryOf } from './print-papers.ts';
import { countCartons } from './prints.store.ts';

/** The folder of the storage. */
const FOLDER = 'prints';
const MEDIA = 'application/pdf';
/** Shipments that are read together, and shipments or cartons that are drawn between two notes of the progress. */
const CHUNK = 20;
const CARTONS_CHUNK = 100;
const TRIES = 4;

const fileName = (paper: PaperName) => `${paper.replaceAll('/', '-')}.pdf`;

/** What the progress counts to: cartons are many for one shipment. */
async function totalOf(tx: Tx, { paper, shipment_ids: ids }: StoredPrintJob): Promise<number> {
  if (!isByCarton(paper)) return ids.length;
  return (await countCartons(tx, paper, ids)).reduce((sum, { cartons }) => sum + cartons, 0);
}

async function answerOf(tx: Tx, job: StoredPrintJob, links: DownloadLinks): Promise<PrintJob> {
  const { id, paper, status, path, reason } = job;
  const total = await totalOf(tx, job);
  // Cartons may have been packed anew since they were drawn.
  const done = status === 'done' ? total : Math.min(job.done, total);
  const url = status === 'done' ? links.make({ path, name: fileName(paper), media: MEDIA }) : '';
  const problem = reason && reasonSentence(reason);
  return { id, paper, status, done, total, url, problem, problem_key: reason };
}

export interface PrintRequest {
  paper: PaperName;
  ids: readonly number[];
}

/** Asks for a paper of many shipments. Nothing is counted yet: the job does when it begins to draw. */
export async function requestPrint(
  tx: Tx,
  actor: Actor,
  { paper, ids }: PrintRequest,
  { ids: make, links }: { ids: Ids; links: DownloadLinks },
): Promise<PrintJob> {
  const wanted = [...new Set(ids)];
  await assertMayPrint(tx, paper, wanted);
  const path = `${FOLDER}/${make.uuid()}.pdf`;
  const job = await insertPrintJob(tx, { userId: actor.id, paper, ids: wanted, path });
  await recordEvent(tx, { kind: 'print.requested', subjectId: job.id, payload: { user_id: actor.id } });
  return answerOf(tx, job, links);
}

/** How far a job of this user is. */
export async function showPrintJob(tx: Tx, actor: Actor, id: number, links: DownloadLinks): Promise<PrintJob> {
  const job = await readPrintJob(tx, id, actor.id);
  if (!job) throw notFound();
  return answerOf(tx, job, links);
}

export const printSubscribers: Subscribers = {
  'print.requested': [
    ({ subject_id, payload }) => [
      { task: 'print-papers', payload: { job_id: subject_id, user_id: payload.user_id }, attempts: TRIES },
    ],
  ],
};

/** The user who asked; undefined when it is disabled or may no longer print. */
async function findPrinter(findActor: Tools['findActor'], userId: number): Promise<Actor | undefined> {
  const actor = await findActor(userId).catch((error: unknown) => {
    // Its role is disabled.
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  });
  return actor && mayCall(actor, api.papers.printMany.access) ? actor : undefined;
}

/** Counts the prints, once however often the job runs, and reads what all shipments share. */
const begin = (open: Open, { id, paper, shipment_ids }: StoredPrintJob) =>
  open(staffScope, async (tx) => {
    if (await markCounted(tx, id)) await countPrints(tx, paper, shipment_ids);
    const [picks, letterhead] = await Promise.all([readPicks(tx, paper, shipment_ids), readLetterhead(tx)]);
    return { picks, letterhead };
  });

/** Notes what was drawn, now and then: cartons one by one, shipments otherwise. */
function progressOf(open: Open, { id, paper }: StoredPrintJob) {
  const [counted, size] = isByCarton(paper) ? ['carton', CARTONS_CHUNK] : ['shipment', CHUNK];
  let [done, noted] = [0, 0];
  let saved: Promise<void> = Promise.resolve();
  return {
    onStep(step: string): void {
      if (step === counted) done += 1;
      if (done - noted < size) return;
      noted = done;
      saved = saved.then(() => open(staffScope, (tx) => saveProgress(tx, id, noted)));
      // Reported by `isSaved`.
      saved.catch(() => {});
    },
    isSaved: () => saved,
  };
}

/** Draws a few shipments at a time, each in a short transaction; undefined when all of them were voided meanwhile. */
async function draw(open: Open, job: StoredPrintJob, actor: Actor, tools: PrintTools): Promise<Uint8Array | undefined> {
  const { picks, letterhead } = await begin(open, job);
  const stationery = stationeryOf(letterhead, actor.lang, tools.clock.now());
  const papers = await openDrawing('papers', { paper: job.paper, stationery });
  const { onStep, isSaved } = progressOf(open, job);
  try {
    let drawn = 0;
    for (let from = 0; from < job.shipment_ids.length; from += CHUNK) {
      const ids = job.shipment_ids.slice(from, from + CHUNK);
      const shipments = await open(staffScope, (tx) => readToDraw(tx, job.paper, ids, picks));
      await papers.add({ shipments, logos: await tools.loadLogos(logosOf(shipments)) }, onStep);
      await isSaved();
      drawn += shipments.length;
    }
    const bytes = await papers.finish();
    return drawn > 0 ? bytes : undefined;
  } finally {
    await papers.close();
  }
}

/** Why a job has failed; undefined while it is tried again, which changes nothing for a refusal such as used up SSCCs. */
function finalReason(error: unknown, isLast: boolean): Message | undefined {
  if (error instanceof Problem && error.status === 422) return error.reason as Message;
  return isLast ? 'PrintStopped' : undefined;
}

/** Draws the paper of a print job. Its file is named beforehand, so that a repeated job overwrites its own. */
export function printPapersJob(tools: Pick<Tools, 'findActor' | 'storage'> & PrintTools): Job {
  return async ({ open }, payload, attempt) => {
    const id = Number(payload.job_id);
    const fail = (reason: Message) => open(staffScope, (tx) => failPrintJob(tx, id, reason));
    const job = await open(staffScope, (tx) => readPrintJob(tx, id, null));
    if (job?.status !== 'running') return;
    const actor = await findPrinter(tools.findActor, Number(payload.user_id));
    if (!actor) return fail('PrintUserIsDisabled');
    try {
      const bytes = await draw(open, job, actor, tools);
      if (!bytes) return await fail('NothingLeftToPrint');
      await tools.storage.put(job.path, bytes);
      await open(staffScope, (tx) => finishPrintJob(tx, id));
    } catch (error) {
      const reason = finalReason(error, attempt.number >= TRIES || attempt.isLast);
      if (reason) await fail(reason);
      throw error;
    }
  };
}

/** Removes documents of print jobs after a day. */
export function tidyPrintsJob({ storage }: Pick<Tools, 'storage'>): Job {
  return async ({ open }) => {
    const old = await open(staffScope, readOldPrints, 'read');
    // The bytes first: a row without them is removed by the next run, bytes without a row would stay.
    for (const { path } of old) await storage.remove(path);
    await open(staffScope, (tx) =>
      deletePrintJobs(
        tx,
        old.map(({ id }) => id),
      ),
    );
  };
}
