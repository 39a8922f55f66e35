import { api, type ShipmentRow, STATION_BATCH_MAX, type StationBatchResult } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { call, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { BatchOutcome } from '../../ui/batch/batch-outcome.tsx';
import { useBatch } from '../../ui/batch/use-batch.ts';
import { Dialog } from '../../ui/dialog.tsx';
import css from './shipments.module.css';

/** The station takes many in one call, and few calls a minute. */
const AT_ONCE = 50;

interface StationDialogProps {
  shipments: readonly Pick<ShipmentRow, 'id' | 'reference'>[];
  /** How many more are selected, which cannot be sent. */
  others: number;
  onClose: () => void;
}

/** Sends the selected shipments to the shipping station: asks, shows the progress, then the result of each. */
export default function StationDialog({ shipments, others, onClose }: StationDialogProps) {
  const t = useText();
  const [rows] = useState(() => shipments.slice(0, STATION_BATCH_MAX));
  const [leftOut] = useState(others);
  const ids = rows.map(({ id }) => id);
  const { state, isOver, run } = useBatch<StationBatchResult>(ids, AT_ONCE);
  const send = () =>
    run({
      send: (some) => call(api.station.pushMany, { body: { ids: some } }),
      onOver: () => {
        void refresh(api.shipments.list);
        void refresh(api.station.get);
      },
    });
  const referenceOf = (id: number) => rows.find((row) => row.id === id)?.reference ?? '';
  return (
    <Dialog title={t('station.batch.title')} size={560} shownOnce={state !== undefined && !isOver} onClose={onClose}>
      {state ? (
        <BatchOutcome
          state={state}
          total={rows.length}
          isOver={isOver}
          words={{
            title: t('station.batch.title'),
            running: t('station.batch.running'),
            progress: (done) => t('station.batch.progress', { done, total: rows.length }),
            done: (count) => t('station.batch.done', { count }),
            failed: (count) => t('station.batch.failed', { count }),
            stopped: t('station.batch.stopped'),
          }}
          columns={[
            { header: 'shipments.id', noWrap: true, render: ({ id }) => id },
            { header: 'shipments.reference', noWrap: true, render: ({ id }) => referenceOf(id) },
          ]}
          every={{ hasFailed: ({ result }) => !result, good: t('station.batch.sent') }}
          reasonOf={({ message_key, message }) => [message_key, message]}
          onClose={onClose}
        />
      ) : (
        <>
          <p className={css.dialogText}>{t('station.batch.ask', { count: rows.length })}</p>
          <p className={css.muted}>{t('station.batch.hint')}</p>
          {leftOut > 0 && <p className={css.muted}>{t('station.batch.others', { count: leftOut })}</p>}
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button onClick={() => void send()} data-autofocus>
              {t('station.batch.run', { count: rows.length })}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}
