import { api, type FieldMessages, type ReportGrid } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, asFailure, call, type Download, download, saveDownload } from '../../../lib/api.ts';
import { blobOf } from '../../../lib/blob.ts';
import { showFailure } from '../../../lib/failure.ts';
import { bodyOf, problemsOf, type ReportValues } from './report-state.ts';

/** What a run came to. */
export type Outcome =
  | { kind: 'grid'; report: ReportGrid }
  | { kind: 'file'; file: Download }
  | { kind: 'pdf'; blob: Blob; values: ReportValues }
  | { kind: 'empty' };

async function runReport(values: ReportValues, signal: AbortSignal): Promise<Outcome> {
  const input = { body: bodyOf(values) };
  if (values.format === 'excel' || values.format === 'excel-visual') {
    const file = await download(api.billingReports.run, input, { signal });
    saveDownload(file);
    return { kind: 'file', file };
  }
  const answer = await call(api.billingReports.run, input, { signal });
  if (typeof answer !== 'string') return { kind: 'grid', report: answer };
  return { kind: 'pdf', blob: blobOf(answer, 'application/pdf'), values };
}

const isEmpty = ({ status, keys }: ApiFailure) => status === 422 && keys?._?.includes('NoRecordFound') === true;

/** Runs reports one at a time; a run can be cancelled, and leaving the screen cancels it. */
export function useReport() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [problems, setProblems] = useState<FieldMessages>({});
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const refuse = (failure: ApiFailure) => {
    if (isEmpty(failure)) setOutcome({ kind: 'empty' });
    else if (failure.status === 422) setProblems(failure.keys ?? {});
    else showFailure(failure);
  };
  const run = async (values: ReportValues) => {
    const found = problemsOf(values);
    setProblems(found);
    if (isRunning || Object.keys(found).length > 0) return;
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setOutcome(undefined);
    try {
      setOutcome(await runReport(values, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) refuse(asFailure(error));
    }
    setRunning(false);
  };
  return {
    outcome,
    problems,
    isRunning,
    run,
    cancel: () => running.current?.abort(),
    clear: () => setOutcome(undefined),
  };
}
