import { reasonOf } from '@longshore/contract';
import { type Open, staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import type { QueueMail } from '../../platform/mail/mail.ts';
import { withSubject } from './call-subjects.ts';
import { connectStored } from './connection.ts';
import type { Connection, Connector, OrdersPage } from './connector.ts';
import { readStored, type StoredIntegration } from './integrations.store.ts';
import { PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import { partnerOf } from './partners.ts';
import { revoke } from './revoke.ts';
import {
  beginRun,
  type Counts,
  dueIntegrations,
  endRun,
  failRun,
  insertRun,
  oldRuns,
  recordPage,
  type StoredRun,
  waitingRun,
} from './runs.store.ts';
import type { SaveTools } from './save-integration.ts';
import { takeOrder } from './take-order.ts';

export interface SyncTools extends SaveTools {
  queueMail: QueueMail;
  origin: string;
}

const MINUTE_MS = 60_000;
/**
 * Clocks are usually wrong by less than this: a window begins this long before the last one ended, and ends this long
 * after now, so that neither a shop whose clock is late nor one whose clock is early loses a change. Orders that are
 * read twice are recognised.
 */
const CLOCK_MS = 15 * MINUTE_MS;
/** How far back the first run looks. */
const FIRST_MS = 30 * 24 * 60 * MINUTE_MS;
/** After this long a run leaves its runner to others, and continues when it is its turn again. */
const SLICE_MS = 20_000;
/**
 * How often the same page may come in a row. Twice is normal: when many orders changed within one second, the partner
 * is asked again from that second on.
 */
const SAME_MAX = 2;
/** A run with more pages than this is taken for an endless list. */
const PAGES_MAX = 20_000;

const jobOf = (integrationId: number | null, runId: number) => ({
  task: 'sync-channel',
  payload: { integration_id: integrationId, run_id: runId },
  // A shop that is slow delays its own runs only.
  queue: `channel ${integrationId} runs`,
  key: `channel run ${runId}`,
});

export const syncSubscribers: Subscribers = {
  'channel.sync_due': [(event) => [jobOf(event.subject_id, event.payload.run_id)]],
};

export const recordRunChange = (tx: Tx, integration: { id: number; client_id: number }) =>
  recordEvent(tx, { kind: 'channel.run', clientId: integration.client_id, subjectId: integration.id });

/** Makes a run for a job to pick up, unless one waits already. */
export async function requestRun(
  tx: Tx,
  integration: { id: number; client_id: number },
  startedBy: Parameters<typeof insertRun>[2],
  userName = '',
): Promise<number> {
  const { id, isNew } = await insertRun(tx, integration, startedBy, userName);
  if (isNew) await queueRun(tx, integration, id);
  return id;
}

const queueRun = (tx: Tx, integration: { id: number; client_id: number }, runId: number) =>
  recordEvent(tx, {
    kind: 'channel.sync_due',
    clientId: integration.client_id,
    subjectId: integration.id,
    payload: { run_id: runId },
  });

/**
 * A run has ended. The job of one that waits may have come while this one was between two of its slices, and found nothing
 * to do: it is queued again.
 */
async function afterRun(tx: Tx, integration: { id: number; client_id: number }): Promise<void> {
  const next = await waitingRun(tx, integration.id);
  if (next !== undefined) await queueRun(tx, integration, next);
  await recordRunChange(tx, integration);
}

/** Every minute: the connections whose schedule says so. */
export const queueDueJob =
  ({ clock }: SyncTools): Job =>
  ({ open }) =>
    open(staffScope, async (tx) => {
      for (const integration of await dueIntegrations(tx, clock.now())) await requestRun(tx, integration, 'schedule');
    });

/** A run that takes longer than this is queued again; while its job exists, that changes nothing. */
const OLD_MS = 15 * MINUTE_MS;

/** Every quarter of an hour: without it, a run whose job is gone would keep its connection from being read. */
export const resumeRunsJob =
  ({ clock }: Pick<SyncTools, 'clock'>): Job =>
  ({ open }) =>
    open(staffScope, async (tx) => {
      for (const run of await oldRuns(tx, new Date(clock.now().getTime() - OLD_MS)))
        await recordEvent(tx, {
          kind: 'channel.sync_due',
          clientId: run.client_id,
          subjectId: run.integration_id,
          payload: { run_id: run.id },
        });
    });

function windowOf({ synced_until }: StoredIntegration, now: Date) {
  const since = synced_until ? Date.parse(synced_until) - CLOCK_MS : now.getTime() - FIRST_MS;
  return { since: new Date(since), until: new Date(now.getTime() + CLOCK_MS) };
}

/** The moment up to which a run has read everything. */
const syncedUntil = ({ until }: StoredRun) => new Date(Date.parse(until ?? '') - CLOCK_MS);

interface Running {
  open: Open;
  stored: StoredIntegration;
  partner: Connector;
  connection: Connection;
  run: StoredRun;
}

/** Takes the orders of a page, each in its own transaction: one that cannot be taken does not hold up the others. */
async function takePage({ open, stored, partner, run }: Running, page: OrdersPage): Promise<void> {
  const counts: Counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const external of page.orders) {
    const { outcome } = await open(staffScope, (tx) => takeOrder(tx, stored, partner, external));
    counts[outcome]++;
  }
  await open(staffScope, async (tx) => {
    await recordPage(tx, run.id, { next: page.next, total: page.total ?? null, read: page.orders.length }, counts);
    await recordRunChange(tx, stored);
    if (counts.created + counts.updated + counts.failed > 0)
      await recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: stored.id });
  });
}

