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
  /** A transaction that takes longer counts as hanging: it frees its place for others of its user and client. */
  hangMs?: number;
  /** Hanging transactions in total that do so; each still has a connection. */
  hangingMax?: number;
}

export const queueLimits: QueueLimits = {
  running: POOL_SIZE,
  perClient: 6,
  perUser: 4,
  waitingPerUser: 60,
  waitMs: 5_000,
  // Shorter than a call waits for a place, longer than most reads take.
  hangMs: 4_000,
  hangingMax: POOL_SIZE / 2,
};

type Who = Pick<Scope, 'clientId' | 'userId'>;

interface Waiting {
  start: () => void;
}

/** The running and waiting transactions of one user. */
interface UserQueue {
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
  private hanging = 0;
  private readonly queues = new Map<string, UserQueue>();
  private readonly runningOfClient = new Map<number, number>();

  constructor(private readonly limits: QueueLimits = queueLimits) {}

  /**
   * Resolves when the transaction may start, to a function that must be called once at its end. Rejects with
   * `DatabaseUnavailable` when the user has too many waiting or the wait is too long, with `CallerGone` when aborted.
   */
  async enter(who: Who, signal?: AbortSignal): Promise<() => void> {
    const queue = this.queueOf(who);
    if (!this.mayStart(queue)) await this.wait(queue, signal);
    else this.start(queue);
    let hasLeft = false;
    let isHanging = false;
    const { hangMs } = this.limits;
    const timer =
      hangMs &&
      setTimeout(() => {
        isHanging = this.hang(queue);
      }, hangMs).unref();
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      if (timer) clearTimeout(timer);
      if (isHanging) this.hanging--;
      else this.countPlace(queue, -1);
      this.leave(queue);
    };
  }

  /** Frees the places of its user and client, but not the connection; returns whether it did. */
  private hang(queue: UserQueue): boolean {
    if (this.hanging >= (this.limits.hangingMax ?? 0)) return false;
    this.hanging++;
    this.countPlace(queue, -1);
    this.startNext();
    return true;
  }

  private queueOf(who: Who): UserQueue {
    const key = `${who.clientId}/${who.userId}`;
    const queue = this.queues.get(key) ?? { who, running: 0, waiting: [] };
    this.queues.set(key, queue);
    return queue;
  }

  private ofClient({ who: { clientId } }: UserQueue): number {
    return clientId === null ? 0 : (this.runningOfClient.get(clientId) ?? 0);
  }

  private mayStart(queue: UserQueue): boolean {
    if (this.running >= this.limits.running) return false;
    // Guests have no identity to count by; their attempts are limited elsewhere.
    if (queue.who.userId !== null && queue.running >= this.limits.perUser) return false;
    return this.ofClient(queue) < this.limits.perClient;
  }

  private countPlace(queue: UserQueue, change: 1 | -1): void {
    queue.running += change;
    const { clientId } = queue.who;
    if (clientId === null) return;
    const now = this.ofClient(queue) + change;
    if (now) this.runningOfClient.set(clientId, now);
    else this.runningOfClient.delete(clientId);
  }

  private start(queue: UserQueue): void {
    this.running++;
    this.countPlace(queue, 1);
  }

  private leave(queue: UserQueue): void {
    this.running--;
    this.startNext();
    this.drop(queue);
  }

  private drop(queue: UserQueue): void {
    const key = `${queue.who.clientId}/${queue.who.userId}`;
    // One that hung may leave when another queue of its user has begun.
    if (!queue.running && !queue.waiting.length && this.queues.get(key) === queue) this.queues.delete(key);
  }

  private startNext(): void {
    let next: UserQueue | undefined;
    // Insertion order breaks ties: first come, first served.
    for (const queue of this.queues.values()) {
      if (!queue.waiting.length || !this.mayStart(queue)) continue;
      const fewer = next && (this.ofClient(queue) - this.ofClient(next) || queue.running - next.running);
      if (fewer === undefined || fewer < 0) next = queue;
    }
    if (!next) return;
    this.start(next);
    next.waiting.shift()?.start();
  }

  private wait(queue: UserQueue, signal: AbortSignal | undefined): Promise<void> {
    const { waitingPerUser, waitMs } = this.limits;
    if (queue.waiting.length >= waitingPerUser)
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
        queue.waiting = queue.waiting.filter((each) => each !== waiting);
        this.drop(queue);
        reject(error);
      };
      const onAbort = () => giveUp(new CallerGone('The caller closed the connection while waiting.'));
      const timer = setTimeout(
        () => giveUp(new DatabaseUnavailable(`No connection for this user within ${waitMs} ms.`)),
        waitMs,
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.waiting.push(waiting);
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
