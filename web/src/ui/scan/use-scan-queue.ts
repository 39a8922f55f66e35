import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PendingCommand } from '../../lib/kept-scans.ts';
import { ScanQueue, type ScanQueueOptions } from '../../lib/scan-queue.ts';

export interface ScanCommands<Input> {
  /** Not answered yet, in the order in which they are executed. */
  pending: readonly PendingCommand<Input>[];
  add: (input: Input) => void;
  /** Removes waiting commands by their keys. */
  cancel: (keys: readonly string[]) => void;
  /** Stores a context that has changed without a command. */
  keep: () => void;
}

/**
 * Executes scanned commands in order, one at a time. They wait while there is no connection, and are repeated under
 * their idempotency keys until they are answered, also after a reload of the page when they are `kept`. What still
 * waits when the component is unmounted is discarded: show `<LeaveScans>` while there is any.
 */
export function useScanQueue<Input, Result>(options: ScanQueueOptions<Input, Result>): ScanCommands<Input> {
  const latest = useRef(options);
  latest.current = options;
  const [queue] = useState(
    () =>
      new ScanQueue<Input, Result>({
        run: (...command) => latest.current.run(...command),
        onDone: (...outcome) => latest.current.onDone(...outcome),
        onRefused: (failure, command) => latest.current.onRefused(failure, command),
        ...(options.kept ? { kept: options.kept } : {}),
      }),
  );
  useEffect(() => {
    queue.start();
    return queue.stop;
  }, [queue]);
  const { add, cancel, keep } = queue;
  return { pending: useSyncExternalStore(queue.subscribe, queue.pending), add, cancel, keep };
}
