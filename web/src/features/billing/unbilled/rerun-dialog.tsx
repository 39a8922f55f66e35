import { api, type BillingRun, keyOfUnbilled, type RerunResult, type UnbilledRow } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, asFailure, call, refresh, useRead } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { sayReason, useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import css from '../billing.module.css';
import { refreshUnbilled } from './waive-dialog.tsx';

/** How often a run is looked at while it works. */
const LOOK_MS = 1000;

interface RerunState {
  isBusy: boolean;
  result?: RerunResult;
  /** Why the rest was not sent. */
  failure?: ApiFailure;
}

const joined = (before: RerunResult | undefined, next: RerunResult): RerunResult =>
  before
    ? {
        ...next,
        entries: before.entries + next.entries,
        shipments: before.shipments + next.shipments,
        left: before.left + next.left,
        refused: [...before.refused, ...next.refused],
        runs: [...before.runs, ...next.runs],
      }
    : next;

/** Calls for some shipments after the other, so that the bar moves; stops when the dialog is closed. */
function useRerun(rows: readonly UnbilledRow[]): RerunState {
  const [state, setState] = useState<RerunState>({ isBusy: true });
  const isStarted = useRef(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    const keys = rows.map((row) => keyOfUnbilled(row));
    const work = async () => {
      let result: RerunResult | undefined;
      do {
        const answer = await call(api.unbilled.rerun, { body: { rows: keys, after: result?.last ?? 0 } });
        result = joined(result, answer);
        setState({ isBusy: answer.postponed > 0, result });
      } while (result.postponed > 0 && !isClosed.current);
    };
    work()
      .catch((error) => setState((now) => ({ ...now, isBusy: false, failure: asFailure(error) })))
      .finally(() => void Promise.all([refreshUnbilled(), refresh(api.billingEntries.list)]));
  }, [rows]);
  return state;
}

/** Computes the rows again and says what came of it; days are charged in the background, with their progress. */
export function RerunDialog({ rows, onClose }: { rows: readonly UnbilledRow[]; onClose: () => void }) {
  const t = useText();
  const { isBusy, result, failure } = useRerun(rows);
  const { shipments = 0, postponed = 0 } = result ?? {};
  return (
    <Dialog title={t('billing.unbilled.running')} size={560} onClose={onClose}>
      <div className={css.explained} role="status">
        {isBusy && <Waterline done={shipments} total={shipments + postponed} label={t('billing.unbilled.running')} />}
        {result && <Result result={result} />}
        {failure && <p>{describeFailure(failure, t).sentence}</p>}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  );
}

function Result({ result }: { result: RerunResult }) {
  const t = useText();
  const { entries, shipments, left, postponed, refused, runs } = result;
  return (
    <>
      {shipments > 0 && (
        <p>
          {entries > 0 ? t('billing.unbilled.added', { count: entries }) : t('billing.unbilled.addedNone')}
          {'. '}
          {left > 0 && t('billing.unbilled.left', { count: left })}{' '}
          {postponed > 0 && t('billing.unbilled.postponed', { count: postponed })}
        </p>
      )}
      {refused.map(({ shipment_id: id, message, message_key }) => (
        <p key={id}>{t('billing.unbilled.refused', { id, reason: sayReason(t, message_key, message) })}</p>
      ))}
      {runs.map((id) => (
        <RunProgress key={id} id={id} />
      ))}
    </>
  );
}

const isEnded = (run: BillingRun | undefined) => run?.state === 'done' || run?.state === 'failed';

function RunProgress({ id }: { id: number }) {
  const t = useText();
  const format = useFormat();
  const [isOver, setOver] = useState(false);
  const look = useRead(api.billingRuns.get, { params: { id } }, { refetchInterval: isOver ? false : LOOK_MS });
  const run = look.data;
  const ended = isEnded(run);
  if (ended !== isOver) setOver(ended);
  useEffect(() => {
    if (ended) void refreshUnbilled();
  }, [ended]);
  if (!run) return null;
  const { from, to, days, days_done: done, added, changed, removed, kept, gaps } = run;
  const title = t('billing.unbilled.runDays', { from: format.date(from), to: format.date(to) });
  return (
    <div>
      <p>
        {run.clients?.map(({ company }) => company).join(', ')} · {title}:{' '}
        {t('billing.unbilled.runDone', { done: format.number(done), count: days })}
      </p>
      <Waterline
        done={done}
        total={days}
        label={title}
        tone={run.state === 'failed' ? 'bad' : ended ? 'good' : 'accent'}
      />
      {run.state === 'failed' && (
        <p>{t('billing.unbilled.runFailed', { problem: sayReason(t, run.problem_key, run.problem) })}</p>
      )}
      {ended && <p>{t('billing.unbilled.runResult', { added, changed, removed, kept, gaps })}</p>}
      {ended && kept > 0 && <p>{t('billing.unbilled.runKept')}</p>}
    </div>
  );
}
