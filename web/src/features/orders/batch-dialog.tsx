import { api, BATCH_MAX, type BatchFailure, type OrderRow } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { call, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { BatchOutcome } from '../../ui/batch/batch-outcome.tsx';
import { useBatch } from '../../ui/batch/use-batch.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface BatchDialogProps {
  orders: readonly OrderRow[];
  onClose: () => void;
}

const work = {
  send: (orderIDs: number[]) => call(api.orders.process, { body: { orderIDs } }),
  onOver: () => void refresh(api.orders.list),
};

/** Processes the selected orders, shows the progress, and then which ones could not be processed and why. */
export function BatchDialog({ orders, onClose }: BatchDialogProps) {
  const t = useText();
  const [ids] = useState(() => orders.slice(0, BATCH_MAX).map(({ id }) => id));
  const { state = { done: 0, results: [] }, isOver, run } = useBatch<BatchFailure>(ids);
  const started = useRef(false);
  useEffect(() => {
    // The effect of a second mount must not process the orders again.
    if (started.current) return;
    started.current = true;
    void run(work);
  });
  return (
    <Dialog title={t('orders.batch.title')} size={560} shownOnce={!isOver} onClose={onClose}>
      <BatchOutcome
        state={state}
        total={ids.length}
        isOver={isOver}
        words={{
          title: t('orders.batch.title'),
          running: t('orders.batch.running'),
          progress: (done) => t('orders.batch.progress', { done, total: ids.length }),
          done: (count) => t('orders.batch.allDone', { count }),
          failed: (count) => t('orders.batch.failed', { count }),
          stopped: t('orders.batch.stopped'),
        }}
        columns={[{ header: 'orders.reference', noWrap: true, render: ({ failed_reference }) => failed_reference }]}
        reasonOf={({ failed_reason_key, failed_reason }) => [failed_reason_key, failed_reason]}
        onClose={onClose}
      />
    </Dialog>
  );
}
