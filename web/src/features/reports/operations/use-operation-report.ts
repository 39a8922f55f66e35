import { api, type FieldMessages, type OfferedReport, type OperationGrid } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, asFailure, call, download, saveDownload } from '../../../lib/api.ts';
import { endSession } from '../../../lib/session.ts';
import { bodyOf, type ReportFields } from './report-address.ts';

type Doing = 'grid' | 'excel' | 'csv';

/** What a run came to. */
export interface Run {
  grid?: OperationGrid;
  problems: FieldMessages;
  /** Of the last attempt; the rows of the one before stay. */
  failure?: ApiFailure;
}

/** Runs a report, one at a time. Stopping it, and leaving the screen, ends the query on the server too. */
export function useOperationReport(report: OfferedReport) {
  const [run, setRun] = useState<Run>({ problems: {} });
  const [doing, setDoing] = useState<Doing>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const refuse = (failure: ApiFailure) => {
    if (failure.status === 401) endSession();
    else if (failure.status === 422)
      setRun(({ grid }) => ({ ...(grid ? { grid } : {}), problems: failure.keys ?? {} }));
    else setRun(({ grid }) => ({ ...(grid ? { grid } : {}), problems: {}, failure }));
  };
  const start = async (fields: ReportFields, format: Doing) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setDoing(format);
    const input = { body: bodyOf(report, fields, format) };
    try {
      if (format === 'grid') {
        const grid = await call(api.operationReports.run, input, { signal: controller.signal });
        setRun({ grid, problems: {} });
      } else saveDownload(await download(api.operationReports.run, input, { signal: controller.signal }));
    } catch (error) {
      if (!controller.signal.aborted) refuse(asFailure(error));
    }
    if (running.current === controller) setDoing(undefined);
  };
  const stop = () => {
    running.current?.abort();
    setDoing(undefined);
  };
  return { ...run, doing, start, stop };
}
