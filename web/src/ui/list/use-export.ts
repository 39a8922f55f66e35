import { api, type RunningExport } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';

const ASK_EVERY_MS = 1_000;

export interface ListExporting {
  isRunning: boolean;
  /** How far it is; undefined when it is not known. */
  progress: RunningExport | undefined;
  run: (save: (signal: AbortSignal) => Promise<unknown>) => Promise<void>;
  cancel: () => void;
}

/** Runs one export at a time, says how far that of this path is, and ends it when the screen is left. */
export function useExport(path: string): ListExporting {
  const [isRunning, setRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  const { data } = useRead(api.records.exports, {}, { enabled: isRunning, refetchInterval: isRunning && ASK_EVERY_MS });
  const cancel = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const run: ListExporting['run'] = async (save) => {
    const current = new AbortController();
    controller.current = current;
    setRunning(true);
    await save(current.signal).catch((error: unknown) => {
      if (!current.signal.aborted) showFailure(error);
    });
    setRunning(false);
  };
  return { isRunning, progress: isRunning ? data?.find((each) => each.path === path) : undefined, run, cancel };
}
