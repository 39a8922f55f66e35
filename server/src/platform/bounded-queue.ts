/** The queue is full: the caller should retry later. */
export class QueueIsFull extends Error {}

export interface BoundedQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Runs expensive work with limited concurrency, first in first out, and limits how many wait. */
export function boundedQueue({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < atOnce) running++;
      else {
        if (waiting.length >= waitingMax) throw new QueueIsFull(`More than ${waitingMax} are waiting.`);
        // The slot passes directly to the next one waiting, so that a newcomer cannot take it.
        await new Promise<void>((start) => waiting.push(start));
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
