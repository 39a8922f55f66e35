import { api, type FieldMessages, type OfferedReport, type OperationGrid } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, asFailure, call, download, saveDownload } from '../../../lib/api.ts';
import { endSession } from '../../../lib/session.ts';
import { bodyOf, type ReportFields } from './report-address.ts';

type RunFormat = 'grid' | 'excel' | 'csv';

/** What a run came to. */
export interface Run {
  grid?: OperationGrid;
  problems: FieldMessages;
  /** Of the last attempt, with what was attempted; the rows of the one before stay. */
  failed?: { failure: ApiFailure; format: RunFormat };
}

/** Runs a report, one at a time. Stopping it, and leaving the screen, ends the query on the server too. */
export function useOperationReport(report: OfferedReport) {
  const [run, setRun] = useState<Run>({ problems: {} });
  const [doing, setDoing] = useState<RunFormat>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Keeps the rows of the last answer. */
  const set = (outcome: Omit<Run, 'grid'>) => setRun(({ grid }) => ({ ...(grid ? { grid } : {}), ...outcome }));
  const refuse = (failure: ApiFailure, format: RunFormat) => {
    if (failure.status === 401) endSession();
    else if (failure.status === 422) set({ problems: failure.keys ?? {} });
    else set({ problems: {}, failed: { failure, format } });
  };
  const start = async (fields: ReportFields, format: RunFormat) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setDoing(format);
    set({ problems: {} });
    const input = { body: bodyOf(report, fields, format) };
    try {
      if (format === 'grid') {
        const grid = await call(api.operationReports.run, input, { signal: controller.signal });
        setRun({ grid, problems: {} });
      } else saveDownload(await download(api.operationReports.run, input, { signal: controller.signal }));
    } catch (error) {
      if (!controller.signal.aborted) refuse(asFailure(error), format);
    }
    if (running.current === controller) setDoing(undefined);
  };
  const stop = () => {
    running.current?.abort();
    setDoing(undefined);
  };
  return { ...run, doing, start, stop };
}
