import { api, FINISH_MAX, type FinishResult, type ShipmentRow } from '@longshore/contract';
import { Button, Checkbox, Group } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { type ApiFailure, asFailure, call, refresh } from '../../lib/api.ts';
import { describeFailure, refusalOf } from '../../lib/failure.ts';
import { type PlainKey, sayReason, useText } from '../../lib/text/text.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import css from './shipments.module.css';

/** Shipments sent in one call: small enough that the bar moves. */
const AT_ONCE = 5;

interface Options {
  bill: boolean;
  email: boolean;
}

interface FinishState {
  done: number;
  failures: FinishResult[];
  /** Why the rest was not sent. */
  stopped?: ApiFailure;
}

/** Sends the shipments in small calls, one after the other, and stops at a call that fails as a whole. */
function useFinish(ids: readonly number[]) {
  const [state, setState] = useState<FinishState>();
  const run = async ({ bill, email }: Options) => {
    setState({ done: 0, failures: [] });
    const options = { bill: bill ? 1 : 0, email: email ? 1 : 0 } as const;
    try {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const some = ids.slice(at, at + AT_ONCE);
        const results = await call(api.shipments.finishMany, { body: { ids: some, options } });
        const failures = results.filter(({ result }) => !result);
        setState((now) => ({
          done: (now?.done ?? 0) + some.length,
          failures: [...(now?.failures ?? []), ...failures],
        }));
      }
    } catch (error) {
      setState((now) => ({ ...(now ?? { done: 0, failures: [] }), stopped: asFailure(error) }));
    }
    void refresh(api.shipments.list);
    void refresh(api.shipments.get);
  };
  return { state, run };
}

type Finished = Pick<ShipmentRow, 'id' | 'reference' | 'ss_order_id'>;

interface FinishDialogProps {
  /** Those that are Ready. */
  shipments: readonly Finished[];
  onClose: () => void;
}

/** Finishes the selected shipments: asks how, shows the progress, and then which ones could not be finished and why. */
export function FinishDialog({ shipments, onClose }: FinishDialogProps) {
  const t = useText();
  const [rows] = useState(() => shipments.slice(0, FINISH_MAX));
  const [ids] = useState(() => rows.map(({ id }) => id));
  const { state, run } = useFinish(ids);
  const isOver = state && (state.done === ids.length || state.stopped !== undefined);
  return (
    <Dialog
      title={t('shipments.finish.title')}
      size={560}
      closeOnClickOutside={!state || Boolean(isOver)}
      onClose={onClose}
    >
      {state ? (
        <Outcome state={state} rows={rows} isOver={Boolean(isOver)} onClose={onClose} />
      ) : (
        <Question rows={rows} onRun={run} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface QuestionProps {
  rows: readonly Finished[];
  onRun: (options: Options) => void;
  onClose: () => void;
}

function Question({ rows, onRun, onClose }: QuestionProps) {
  const t = useText();
  const [options, setOptions] = useState<Options>({ bill: false, email: true });
  const atStation = rows.filter(({ ss_order_id }) => ss_order_id !== '').length;
  const box = (name: keyof Options, label: PlainKey, hint: PlainKey) => (
    <Checkbox
      label={t(label)}
      description={t(hint)}
      checked={options[name]}
      onChange={(event) => setOptions({ ...options, [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <p className={css.dialogText}>{t('shipments.finish.ask', { count: rows.length })}</p>
      {atStation > 0 && (
        <p className={css.warning} role="alert">
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
          {t('shipments.finish.stationWarning', { count: atStation })}
        </p>
      )}
      <div className={css.options}>
        {box('bill', 'shipments.finish.bill', 'shipments.finish.billHint')}
        {box('email', 'shipments.finish.email', 'shipments.finish.emailHint')}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => onRun(options)} data-autofocus>
          {t('shipments.finish.run', { count: rows.length })}
        </Button>
      </Group>
    </>
  );
}

interface OutcomeProps {
  state: FinishState;
  rows: readonly Finished[];
  isOver: boolean;
  onClose: () => void;
}

function Outcome({ state: { done, failures, stopped }, rows, isOver, onClose }: OutcomeProps) {
  const t = useText();
  const total = rows.length;
  const referenceOf = (id: number) => rows.find((row) => row.id === id)?.reference ?? '';
  const reference = stopped && describeFailure(stopped, t).reference;
  return (
    <>
      {!isOver && (
        <>
          <p className={css.dialogText}>{t('shipments.finish.running')}</p>
          <Waterline done={done} total={total} label={t('shipments.finish.title')} />
        </>
      )}
      <p className={css.dialogText} aria-live="polite">
        {isOver && failures.length === 0 && !stopped && (
          <IconCircleCheck className={css.good} size={18} stroke={1.7} aria-hidden />
        )}
        {isOver
          ? t('shipments.finish.done', { count: done - failures.length })
          : t('shipments.finish.progress', { done, total })}
      </p>
      {stopped && (
        <div className={css.error} role="alert">
          <p>
            {refusalOf(stopped, t)}. {t('shipments.finish.stopped')}
          </p>
          {reference && (
            <p>
              <Mono>{t('shipments.finish.supportReference', { reference })}</Mono>
            </p>
          )}
        </div>
      )}
      {failures.length > 0 && (
        <>
          <h3 className={css.sideTitle}>{t('shipments.finish.failed', { count: failures.length })}</h3>
          <LineTable
            dense
            label={t('shipments.finish.failed', { count: failures.length })}
            rows={failures}
            rowKey={({ id }) => id}
            columns={[
              { header: 'shipments.id', noWrap: true, render: ({ id }) => id },
              { header: 'shipments.reference', noWrap: true, render: ({ id }) => referenceOf(id) },
              {
                header: 'shipments.finish.reason',
                long: true,
                render: ({ message_key, message }) => sayReason(t, message_key, message),
              },
            ]}
          />
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" disabled={!isOver} onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </>
  );
}
