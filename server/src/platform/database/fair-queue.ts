import { CallerGone, DatabaseUnavailable } from './errors.ts';
import { POOL_SIZE } from './pools.ts';
import type { Open, Scope } from './tx.ts';

/** How many transactions requests may have open at the same time. */
export interface QueueLimits {
  /** In total, for one role: as many as its pool has connections. */
  running: number;
  /** For all users of one client, so that other clients always find a connection. */
  perClient: number;
  perUser: number;
  /** Waiting transactions of one user; more are refused at once. */
  waitingPerUser: number;
  waitMs: number;
}

export const queueLimits: QueueLimits = {
  running: POOL_SIZE,
  perClient: 6,
  perUser: 4,
  waitingPerUser: 60,
  waitMs: 5_000,
};

type Who = Pick<Scope, 'clientId' | 'userId'>;

interface Waiting {
  start: () => void;
}

/** The running and waiting transactions of one user. */
interface Line {
  who: Who;
  running: number;
  waiting: Waiting[];
}

/**
 * Decides whose transaction starts next when connections are scarce: that of the client with the fewest running and,
 * within it, of the user with the fewest. So a burst delays only its sender.
 */
export class FairQueue {
  private running = 0;
  private readonly lines = new Map<string, Line>();
  private readonly runningOfClient = new Map<number, number>();

  constructor(private readonly limits: QueueLimits = queueLimits) {}

  /**
   * Resolves when the transaction may start, to a function that must be called once at its end. Rejects with
   * `DatabaseUnavailable` when the user has too many waiting or the wait is too long, with `CallerGone` when aborted.
   */
  async enter(who: Who, signal?: AbortSignal): Promise<() => void> {
    const line = this.lineOf(who);
    if (!this.mayStart(line)) await this.wait(line, signal);
    else this.start(line);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.leave(line);
    };
  }

  private lineOf(who: Who): Line {
    const key = `${who.clientId}/${who.userId}`;
    const line = this.lines.get(key) ?? { who, running: 0, waiting: [] };
    this.lines.set(key, line);
    return line;
  }

  private ofClient({ who: { clientId } }: Line): number {
    return clientId === null ? 0 : (this.runningOfClient.get(clientId) ?? 0);
  }

  private mayStart(line: Line): boolean {
    if (this.running >= this.limits.running) return false;
    // Guests have no identity to count by; their attempts are limited elsewhere.
    if (line.who.userId !== null && line.running >= this.limits.perUser) return false;
    return this.ofClient(line) < this.limits.perClient;
  }

  private count(line: Line, change: 1 | -1): void {
    this.running += change;
    line.running += change;
    const { clientId } = line.who;
    if (clientId === null) return;
    const now = this.ofClient(line) + change;
    if (now) this.runningOfClient.set(clientId, now);
    else this.runningOfClient.delete(clientId);
  }

  private start(line: Line): void {
    this.count(line, 1);
  }

  private leave(line: Line): void {
    this.count(line, -1);
    this.startNext();
    this.drop(line);
  }

  private drop(line: Line): void {
    if (!line.running && !line.waiting.length) this.lines.delete(`${line.who.clientId}/${line.who.userId}`);
  }

  private startNext(): void {
    let next: Line | undefined;
    // Insertion order breaks ties: first come, first served.
    for (const line of this.lines.values()) {
      if (!line.waiting.length || !this.mayStart(line)) continue;
      const fewer = next && (this.ofClient(line) - this.ofClient(next) || line.running - next.running);
      if (fewer === undefined || fewer < 0) next = line;
    }
    if (!next) return;
    this.start(next);
    next.waiting.shift()?.start();
  }

  private wait(line: Line, signal: AbortSignal | undefined): Promise<void> {
    const { waitingPerUser, waitMs } = this.limits;
    if (line.waiting.length >= waitingPerUser)
      throw new DatabaseUnavailable(`More than ${waitingPerUser} transactions of this user are waiting.`);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiting: Waiting = {
        start: () => {
          settle();
          resolve();
        },
      };
      const giveUp = (error: Error) => {
        settle();
        line.waiting = line.waiting.filter((each) => each !== waiting);
        this.drop(line);
        reject(error);
      };
      const onAbort = () => giveUp(new CallerGone('The caller closed the connection while waiting.'));
      const timer = setTimeout(
        () => giveUp(new DatabaseUnavailable(`No connection for this user within ${waitMs} ms.`)),
        waitMs,
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      line.waiting.push(waiting);
    });
  }
}

/** Opens transactions of requests through the queue of their role; jobs and commands bypass it. */
export function queuedOpener(open: Open, limits: QueueLimits = queueLimits): Open {
  const queues = new Map<string, FairQueue>();
  return async (scope, work, mode, options) => {
    const queue = queues.get(scope.role) ?? new FairQueue(limits);
    queues.set(scope.role, queue);
    const leave = await queue.enter(scope, options?.signal);
    try {
      return await open(scope, work, mode, options);
    } finally {
      leave();
    }
  };
}
