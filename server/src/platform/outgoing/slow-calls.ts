import { OutgoingProblem } from './outgoing.ts';

/** A wait that is longer than this is given up when too many jobs wait. */
const PATIENCE_MS = 5_000;
/** Half of the runners of the lane for partners, see `LANES`: the other half is left to partners that answer. */
const SLOW_MAX = 6;

interface Wait {
  since: number;
  giveUp: AbortController;
}

/**
 * The waits of jobs for partners, in this process. A job keeps its runner while it waits, so that silent partners could
 * take all of them: of the waits that last longer than the patience only so many go on, and the oldest are given up.
 */
export class SlowCalls {
  private readonly waits = new Set<Wait>();

  constructor(
    private readonly most = SLOW_MAX,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** Does something that may take long. The signal is aborted when the runner is needed for others. */
  async wait<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const wait: Wait = { since: performance.now(), giveUp: new AbortController() };
    this.waits.add(wait);
    const timer = setTimeout(() => this.relieve(), this.patienceMs);
    try {
      return await work(wait.giveUp.signal);
    } finally {
      clearTimeout(timer);
      this.waits.delete(wait);
    }
  }

  private relieve(): void {
    // Timers may fire a moment early.
    const slow = [...this.waits].filter(({ since }) => performance.now() - since >= this.patienceMs - 10);
    const oldestFirst = slow.toSorted((one, other) => one.since - other.since);
    for (const { since, giveUp } of oldestFirst.slice(0, Math.max(0, slow.length - this.most)))
      giveUp.abort(new OutgoingProblem(`NoAnswerWithin:${Math.round((performance.now() - since) / 1000)}`));
  }
}
