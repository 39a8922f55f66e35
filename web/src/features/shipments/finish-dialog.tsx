import { api, FINISH_MAX, type FinishResult, type ShipmentRow } from '@longshore/contract';
import { Button, Checkbox, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { call, refresh } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { BatchOutcome } from '../../ui/batch/batch-outcome.tsx';
import { useBatch } from '../../ui/batch/use-batch.ts';
import { Dialog } from '../../ui/dialog.tsx';
import css from './shipments.module.css';

interface Options {
  bill: boolean;
  email: boolean;
}

type Finished = Pick<ShipmentRow, 'id' | 'reference' | 'ss_order_id'>;

interface FinishDialogProps {
  /** Those that are Ready. */
  shipments: readonly Finished[];
  /** How many more are selected, which cannot be finished. */
  others?: number;
  onClose: () => void;
}

/** Finishes those of the selected shipments that are Ready: asks how, shows the progress, then the result of each. */
export function FinishDialog({ shipments, others = 0, onClose }: FinishDialogProps) {
  const t = useText();
  const [rows] = useState(() => shipments.slice(0, FINISH_MAX));
  const [leftOut] = useState(others);
  const { state, isOver, run } = useBatch<FinishResult>(rows.map(({ id }) => id));
  const finish = ({ bill, email }: Options) => {
    const options = { bill: bill ? 1 : 0, email: email ? 1 : 0 } as const;
    return run({
      send: (ids) => call(api.shipments.finishMany, { body: { ids, options } }),
      onOver: () => {
        void refresh(api.shipments.list);
        void refresh(api.shipments.get);
      },
    });
  };
  const referenceOf = (id: number) => rows.find((row) => row.id === id)?.reference ?? '';
  return (
    <Dialog title={t('shipments.finish.title')} size={560} shownOnce={state !== undefined && !isOver} onClose={onClose}>
      {state ? (
        <BatchOutcome
          state={state}
          total={rows.length}
          isOver={isOver}
          words={{
            title: t('shipments.finish.title'),
            running: t('shipments.finish.running'),
            progress: (done) => t('shipments.finish.progress', { done, total: rows.length }),
            done: (count) => t('shipments.finish.done', { count }),
            failed: (count) => t('shipments.finish.failed', { count }),
            stopped: t('shipments.finish.stopped'),
          }}
          columns={[
            { header: 'shipments.id', noWrap: true, render: ({ id }) => id },
            { header: 'shipments.reference', noWrap: true, render: ({ id }) => referenceOf(id) },
          ]}
          every={{ hasFailed: ({ result }) => !result, good: t('shipments.finish.finished') }}
          reasonOf={({ message_key, message }) => [message_key, message]}
          onClose={onClose}
        />
      ) : (
        <Question rows={rows} others={leftOut} onRun={(options) => void finish(options)} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface QuestionProps {
  rows: readonly Finished[];
  others: number;
  onRun: (options: Options) => void;
  onClose: () => void;
}

function Question({ rows, others, onRun, onClose }: QuestionProps) {
  const t = useText();
  const [options, setOptions] = useState<Options>({ bill: false, email: true });
  const mayBill = useSession().can(api.shipmentBilling.charge.access);
  const atStation = rows.filter(({ ss_order_id }) => ss_order_id !== '').length;
  const box = (name: keyof Options, label: PlainKey, hint: PlainKey, isAllowed = true) => (
    <Checkbox
      label={t(label)}
      description={t(hint)}
      disabled={!isAllowed}
      checked={options[name]}
      onChange={(event) => setOptions({ ...options, [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <p className={css.dialogText}>{t('shipments.finish.ask', { count: rows.length })}</p>
      {others > 0 && <p className={css.muted}>{t('shipments.finish.others', { count: others })}</p>}
      {atStation > 0 && (
        <p className={css.warning} role="alert">
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
          {t('shipments.finish.stationWarning', { count: atStation })}
        </p>
      )}
      <div className={css.options}>
        {mayBill
          ? box('bill', 'shipments.finish.bill', 'shipments.finish.billHint')
          : box('bill', 'shipments.finish.bill', 'messages.MayNotBill', false)}
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