/** What a page is recognised by. */
const textOf = ({ orders }: OrdersPage) => orders.map(({ id, updatedAt }) => `${id} ${updatedAt.getTime()}`).join();

/** Reads page after page until the window is through, or its slice of time is over. */
async function readPages(running: Running): Promise<'through' | 'more'> {
  const { connection, partner, run } = running;
  const window = { since: new Date(run.since ?? 0), until: new Date(run.until ?? 0) };
  const end = performance.now() + SLICE_MS;
  let { cursor } = run;
  let last = { text: '', times: 0 };
  for (let pages = run.pages; pages < PAGES_MAX; pages++) {
    const page = await partner.listOrders(withSubject(connection, `page ${pages + 1}`), window, cursor);
    if (page.next !== null && page.next === cursor) throw new PartnerProblem('malformed', 'PageCameAgain');
    const text = textOf(page);
    last = { text, times: text === last.text ? last.times + 1 : 1 };
    if (page.next !== null && page.orders.length > 0 && last.times > SAME_MAX)
      throw new PartnerProblem('malformed', 'PageCameAgain');
    await takePage(running, page);
    cursor = page.next;
    if (cursor === null) return 'through';
    if (performance.now() > end) return 'more';
  }
  throw new PartnerProblem('malformed', 'PagesDoNotEnd');
}

async function fail(tools: SyncTools, { open, stored, run }: Running, problem: PartnerProblem): Promise<void> {
  const reason = reasonOfProblem(problem);
  await open(staffScope, async (tx) => {
    await failRun(tx, run, reason, problem.waitMs, tools.clock.now());
    if (problem.kind === 'auth') await revoke(tx, tools, stored, reason);
    await afterRun(tx, stored);
  });
}

/**
 * Reads the changes of a shop. Its place is stored with every page, so that an interrupted run goes on from there. What a
 * partner does wrong ends the run with a reason; any other error is tried again by the queue.
 */
export const syncJob =
  (tools: SyncTools): Job =>
  async ({ open }, payload, { isLast }) => {
    const [id, runId] = [Number(payload.integration_id), Number(payload.run_id)];
    const now = tools.clock.now();
    const begun = await open(staffScope, async (tx) => {
      const stored = await readStored(tx, id);
      const run = stored && (await beginRun(tx, runId, windowOf(stored, now)));
      if (run) await recordRunChange(tx, stored);
      return run && { stored, run };
    });
    if (!begun) return;
    const partner = partnerOf(tools.connectors, begun.stored.type);
    const running = { open, partner, connection: connectStored(tools, partner, begun.stored), ...begun };
    try {
      const done = await readPages(running);
      await open(staffScope, async (tx) => {
        if (done === 'more') {
          await queueRun(tx, begun.stored, runId);
          return recordRunChange(tx, begun.stored);
        }
        await endRun(tx, begun.run, syncedUntil(begun.run), begun.stored.sync_minutes, tools.clock.now());
        await afterRun(tx, begun.stored);
      });
    } catch (error) {
      if (error instanceof PartnerProblem) return fail(tools, running, error);
      if (isLast)
        await open(staffScope, async (tx) => {
          await failRun(tx, begun.run, reasonOf(90003), 0, tools.clock.now());
          await afterRun(tx, begun.stored);
        });
      throw error;
    }
  };
