/** The queue is as long as it may be: whoever comes now is told to come again. */
export class QueueIsFull extends Error {}

export interface BoundedQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Runs costly work a few at a time, in the order it came, and lets only so many wait. */
export function boundedQueue({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < atOnce) running++;
      else {
        if (waiting.length >= waitingMax) throw new QueueIsFull(`More than ${waitingMax} are waiting.`);
        // Whoever finishes hands its place over, so that nobody who comes meanwhile can take it.
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
