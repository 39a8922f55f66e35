import { api, LABEL_BATCH_MAX, type LabelBatch, type ShipmentRow } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { IconChecks, IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { describeReadFailure } from '../../lib/failure.ts';
import { formatMoney, useFormat } from '../../lib/format.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import { shipmentPath } from '../records/index.ts';
import css from './shipping.module.css';

const POLL_MS = 1_500;

interface DialogProps {
  /** Packed ones that are not finished. */
  shipments: readonly Pick<ShipmentRow, 'id' | 'status'>[];
  /** How many more are selected. */
  others: number;
  /** Goes on with finishing shipments that have all of their labels; left out where that is not allowed. */
  onFinish?: ((ids: readonly number[]) => void) | undefined;
  onClose: () => void;
}

/** Buys the missing labels of the selected shipments: asks, shows the progress, then what could not be done and why. */
export function BuyLabelsDialog({ shipments, others, onFinish, onClose }: DialogProps) {
  const t = useText();
  const [ids] = useState(() => shipments.slice(0, LABEL_BATCH_MAX).map(({ id }) => id));
  const [left] = useState(others);
  const [readyOnes] = useState(() => shipments.filter(({ status }) => status === 'Ready').map(({ id }) => id));
  const [batchId, setBatchId] = useState<number>();
  const start = useWrite(api.labels.buyMany, { onSuccess: (batch) => setBatchId(batch.id) });
  const run = (chosen: number[]) => start.mutate({ body: { ids: chosen, only_missing: 1 } });
  return (
    <Dialog title={t('labels.batch.title')} size={560} onClose={onClose}>
      {batchId === undefined ? (
        <>
          <p className={css.ask}>{t('labels.batch.ask', { count: ids.length })}</p>
          {left > 0 && <p className={css.muted}>{t('labels.batch.others', { count: left })}</p>}
          {shipments.length > LABEL_BATCH_MAX && (
            <p className={css.muted}>{t('labels.batch.tooMany', { count: LABEL_BATCH_MAX })}</p>
          )}
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button disabled={start.isPending} onClick={() => run(ids)} data-autofocus>
              {t('labels.batch.run', { count: ids.length })}
            </Button>
          </Group>
        </>
      ) : (
        <Outcome
          key={batchId}
          batchId={batchId}
          ready={readyOnes}
          isStarting={start.isPending}
          onAgain={run}
          onFinish={onFinish}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface OutcomeProps extends Pick<DialogProps, 'onFinish' | 'onClose'> {
  batchId: number;
  /** Shipments that could be finished. */
  ready: readonly number[];
  isStarting: boolean;
  onAgain: (ids: number[]) => void;
}

/** Of a batch: the shipments all of whose cartons have labels. */
const labelled = ({ shipments }: LabelBatch) =>
  shipments.filter(({ state }) => state === 'bought' || state === 'skipped').map(({ shipment_id }) => shipment_id);

function Outcome({ batchId, ready, isStarting, onAgain, onFinish, onClose }: OutcomeProps) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const { data, error } = useRead(
    api.labels.batch,
    { params: { id: batchId } },
    { refetchInterval: isOver ? false : POLL_MS },
  );
  const printed = useWrite(api.labels.batchPrinted, {
    onSuccess: () => refresh(api.labels.get),
    // Only the mark "printed" is missing: the printing itself has worked.
    onFailure: () => true,
  });
  const isDone = data?.state === 'done';
  useEffect(() => {
    if (!isDone) return;
    setOver(true);
    void refresh(api.shipments.list);
    void refresh(api.shipments.get);
    void refresh(api.labels.get);
  }, [isDone]);
  const failed = data?.shipments.filter(({ state }) => state === 'failed') ?? [];
  const finishable = data ? labelled(data).filter((id) => ready.includes(id)) : [];
  return (
    <>
      {error && <p className={css.badLine}>{describeReadFailure(error, t).sentence}</p>}
      {data && <Progress batch={data} isDone={isDone} />}
      {failed.length > 0 && <Failures failed={failed} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        {data?.label_url && (
          <Button
            component="a"
            href={data.label_url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden />}
            onClick={() => printed.mutate({ params: { id: batchId } })}
          >
            {t(isDone ? 'labels.batch.print' : 'labels.batch.printReady', { count: labelled(data).length })}
          </Button>
        )}
        {isDone && failed.length > 0 && (
          <Button
            variant="default"
            disabled={isStarting}
            onClick={() => onAgain(failed.map(({ shipment_id }) => shipment_id))}
          >
            {t('labels.batch.again', { count: failed.length })}
          </Button>
        )}
        {isDone && onFinish && finishable.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconChecks size={16} stroke={1.7} aria-hidden />}
            onClick={() => onFinish(finishable)}
          >
            {t('labels.batch.finish', { count: finishable.length })}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </>
  );
}

function Progress({ batch, isDone }: { batch: LabelBatch; isDone: boolean }) {
  const t = useText();
  const { place } = useFormat();
  const { total, ended, bought, failed, cost, currency } = batch;
  return (
    <>
      {!isDone && (
        <>
          <p className={css.ask}>{t('labels.batch.running')}</p>
          <Waterline done={ended} total={total} label={t('labels.batch.title')} />
        </>
      )}
      <p className={css.ask} aria-live="polite">
        {isDone && failed === 0 && <IconCircleCheck className={css.goodMark} size={18} stroke={1.7} aria-hidden />}
        {isDone
          ? t('labels.batch.done', { count: bought, cost: formatMoney(cost, place, currency) })
          : t('labels.batch.progress', { ended, total })}
      </p>
    </>
  );
}

function Failures({ failed }: { failed: LabelBatch['shipments'] }) {
  const t = useText();
  return (
    <>
      <h3 className={css.partTitle}>{t('labels.batch.failed', { count: failed.length })}</h3>
      <LineTable
        dense
        label={t('labels.batch.failed', { count: failed.length })}
        rows={[...failed]}
        rowKey={({ shipment_id }) => shipment_id}
        columns={[
          {
            header: 'labels.batch.shipment',
            noWrap: true,
            render: ({ shipment_id }) => (
              <RouteLink
                href={shipmentPath('outbound', shipment_id)}
                aria-label={t('labels.batch.open', { id: shipment_id })}
              >
                {shipment_id}
              </RouteLink>
            ),
          },
          { header: 'labels.batch.reference', noWrap: true, render: ({ reference }) => reference },
          {
            header: 'labels.batch.reason',
            long: true,
            render: ({ problem, problem_key }) => (
              <span className={css.bad}>{translateReason(t, problem_key, problem)}</span>
            ),
          },
        ]}
      />
    </>
  );
}
