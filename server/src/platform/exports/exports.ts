import type { RunningExport } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import { DatabaseUnavailable } from '../database/errors.ts';
import { FairQueue, type QueueLimits } from '../database/fair-queue.ts';
import { busy } from '../http/problem.ts';

/**
 * Spreadsheets of many rows that are drawn at the same time: one for each client or member of the staff, and never so
 * many that the others notice. Callers that wait hold neither a transaction nor a thread.
 */
export const exportLimits: QueueLimits = {
  running: 2,
  perClient: 1,
  perUser: 1,
  waitingPerUser: 5,
  waitMs: 300_000,
};

/** Documents that are drawn as a whole: short, and somebody stands at the printer. */
const documentLimits: QueueLimits = {
  running: 2,
  perClient: 2,
  perUser: 1,
  waitingPerUser: 30,
  waitMs: 60_000,
};

/** Reads that may take long, such as reports: together they leave more than half of the connections to everybody else. */
const heavyLimits: QueueLimits = {
  running: 4,
  perClient: 2,
  perUser: 2,
  waitingPerUser: 30,
  waitMs: 45_000,
};

const RETRY_S = 30;

type Who = Pick<Actor, 'id' | 'clientId'>;

/** How far an export is; the work writes into it. */
export interface ExportProgress {
  rows: number;
  total: number;
}

/** Lets heavy reads, exports and documents of one process take turns, and knows how far the exports are. */
export class Exports {
  private readonly rows: FairQueue;
  private readonly documents = new FairQueue(documentLimits);
  private readonly heavy = new FairQueue(heavyLimits);
  private readonly running = new Map<number, Set<RunningExport>>();

  constructor(limits: QueueLimits = exportLimits) {
    this.rows = new FairQueue(limits);
  }

  /** The exports of a user, the oldest first. */
  of(userId: number): RunningExport[] {
    return [...(this.running.get(userId) ?? [])];
  }

  draw<Result>(who: Who, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return inTurn(this.documents, who, work, signal);
  }

  readHeavy<Result>(who: Who, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return inTurn(this.heavy, who, work, signal);
  }

  async run<Result>(
    who: Who,
    path: string,
    work: (progress: ExportProgress) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const progress: RunningExport = { path, state: 'waiting', rows: 0, total: 0 };
    const own = this.running.get(who.id) ?? new Set();
    this.running.set(who.id, own.add(progress));
    try {
      const leave = await enter(this.rows, who, signal);
      progress.state = 'running';
      try {
        return await work(progress);
      } finally {
        leave();
      }
    } finally {
      own.delete(progress);
      if (!own.size) this.running.delete(who.id);
    }
  }
}

async function inTurn<Result>(
  queue: FairQueue,
  who: Who,
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const leave = await enter(queue, who, signal);
  try {
    return await work();
  } finally {
    leave();
  }
}

async function enter(queue: FairQueue, { id, clientId }: Who, signal: AbortSignal | undefined): Promise<() => void> {
  try {
    return await queue.enter({ clientId, userId: id }, signal);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw busy(RETRY_S, 'ExportsAreBusy');
    throw error;
  }
}
