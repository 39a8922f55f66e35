import {
  api,
  type BillingRun,
  daysOfUnbilled,
  keyOfUnbilled,
  type NamedShipment,
  type RerunResult,
  type UnbilledRow,
} from '@longshore/contract';
import { Anchor, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, asFailure, call, refresh, useRead } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import { findAllLosses, LossConsent, type Losses } from '../accrual/run-losses.tsx';
import css from '../billing.module.css';
import { billPath } from './gap-words.ts';
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
        left_shipments: [...(before.left_shipments ?? []), ...(next.left_shipments ?? [])],
        refused: [...before.refused, ...next.refused],
        runs: [...before.runs, ...next.runs],
      }
    : next;

/** What computing the days of rows again would remove or lower; null while it is looked for, undefined for nothing. */
function useLosses(rows: readonly UnbilledRow[]) {
  const [losses, setLosses] = useState<Losses | undefined | null>(null);
  const [failure, setFailure] = useState<ApiFailure>();
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    const spans = daysOfUnbilled(rows.map((row) => keyOfUnbilled(row)));
    findAllLosses(spans.map(({ clientId, from, to }) => ({ from, to, client_ids: [clientId], may_lower: 0 }))).then(
      setLosses,
      (error: unknown) => setFailure(asFailure(error)),
    );
  }, [rows]);
  return { losses, failure };
}

/** Runs the shipments in several calls, so that the progress bar moves; stops when the dialog is closed. */
function useRerun(rows: readonly UnbilledRow[], mayLower: 0 | 1): RerunState {
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
        const answer = await call(api.unbilled.rerun, {
          body: { rows: keys, after: result?.last ?? 0, may_lower: mayLower },
        });
        result = joined(result, answer);
        setState({ isBusy: answer.postponed > 0, result });
      } while (result.postponed > 0 && !isClosed.current);
    };
    work()
      .catch((error) => setState((now) => ({ ...now, isBusy: false, failure: asFailure(error) })))
      .finally(() => void Promise.all([refreshUnbilled(), refresh(api.billingEntries.list)]));
  }, [rows, mayLower]);
  return state;
}

interface RerunDialogProps {
  rows: readonly UnbilledRow[];
  onClose: () => void;
}

/** Computes the rows again, after asking when that would take from charges; says what came of it. */
export function RerunDialog({ rows, onClose }: RerunDialogProps) {
  const t = useText();
  const { losses, failure } = useLosses(rows);
  const [mayLower, setMayLower] = useState<0 | 1>(0);
  const [isAnswered, setAnswered] = useState(false);
  const isRunning = losses === undefined || isAnswered;
  return (
    <Dialog title={t('billing.unbilled.running')} size={560} onClose={onClose}>
      {isRunning ? (
        <Rerun rows={rows} mayLower={mayLower} />
      ) : (
        <div className={css.explained} role="status">
          {failure && <p>{describeFailure(failure, t).sentence}</p>}
          {!failure && !losses && <Waterline done={0} total={0} label={t('billing.unbilled.running')} />}
          {losses && <LossConsent losses={losses} value={mayLower} set={setMayLower} />}
        </div>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t(isRunning ? 'common.close' : 'common.cancel')}
        </Button>
        {losses && !isAnswered && <Button onClick={() => setAnswered(true)}>{t('billing.unbilled.run')}</Button>}
      </Group>
    </Dialog>
  );
}

/** Days are charged in the background, with their progress. */
function Rerun({ rows, mayLower }: { rows: readonly UnbilledRow[]; mayLower: 0 | 1 }) {
  const t = useText();
  const { isBusy, result, failure } = useRerun(rows, mayLower);
  const { shipments = 0, postponed = 0 } = result ?? {};
  return (
    <div className={css.explained} role="status">
      {isBusy && <Waterline done={shipments} total={shipments + postponed} label={t('billing.unbilled.running')} />}
      {result && <Result result={result} />}
      {failure && <p>{describeFailure(failure, t).sentence}</p>}
    </div>
  );
}

function Result({ result }: { result: RerunResult }) {
  const t = useText();
  const { entries, shipments, left, left_shipments = [], postponed, refused, runs } = result;
  return (
    <>
      {shipments > 0 && (
        <p>
          {entries > 0 ? t('billing.unbilled.added', { count: entries }) : t('billing.unbilled.addedNone')}{' '}
          {left > 0 && t('billing.unbilled.left', { count: left })}{' '}
          {postponed > 0 && t('billing.unbilled.postponed', { count: postponed })}
        </p>
      )}
      {left_shipments.length > 0 && <LeftShipments shipments={left_shipments} />}
      {refused.map(({ shipment_id: id, message, message_key }) => (
        <p key={id}>{t('billing.unbilled.refused', { id, reason: translateReason(t, message_key, message) })}</p>
      ))}
      {runs.map((id) => (
        <RunProgress key={id} id={id} />
      ))}
    </>
  );
}

/** Shipments that are named at first. */
const NAMED = 10;

/** Which shipments still have a gap, each with a link to its charges. */
function LeftShipments({ shipments }: { shipments: readonly NamedShipment[] }) {
  const t = useText();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? shipments : shipments.slice(0, NAMED);
  const more = shipments.length - shown.length;
  return (
    <>
      <ul className={css.named} aria-label={t('billing.unbilled.leftShipments')}>
        {shown.map(({ id, name, direction }) => (
          <li key={id}>
            <Anchor component={RouteLink} href={billPath(direction, id)}>
              <Mono>{name || `#${id}`}</Mono>
            </Anchor>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {t('billing.unbilled.more', { count: more })}
        </Button>
      )}
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
        <p>{t('billing.unbilled.runFailed', { problem: translateReason(t, run.problem_key, run.problem) })}</p>
      )}
      {ended && <p>{t('billing.unbilled.runResult', { added, changed, removed, kept, gaps })}</p>}
      {ended && kept > 0 && <p>{t('billing.unbilled.runKept')}</p>}
    </div>
  );
}
