import { api, BATCH_MAX, type BatchFailure, type OrderRow } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { asFailure, call, refresh } from '../../lib/api.ts';
import { refusalOf } from '../../lib/failure.ts';
import { sayReason, useText } from '../../lib/text/text.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import css from './orders.module.css';

/** Orders sent in one call: small enough that the bar moves. */
const AT_ONCE = 5;

interface BatchState {
  done: number;
  failures: BatchFailure[];
  /** Why the rest was not sent. */
  stopped?: string;
}

/** Sends the orders in small calls, one after the other, and stops at a call that fails as a whole. */
function useBatch(ids: readonly number[], onStopped: (error: unknown) => string) {
  const [state, setState] = useState<BatchState>({ done: 0, failures: [] });
  const started = useRef(false);
  const latest = useRef(onStopped);
  latest.current = onStopped;
  useEffect(() => {
    // The effect of a second mount must not process the orders again.
    if (started.current) return;
    started.current = true;
    const run = async () => {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const orderIDs = ids.slice(at, at + AT_ONCE);
        const failures = await call(api.orders.process, { body: { orderIDs } });
        setState((now) => ({ done: now.done + orderIDs.length, failures: [...now.failures, ...failures] }));
      }
    };
    run()
      .catch((error) => setState((now) => ({ ...now, stopped: latest.current(error) })))
      .finally(() => void refresh(api.orders.list));
  }, [ids]);
  return state;
}

interface BatchDialogProps {
  orders: readonly OrderRow[];
  onClose: () => void;
}

/** Processes the selected orders, shows the progress, and then which ones could not be processed and why. */
export function BatchDialog({ orders, onClose }: BatchDialogProps) {
  const t = useText();
  const [ids] = useState(() => orders.slice(0, BATCH_MAX).map(({ id }) => id));
  const { done, failures, stopped } = useBatch(ids, (error) => refusalOf(asFailure(error), t));
  const isOver = done === ids.length || stopped !== undefined;
  const good = done - failures.length;
  return (
    <Dialog title={t('orders.batch.title')} size={560} closeOnClickOutside={isOver} onClose={onClose}>
      {!isOver && (
        <>
          <p className={css.batchText}>{t('orders.batch.running')}</p>
          <Waterline done={done} total={ids.length} label={t('orders.batch.title')} />
        </>
      )}
      <p className={css.batchText} aria-live="polite">
        {isOver && failures.length === 0 && !stopped && (
          <IconCircleCheck className={css.good} size={18} stroke={1.7} aria-hidden />
        )}
        {isOver ? t('orders.batch.allDone', { count: good }) : t('orders.batch.progress', { done, total: ids.length })}
      </p>
      {stopped && (
        <p className={css.error} role="alert">
          {stopped}. {t('orders.batch.stopped')}
        </p>
      )}
      {failures.length > 0 && (
        <>
          <h3 className={css.sideTitle}>{t('orders.batch.failed', { count: failures.length })}</h3>
          <LineTable
            dense
            label={t('orders.batch.failed', { count: failures.length })}
            rows={failures}
            rowKey={({ id }) => id}
            columns={[
              { header: 'orders.reference', noWrap: true, render: ({ failed_reference }) => failed_reference },
              {
                header: 'orders.batch.reason',
                long: true,
                render: ({ failed_reason_key, failed_reason }) => sayReason(t, failed_reason_key, failed_reason),
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
    </Dialog>
  );
}
